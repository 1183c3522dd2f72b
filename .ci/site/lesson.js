// Says in words, above JupyterLab, what a lesson is still waiting for, or that the browser's Python cannot be had. A lesson that was
// opened from the first page (`&run`) fills the window and runs by itself.
(() => {
  const asked = new URLSearchParams(location.search);
  const path = asked.get("path");
  if (!path?.endsWith(".ipynb")) return;
  const KERNEL = "@jupyterlite/pyodide-kernel-extension:kernel";
  const given = document.currentScript.dataset.python;
  const root = new URL("../", document.currentScript.src.replace(/lesson\.js.*$/, "lab/"));
  const name = path.split("/").pop().replace(/\.ipynb$/, "");

  if (asked.has("run")) document.documentElement.dataset.lesson = location.href; // JupyterLab changes it: jupyter/js/address.js

  const note = document.createElement("div");
  note.setAttribute("role", "status");
  note.className = "ll-lesson-note";
  note.style.cssText = "position:fixed; z-index:10000; left:50%; bottom:40px; translate:-50%; box-sizing:border-box; max-width:min(620px, 94vw);" +
    "padding:12px 18px; border-radius:8px; background:#26221b; color:#fffef8; font:15px/1.45 system-ui, sans-serif; box-shadow:0 8px 30px rgb(0 0 0 / 35%)";
  const say = (text) => { note.textContent = text; if (!note.isConnected) document.body.append(note); };

  const app = () => new Promise((done) => {
    const look = () => (window.jupyterapp ? done(window.jupyterapp) : setTimeout(look, 50));
    look();
  });

  async function pythonAddress() {
    const settings = await fetch(new URL("jupyter-lite.json", root)).then((told) => told.json()).catch(() => null);
    const own = settings?.["jupyter-config-data"]?.litePluginSettings?.[KERNEL]?.pyodideUrl;
    return own ? new URL(own, root) : new URL(given);
  }

  async function missing() {
    const python = await pythonAddress();
    if (await fetch(python).then((told) => told.ok, () => false)) return false;
    say(`Nothing can run here: the browser's Python cannot be fetched from ${python.host}. Check the network and load the page again, or `);
    const page = document.createElement("a");
    page.href = new URL(`lessons/${name}.html`, root);
    page.textContent = "read this lesson as a page";
    page.style.cssText = "color:inherit; text-decoration:underline";
    note.append(page, ", which needs no Python.");
    return true;
  }

  async function notebook(lab) {
    await lab.restored;
    const panel = await lab.commands.execute("docmanager:open", { path });
    await panel.context.ready;
    return panel;
  }

  async function open() {
    say("Opening the lesson.");
    const lacking = missing();
    const lab = await app();
    const panel = await notebook(lab);
    if (asked.has("run")) lab.shell.collapseLeft();
    if (await lacking) return;
    say("Starting Python in your browser. The first time, the browser fetches it.");
    await panel.sessionContext.ready;
    await panel.sessionContext.session.kernel.info;
    if (asked.has("run")) {
      say("Making the panels.");
      await lab.commands.execute("notebook:run-all-cells");
    }
    note.remove();
  }

  open(); // the script is deferred: the page is there
})();
