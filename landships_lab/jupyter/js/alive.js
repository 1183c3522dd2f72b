// Says over a panel why it does not answer: its kernel has stopped, is busy or out of reach, or another page has run its cell. Any
// message from Python is a sign of life and removes the notice.

const ANSWER_MS = 1800; // what takes longer is explained
const KEEP_MS = 2000; // after so long without a change, the notebook gets a new still picture of the panel: frame.py
const PROBE_MS = 600; // how long a kernel that looks idle may take to say that it is: then it is at work
const AGAIN_MS = 500; // a control that is played with asks for a sign of life at most so often
const STOPPED = ["dead", "restarting", "autorestarting", "terminating"]; // as JupyterLab names what a kernel does

// One cell is not enough after a stop, since the names it uses are gone; and where a kernel was shut down, *Run All Cells* runs the
// first cell only: JupyterLab starts a kernel for it, and leaves the others out.
const again = (inNotebook) => (document.body.dataset.voila ? "load the page again" : inNotebook);

const SAYS = {
  stopped: () => `The kernel has stopped: ${again("choose Kernel > Restart Kernel and Run All Cells")}.`,
  busy: () => "The kernel is busy. This panel answers when it is free.",
  away: () => "The kernel cannot be reached. This panel answers when the connection is back.",
  silent: () => `The kernel does not answer. It may be busy; if it has stopped, ${again("restart it and run all cells")}.`,
  replaced: () => `This panel was run again in another window or tab. To have it here, ${again("choose Run > Run All Cells")}.`,
};

// Watches over the panel around this view. `expect` is called when a gesture is sent that Python answers.
function watchOver(model, el, gone) {
  const view = `alive-${Math.random().toString(36).slice(2, 8)}`;
  let waiting = 0, next = 0, asked = -Infinity, own = 0, keeping = 0, heard = 0, shown = null;

  const expect = () => (waiting = waiting || setTimeout(explain, ANSWER_MS));
  const ask = () => {
    next = 0;
    asked = performance.now();
    own++;
    if (!canBeHeard(model)) return explain(); // bridge.js
    model.send({ kind: "alive", view, seq: 0 });
    expect();
  };
  const askSoon = () => {
    if (shown === "stopped") return show("stopped"); // said again to who tries again
    if (!waiting && !next) next = setTimeout(ask, Math.max(0, asked + AGAIN_MS - performance.now()));
  };
  const keepSoon = () => {
    clearTimeout(keeping);
    keeping = setTimeout(() => document.body.dataset.voila || shown || !canBeHeard(model) || model.send({ kind: "keep" }), KEEP_MS);
  };
  const explain = async () => {
    waiting = clearTimeout(waiting) || 0;
    const before = heard;
    let why = whyNoAnswer(model, el);
    if (document.body.dataset.voila && why !== "stopped" && (await isLost(kernelOf(model)))) why = "stopped";
    if (heard !== before) return;
    if (why === "idle") return probe();
    show(why);
    if (["away", "silent"].includes(why) && own && own <= REMINDERS) next = next || setTimeout(ask, LOST_MS); // it may be lost
  };
  // A kernel that works in two threads may look idle while a cell runs: it is asked, and if only the panel is silent, it has gone.
  const probe = () => {
    const before = heard, busy = setTimeout(() => heard === before && show("busy"), PROBE_MS);
    const gone = () => [clearTimeout(busy), heard === before && show("stopped")];
    kernelOf(model).requestKernelInfo().then(gone, gone);
  };
  const show = (why) => {
    const panel = el.closest(".ll-panel");
    if (!panel || gone.aborted || !(why || shown)) return;
    const inner = panel.querySelector(".ll-body"), place = inner ? inner.closest(".ll-panel") : panel; // of a list, what it opened
    const said = [...place.querySelectorAll(":scope > .ll-asleep")];
    if (shown !== why) said.splice(0).forEach((it) => it.remove());
    shown = why;
    for (const it of [panel, place]) it.classList.toggle("ll-unanswered", Boolean(why));
    if (why === "stopped") panel.dispatchEvent(new Event("ll-stopped")); // a presentation ends: presenter.js
    if (why && !said.length) place.append(message(why));
  };

  listen(model, "msg:custom", (content) => {
    waiting = clearTimeout(waiting) || 0;
    own = 0;
    heard++;
    show(null);
    if (content.kind === "replaced") sayReplaced(el);
  }, gone);
  whenInPanel(el, gone, (panel) => {
    const touched = (e) => {
      if (!e.target.closest || e.target.closest(".ll-panel") !== panel) return; // a panel within this one has a view of its own
      if (["Tab", "Escape", "Shift"].includes(e.key)) return;
      const lost = shown === "stopped" || panel.matches(".jupyter-widgets-disconnected");
      if (lost) [e.preventDefault(), e.stopImmediatePropagation()]; // ipywidgets would fail to send it, with an error in the page
      if (!lost) keepSoon();
      if (lost || !e.target.closest(".ll-board")) askSoon(); // the board's own gestures are answered: bridge.js expects that
    };
    for (const name of ["pointerdown", "click", "keydown", "input", "change"]) {
      window.addEventListener(name, touched, { capture: true, signal: gone }); // before all others that would send what was done
    }
  });
  watchStatus(model, gone, () => {
    if (whyNoAnswer(model, el) === "stopped" && STOPPED.includes(statusOf(model))) explain();
  });
  gone.addEventListener("abort", () => [waiting, next, keeping].forEach(clearTimeout));
  return { expect };
}

