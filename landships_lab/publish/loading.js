// Says in words how far a dashboard has come, and what to do when it does not get on. Voilà calls the functions on `window`.
(() => {
  const line = document.getElementById("loading");
  let waited = 0;
  const say = (text) => { line.textContent = text; };
  const drawn = () => !document.querySelector('script[type="application/vnd.voila.cell-output+json"]');

  window.voila_process = (cell, cells) => {
    waited = 0;
    say(`Making the panels: ${cell} of ${cells} parts of this page.`);
  };
  window.voila_heartbeat = () => { // every ten seconds in which nothing else came
    waited += 1;
    if (waited < 2) return say("Python is still starting.");
    line.innerHTML = 'Python does not answer. <a href="">Load the page again</a>.';
  };
  window.voila_finish = window.display_cells = () => {
    window.cellLoaded = true;
    if (drawn()) return end();
    say("Drawing the panels.");
    new MutationObserver((_, watch) => { if (drawn()) { watch.disconnect(); end(); } }).observe(document.body, { childList: true, subtree: true });
  };
  window.update_loading_text = () => {};
  addEventListener("error", (event) => { // the page's own scripts could not be had: the server is gone
    if (event.target.tagName === "SCRIPT") say("The panels cannot be drawn: the server that this page came from does not answer. The text is all there.");
  }, true);

  function end() {
    line.remove();
    document.body.classList.add("lp-ready");
  }
})();
