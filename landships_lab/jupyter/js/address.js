// The address of a page can hold a link, `...12_fire_arcs.ipynb#panel=landships:fire%20v1%20...`: the first panel of that kind on the
// page opens it. Only the words go to Python, which reads them like any link. JupyterLab's own addresses name files and hold no link.

const HOLDS = "#panel=";
const MOST_LETTERS = 1200000; // as many as Python reads: panel/links.py
const SETTLED_MS = 250; // after which the panels of a page that are drawn together are there
const NOBODY_MS = 4000; // after which no panel is going to open a link

// Returns the address by which this page is opened again, or null: JupyterLab, and a hub's page that belongs to one user.
function ownAddress() {
  const { lesson } = document.documentElement.dataset; // on the site: lesson.js
  if (lesson) return new URL(lesson);
  return document.body.dataset.voila && !location.pathname.includes("/user/") ? new URL(location) : null;
}

const opener = (kind) => [...document.querySelectorAll(".ll-panel[data-opens]")].find((it) => !kind || it.dataset.opens === kind);
const kindOf = (link) => link.trim().split(" ")[0];

// Returns the address that opens this link, or nothing where the page's address cannot.
function addressOf(link) {
  const own = ownAddress(), any = document.body.dataset.voila === "page" && document.documentElement.dataset.opens;
  const address = any ? new URL(any, location) : own; // a page of the site names the one that opens any position: live.js
  if (!address || !(any || opener(kindOf(link)))) return "";
  address.hash = "";
  address.searchParams.delete("token"); // it belongs to one reader
  return address.href.replace(/#$/, "") + HOLDS + encodeURI(link).replaceAll("#", "%23");
}

function linkInAddress() {
  const own = ownAddress(), hash = own && (location.hash.startsWith(HOLDS) ? location.hash : own.hash);
  if (!hash || !hash.startsWith(HOLDS)) return "";
  const held = hash.slice(HOLDS.length, MOST_LETTERS);
  try {
    return decodeURIComponent(held);
  } catch {
    return held;
  }
}

// Has the panel around this view open the link of the address, if it is the first of its kind; or say that no panel here does.
function openAddress(model, el, gone) {
  whenInPanel(el, gone, (panel) => { // alive.js
    if (!model.get("opens") || panel.parentElement.closest(".ll-panel")) return;
    panel.dataset.opens = model.get("opens");
    const open = (nobody) => {
      const link = linkInAddress(), root = document.documentElement;
      if (!link || gone.aborted || root.dataset.opened === link || panel !== opener(nobody ? "" : kindOf(link))) return;
      if (nobody && document.querySelector(".ll-lesson-note")) return setTimeout(open, NOBODY_MS, true); // its cells still run
      root.dataset.opened = link;
      model.send({ kind: "address", link });
      panel.scrollIntoView({ block: "center" });
    };
    const look = () => [setTimeout(open, SETTLED_MS), setTimeout(open, NOBODY_MS, true)];
    window.addEventListener("hashchange", look, { signal: gone });
    look();
  });
}
