// A link in the text of a lesson, `[aim at 1305](#landships:fire%20...)`: the nearest panel of that kind above it shows that state, or
// the first below it. Only the words go to Python, which reads them like any link.

const STATE = /^#[a-z_]+:[a-z_-]+(%20|$)/;

const isBefore = (one, other) => Boolean(one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING);

// Returns the panel that a link of this kind at this place of the page sets, or nothing.
function panelFor(kind, place) {
  const panels = [...document.querySelectorAll(`.ll-panel[data-opens="${CSS.escape(kind)}"]`)];
  return panels.filter((panel) => isBefore(panel, place)).at(-1) || panels[0];
}

// Opens the explanation of a guess, which the text folds between its panel and the next one.
function openFold(panel) {
  const follows = (one) => isBefore(panel, one) && !panel.contains(one);
  const fold = [...document.querySelectorAll("details.ll-explained")].find(follows);
  const next = [...document.querySelectorAll(".ll-panel.ll-guess")].find(follows);
  if (fold && !(next && isBefore(next, fold))) fold.open = true;
}

function takeTextLinks(model, el, gone) {
  whenInPanel(el, gone, (panel) => { // alive.js
    if (!model.get("opens") || panel.parentElement.closest(".ll-panel")) return;
    listen(model, "msg:custom", ({ kind }) => kind === "open-fold" && openFold(panel), gone);
    const follow = (e) => {
      const link = e.target.closest && e.target.closest("a[href^='#']");
      const href = (link && link.getAttribute("href")) || "";
      if (!STATE.test(href) || link.closest(".ll-panel") || (e.type === "keydown" && e.key !== "Enter")) return;
      e.preventDefault(); // JupyterLab would look for a heading of that name, and take Enter for "edit this cell"
      e.stopPropagation();
      const words = decodeURIComponent(href.slice(1, MOST_LETTERS)); // address.js
      if (panelFor(kindOf(words), link) !== panel) return;
      model.send({ kind: "what-if", link: words });
      const isAbove = panel.getBoundingClientRect().top < 0; // its verdict is what the reader looks for
      panel.scrollIntoView({ block: isAbove ? "start" : "nearest" });
    };
    for (const name of ["click", "keydown"]) window.addEventListener(name, follow, { capture: true, signal: gone });
  });
}
