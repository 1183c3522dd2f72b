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
