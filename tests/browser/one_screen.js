// What the tests of one_screen.py ask of a panel in the page.
({
  // What does not fit into its part of the frame, what ought to be seen beside it and is not, and what leaves the answer.
  unfit(panel) {
    const all = (...names) => names.flatMap((name) => [...panel.querySelectorAll(name)]).filter((e) => e.checkVisibility());
    const told = (e) => e.className.replace(/\b(lm|jp|jupyter|widget)-\S+ ?/g, "").trim();
    const bottom = (e) => e.getBoundingClientRect().bottom;
    const over = all(".ll-head", ".ll-stage", ".ll-answer", ".ll-strip", ".ll-foot").filter((e) => e.scrollHeight > e.clientHeight + 2);
    const wanted = panel.matches(".ll-with-board, .ll-with-odds") ? [".ll-stage", ".ll-verdict", ".ll-deciding", ".ll-strip"] : [];
    const remedies = ".ll-remedies button, .ll-remedies .ll-advice"; // those that there are; frame.js may let the later ones wait
    if ([...panel.querySelectorAll(remedies)].some((e) => !e.disabled)) wanted.push(remedies);
    const unseen = wanted.filter((name) => !all(name).some((e) => e.clientHeight > 7 && bottom(e) <= bottom(panel)));
    const outside = all(".ll-answer > :not(.ll-message)").filter((e) => bottom(e) > bottom(e.parentElement) + 2);
    return [
      ...over.map((e) => `${told(e)}: ${e.scrollHeight} high in ${e.clientHeight}`),
      ...unseen.map((name) => `${name} is not seen`),
      ...outside.map((e) => `${told(e)} leaves the answer by ${Math.round(bottom(e) - bottom(e.parentElement))}`),
    ];
  },
  // What is too low for a finger, and a verdict that stands below its stage.
  unfitForHands(panel, least) {
    const controls = [...panel.querySelectorAll("button, select, input[type=text], .widget-checkbox label")].filter((e) => e.checkVisibility());
    const low = controls.filter((e) => e.getBoundingClientRect().height < least - 0.5 && !e.matches(".ll-more-reasons"));
    const [verdict, stage] = [".ll-verdict", ".ll-stage"].map((name) => panel.querySelector(name));
    const below = verdict && stage && verdict.getBoundingClientRect().top > stage.getBoundingClientRect().top && panel.matches(".ll-with-board, .ll-with-odds");
    const told = low.map((e) => `${e.tagName} ${e.textContent.slice(0, 30)} is ${Math.round(e.getBoundingClientRect().height)} high`);
    return below ? [...told, "the verdict stands below the stage"] : told;
  },
  // The place of the stage within the panel, its size, and the panel's height.
  places(panel) {
    const own = panel.getBoundingClientRect();
    const stage = panel.querySelector(".ll-stage").getBoundingClientRect();
    return [stage.left - own.left, stage.top - own.top, stage.width, stage.height, own.height].map(Math.round).join(" ");
  },
  // What of a question, or of what is said to a reply, is out of its place: lies over another part, leaves the frame, scrolls, is cut.
  unfitQuestion(panel) {
    const all = (names) => [...panel.querySelectorAll(names)].filter((e) => e.checkVisibility() && e.clientHeight > 0);
    const box = (e) => e.getBoundingClientRect();
    const told = (e) => e.className.replace(/\b(lm|jp|jupyter|widget)-\S+ ?/g, "").trim() || e.tagName;
    const parts = all(".ll-head, .ll-question-image, .ll-facts, .ll-answer > *, .ll-strip");
    const meet = (a, b) => Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1 && Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1;
    const pairs = parts.flatMap((a, n) => parts.slice(n + 1).map((b) => [a, b])).filter(([a, b]) => meet(box(a), box(b)));
    const below = parts.filter((e) => box(e).bottom > box(panel).bottom + 1);
    const scrolls = all("*").filter((e) => /auto|scroll/.test(getComputedStyle(e).overflowY) && e.scrollHeight > e.clientHeight + 1);
    const wanted = [".ll-ask", ".ll-next", ...(panel.querySelector(".ll-step") ? [".ll-verdict", ".ll-deciding, .ll-because"] : [])];
    const quiet = [...panel.querySelectorAll(".ll-next")].filter((e) => getComputedStyle(e).backgroundColor === "rgba(0, 0, 0, 0)");
    return [
      ...pairs.map(([a, b]) => `${told(a)} lies over ${told(b)}`),
      ...below.map((e) => `${told(e)} leaves the panel by ${Math.round(box(e).bottom - box(panel).bottom)}`),
      ...scrolls.map((e) => `${told(e)} scrolls`),
      ...wanted.filter((name) => !all(name).length).map((name) => `${name} is not seen`),
      ...all(".ll-question-picture:has(.ll-facts) .ll-question-image").filter((e) => e.clientHeight < 150).map((e) => `its picture is ${e.clientHeight} high`),
      ...(quiet.length === (panel.querySelector(".ll-step") ? 0 : 1) ? [] : ["Next question is as loud as it was"]),
    ];
  },
  // Where the parts of a question stand that a reply must not move.
  placesOfQuestion(panel) {
    const own = panel.getBoundingClientRect();
    const fixed = [...panel.querySelectorAll(".ll-head, .ll-stage, .ll-ask, .ll-reply, .ll-answer input, .ll-next, .ll-strip")];
    return fixed.filter((e) => e.checkVisibility()).map((e) => e.getBoundingClientRect()).map((r) => [r.left - own.left, r.top - own.top, r.width].map(Math.round).join(" ")).join("; ");
  },
  // Hints that are wider than their field, and words of labels and buttons that are cut; what is folded away is shown for the while.
  clippedHints(panel) {
    const hidden = [...panel.querySelectorAll(".ll-hidden")];
    hidden.forEach((e) => e.classList.remove("ll-hidden"));
    const pen = document.createElement("canvas").getContext("2d");
    const style = getComputedStyle;
    const room = (e) => e.clientWidth - parseFloat(style(e).paddingLeft) - parseFloat(style(e).paddingRight);
    const width = (e) => {
      pen.font = style(e, "::placeholder").font || style(e).font;
      return pen.measureText(e.placeholder).width;
    };
    const fields = [...panel.querySelectorAll("input[placeholder]")].filter((e) => e.placeholder && e.checkVisibility());
    const cut = [...panel.querySelectorAll(".widget-label, .ll-label, button")].filter((e) => e.clientWidth > 1 && e.checkVisibility() && e.scrollWidth > e.clientWidth + 1);
    const found = [
      ...fields.filter((e) => width(e) > room(e)).map((e) => `"${e.placeholder}" is ${Math.round(width(e))} wide in ${Math.round(room(e))}`),
      ...cut.map((e) => `"${e.textContent.trim()}" is cut`),
    ];
    hidden.forEach((e) => e.classList.add("ll-hidden"));
    return [...new Set(found)];
  },
  // Ends when nothing has changed in the panel over some frames: what a change brings has then been laid out.
  settled(panel) {
    return new Promise((done) => {
      let quiet = 0;
      const watch = new MutationObserver(() => (quiet = 0));
      watch.observe(panel, { childList: true, subtree: true, attributes: true, characterData: true });
      const look = () => (++quiet > 3 ? (watch.disconnect(), done()) : requestAnimationFrame(look));
      requestAnimationFrame(look);
    });
  },
})
