// Shows the rule index's entries for a pressed citation, beside its chip, until the reader presses anything else, Escape or the cross.
// Each panel has a copy of this script, and so at most one such box.

let cited = null; // the chip that was pressed, and its box once Python has answered: { chip, box }

function cite(model, chip) {
  const again = cited && cited.chip === chip && cited.box && cited.box.isConnected;
  closeCited();
  if (again || !canBeHeard(model)) return; // page.js
  cited = { chip, box: null };
  model.send({ kind: "cite", lines: chip.dataset.lines });
}

function closeCited() {
  if (cited && cited.box) cited.box.remove();
  if (cited) cited.chip.removeAttribute("aria-expanded");
  cited = null;
}

function keepCited(model, gone) {
  listen(model, "msg:custom", ({ kind, lines, says }) => {
    if (kind === "cited" && cited && !cited.box && cited.chip.isConnected && cited.chip.dataset.lines === lines) openCited(says);
  }, gone);
  const elsewhere = (e) => cited && cited.box && !cited.box.contains(e.target) && !cited.chip.contains(e.target) && closeCited();
  document.addEventListener("pointerdown", elsewhere, { capture: true, signal: gone });
  document.addEventListener("focusin", elsewhere, { signal: gone });
  document.addEventListener("keydown", (e) => {
    if (e.key !== "Escape" || !cited || !cited.box || !cited.box.isConnected) return;
    e.preventDefault();
    e.stopImmediatePropagation(); // it takes nothing back, and ends no presentation
    leaveCited();
  }, { capture: true, signal: gone });
  gone.addEventListener("abort", closeCited);
}

function leaveCited() {
  const { chip } = cited;
  closeCited();
  chip.focus({ preventScroll: true });
}

function openCited(says) {
  const make = (tag, words, values) => Object.assign(document.createElement(tag), { textContent: words, ...values });
  const box = make("div", "", { className: "ll-cited" }), list = make("ul", "");
  const cross = make("button", "×", { type: "button", className: "ll-cross", title: "Close (Escape)" });
  set(box, { role: "status" }); // screen_reader.js
  set(cross, { "aria-label": "Close" });
  cross.addEventListener("click", leaveCited);
  cited.box = box;
  cited.chip.setAttribute("aria-expanded", "true");
  (cited.chip.closest(".ll-step") || cited.chip.parentElement).append(box);
  list.append(...says.map((words) => make("li", words)));
  box.append(cross, make("strong", cited.chip.title), list); // in the page first, so that it is read out
  placeCited(box);
}

// Puts the box under its chip, over it, or over the picture beside it: where it hides neither the verdict nor the remedies.
function placeCited(box) {
  if (getComputedStyle(box).position !== "relative") findRoom(box); // answer.css
  box.scrollIntoView({ block: "nearest" });
}

function findRoom(box) {
  const answer = box.closest(".ll-answer");
  const shown = [...answer.querySelectorAll(".ll-verdict, .ll-remedies")].map((it) => it.getBoundingClientRect()).filter((it) => it.height);
  const fits = () => {
    const { top, bottom } = box.getBoundingClientRect();
    return bottom <= innerHeight && top >= 0 && !shown.some((it) => it.top < bottom && top < it.bottom);
  };
  for (const side of ["under", "over"]) {
    box.dataset.side = side;
    if (fits()) return;
  }
  box.dataset.side = "beside";
  const low = box.getBoundingClientRect().bottom - answer.getBoundingClientRect().bottom;
  if (low > 0) box.style.top = `${-low}px`;
}
