// Python for the page "Score a hand", off its main thread: questions come in, replies go out, in order.

const here = new URL("score_a_hand/", self.location.href);
const fetched = self.fetch.bind(self);
const size = {};
const loaded = {};
const STEP = 50; // milliseconds between two reports of progress
let told = 0;

// A trouble has a kind, for which the page has a sentence, and the name of a file or what the browser said.
class Trouble extends Error {
  constructor(kind, detail) {
    super(detail);
    this.kind = kind;
  }
}

function tell() {
  if (performance.now() - told < STEP) return;
  told = performance.now();
  const sum = (numbers) => Object.values(numbers).reduce((one, other) => one + other, 0);
  postMessage({ loaded: sum(loaded), total: sum(size) });
}

async function get(name) {
  const found = await fetched(new URL(name, here)).catch(() => undefined);
  if (!found) throw new Trouble("lost", name);
  if (!found.ok) throw new Trouble("missing", `${name}: ${found.status}`);
  size[name] = Number(found.headers.get("content-length"));
  loaded[name] = 0;
  const transform = (chunk, stream) => {
    loaded[name] += chunk.length;
    tell();
    stream.enqueue(chunk);
  };
  return found.body.pipeThrough(new TransformStream({ transform }));
}

// A module that cannot be imported says not why: whether the file is there tells.
async function imported(name) {
  try {
    return await import(new URL(name, here));
  } catch (error) {
    const found = await fetched(new URL(name, here)).catch(() => undefined);
    if (!found) throw new Trouble("lost", name);
    if (!found.ok) throw new Trouble("missing", `${name}: ${found.status}`);
    throw new Trouble("blocked", `${name}: ${error.message}`);
  }
}

async function start() {
  if (typeof WebAssembly === "undefined") throw new Trouble("wasm", "");
  if (typeof DecompressionStream === "undefined") throw new Trouble("old", "");
  const wasm = get("python.wasm.bin");
  const library = get("python.zip");
  library.catch(() => {}); // said where it is waited for
  const { loadPyodide } = await imported("pyodide.mjs");
  await imported("pyodide.asm.mjs");
  const inflated = (await wasm).pipeThrough(new DecompressionStream("gzip"));
  const served = {
    "pyodide.asm.wasm": [inflated, "application/wasm"],
    "python.zip": [await library, "application/zip"],
  };
  self.fetch = (address, options) => {
    const [body, type] = served[String(address.url ?? address).split("/").pop()] ?? [];
    return body ? Promise.resolve(new Response(body, { headers: { "content-type": type } })) : fetched(address, options);
  };
  await check();
  const python = await loadPyodide({ indexURL: here.href, stdLibURL: new URL("python.zip", here).href });
  return python.pyimport("cardlab.web.page").reply;
}

// A policy may forbid WebAssembly, for which Pyodide has no word of its own: this is the smallest module.
async function check() {
  try {
    await WebAssembly.compile(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0));
  } catch (error) {
    throw new Trouble("blocked", error.message);
  }
}

const started = start();
started.then(
  () => postMessage({ ready: true }),
  (error) => postMessage({ trouble: error.kind ?? "damaged", detail: String(error.message ?? error) }),
);

self.onmessage = async ({ data: { id, question } }) => {
  const reply = await started.catch(() => undefined);
  if (!reply) return;
  try {
    postMessage({ id, reply: reply(question) });
  } catch (error) {
    postMessage({ id, trouble: "failed", detail: String(error.message ?? error).trim().split("\n").pop() });
  }
};
