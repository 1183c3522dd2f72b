// Moves and enlarges the board: two fingers, a pinch of a trackpad or Ctrl and the wheel, the middle button and a drag.
//
// The page moves the picture at once, as a CSS transform of the canvas, and now and then asks Python for a new one. `done` is the
// transform that the reader sees and Python has not painted yet: (f, x, y) shows what was painted at p at f * p + (x, y), in scene
// pixels. `extent` is [left, top, right, bottom of the whole board in scene pixels of the present view, least and greatest f].

const REDRAW_MS = 90; // between two new pictures while the hand moves
const NOTCH = 1.25; // how much larger one notch of a wheel shows the board
const NOWHERE = { f: 1, x: 0, y: 0 };

function lookAround(model, board, canvas, place, post, gone) {
  let done = NOWHERE, asked = null, timer = 0, lastAsked = -Infinity;
  const can = () => model.get("extent") && model.get("extent").length === 6;

  const show = () => {
    const still = isNowhere(done);
    const [width, height] = model.get("size");
    board.classList.toggle("ll-looking", !still);
    canvas.style.transformOrigin = "0 0";
    canvas.style.transform = still ? "" : `translate(${(100 * done.x) / width}%, ${(100 * done.y) / height}%) scale(${done.f})`;
  };
  const ask = () => {
    timer = clearTimeout(timer) || 0;
    if (asked || isNowhere(done) || gone.aborted) return;
    const now = (asked = done);
    lastAsked = performance.now();
    post.must({ kind: "look", ...place(), factor: now.f, dx: now.x, dy: now.y }, async () => {
      await painted(model);
      done = after(done, now);
      asked = null;
      show();
      if (!isNowhere(done)) askSoon();
    });
  };
  const askSoon = () => {
    if (!timer && !asked) timer = setTimeout(ask, Math.max(0, lastAsked + REDRAW_MS - performance.now()));
  };
  gone.addEventListener("abort", () => clearTimeout(timer));

  // What is painted at present lies at `done`; `by` comes on top of that.
  const move = (by) => {
    done = kept({ f: done.f * by.f, x: by.f * done.x + by.x, y: by.f * done.y + by.y }, model.get("extent"), model.get("size"));
    show();
    askSoon();
  };
  const zoom = (f, at) => {
    const [, , , , least, most] = model.get("extent");
    const factor = Math.min(Math.max(f, least / done.f), most / done.f);
    move({ f: factor, x: at.x * (1 - factor), y: at.y * (1 - factor) });
  };
  return { can, move, zoom, ask, shown: () => done };
}

const isNowhere = ({ f, x, y }) => Math.abs(f - 1) < 1e-4 && Math.abs(x) < 0.05 && Math.abs(y) < 0.05;

// Returns what is left of `all` once `part`, with which it began, is painted.
function after(all, part) {
  const f = all.f / part.f;
  return { f, x: all.x - f * part.x, y: all.y - f * part.y };
}

// Returns the transform with the board covering the picture, or in its middle where it is smaller: as in drawing/view.py.
function kept({ f, x, y }, [left, top, right, bottom], [width, height]) {
  const back = (low, high, length) => (high - low <= length ? (length - low - high) / 2 : low > 0 ? -low : Math.max(0, length - high));
  return { f, x: x + back(f * left + x, f * right + x, width), y: y + back(f * top + y, f * bottom + y, height) };
}

// Waits until what Python has sent for the canvas is painted.
async function painted(model) {
  if (!model.widget_manager || !model.get("painter")) return;
  const painter = await model.widget_manager.get_model(model.get("painter"));
  await painter.currentProcessing;
}

// --- the hands --------------------------------------------------------------------------------------------------------------------

function zoomByWheel(board, place, look, gone) {
  board.addEventListener("wheel", (e) => {
    if (!e.ctrlKey || !look.can()) return;
    e.preventDefault(); // the page would zoom
    const pixels = e.deltaY * [1, 33, 400][e.deltaMode];
    const factor = Math.abs(pixels) >= 50 ? NOTCH ** (-pixels / 120) : Math.exp(-pixels / 100); // a notch, or the stroke of a pinch
    look.zoom(factor, place(e));
  }, { passive: false, signal: gone });
}

function moveByMiddleButton(board, place, look, gone) {
  let held = null;
  const on = (name, act) => board.addEventListener(name, act, { signal: gone });
  on("mousedown", (e) => e.button === 1 && look.can() && e.preventDefault()); // the page would scroll by itself
  on("pointerdown", (e) => {
    if (e.button !== 1 || !look.can()) return;
    held = { id: e.pointerId, at: place(e) };
    board.setPointerCapture(e.pointerId);
    board.style.cursor = "move";
  });
  on("pointermove", (e) => {
    if (!held || e.pointerId !== held.id) return;
    const at = place(e);
    look.move({ f: 1, x: at.x - held.at.x, y: at.y - held.at.y });
    held.at = at;
  });
  const end = (e) => {
    if (!held || e.pointerId !== held.id) return;
    held = null;
    look.ask();
  };
  on("pointerup", end);
  on("pointercancel", end);
  return () => held !== null;
}

// Two fingers move and enlarge the board. `begin` is called when the second one comes down, which cancels what the first began.
function lookByFingers(board, place, look, begin, gone) {
  let before = null;
  const on = (name, act) => board.addEventListener(name, act, { passive: false, signal: gone });
  const onBoard = (e) => [...e.touches].filter((finger) => board.contains(finger.target));
  const fingers = (e) => {
    const [a, b] = onBoard(e).map((finger) => ({ ...place(finger) }));
    return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, apart: Math.max(1, Math.hypot(a.x - b.x, a.y - b.y)) };
  };
  on("touchstart", (e) => {
    if (onBoard(e).length !== 2 || !look.can()) return;
    e.preventDefault(); // the page would zoom and scroll
    if (!before) begin();
    before = fingers(e);
  });
  on("touchmove", (e) => {
    if (!before || onBoard(e).length !== 2) return;
    e.preventDefault();
    const now = fingers(e);
    look.zoom(now.apart / before.apart, before);
    look.move({ f: 1, x: now.x - before.x, y: now.y - before.y });
    before = now;
  });
  const end = (e) => {
    if (!before || onBoard(e).length > 1) return;
    before = null;
    look.ask();
  };
  on("touchend", end);
  on("touchcancel", end);
  return () => before !== null;
}
