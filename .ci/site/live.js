// Brings the picture of the first page to life, in place and unasked: a frame of JupyterLite's console, of which only the panel is
// seen, starts when the picture is near and the page is idle. Until then, and where Python cannot be had, the still picture stays.
(() => {
  const KERNEL = "@jupyterlite/pyodide-kernel-extension:kernel";
  const LONG_MS = 60_000;
  // The panel alone, in the frame's upper edge: nothing around it moves it, as the console does that scrolls to its last line.
  const ONLY_THE_PANEL = `html, body { background: none !important; }
    .jp-ThemedContainer:not(body), .jp-ThemedContainer:not(body) :not(.ll-panel, .ll-panel *) { visibility: hidden !important; }
    #main :has(.ll-panel) { contain: none !important; transform: none !important; overflow: visible !important; }
    .ll-panel { visibility: visible; position: fixed; inset: 0 0 auto; }`;
  const first = document.querySelector(".lp-first"), note = first.querySelector(".lp-python"), stage = first.querySelector(".lp-stage");
  const say = (state, ...words) => {
    first.dataset.state = state;
    note.replaceChildren(...words);
  };
  const theme = () => (document.documentElement.dataset.theme === "dark" ? "JupyterLab Dark" : "JupyterLab Light");

  async function pythonAddress() {
    const settings = await fetch("jupyter-lite.json").then((told) => told.json()).catch(() => null);
    const own = settings?.["jupyter-config-data"]?.litePluginSettings?.[KERNEL]?.pyodideUrl;
    return new URL(own ?? first.dataset.python, location.href);
  }

  function small() {
    const line = navigator.connection;
    return Boolean(line?.saveData) || /2g|3g/.test(line?.effectiveType ?? "");
  }

  const pressed = () => new Promise((done) => {
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: "Make it live" });
    button.addEventListener("click", done, { once: true });
    say("asked", "A still picture: making it live fetches Python, some tens of megabytes, the first time. ", button);
  });

  const near = () => new Promise((done) => {
    const watch = new IntersectionObserver((seen) => {
      if (!seen.some((it) => it.isIntersecting)) return;
      watch.disconnect();
      done();
    }, { rootMargin: "300px" });
    watch.observe(stage);
  });

  async function idle() {
    if (document.readyState !== "complete") await new Promise((done) => addEventListener("load", done, { once: true }));
    await new Promise((done) => (window.requestIdleCallback ? requestIdleCallback(done) : setTimeout(done, 200)));
  }

  function open() {
    const frame = Object.assign(document.createElement("iframe"), { title: "Fire arcs, live", inert: true }); // inert: it takes no focus
    const asked = { kernel: "python", execute: 1, hideCodeInput: 1, showBanner: 0, theme: theme(), code: first.dataset.code };
    frame.src = `repl/index.html?${new URLSearchParams(asked)}`;
    stage.append(frame);
    return frame;
  }

  function painted(canvas) {
    if (!canvas?.width) return false;
    const copy = Object.assign(document.createElement("canvas"), { width: 8, height: 8 }).getContext("2d");
    copy.drawImage(canvas, 0, 0, 8, 8);
    return copy.getImageData(0, 0, 8, 8).data.some(Boolean);
  }

  const made = (frame) => new Promise((done, fail) => {
    const until = Date.now() + LONG_MS;
    let told = "";
    const look = () => {
      const inside = frame.contentDocument, panel = inside?.querySelector(".ll-panel");
      if (inside?.getElementById("main") && !inside.getElementById("ll-only")) {
        inside.head.append(Object.assign(inside.createElement("style"), { id: "ll-only", textContent: ONLY_THE_PANEL }));
      }
      if (painted(panel?.querySelector(".ll-board canvas:last-of-type"))) return done(panel);
      if (inside?.querySelector('[data-mime-type="application/vnd.jupyter.error"]')) return fail();
      const now = panel ? "making" : Date.now() > until ? "slow" : "starting";
      if (now !== told) say(now, WAITING[told = now]);
      setTimeout(look, 200);
    };
    look();
  });
  const WAITING = {
    starting: "A still picture for now: Python is starting in your browser. The first time, the browser fetches it.",
    making: "Python has started. Drawing the panel.",
    slow: "Python is slow to start here. The picture stays still until it has; you can read on.",
  };

  function reveal(frame, panel) {
    const inside = frame.contentWindow;
    const dress = () => { inside.document.documentElement.style.colorScheme = document.documentElement.dataset.theme; };
    const fit = () => { // as high as the window at least: a panel's height follows from the window's
      frame.style.height = `${Math.max(panel.offsetHeight, innerHeight)}px`;
      stage.style.height = `${panel.offsetHeight}px`;
    };
    dress();
    new MutationObserver(() => {
      dress();
      inside.jupyterapp.commands.execute("apputils:change-theme", { theme: theme() });
    }).observe(document.documentElement, { attributeFilter: ["data-theme"] });
    new inside.ResizeObserver(fit).observe(panel);
    addEventListener("resize", fit);
    fit();
    frame.inert = false;
    say("alive", "This panel is live: click the board to aim at another hex, or drag the tank.");
  }

  async function begin() {
    say("still", "A still picture. It becomes live when Python has started in your browser.");
    const python = await pythonAddress();
    if (!(await fetch(python).then((told) => told.ok, () => false))) {
      return say("missing", `A still picture: the Python that makes it live cannot be fetched from ${python.host}. Without a network, or behind a filter, read the lessons as pages: those need nothing.`);
    }
    await (small() ? pressed() : near());
    await idle();
    const frame = open();
    await made(frame).then((panel) => reveal(frame, panel), () => {
      frame.remove();
      say("failed", "A still picture: the panel could not be started in this browser. The lessons as pages need no Python.");
    });
  }

  begin(); // the script is deferred: the page is there
})();