function message(why) {
  return Object.assign(document.createElement("p"), { className: "ll-asleep", role: "alert", textContent: SAYS[why]() });
}

// Leaves a message in place of the panel, unless this page itself ran the cell again, which gives it a new output.
function sayReplaced(el) {
  const panel = el.closest(".ll-panel"), place = panel && (panel.closest(".jp-OutputArea-child") || panel.parentElement);
  if (!place || place.parentElement.querySelector(".ll-replaced")) return;
  const box = document.createElement("div");
  box.className = `ll-replaced ${panel.classList.contains("ll-dark") ? "ll-dark" : "ll-light"}`;
  box.append(message("replaced"));
  const still = place.previousElementSibling && place.previousElementSibling.querySelector(".ll-still-of"); // frame.py
  (still || place).prepend(box);
}

function kernelOf(model) {
  return (model.widget_manager && model.widget_manager.kernel) || null;
}

function statusOf(model) {
  const kernel = kernelOf(model);
  return kernel && !kernel.isDisposed ? kernel.status : "dead";
}

function whyNoAnswer(model, el) {
  const kernel = kernelOf(model), hostTells = model.widget_manager && "kernel" in model.widget_manager;
  if (el.closest(".jupyter-widgets-disconnected")) return "stopped"; // ipywidgets says so, whatever the host
  if (!hostTells) return "silent";
  if (!kernel || kernel.isDisposed || STOPPED.includes(kernel.status)) return "stopped";
  if (kernel.connectionStatus && kernel.connectionStatus !== "connected") return "away";
  if (kernel.status === "busy") return "busy";
  return kernel.requestKernelInfo ? "idle" : "stopped"; // and it does not know this panel
}

// Returns whether the server has no such kernel any more. JupyterLab asks that itself, every ten seconds; Voilà's page never does, so
// that the kernel seems idle to it for ever.
async function isLost(kernel) {
  if (!kernel || !kernel.serverSettings) return false;
  const { baseUrl, token, init } = kernel.serverSettings;
  const headers = token ? { Authorization: `token ${token}` } : {};
  try {
    return (await fetch(`${baseUrl}api/kernels/${kernel.id}`, { ...init, headers })).status === 404;
  } catch {
    return false; // the server is out of reach
  }
}

// Calls back whenever the kernel begins to do something else, where the host tells.
function watchStatus(model, gone, act) {
  const changes = (kernelOf(model) || {}).statusChanged;
  if (!changes || !changes.connect) return;
  changes.connect(act);
  gone.addEventListener("abort", () => changes.disconnect(act));
}

// Calls back once, when this view is in its panel.
function whenInPanel(el, gone, then) {
  const look = () => el.isConnected && el.closest(".ll-panel") && (then(el.closest(".ll-panel")), true);
  if (look()) return;
  const watch = new MutationObserver(() => look() && watch.disconnect());
  watch.observe(document.documentElement, { childList: true, subtree: true });
  gone.addEventListener("abort", () => watch.disconnect());
}
