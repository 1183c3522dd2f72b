// Brings the panels of a page to life, each in the place of its still picture, unasked and in order. Until then, without scripts, and
// where Python cannot be had, text and pictures stay. `SITE` is written in by build.py: what to fetch, relative to this script.
(() => {
  const SITE = {/* site */};
  const base = document.currentScript.src;
  const at = (path) => new URL(path, base).href;
  const KEPT = `landships:${new URL("..", base).pathname}`; // names of this site in the browser's own store
  const STORE = `landships-lab ${new URL("..", base).pathname}`; // of files: keep.js
  const PAINT_MS = 3000, SAY_MS = 4000, READY_MS = 2000;
  const cells = [...document.querySelectorAll("[data-code]")];

  // --- what is said: one line at the foot of the page, with how far it has come -------------------------------------------------

  const line = Object.assign(document.createElement("aside"), { className: "lp-waking", ariaLabel: "Live panels" });
  line.innerHTML = '<progress aria-label="Loading the live panels"></progress><span role="status"></span>';
  const [bar, words] = line.children;
  let said = "";
  function say(state, text, ...more) {
    document.documentElement.dataset.live = line.dataset.state = state;
    bar.hidden = !["fetching", "starting", "making"].includes(state);
    if (text !== said) words.replaceChildren((said = text), ...more);
    if (!line.isConnected) document.body.append(line);
  }
  const progress = (part) => (part === null ? bar.removeAttribute("value") : (bar.value = part));
  const megabytes = (bytes) => (bytes / 1e6).toFixed(1);

  function fail(state, why) {
    say(state, `${why} The text and the still pictures need nothing more.`, button("Try again", () => location.reload()), button("Close", () => line.remove()));
    if (worker) worker.terminate();
    kernel.status = "dead";
    kernel.tell();
  }
  function button(text, act) {
    const made = Object.assign(document.createElement("button"), { type: "button", textContent: text });
    made.addEventListener("click", act, { once: true });
    return made;
  }

  // --- the worker, and the kernel that widgets believe in (alive.js) -----------------------------------------------------------

  let worker, started = false, number = 0;
  const waiting = new Map();
  const watchers = new Set();
  const kernel = {
    status: "idle", connectionStatus: "connected", isDisposed: false,
    statusChanged: { connect: (act) => watchers.add(act), disconnect: (act) => watchers.delete(act) },
    tell: () => watchers.forEach((act) => act()),
    requestKernelInfo: () => ask("ping"),
  };

  function ask(kind, more = {}, moved = []) {
    number += 1;
    const answered = new Promise((done, fail) => waiting.set(number, { done, fail }));
    worker.postMessage({ kind, number, ...more }, moved);
    kernel.status = "busy";
    return answered;
  }

  function hear({ data }) {
    if (data.kind in does) return does[data.kind](data);
    const { done, fail } = waiting.get(data.number);
    waiting.delete(data.number);
    if (!waiting.size) kernel.status = "idle";
    for (const [name, text] of Object.entries(data.changed ?? {})) keep(name, text);
    turn = turn.then(() => (data.kind === "done" ? done(data) : fail(data))); // after all that came before it
  }

  const does = {
    fetched: ({ got, all, name }) => {
      if (started) return progress(got / all);
      say("fetching", `Loading the live panels: ${megabytes(Math.min(got, all))} of ${megabytes(all)} MB${got < all ? ` (${name})` : ""}.`);
      progress(got / all);
    },
    starting: () => {
      started = true;
      say("starting", "Starting Python in your browser, and loading the rules and the panels.");
    },
    started: () => progress(null) ?? performance.mark("lp-started"),
    widgets: ({ bytes }) => script(URL.createObjectURL(new Blob([bytes], { type: "text/javascript" }))).then(makeManager),
    comm_open: (message) => inTurn(() => manager.handle_comm_open(lineTo(message.id), packed(message))),
    comm_msg: (message) => inTurn(() => lines.get(message.id)?.heard(packed(message))),
    comm_close: (message) => inTurn(() => [lines.get(message.id)?.closed(packed(message)), lines.delete(message.id)]),
  };

  // --- the lines between widgets and Python -------------------------------------------------------------------------------------

  let manager, haveManager, turn = Promise.resolve();
  const managed = new Promise((done) => { haveManager = done; });
  const lines = new Map();
  const inTurn = (act) => { turn = turn.then(act).catch((error) => console.error(error)); };
  const packed = ({ id, data, metadata, buffers }) => ({
    content: { comm_id: id, data }, metadata, parent_header: { msg_id: "" }, buffers: buffers.map((it) => new DataView(it.buffer, it.byteOffset, it.byteLength)),
  });
  const bytes = (it) => new Uint8Array(it.buffer ?? it, it.byteOffset ?? 0, it.byteLength);

  function lineTo(id) {
    const line = {
      comm_id: id, target_name: "jupyter.widget", heard: () => {}, closed: () => {},
      open: () => id,
      on_msg: (act) => { line.heard = act; },
      on_close: (act) => { line.closed = act; },
      send: (data, callbacks, _metadata, buffers = []) => {
        const told = ask("heard", { id, text: JSON.stringify(data), buffers: buffers.map(bytes) });
        const over = () => callbacks?.iopub?.status?.({ content: { execution_state: "idle" } });
        told.then(over, over);
        return String(number);
      },
      close: () => [lines.delete(id), worker && ask("heard", { id, text: "null", buffers: [] }).catch(() => {}), String(number)].at(-1),
    };
    lines.set(id, line);
    return line;
  }

  // --- progress of drills and puzzles: this browser keeps it, and all tabs of the site share it ----------------------------------

  function keep(name, text) {
    try {
      localStorage.setItem(`${KEPT}${name}`, text);
    } catch { /* a browser that keeps nothing, or is full: progress lasts as long as the page */ }
  }
  function keptFiles() {
    try {
      return Object.fromEntries(Object.entries(localStorage).filter(([key]) => key.startsWith(KEPT)).map(([key, text]) => [key.slice(KEPT.length), text]));
    } catch {
      return {};
    }
  }
  addEventListener("storage", ({ key, newValue }) => {
    if (worker && key?.startsWith(KEPT) && newValue !== null) ask("kept", { name: key.slice(KEPT.length), text: newValue }).catch(() => {});
  });

  // --- from still to live ---------------------------------------------------------------------------------------------------------

  function painted(place) {
    const canvas = place.querySelector(".ll-board canvas:last-of-type");
    if (!canvas) return true;
    if (!canvas.width) return false;
    const copy = Object.assign(document.createElement("canvas"), { width: 8, height: 8 }).getContext("2d");
    copy.drawImage(canvas, 0, 0, 8, 8);
    return copy.getImageData(0, 0, 8, 8).data.some(Boolean);
  }
  const whenPainted = (place) => new Promise((done) => {
    const until = performance.now() + PAINT_MS;
    const look = () => (painted(place) || performance.now() > until ? done() : requestAnimationFrame(look));
    look();
  });

  async function wake(cell) {
    const { model: id } = await ask("run", { code: cell.dataset.code });
    if (!id) return;
    const model = await manager.get_model(id), view = await manager.create_view(model);
    const place = Object.assign(document.createElement("div"), { className: "lp-live lp-unseen" });
    cell.append(place);
    await manager.display_view(view, place);
    await whenPainted(place);
    place.classList.remove("lp-unseen");
    cell.dataset.state = "alive";
  }

  // A link in the text shows the picture of a state until the panel above it can take that state itself (what_if.js).
  function takeLinks(cell) {
    const parts = [...cell.parentElement.children], to = parts.indexOf(cell);
    for (const part of parts.slice(to, parts.findIndex((it, n) => n > to && it.dataset.code !== undefined && !it.hidden) >>> 0)) {
      for (const link of part.querySelectorAll("a[data-sets]")) link.setAttribute("href", link.dataset.sets);
    }
  }

  async function wakeAll() {
    const shown = cells.filter((cell) => !cell.hidden);
    let lost = 0;
    for (const cell of cells) {
      const at = shown.indexOf(cell);
      if (at >= 0) [say("making", `Making the panels: ${at + 1} of ${shown.length}.`), progress(at / shown.length)];
      try {
        await wake(cell);
        if (at >= 0) takeLinks(cell);
        if (at === 0) performance.mark("lp-alive");
      } catch (error) {
        if (kernel.status === "dead") return;
        console.error(error.text ?? error);
        lost += 1;
        cell.dataset.state = "failed";
      }
    }
    performance.mark("lp-all");
    ask("over").then(() => performance.mark("lp-kept"), (error) => console.warn(error.text));
    if (lost) return say("failed", `${lost === 1 ? "One panel" : `${lost} panels`} could not be made. In ${lost === 1 ? "its place the picture stays" : "their places the pictures stay"}.`);
    say("alive", "The panels on this page are live.");
    setTimeout(() => line.remove(), SAY_MS);
    if (navigator.serviceWorker?.controller) fetch(location.href.split("#")[0]).catch(() => {}); // kept for a visit without a network
  }

  // --- beginning -----------------------------------------------------------------------------------------------------------------

  function script(src) {
    return new Promise((done, fail) => {
      document.head.append(Object.assign(document.createElement("script"), { src, onload: done, onerror: fail }));
    });
  }

  // Resolves when the keeper of files (keep.js) is at work, or cannot be: what is fetched after that is there without a network.
  async function keeper() {
    if (!navigator.serviceWorker) return;
    const ready = navigator.serviceWorker.register(at(SITE.keeper), { scope: at("../") }).then(async (told) => {
      const coming = told.installing ?? told.waiting;
      if (coming && !told.active) await new Promise((done) => coming.addEventListener("statechange", () => coming.state === "activated" && done()));
    });
    await Promise.race([ready.catch(() => {}), new Promise((done) => setTimeout(done, READY_MS))]);
  }

  function small() {
    const line = navigator.connection;
    return Boolean(line?.saveData) || /2g|3g/.test(line?.effectiveType ?? "");
  }
  const pressed = () => new Promise((done) => say("asked", `The pictures on this page are still. Live panels need ${megabytes(all())} MB, the first time. `, button("Make them live", done)));
  const all = () => SITE.files.reduce((sum, file) => sum + file.bytes, 0);

  async function begin() {
    if (!cells.length) return;
    if (!/^http/.test(location.protocol)) return say("missing", "The pictures on this page are still: panels come alive only where a web server hands out the site.");
    if (!self.WebAssembly || !self.Worker || !self.DecompressionStream) return say("missing", "The pictures on this page are still: this browser is too old to run Python.");
    if (small()) await pressed();
    say("fetching", "Loading the live panels.");
    await keeper();
    const root = at(SITE.root);
    worker = new Worker(at(SITE.worker), { type: "module" });
    worker.addEventListener("message", hear);
    worker.addEventListener("error", (event) => [event.preventDefault(), fail("failed", "The panels could not be started in this browser.")]);
    const files = SITE.files.map((file) => ({ ...file, url: at(file.url), packed: file.packed && at(file.packed) }));
    try {
      await Promise.all([ask("start", { root, files, lesson: at(SITE.lesson), widgets: at(SITE.widgets), later: at(SITE.later), store: STORE, lock: SITE.lock, kept: keptFiles() }), managed]);
    } catch (error) {
      const text = error.host ? `Python cannot be fetched from ${error.host}. Without a network, or behind a filter, panels stay still pictures.` : "The panels could not be started in this browser.";
      console.warn(error.text ?? error);
      return fail(error.host ? "missing" : "failed", text);
    }
    document.documentElement.dataset.opens = at("../lessons/open.html"); // opens any position: address.js, open.js
    document.body.dataset.voila = "page"; // to panels this page is a dashboard: its address holds links, and loading it again helps
    await wakeAll();
  }

  function makeManager() {
    const { modules } = self.landships;
    const { HTMLManager } = modules["@jupyter-widgets/html-manager"];
    manager = Object.assign(new HTMLManager({ loader: async (name) => modules[name] }), { kernel });
    haveManager();
  }

  begin();
})();
