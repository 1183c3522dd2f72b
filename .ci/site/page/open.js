// Opens the position that the address of this page names, `open.html#panel=landships:fire%20...`: its cell is told to, before live.js
// makes it. Only the words go to Python, as a text in quotes, and it reads them like any link.
(() => {
  const HOLDS = "#panel=", MOST_LETTERS = 1200000;
  const cell = document.querySelector("[data-code]"), says = document.getElementById("lp-opens");
  if (!location.hash.startsWith(HOLDS)) return (says.textContent = "This address names no position. Search for a rule, or paste a position.");
  let link = location.hash.slice(HOLDS.length, MOST_LETTERS);
  try { link = decodeURIComponent(link); } catch { /* as it is */ }
  says.textContent = link.slice(0, 300);
  document.documentElement.dataset.opened = link; // it is open: address.js
  cell.dataset.code = `from landships_lab import open_state\nopen_state(${JSON.stringify(link)})`;
  addEventListener("hashchange", () => location.reload());
})();
