// Score a hand: asks the package, which runs on Pyodide in a worker, about all that is done to the form in the page.
// No rule of any game is in this file, and what people type is only ever put on the page as text.

const here = new URL(".", document.currentScript.src);
const root = document.querySelector("#hand-scorer");
const TYPING = 700; // milliseconds after a key before what is typed counts as wrong
const PATIENCE = 30_000; // milliseconds without a byte or a word of Python before the page says so
const MEGABYTE = 1e6;
const COPYING = 1000; // milliseconds that a browser may take to copy the link: some never answer
const LONGEST_LINK = 20_000; // characters

let game, values, target; // the state: what the address says, and the field that clicks go to
let waiting; // the timer of what was typed
let opened = 0; // how many hands were opened: an answer to one that was left is dropped
let copied; // the address that was copied last
let seen; // the address that was read or written last
let kept = false; // whether the entry of the history holds a whole hand
const left = {}; // the values of games that were left, to come back to
const costs = remembered(); // what the first guess at each hand of a puzzle lost, by its address
let following; // the values that lead to the next of several hands

function remembered() {
  try {
    return JSON.parse(sessionStorage.getItem("costs")) ?? {};
  } catch {
    return {}; // a browser may keep nothing
  }
}

// ---- elements

function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

const find = (selector) => root.querySelector(selector);
const all = (selector) => [...root.querySelectorAll(selector)];

// Text that is there already is left alone: a screen reader says again what is put again.
function say(node, text) {
  if (node && node.textContent !== text) node.textContent = text;
}

const template = (name) => all("template").find((each) => each.dataset.game === name);
const example = () => Object.fromEntries(new URLSearchParams(find(".sh-form")?.dataset.example));
const fields = (within = root) => [...within.querySelectorAll(".sh-field")].map((each) => each.dataset);
const cardFields = () => fields().filter((field) => field.cards > 0);
const isGuess = (field) => "guess" in field;
const deck = () => find(".sh-form").dataset.deck;

// ---- the form

function draw() {
  const form = template(game)?.content.cloneNode(true) ?? "";
  find(".sh-holder").replaceChildren(form);
  drawHands();
  for (const radio of all('[name="sh-game"]')) radio.checked = radio.value === find(".sh-form")?.dataset.deck;
}

function drawHands() {
  find(".sh-hands").replaceChildren(...cardFields().filter((field) => !isGuess(field)).map((field) =>
    make("ul", { class: "sh-held", "data-held": field.name, "aria-label": `${field.label}, drawn` })));
}

// One stop for the tab key; the arrows walk from card to card.
function walk(event) {
  const rows = [...event.target.closest(".sh-deck").children].map((row) => [...row.children]);
  const y = rows.findIndex((row) => row.includes(event.target));
  const x = rows[y]?.indexOf(event.target);
  const steps = {
    ArrowLeft: [y, x - 1],
    ArrowRight: [y, x + 1],
    ArrowUp: [y - 1, x],
    ArrowDown: [y + 1, x],
    Home: [y, 0],
    End: [y, rows[y]?.length - 1],
  };
  const step = steps[event.key];
  if (!step) return;
  event.preventDefault();
  const row = rows[step[0]] ?? [];
  (row[step[1]] ?? (step[0] === y ? undefined : row.at(-1)))?.focus(); // the specials are a shorter row
}

function rove(event) {
  for (const button of all(".sh-deck button")) button.tabIndex = button === event.target ? 0 : -1;
}

function aim(name) {
  if (!cardFields().some((field) => field.name === name)) return;
  target = name;
  const radio = find(`[name="sh-target"][value="${name}"]`);
  if (radio) radio.checked = true;
}

// ---- what people do

function open(newGame, newValues) {
  find('input[type="text"]:focus')?.blur(); // what is half typed belongs to the hand that is left
  const same = newGame === game;
  game = newGame;
  opened += 1;
  kept = false;
  if (!same || !find(".sh-form")) draw();
  values = { ...(newValues ?? example()) };
  target = cardFields()[0]?.name;
  if (target) aim(target);
  return ask("answer");
}

function pickGame(value) {
  left[game] = values;
  return open(value, left[value]);
}

