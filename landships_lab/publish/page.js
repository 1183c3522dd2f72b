// The theme of a page (the reader's own choice, else the address's, else the system's), and arrow keys in the list of lessons.
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
