// Sends what a pressed element of a panel's own HTML does: `data-do` says what, `data-value` or what is typed says with which value.
// Each panel has one bridge, which stands in for all of it.

function takeDoings(model, el, gone) {
  const send = (it, value) => canBeHeard(model) && model.send({ kind: "do", what: it.dataset.do, value });
  const own = (e) => {
    const it = e.target.closest && e.target.closest("[data-do]");
    return it && el.isConnected && it.closest(".ll-panel") === el.closest(".ll-panel") ? it : null;
  };
  document.addEventListener("click", (e) => {
    const it = own(e);
    if (!it || it.matches("input")) return;
    const from = it.dataset.from && it.closest(".ll-panel").querySelector(`input[data-do="${CSS.escape(it.dataset.from)}"]`);
    send(it, from ? from.value : it.dataset.value || "");
  }, { capture: true, signal: gone });
  document.addEventListener("change", (e) => {
    const it = own(e);
    if (it && it.matches("input")) send(it, it.value);
  }, { capture: true, signal: gone });
  // What is typed belongs to the field; JupyterLab takes no key of it for a command.
  document.addEventListener("keydown", (e) => {
    const it = own(e);
    if (it && it.matches("input")) e.stopPropagation();
  }, { signal: gone });
}