function follow() {
  values = { ...values, ...following };
  return ask("answer");
}

function clear() {
  values = {};
  return ask("answer");
}

async function type(name, value) {
  clearTimeout(waiting);
  values[name] = value;
  const answer = await put("answer");
  if (!answer || values[name] !== value) return;
  if (answer.error && !answer.unfinished && answer.field === name) waiting = setTimeout(show, TYPING, answer);
  else show(answer);
}

function change(name, value) {
  values[name] = value;
  return ask("answer");
}

async function copyLink() {
  copied = location.href;
  const copying = navigator.clipboard?.writeText(copied).then(() => true, () => false);
  const late = new Promise((resolve) => setTimeout(resolve, COPYING));
  if (await Promise.race([copying, late])) return say(find("#sh-copied"), "Copied.");
  const link = find(".sh-link");
  link.value = copied;
  link.hidden = false;
  link.select();
  return say(find("#sh-copied"), "Here it is, selected, to copy by hand:");
}

function pressed(event) {
  const button = event.target.closest("button");
  if (event.target.matches('input[type="text"]')) aim(event.target.dataset.field);
  if (!button) return undefined;
  if (button.dataset.card) return ask("click", { target, card: button.dataset.card });
  return { deal: () => ask("deal"), follow, clear, copy: copyLink }[button.dataset.do]?.();
}

function changed({ target: input }) {
  if (input.name === "sh-game") return pickGame(input.value);
  if (input.name === "sh-target") return aim(input.value);
  return change(input.dataset.field, input.type === "checkbox" ? (input.checked ? "yes" : "") : input.value);
}

// ---- the package

// Questions are put in order, each on the values that the one before it left. What is typed meanwhile stays.
let queue = Promise.resolve();
let pending = 0;

function put(action, more = {}) {
  const hand = opened;
  pending += 1;
  root.dataset.busy = "";
  queue = queue.then(async () => {
    if (hand !== opened) return undefined;
    const asked = { ...values };
    const answer = await python.ask(JSON.stringify({ action, game, values: asked, ...more }));
    if (hand !== opened || !answer) return undefined;
    for (const name of Object.keys({ ...asked, ...answer.values })) {
      if (values[name] !== asked[name]) continue;
      if (name in answer.values) values[name] = answer.values[name];
      else delete values[name];
    }
    return answer;
  });
  const rest = () => { if (--pending === 0) delete root.dataset.busy; };
  queue.then(() => setTimeout(rest)); // after what waits for the answer has shown it
  return queue;
}

async function ask(action, more) {
  clearTimeout(waiting);
  if (!python.ready) say(find(".sh-headline"), "Starting Python…");
  const answer = await put(action, more);
  if (answer) show(answer);
}

function show(answer) {
  showHeld(answer.held);
  showFields(answer);
  say(find(".sh-headline"), answer.headline || (answer.unfinished ? "Not a whole hand yet" : "No score"));
  say(find(".sh-spoken"), answer.error ? "" : answer.spoken);
  showItems(answer);
  showTally(answer.cost);
  following = answer.following;
  find('[data-do="follow"]')?.toggleAttribute("hidden", !following);
  if (answer.field !== "game") remember(!answer.error); // else the address says what was wrong in it
  if (location.href === copied) return;
  say(find("#sh-copied"), "");
  find(".sh-link")?.toggleAttribute("hidden", true);
}

function showFields(answer) {
  for (const field of all(".sh-field")) field.hidden = answer.hidden.includes(field.dataset.name);
  for (const note of all(".sh-note")) {
    const name = note.dataset.note;
    const mine = answer.field === name;
    const wrong = mine && !answer.unfinished;
    const hint = note.querySelector(".sh-hint");
    say(hint, wrong ? "" : mine ? answer.error : note.dataset.hint);
    hint.toggleAttribute("data-said", mine); // a phone has no room for the others
    say(note.querySelector(".sh-error"), wrong ? answer.error : "");
    note.classList.toggle("sh-wrong", wrong);
    for (const input of all(`[data-field="${name}"]`)) {
      const value = values[name] ?? "";
      if (input.type !== "radio") input.setAttribute("aria-invalid", wrong);
      if (input.type === "radio") input.checked = input.value === value;
      else if (input.type === "checkbox") input.checked = value === "yes";
      else if (input.value !== value) input.value = value;
    }
  }
}

