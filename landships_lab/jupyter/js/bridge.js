// Sends the gestures made on a board to Python (pointer, wheel, keys). What Python asks of the page is in page.js.
//
// The board is the box around ipycanvas's <canvas>. The canvas ignores the pointer (pointer-events: none) and cannot get the focus,
// so ipycanvas's own handlers, which swallow every key, wheel turn and touch, never run. All other events are left to the page.

const LOST_MS = 5000; // an answer that takes longer counts as lost: the newest gesture is sent then
const REMINDERS = 6; // how often a gesture that must arrive is sent again; a kernel busy for longer has it in its queue
const MOST_UNDER_WAY = 8; // gestures on the way at once, to a kernel that is far away
const FRAME_MS = 1000 / 60; // answers that come more often are not seen
const LONGEST_FRAME_MS = 100; // a longer time between two moves means that the hand rested, not that the page is slow to paint
const MAX_UNANSWERED = 100; // more than this, and the kernel seems dead: stop sending
const STILL_PX = { mouse: 3, pen: 5, touch: 10 }; // a pointer that moved less has not moved

// --- one view of a board --------------------------------------------------------------------------------------------------------

function render({ model: given, el }) {
  const model = safeToTell(given); // page.js
  const gone = new AbortController();
  nameForScreenReaders(el, gone.signal); // screen_reader.js
  keepFrame(el, gone.signal); // frame.js
  keepFocus(el, gone.signal); // focus.js
  pressedWords(model, el, gone.signal);
  keepCited(model, gone.signal); // citation.js
  openAddress(model, el, gone.signal); // address.js
  takeTextLinks(model, el, gone.signal); // what_if.js
  takeDoings(model, el, gone.signal); // do.js
  const life = watchOver(model, el, gone.signal); // alive.js
  if (model.get("painter")) whenReady(el, gone.signal, (board, canvas) => { // without one it has no board, and holds nothing
    const ghost = ghostOf(model, board, canvas); // ghost.js
    const post = outbox(model, life, ghost.strike, gone.signal);
    const place = placer(model, canvas, () => look.shown());
    const look = lookAround(model, board, canvas, place, post, gone.signal); // look.js
    describe(model, board, canvas, gone.signal);
    const hand = pointer(model, board, place, post, look, ghost, gone.signal);
    wheel(model, board, place, post, look, gone.signal);
    keyboard(model, board, place, post, hand, gone.signal);
  });
  return () => gone.abort();
}

