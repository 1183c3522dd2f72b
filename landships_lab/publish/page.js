// The theme of a page (the reader's choice, else the address's, else the system's), and arrow keys in the list of lessons.
(() => {
  const root = document.documentElement;
  const system = matchMedia("(prefers-color-scheme: dark)");
  const asked = new URLSearchParams(location.search).get("theme");
  const kept = {
    get theme() { try { return localStorage.getItem("lp-theme"); } catch { return null; } },
    set theme(name) { try { localStorage.setItem("lp-theme", name); } catch { /* a browser that keeps nothing */ } },
  };
  let chosen = null;
  const theme = () => [chosen, asked, kept.theme].find((name) => name === "light" || name === "dark") ?? (system.matches ? "dark" : "light");

  function dress() {
    const dark = theme() === "dark";
    root.dataset.theme = theme();
    for (const button of document.querySelectorAll(".lp-theme")) button.setAttribute("aria-pressed", dark);
    if (document.body?.dataset.jpThemeName === undefined) return;
    document.body.dataset.jpThemeLight = !dark; // what widgets look at, as in JupyterLab
    document.body.dataset.jpThemeName = dark ? "JupyterLab Dark" : "JupyterLab Light";
    document.body.classList.toggle("theme-dark", dark);
    document.body.classList.toggle("theme-light", !dark);
  }

  dress(); // before anything is drawn
  new MutationObserver((_, watch) => { if (document.body) { watch.disconnect(); dress(); } }).observe(root, { childList: true });
  addEventListener("DOMContentLoaded", dress);
  system.addEventListener("change", dress);
  document.addEventListener("click", (event) => {
    if (event.target.closest(".lp-theme")) {
      chosen = kept.theme = theme() === "dark" ? "light" : "dark";
      dress();
    }
  });
  // The lessons done, by name, in this browser: a lesson is done when each of its questions was answered, or its game was played to
  // its end. Whatever names a lesson (`data-lesson`) gets a tick, and the first of a list that has none is the next.
  const path = {
    get done() { try { return new Set(JSON.parse(localStorage.getItem("lp-done") ?? "[]")); } catch { return new Set(); } },
    add(name) { try { localStorage.setItem("lp-done", JSON.stringify([...this.done.add(name)])); } catch { /* as above */ } tick(); },
  };
  const here = decodeURIComponent(location.pathname.split("/").pop()).replace(/\.(html|ipynb)$/, "");
  function tick() {
    const done = path.done;
    for (const it of document.querySelectorAll("[data-lesson]")) if (done.has(it.dataset.lesson)) it.dataset.done = "";
    for (const list of document.querySelectorAll("ol:has([data-lesson])")) {
      const all = [...list.querySelectorAll("[data-lesson]")], next = all.find((it) => it.dataset.done === undefined);
      for (const it of all) it.toggleAttribute("data-next", it === next && all.some((one) => one.dataset.done === ""));
    }
    dispatchEvent(new Event("lp-ticked"));
  }
  addEventListener("DOMContentLoaded", () => {
    tick();
    new MutationObserver(() => {
      if (document.querySelector(".ll-lesson-done") && /^\d\d_/.test(here) && !path.done.has(here)) path.add(here);
    }).observe(document.body, { subtree: true, childList: true, attributeFilter: ["class"] });
  });
  addEventListener("storage", tick); // done in another tab

  document.addEventListener("keydown", (event) => {
    const menu = document.querySelector(".lp-menu");
    if (!menu?.offsetHeight || !["ArrowDown", "ArrowUp"].includes(event.key)) return; // closed, it has no height
    const links = [...menu.querySelectorAll("a")], at = links.indexOf(document.activeElement);
    if (at < 0 && !document.activeElement.matches(".lp-lessons")) return;
    event.preventDefault();
    const step = event.key === "ArrowDown" ? 1 : -1;
    links.at(((at < 0 && step < 0 ? 0 : at) + step) % links.length).focus();
  });
})();