function showHeld(held) {
  find(".sh-hands").hidden = !Object.values(held).flat().length;
  const guessed = cardFields().filter(isGuess).map((field) => field.name);
  for (const list of all(".sh-held")) {
    const cards = held[list.dataset.held] ?? [];
    const text = cards.map((card) => card.card).join(" ");
    if (text === list.dataset.cards) continue; // what has the focus keeps it
    list.dataset.cards = text;
    list.replaceChildren(...cards.map((card) => make("li", {}, guessed.length ? pick(card) : face(card))));
  }
  const shown = guessed.length ? guessed : Object.keys(held);
  const cards = new Set(shown.flatMap((name) => held[name] ?? []).map((card) => card.card));
  for (const button of all("button[data-card]")) button.setAttribute("aria-pressed", cards.has(button.dataset.card));
}

function pick(card) {
  return make("button", { type: "button", class: "sh-pick", "data-card": card.card }, face(card));
}

function face({ card, name }) {
  const src = new URL(`score_a_hand/faces/${deck()}/${card}.svg`, here);
  return make("img", { class: "sh-card", src, alt: name, title: name, "data-card": card, width: 52, height: 72 });
}

// The package's own table, in which all text is escaped. The page's policy allows no style in it: the style sheet reads it.
function showItems({ html, rows }) {
  find(".sh-items").innerHTML = html;
  all(".sh-items tbody tr").forEach((row, place) => {
    if (!rows[place]?.length) return;
    const name = row.cells[0].textContent;
    const button = make("button", { type: "button", class: "sh-item", title: "Mark its cards" }, name);
    row.cells[0].replaceChildren(button);
    for (const start of ["mouseenter", "focusin", "click"]) row.addEventListener(start, () => light(rows[place]));
    for (const end of ["mouseleave", "focusout"]) row.addEventListener(end, () => light([]));
  });
  light([]);
}

function light(cards) {
  root.classList.toggle("sh-lighting", cards.length > 0);
  for (const card of all(".sh-card")) card.classList.toggle("sh-lit", cards.includes(card.dataset.card));
}

// The first guess counts; those after it are free.
function showTally(cost) {
  const own = (costs[game] ??= {});
  if (cost !== null) own[address()] ??= cost;
  try {
    sessionStorage.setItem("costs", JSON.stringify(costs));
  } catch {} // the tally lasts until the page is left
  const lost = Object.values(own);
  const right = lost.filter((one) => one === 0).length;
  const sum = Number(lost.reduce((one, other) => one + other, 0).toFixed(2));
  const hands = lost.length === 1 ? "1 hand" : `${lost.length} hands`;
  say(find(".sh-tally"), lost.length ? `${hands}: ${right} right, ${sum} points lost` : "");
}

// ---- the address: each whole hand is an entry of the history, so that Back goes back a hand

function address() {
  const said = fields().filter((field) => !isGuess(field) && (values[field.name] ?? field.default) !== field.default);
  return `#${new URLSearchParams([["game", game], ...said.map((field) => [field.name, values[field.name]])])}`;
}

function remember(whole) {
  if (location.hash !== seen) return; // a link was followed meanwhile, and is about to be read
  const next = address();
  if (kept && next !== location.hash) history.pushState(null, "", next);
  else history.replaceState(null, "", next);
  seen = location.hash;
  kept = whole;
}

function refuse(error) {
  [game, values, kept] = ["", {}, false];
  opened += 1;
  draw();
  show({ held: {}, headline: "", spoken: "", html: "", rows: [], error, field: "game", hidden: [], unfinished: false, cost: null, following: null });
}

function readAddress() {
  seen = location.hash;
  const { length } = location.hash;
  if (length > LONGEST_LINK) {
    const [given, most] = [length, LONGEST_LINK].map((number) => number.toLocaleString("en"));
    return refuse(`This link is too long to read: ${given} characters where at most ${most} were expected.`);
  }
  const hash = location.hash.slice(1).replace(/%0[9AD]/gi, "+"); // a pasted hand may stand on several lines
  if (!hash.includes("=")) return game === undefined ? start() : undefined; // a link within the page
  const { game: asked = "", ...rest } = Object.fromEntries(new URLSearchParams(hash));
  const defaults = fields(template(asked)?.content ?? make("p")).map((field) => [field.name, field.default]);
  return open(asked, { ...Object.fromEntries(defaults), ...rest });
}

