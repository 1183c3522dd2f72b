// After Run All Cells JupyterLab stands at the last cell, but a reader begins a lesson at its beginning, so scroll there: when the first
// panel of a notebook appears, the last cell is the active one, and all code below the panel was run with it.

function beginAtTheTop(panel) {
  const notebook = panel.closest(".jp-Notebook");
  if (!notebook || notebook.querySelector(".ll-panel") !== panel) return;
  const cells = [...notebook.querySelectorAll(".jp-Cell")];
  const below = cells.slice(cells.indexOf(panel.closest(".jp-Cell")) + 1).filter((cell) => cell.classList.contains("jp-CodeCell"));
  const wasRun = (cell) => /\[(\*|\d+)\]/.test(cell.querySelector(".jp-InputPrompt")?.textContent ?? "");
  if (!below.length || !below.every(wasRun) || !cells.at(-1).classList.contains("jp-mod-active")) return;
  (notebook.querySelector(".jp-WindowedPanel-outer") ?? notebook).scrollTop = 0;
}