// Sends what is pressed, by pointer or by key: the lines of a citation, or the link of a cell of a table. Each panel has one bridge,
// which stands in for all of it.
function pressedWords(model, el, gone) {
  const pressed = (event) => {
    const words = event.target.closest && event.target.closest("[data-lines], [data-link]");
    if (!words || !el.isConnected || words.closest(".ll-panel") !== el.closest(".ll-panel")) return;
    if (event.type === "keydown" && !["Enter", " "].includes(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    const { link } = words.dataset;
    if (!link) return cite(model, words); // citation.js
    comeBackTo(words); // focus.js
    if (canBeHeard(model)) model.send({ kind: "link", link });
  };
  for (const name of ["click", "keydown"]) document.addEventListener(name, pressed, { capture: true, signal: gone });
}

// Calls back once, when this view is in the page beside the canvas of its own board.
function whenReady(el, gone, then) {
  const look = () => {
    const board = el.isConnected && el.closest(".ll-board");
    const canvas = board && board.querySelector("canvas");
    if (!canvas || gone.aborted) return false;
    then(board, canvas);
    return true;
  };
  if (look()) return;
  const watch = new MutationObserver(() => look() && watch.disconnect());
  watch.observe(document.documentElement, { childList: true, subtree: true });
  gone.addEventListener("abort", () => watch.disconnect());
}

function describe(model, board, canvas, gone) {
  const label = () => board.setAttribute("aria-label", model.get("label") || "Board");
  board.setAttribute("role", "application");
  board.setAttribute("tabindex", "0");
  canvas.setAttribute("tabindex", "-1");
  canvas.setAttribute("aria-hidden", "true");
  canvas.style.pointerEvents = "none";
  label();
  listen(model, "change:label", label, gone);
  const hint = () => board.setAttribute("aria-description", model.get("hint") || "");
  hint();
  listen(model, "change:hint", hint, gone);
  const shape = () => board.style.setProperty("--ll-shape", model.get("size")[0] / model.get("size")[1]); // panel.css fits it in
  shape();
  listen(model, "change:size", shape, gone);
}

function listen(model, name, callback, gone) {
  model.on(name, callback);
  gone.addEventListener("abort", () => model.off(name, callback));
}

// Returns a function that gives a pointer's place in scene pixels, or the last one, which goes with keys and wheel turns. The
// canvas may be moved and enlarged at the moment: look.js shows it at f * p + (x, y).
function placer(model, canvas, shown) {
  let last = { x: 0, y: 0 };
  const tenth = (value) => Math.round(value * 10) / 10;
  return (event) => {
    const box = canvas.getBoundingClientRect();
    if (event && box.width && box.height) {
      const [width, height] = model.get("size");
      const by = shown();
      const x = tenth((by.f * (event.clientX - box.left) * width) / box.width + by.x);
      const y = tenth((by.f * (event.clientY - box.top) * height) / box.height + by.y);
      last = { x, y };
    }
    return last;
  };
}

const onGrab = (model, { x, y }) => model.get("grab").some(([cx, cy, r]) => Math.hypot(x - cx, y - cy) <= r);

// --- sending: what must arrive is sent at once; the rest waits while enough is under way, and newer gestures replace it ----------

// How many gestures may be under way: as many as fit into the round trip to the kernel, at the pace at which it answers and at which
// the page paints. A kernel on this machine, or a slow one, gets one at a time, so that nothing queues up there. A gesture that travels
// alone measures the round trip. One among several may have waited for those before it: it shortens the measure, or lengthens it a little.
function pacer() {
  let away = 0, took = 0; // milliseconds: there and back without the kernel's work, and that work
  let frame = FRAME_MS, movedAt = 0; // milliseconds between two frames of this page: the browser reports one move in each
  const most = () => Math.min(MOST_UNDER_WAY, 1 + Math.floor(away / Math.max(took, frame)));
  return {
    heard(roundTrip, work, alone) {
      took = took ? 0.7 * took + 0.3 * work : work;
      const there = Math.max(0, roundTrip - work);
      away = alone ? there : Math.min(there, away * 1.02 + 0.2);
    },
    moved() {
      const since = performance.now() - movedAt;
      movedAt += since;
      if (since < LONGEST_FRAME_MS) frame = 0.8 * frame + 0.2 * Math.max(since, FRAME_MS);
    },
    most,
    apart: () => away / most() - frame / 2, // so that they leave evenly spaced, each in the nearest frame
  };
}

function outbox(model, life, strike, gone) {
  const view = Math.random().toString(36).slice(2, 10);
  let sent = 0, answered = 0, sentAt = 0, waiting = [], kept = [], timer = 0;
  const thens = new Map(); // what is done once a gesture was answered, by its number
  const sentWhen = new Map(); // by its number, when each gesture under way was sent, and whether it travels alone
  const pace = pacer();
  const send = (event, keep = false) => {
    life.expect();
    if (sent - answered >= MAX_UNANSWERED || !canBeHeard(model)) return;
    sentAt = performance.now();
    const alone = sent === answered;
    const message = { ...event, view, seq: ++sent };
    sentWhen.set(sent, { at: sentAt, alone });
    model.send({ ...message, after: lastOf(kept) });
    if (keep) kept.push(message);
  };
  const lastOf = (earlier) => (earlier.length ? earlier.at(-1).seq : 0); // Python waits for it: GestureOrder
  // A connection that is just breaking loses what is sent. Python knows by view and number what it has received before.
  const remind = (times) => {
    clearTimeout(timer);
    const again = () => (kept.forEach((message, n) => model.send({ ...message, after: lastOf(kept.slice(0, n)) })), remind(times - 1));
    if (kept.length && times) timer = setTimeout(again, LOST_MS);
  };
  gone.addEventListener("abort", () => clearTimeout(timer));
  const flush = () => {
    const now = waiting;
    waiting = [];
    now.forEach(send);
  };
  const since = () => performance.now() - sentAt;
  const busy = () => sent - answered >= pace.most() && since() < LOST_MS;
  const mayGo = () => sent === answered || (!busy() && since() >= pace.apart());
  const heard = ({ seq, took }) => {
    const when = sentWhen.get(seq);
    if (when) pace.heard(performance.now() - when.at, Number(took) || 0, when.alone);
    for (const number of [...sentWhen.keys()]) if (number <= seq) sentWhen.delete(number);
  };
  listen(model, "msg:custom", (answer) => {
    if (answer.kind !== "ack" || answer.view !== view) return;
    heard(answer);
    if (answer.seq > answered) strike(Boolean(answer.refused)); // a late answer to an older gesture says nothing of now
    answered = Math.max(answered, answer.seq);
    kept = kept.filter((message) => message.seq > answered); // Python would ignore an older one
    remind(REMINDERS);
    for (const [seq, then] of [...thens]) if (seq <= answered) thens.delete(seq), then();
    if (waiting.length && mayGo()) send(waiting.shift());
  }, gone);
  return {
    busy,
    // At most one turn and one move wait: a newer move replaces the older one, turns add up.
    offer(event) {
      pace.moved();
      const isTurn = event.kind === "turn";
      const older = waiting.find((w) => (w.kind === "turn") === isTurn);
      const newer = isTurn && older ? { ...event, steps: older.steps + event.steps } : event;
      waiting = [...waiting.filter((w) => w !== older), newer];
      if (mayGo()) flush();
    },
    must(event, then) {
      flush(); // the last waiting drag goes before the drop, so that the thing lands where it was let go
      send(event, true);
      if (then) thens.set(sent, then);
      remind(REMINDERS);
    },
    // Withdraws the waiting drag, which is no longer needed.
    forget() {
      waiting = waiting.filter((event) => event.kind !== "drag");
    },
  };
}

// --- pointer --------------------------------------------------------------------------------------------------------------------

function pointer(model, board, place, post, look, ghost, gone) {
  let held = null; // the press in progress: { id, from, start, moved, tap }
  const event = (kind, e, at) => ({ kind, ...at, shift: e.shiftKey, pointer: e.pointerType || "mouse" });
  const cursor = (at) => {
    const over = onGrab(model, at);
    board.style.cursor = held && held.moved ? "grabbing" : over ? "grab" : "crosshair";
  };
  const on = (name, handler) => board.addEventListener(name, handler, { signal: gone });

  const drop = () => {
    const had = held;
    held = null;
    ghost.drop();
    post.forget();
    return had;
  };
  const moving = moveByMiddleButton(board, place, look, gone);
  const looking = lookByFingers(board, place, look, () => {
    const had = drop();
    if (had && !had.tap) post.must({ kind: "cancel", ...place() });
  }, gone);

  on("pointerdown", (e) => {
    if (e.button !== 0 || held || moving() || looking()) return;
    look.ask(); // what is pressed lies where it is seen
    const from = place(e);
    const tap = e.pointerType === "touch" && !onGrab(model, from); // may become a scroll: sent only when it has ended as a tap
    held = { id: e.pointerId, from, start: [e.clientX, e.clientY], moved: false, tap };
    board.focus({ preventScroll: true });
    if (tap) return;
    board.setPointerCapture(e.pointerId);
    ghost.take(from);
    post.must(event("press", e, from));
  });
  on("pointermove", (e) => {
    if ((held && e.pointerId !== held.id) || moving() || looking()) return;
    if (!held && e.pointerType === "touch") return; // the other of two fingers
    const before = place();
    const at = place(e);
    if (!held) {
      if (at.x !== before.x || at.y !== before.y) post.offer(event("hover", e, at));
    } else if (!held.tap) {
      held.moved = held.moved || far(e);
      if (held.moved) ghost.move(at);
      if (held.moved) post.offer(event("drag", e, at));
    }
    cursor(at);
  });
  const far = (e) => Math.hypot(e.clientX - held.start[0], e.clientY - held.start[1]) > (STILL_PX[e.pointerType] || STILL_PX.mouse);
  const release = (e) => {
    if (!held || e.pointerId !== held.id) return;
    const { from, moved, tap } = held;
    ghost.drop();
    const cancelled = e.type === "pointercancel"; // it has no position of its own: use the last one
    if (tap && (cancelled || far(e))) {
      held = null;
      return;
    }
    if (tap) post.must(event("press", e, from));
    post.must(event("drop", e, !moved ? from : cancelled ? place() : place(e)));
    held = null;
    cursor(place());
  };
  on("pointerup", release);
  on("pointercancel", release);
  on("pointerleave", (e) => {
    if (!held) post.offer(event("leave", e, place()));
  });
  // Lets go of the dragged object, and returns whether there was one.
  const letGo = () => drop() !== null;
  // Only a touchstart handler can keep a finger that grabs something from scrolling the page.
  board.addEventListener("touchstart", (e) => {
    if (e.touches.length === 1 && onGrab(model, place(e.touches[0]))) e.preventDefault();
  }, { passive: false, signal: gone });
  return { letGo };
}

// --- wheel: turns what is under the pointer, or scrolls the page ----------------------------------------------------------------

function wheel(model, board, place, post, look, gone) {
  zoomByWheel(board, place, look, gone); // look.js
  let gathered = 0;
  const turn = (e) => {
    const at = place(e);
    if (e.ctrlKey || !e.deltaY || !onGrab(model, at)) return;
    e.preventDefault();
    const pixels = e.deltaY * [1, 33, 400][e.deltaMode];
    gathered = gathered * pixels < 0 ? pixels : gathered + pixels;
    const steps = Math.abs(pixels) >= 50 ? Math.sign(pixels) * Math.max(1, Math.round(Math.abs(pixels) / 120)) : Math.trunc(gathered / 50);
    if (!steps) return; // the many small strokes of a touchpad add up to one step
    gathered = 0;
    post.offer({ kind: "turn", ...at, steps, shift: e.shiftKey });
  };
  board.addEventListener("wheel", turn, { passive: false, signal: gone });
}

// --- keys: those that Python claimed, no others ---------------------------------------------------------------------------------

const TAKE_BACK = ["Ctrl+z", "Ctrl+y"]; // they hold wherever the focus is in a panel, except where one types
const named = (key) => (key.length === 1 ? key.toLowerCase() : key);
const normalized = (name) => (name === "+" ? name : name.split("+").map((part) => named(part)).join("+"));
const typesIn = (it) => it.isContentEditable || (it.matches("input, textarea") && !/^(checkbox|radio|range|button)$/.test(it.type));

function keyboard(model, board, place, post, hand, gone) {
  const panel = board.closest(".ll-panel") || board;
  const press = (e) => {
    const key = (e.ctrlKey || e.metaKey ? "Ctrl+" : "") + (e.altKey ? "Alt+" : "") + named(e.key);
    const near = TAKE_BACK.includes(key) && e.target.closest(".ll-panel") === panel && !typesIn(e.target);
    if (!(e.target === board || near) || e.isComposing || e.key === "Tab") return;
    if (e.key === "Escape" && panel.matches(".ll-presenting")) return; // it ends the presentation, and nothing else: presenter.js
    const claimed = model.get("claimed").some((name) => normalized(name) === normalized(key));
    const letter = key.length === 1 && key !== " "; // typed by mistake: JupyterLab would cut, delete or move a cell
    if ((claimed || letter) && e.key !== "Escape") {
      e.preventDefault();
      e.stopPropagation();
    }
    if (!claimed) return;
    if (e.repeat && post.busy()) return; // a key held down is like a drag: it skips what cannot be shown in time
    if (e.key === "Escape" || TAKE_BACK.includes(key)) hand.letGo(); // the drop does not follow: Python puts it back
    post.must({ kind: "key", ...place(), key, shift: e.shiftKey });
  };
  panel.addEventListener("keydown", press, { capture: true, signal: gone });
}

export default { initialize, render }; // page.js
