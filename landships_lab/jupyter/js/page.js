// Python's requests to the page, once for each page and not for each view: clipboard, downloads, and the look of the page.

function initialize({ model: given }) {
  const model = safeToTell(given);
  const gone = new AbortController();
  watchLook(model, gone.signal);
  dropLatePaintings(model);
  listen(model, "msg:custom", ({ kind, ids }) => kind === "closed" && forgetWidgets(model.widget_manager, ids), gone.signal);
  listen(model, "msg:custom", async (message, buffers) => {
    const work = { copy, download, png }[message.kind];
    if (!work || !document.hasFocus()) return; // another page of the same kernel asked
    try {
      model.send({ kind: "done", action: message.kind, text: await work(message, buffers) });
    } catch (error) {
      model.send({ kind: "failed", action: message.kind, text: String((error && error.message) || error) });
    }
  }, gone.signal);
  return () => gone.abort();
}

// Forgets widgets that the kernel has closed, inner ones first. ipywidgets would do so at a `comm_close` for each, of which there would
// be a hundred.
async function forgetWidgets(manager, ids) {
  if (!manager) return;
  const closed = await Promise.all(ids.filter((id) => manager.has_model(id)).map((id) => manager.get_model(id)));
  for (const it of closed.toReversed()) await settled(it); // outer ones first: they are still asking for views of inner ones
  for (const it of closed) {
    const channel = it.comm && it.comm.jsServicesComm; // JupyterLab keeps its end until it is told
    it.trigger("comm:close"); // the manager forgets it
    try {
      it.close(true);
    } catch {
      // JupyterLab has taken the output off the page already, and its views with it
    }
    if (channel && channel.dispose) channel.dispose();
  }
}

const settled = async (it) => Promise.allSettled([await it.state_change, ...Object.values(it.views || {})]);

// What a board still had to paint when it was closed is dropped: ipycanvas would wait two seconds for its canvas, and then throw.
async function dropLatePaintings(model) {
  if (!model.widget_manager || !model.get("painter")) return;
  const painter = await model.widget_manager.get_model(model.get("painter"));
  const paint = painter.onCommand.bind(painter);
  painter.onCommand = async (...commands) => painter.comm && paint(...commands).catch((error) => {
    if (painter.comm) throw error; // it was not closed meanwhile
  });
}

function watchLook(model, gone) {
  const dark = window.matchMedia("(prefers-color-scheme: dark)"), narrow = window.matchMedia("(max-width: 480px)");
  const tell = () => {
    const { jpThemeLight, vscodeThemeKind = "" } = document.body.dataset;
    const isDark = jpThemeLight ? jpThemeLight === "false" : vscodeThemeKind ? /dark/.test(vscodeThemeKind) : dark.matches;
    const look = { page_theme: isDark ? "dark" : "light", page_narrow: narrow.matches };
    if (Object.entries(look).every(([name, value]) => model.get(name) === value) || !canBeHeard(model)) return;
    model.set(look);
    model.save_changes();
  };
  const watch = new MutationObserver(tell);
  watch.observe(document.body, { attributes: true, attributeFilter: ["data-jp-theme-light", "data-vscode-theme-kind"] });
  for (const it of [dark, narrow]) it.addEventListener("change", tell, { signal: gone });
  gone.addEventListener("abort", () => watch.disconnect());
  tell();
}

// Returns false once the kernel is gone, as it is for a notebook that was closed. Where the host does not tell, it returns true.
function canBeHeard(model) {
  const kernel = model.widget_manager && model.widget_manager.kernel;
  return !kernel || !(kernel.isDisposed || kernel.status === "dead" || kernel.connectionStatus === "disconnected");
}

// Returns the model of a view for one whose kernel may stop: to send to it then does nothing, where ipywidgets throws an error.
function safeToTell(model) {
  const send = (...message) => {
    try {
      if (canBeHeard(model)) model.send(...message);
    } catch {
      // the way to a restarted kernel is closed, which shows only when something is sent; alive.js then tells the reader
    }
  };
  return { ...model, send };
}

// Copies the text; in place of a link the address that opens it, of the page or of a site that is known. An address on the reader's
// machine opens nothing for others, so there the site comes first.
async function copy({ text: words, link, known }) {
  const alone = ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);
  const text = (link && ((alone && known) || addressOf(words) || known)) || words; // address.js
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    copyBySelection(text); // plain http, or not allowed
  }
  return text;
}

function copyBySelection(text) {
  const focused = document.activeElement;
  const area = Object.assign(document.createElement("textarea"), { value: text, readOnly: true });
  area.style.cssText = "position:fixed;top:0;left:0;opacity:0";
  document.body.append(area);
  area.select();
  const copied = document.execCommand("copy");
  area.remove();
  if (focused) focused.focus({ preventScroll: true });
  if (!copied) throw new Error("The browser does not allow copying here.");
}

async function download({ filename, mime }, buffers) {
  return save(filename, new Blob([buffers[0]], { type: mime }));
}

async function png({ filename, svg, scale }) {
  const url = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    const image = Object.assign(new Image(), { src: url });
    await image.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [Math.round(image.naturalWidth * scale), Math.round(image.naturalHeight * scale)];
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
    if (!blob) throw new Error("The picture is too large for this browser.");
    return save(filename, blob);
  } finally {
    URL.revokeObjectURL(url);
  }
}

function save(filename, blob) {
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(blob), download: filename });
  link.style.display = "none";
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
  return filename;
}
