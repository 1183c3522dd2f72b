// What is wrong with the covers of guesses and with open panels on a page: a blank band in a cover, words that are too small. Words in a
// picture count at the size at which it is shown.
async ([selector, least, band]) => {
  const shown = (one) => one.getBoundingClientRect().height > 1 && one.getBoundingClientRect().width > 1;
  async function pictured(image, note) {
    const holder = document.body.appendChild(document.createElement("div")), root = holder.attachShadow({ mode: "open" });
    root.innerHTML = await (await fetch(image.src)).text();
    const by = image.getBoundingClientRect().width / root.querySelector("svg").viewBox.baseVal.width;
    for (const words of root.querySelectorAll("text")) note(parseFloat(getComputedStyle(words).fontSize) * by, words.textContent);
    holder.remove();
  }
  async function wrong(panel) {
    const body = panel.querySelector(".ll-body"), found = [];
    const note = (size, words) => size && size < least - 0.05 && found.push(`${words.trim().slice(0, 30)}: ${size.toFixed(1)} px`);
    const walk = document.createTreeWalker(panel, NodeFilter.SHOW_TEXT);
    for (let node = walk.nextNode(); node; node = walk.nextNode()) {
      const holder = node.parentElement;
      if (node.data.trim() && shown(holder) && !holder.closest("style, svg")) note(parseFloat(getComputedStyle(holder).fontSize), node.data);
    }
    for (const image of panel.querySelectorAll("img")) if (shown(image)) await pictured(image, note);
    if (panel.querySelector(".ll-guess-foot")) {
      const leaves = [...body.querySelectorAll("*")].filter((one) => !one.children.length && shown(one));
      const bottom = Math.max(...leaves.map((one) => one.getBoundingClientRect().bottom));
      const blank = body.getBoundingClientRect().bottom - bottom;
      if (blank > band) found.push(`${Math.round(blank)} px are blank`);
    }
    return found.map((what) => `${panel.querySelector(".ll-title").innerText}: ${what}`);
  }
  return (await Promise.all([...document.querySelectorAll(selector)].map(wrong))).flat();
}
