// Runs Python for one page: fetches it, tells the page how much has come, then runs the lesson's cells and carries messages. Nothing
// else is fetched by Pyodide itself: what it asks for is already here, or on its way.
const TYPES = { wasm: "application/wasm", zip: "application/zip", mjs: "text/javascript" };
const fetched = new Map(); // by address, the bytes that were asked for
const ask = self.fetch.bind(self);
let python, kernel, lessonFile, turn = Promise.resolve();

self.fetch = async (what, ...rest) => {
  const address = String(what.url ?? what), bytes = fetched.get(address);
  if (!bytes) return ask(what, ...rest);
  return new Response(await bytes, { headers: { "Content-Type": TYPES[address.split(".").pop()] ?? "" } });
};

// Returns the bytes of a file; `heard` is told of each piece. A file that is kept smaller than Pyodide wants it is unpacked.
async function take({ url, packed }, heard) {
  const answer = await ask(packed ?? url).catch(() => null);
  if (!answer?.ok) throw Object.assign(new Error(`${packed ?? url} cannot be fetched`), { host: new URL(url).host });
  const whole = packed ? answer.body.pipeThrough(new DecompressionStream("gzip")) : answer.body;
  const counted = whole.pipeThrough(new TransformStream({ transform: (piece, on) => [heard(piece.length), on.enqueue(piece)] }));
  return new Response(counted).arrayBuffer();
}

// Fetches Python first, and what it is to run while it starts. Returns a promise that fails with the first file that is missing.
function fetchAll(files) {
  const all = files.reduce((sum, { bytes }) => sum + bytes, 0);
  let got = 0;
  const ask = (file) => take(file, (more) => postMessage({ kind: "fetched", got: (got += more), all, name: file.name }));
  const first = files.filter(({ core }) => core).map((file) => [file, ask(file)]);
  const came = Promise.all(first.map(([, bytes]) => bytes));
  const later = files.filter(({ core }) => !core).map((file) => [file, came.then(() => ask(file))]);
  for (const [{ url }, bytes] of [...first, ...later]) fetched.set(url, bytes);
  came.then(() => postMessage({ kind: "starting" }), () => {});
  return Promise.all(fetched.values());
}

async function imported(url) {
  const text = URL.createObjectURL(new Blob([await fetched.get(url)], { type: TYPES.mjs }));
  const module = await import(text);
  URL.revokeObjectURL(text);
  return module;
}

// The lesson's packages as this browser has kept them after an earlier visit, with what Python compiled of them.
const compiledFile = () => `${lessonFile.url}.compiled`;
const store = () => self.caches?.open(lessonFile.store);

async function begun(root, lock) {
  const [{ loadPyodide }, { default: createPyodideModule }] = await Promise.all(["pyodide.mjs", "pyodide.asm.mjs"].map((name) => imported(`${root}${name}`)));
  const env = { JUPYTER_WIDGETS_ECHO: "0" };
  return loadPyodide({ indexURL: root, lockFileContents: lock, createPyodideModule, env });
}

async function start({ root, files, lesson, widgets, later, store: name, lock, kept }) {
  lessonFile = { url: lesson, store: name };
  const compiled = await (await store())?.match(compiledFile()).catch(() => null);
  const all = fetchAll(compiled ? files.filter(({ url }) => url !== lesson) : files);
  if (compiled) fetched.set(lesson, compiled.arrayBuffer());
  fetched.get(widgets).then((bytes) => postMessage({ kind: "widgets", bytes }), () => {});
  python = await Promise.race([begun(root, lock), all.then(() => new Promise(() => {}))]);
  await all;
  python.unpackArchive(await fetched.get(lesson), "zip", { extractDir: python.runPython("import site; site.getsitepackages()[0]") });
  if (!compiled && self.caches) {
    lessonFile.bytes = await fetched.get(lesson);
    python.runPython("import sys; sys.dont_write_bytecode = False"); // to be kept: keepCompiled
  }
  fetched.clear();
  kernel = python.pyimport("landships_page");
  kernel.start((type, id, text, buffers) => postMessage({ kind: type, id, ...JSON.parse(text), buffers }), JSON.stringify(kept), later);
  postMessage({ kind: "started" });
}

async function keepCompiled() {
  const bytes = lessonFile.bytes && self.caches && kernel.compiled(lessonFile.bytes);
  if (bytes) await (await store()).put(compiledFile(), new Response(bytes.toJs()));
  lessonFile.bytes = null;
}

const does = {
  start,
  over: keepCompiled,
  run: ({ code }) => ({ model: kernel.run(code) }),
  heard: ({ id, text, buffers }) => void kernel.heard(id, text, buffers),
  kept: ({ name, text }) => void kernel.put_back(name, text),
  ping: () => {},
};

// One message at a time, each answered when all that Python had to say to it was sent.
self.onmessage = ({ data }) => (turn = turn.then(async () => {
  try {
    const told = await does[data.kind](data);
    const changed = kernel ? JSON.parse(kernel.changed()) : {};
    postMessage({ kind: "done", number: data.number, changed, ...told });
  } catch (error) {
    postMessage({ kind: "failed", number: data.number, host: error.host, text: String(error.message ?? error) });
  }
}));