// The example of the first game stands in the page already, with its answer.
function start() {
  game = find('[name="sh-game"]:checked').value;
  values = example();
  target = cardFields()[0].name;
  drawHands();
  return put("answer").then((answer) => answer && show(answer));
}

// ---- Python

const TROUBLES = {
  file: "Browsers let no page start Python from a file: serve the folder of this book, python -m http.server --directory build/book, and open http://localhost:8000/score_a_hand.html.",
  wasm: "This browser has no WebAssembly, on which Python runs here, or it is switched off.",
  old: "This browser is too old: it cannot inflate what Python comes in. One of the last three years can.",
  missing: "A file of Python is missing on this site",
  lost: "A file of Python did not arrive: is the connection up? Reload to try again",
  blocked: "This browser, an extension of it or the site's policy blocked a script that starts Python",
  damaged: "A file of Python is damaged: reload to fetch it anew",
  slow: "Python has not started: for half a minute nothing came. The connection may be slow; the page goes on trying.",
  failed: "The package failed on this hand; please report it",
};

class Python {
  ready = false;
  answers = new Map();
  last = 0;

  start() {
    try {
      this.worker = new Worker(new URL("worker.js", here), { type: "module" });
    } catch (error) {
      return location.protocol === "file:" ? this.fail("file", "") : this.fail("blocked", error.message);
    }
    this.worker.onmessage = ({ data }) => this.hear(data);
    this.worker.onerror = (event) => { event.preventDefault(); this.fail("blocked", "worker.js"); };
    return this.wait();
  }

  wait() {
    clearTimeout(this.timer);
    if (!this.ready) this.timer = setTimeout(() => this.fail("slow", ""), PATIENCE);
  }

  ask(question) {
    this.last += 1;
    this.worker?.postMessage({ id: this.last, question });
    return new Promise((resolve) => this.answers.set(this.last, resolve));
  }

  hear({ id, reply, trouble, detail, loaded, total, ready }) {
    this.wait();
    if (trouble) this.fail(trouble, detail);
    if (total) showProgress(loaded, total);
    if (ready) this.greet();
    if (id) this.answers.get(id)(reply && JSON.parse(reply));
    this.answers.delete(id);
  }

  greet() {
    this.ready = true;
    clearTimeout(this.timer);
    root.dataset.ready = "";
    say(find(".sh-trouble"), "");
    say(find(".sh-state span"), "Scored here, in your browser.");
    keepForOffline();
  }

  fail(kind, detail) {
    if (!this.ready && kind !== "slow") clearTimeout(this.timer);
    if (!this.ready) say(find(".sh-headline"), "Python did not start");
    say(find(".sh-trouble"), TROUBLES[kind] + (detail ? ` (${detail}).` : ""));
  }
}

function showProgress(loaded, total) {
  const bar = find(".sh-state progress");
  bar.value = loaded / total;
  const [have, whole] = [loaded, total].map((bytes) => (bytes / MEGABYTE).toFixed(1));
  bar.title = `${have} of ${whole} MB`;
  say(find(".sh-size"), `${have} of ${whole} MB`);
}

// The next visit starts from what this one loaded, with or without a network.
function keepForOffline() {
  navigator.serviceWorker?.register(new URL("../offline.js", here), { scope: new URL("../score_a_hand.html", here) })
    .catch(() => {}); // the page works without
}

const python = new Python();
root.addEventListener("click", pressed);
root.addEventListener("change", changed);
root.addEventListener("input", ({ target: input }) => {
  const guess = input.closest("[data-guess]"); // is whole when its field is left
  if (input.type === "text" && !guess) type(input.dataset.field, input.value);
});
root.addEventListener("keydown", (event) => event.target.closest(".sh-deck") && walk(event));
root.addEventListener("focusin", (event) => event.target.closest(".sh-deck") && rove(event));
python.start();
addEventListener("hashchange", readAddress);
readAddress();
