// Score a hand: draws a game's form, and asks the package, which runs here on Pyodide, about all that is done to it.
// No rule of any game is in this file, and what people type is only ever put on the page as text.

const here = new URL(".", import.meta.url);
const root = document.querySelector("#hand-scorer");
const TYPING = 700; // milliseconds after a key before what is typed counts as wrong

let forms, python;
let game, values, target; // the state: what the address says, and the field that clicks go to
let waiting; // the timer of what was typed
const left = {}; // the values of games that were left, to come back to

// ---- elements

function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value !== false && value !== undefined) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children);
  return element;
}

const find = (selector) => root.querySelector(selector);

// Text that is there already is left alone: a screen reader says again what is put again.
function say(node, text) {
  if (node && node.textContent !== text) node.textContent = text;
}

const form = () => forms.find((each) => each.game === game) ?? { fields: [], deck: [], example: {}, question: "" };
const cardFields = () => form().fields.filter((field) => field.cards);

function cardFace(tag, card, attributes = {}) {
  const element = make(tag, { class: "sh-card", "data-card": card.card, title: card.name, ...attributes },
    make("b", { "aria-hidden": "true" }, card.rank), make("span", { "aria-hidden": "true" }, card.suit || card.name));
  if (!card.suit) element.classList.add("sh-special");
  if (card.colour) element.style.color = card.colour;
  return element;
}

function radios(legend, name, choices, chosen, picked) {
  const options = choices.map(([value, label]) =>
    make("label", {},
      make("input", { type: "radio", name, value, checked: value === chosen, onchange: () => picked(value) }),
      make("span", {}, label)));
  return make("fieldset", { class: "sh-radios" }, make("legend", {}, legend), make("div", {}, ...options));
}

// ---- the form

function draw() {
  const games = forms.map((each) => [each.game, each.title]);
  root.replaceChildren(
    radios("Game", "sh-game", games, game, pickGame),
    makeNote("game", "alert"),
    make("div", { class: "sh-table" }, ...(form().fields.length ? [drawHand()] : []), drawResult()),
  );
}

function drawHand() {
  return make("section", { class: "sh-form", "aria-label": "The hand" },
    make("p", { class: "sh-question" }, form().question),
    make("div", { class: "sh-fields" }, ...form().fields.map(drawField)),
    ...drawTargets(),
    drawDeck(),
    make("div", { class: "sh-actions" },
      make("button", { type: "button", onclick: () => ask("deal") }, "Random hand"),
      make("button", { type: "button", onclick: clear }, "Clear"),
      make("button", { type: "button", onclick: copyLink }, "Copy link"),
      make("span", { id: "sh-copied", role: "status" })));
}

function drawTargets() {
  const targets = cardFields().map((field) => [field.name, field.label]);
  if (targets.length < 2) return [];
  return [radios("A click puts a card into", "sh-target", targets, target, (value) => { target = value; })];
}

function drawResult() {
  return make("section", { class: "sh-result", "aria-label": "The score" },
    make("p", { class: "sh-headline", role: "status" }, "Starting Python…"),
    make("p", { class: "sh-spoken" }),
    make("div", { class: "sh-items" }));
}

// A hint belongs to its field and is read with it; an error is said as it comes.
function makeNote(name, role, hint = "") {
  return make("p", { id: `sh-note-${name}`, class: "sh-note", "data-note": name },
    make("span", { class: "sh-hint" }, hint), make("span", { class: "sh-error", role }));
}

function drawField(field) {
  const note = makeNote(field.name, "status", field.hint);
  const draws = { choice: drawChoice, switch: drawSwitch, text: drawText };
  const input = { id: `sh-${field.name}`, "aria-describedby": note.id, "data-field": field.name };
  const parts = draws[field.kind](field, input);
  return make("div", { class: `sh-field ${width(field)}` }, ...parts, note, ...drawHeld(field));
}

function width(field) {
  if (field.cards > 4) return "sh-whole";
  return field.cards > 1 || field.kind === "choice" ? "sh-wide" : "";
}

function drawChoice(field, input) {
  const choices = field.choices.map((choice) => [choice, choice]);
  const element = radios(field.label, input.id, choices, values[field.name], (value) => change(field, value));
  element.setAttribute("aria-describedby", input["aria-describedby"]);
  for (const radio of element.querySelectorAll("input")) radio.dataset.field = field.name;
  return [element];
}

function drawSwitch(field, input) {
  const onchange = (event) => change(field, event.target.checked ? "yes" : "");
  return [make("label", { class: "sh-switch" }, make("input", { ...input, type: "checkbox", onchange }), field.label)];
}

function drawText(field, input) {
  const plain = { type: "text", autocomplete: "off", autocapitalize: "off", spellcheck: "false" };
  const done = {
    oninput: (event) => type(field, event.target.value),
    onchange: (event) => change(field, event.target.value),
    onclick: () => aim(field),
  };
  const label = make("label", { for: input.id }, field.label);
  return [label, make("input", { ...input, ...plain, ...done, placeholder: field.example })];
}

function drawHeld(field) {
  if (!field.cards) return [];
  return [make("ul", { class: "sh-held", "data-held": field.name, "aria-label": `${field.label}, drawn` })];
}

function drawDeck() {
  const rows = form().deck.map((row) =>
    make("div", { role: "group", "aria-label": row.name, class: "sh-row", style: `--sh-cards: ${row.cards.length}` },
      ...row.cards.map((card) => cardFace("button", card, {
        type: "button", "aria-label": card.name, "aria-pressed": "false", tabindex: "-1",
        onclick: () => ask("click", { target, card: card.card }),
      }))));
  const label = "The deck: arrow keys move, space picks";
  const deck = make("div", { class: "sh-deck", role: "group", "aria-label": label, onkeydown: walk, onfocusin: rove });
  deck.append(...rows);
  deck.querySelector("button")?.setAttribute("tabindex", "0");
  return deck;
}

// One stop for the tab key; the arrows walk from card to card.
function walk(event) {
  const rows = [...find(".sh-deck").children].map((row) => [...row.children]);
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
  for (const button of find(".sh-deck").querySelectorAll("button")) button.tabIndex = button === event.target ? 0 : -1;
}

function aim(field) {
  if (!field.cards) return;
  target = field.name;
  const radio = find(`[name="sh-target"][value="${field.name}"]`);
  if (radio) radio.checked = true;
}

// ---- what people do

function open(newGame, newValues) {
  find(":focus")?.blur(); // what is half typed belongs to the hand that is left
  game = newGame;
  values = { ...(newValues ?? form().example) };
  target = cardFields()[0]?.name;
  draw();
  return ask("answer");
}

function pickGame(value) {
  left[game] = values;
  const scored = open(value, left[value]);
  find('[name="sh-game"]:checked').focus(); // all was drawn anew
  return scored;
}

function clear() {
  values = {};
  return ask("answer");
}

function change(field, value) {
  values[field.name] = value;
  return ask("answer");
}

async function type(field, value) {
  clearTimeout(waiting);
  values[field.name] = value;
  const answer = await put("answer");
  if (!answer || values[field.name] !== value) return;
  if (answer.error && !answer.unfinished && answer.field === field.name) waiting = setTimeout(show, TYPING, answer);
  else show(answer);
}

async function copyLink() {
  try {
    await navigator.clipboard.writeText(location.href);
    say(find("#sh-copied"), "Copied.");
  } catch {
    say(find("#sh-copied"), "Not allowed here: the link is this page's address.");
  }
}

// ---- the package

// What was done while Python started is put to it in order, unless another game was picked meanwhile.
async function put(action, more = {}) {
  const asked = game;
  const reply = await python;
  if (asked !== game) return undefined;
  const answer = JSON.parse(reply(JSON.stringify({ action, game, values, ...more })));
  values = answer.values;
  return answer;
}

async function ask(action, more) {
  clearTimeout(waiting);
  const answer = await put(action, more);
  if (answer) show(answer);
}

function show(answer) {
  showHeld(answer.held);
  showFields(answer);
  say(find(".sh-headline"), answer.headline || (answer.unfinished ? "Not a whole hand yet" : "No score"));
  say(find(".sh-spoken"), answer.error ? "" : answer.spoken);
  find(".sh-items").innerHTML = answer.html; // the package's own table, in which all text is escaped
  showRows(answer.rows);
  say(find("#sh-copied"), "");
  if (answer.field !== "game") history.replaceState(null, "", `#${address()}`); // else it says what was wrong in it
}

function showFields(answer) {
  for (const note of root.querySelectorAll(".sh-note")) {
    const name = note.dataset.note;
    const mine = answer.field === name;
    const wrong = mine && !answer.unfinished;
    const hint = form().fields.find((field) => field.name === name)?.hint ?? "";
    say(note.querySelector(".sh-hint"), wrong ? "" : mine ? answer.error : hint);
    say(note.querySelector(".sh-error"), wrong ? answer.error : "");
    note.classList.toggle("sh-wrong", wrong);
    for (const input of root.querySelectorAll(`[data-field="${name}"]`)) {
      const value = values[name] ?? "";
      if (input.type !== "radio") input.setAttribute("aria-invalid", wrong);
      if (input.type === "radio") input.checked = input.value === value;
      else if (input.type === "checkbox") input.checked = value === "yes";
      else if (input.value !== value) input.value = value;
    }
  }
}

function showHeld(held) {
  const cards = new Set(Object.values(held).flat().map((card) => card.card));
  for (const button of root.querySelectorAll(".sh-deck button")) {
    button.setAttribute("aria-pressed", cards.has(button.dataset.card));
  }
  for (const list of root.querySelectorAll(".sh-held")) {
    const drawn = (held[list.dataset.held] ?? []).map((card) =>
      make("li", {}, cardFace("span", card, { role: "img", "aria-label": card.name })));
    list.replaceChildren(...drawn);
  }
}

function showRows(rows) {
  [...root.querySelectorAll(".sh-items tbody tr")].forEach((row, place) => {
    if (!rows[place]?.length) return;
    row.tabIndex = 0;
    for (const start of ["mouseenter", "focus"]) row.addEventListener(start, () => light(rows[place]));
    for (const end of ["mouseleave", "blur"]) row.addEventListener(end, () => light([]));
  });
  light([]);
}

function light(cards) {
  root.classList.toggle("sh-lighting", cards.length > 0);
  for (const card of root.querySelectorAll(".sh-card")) {
    card.classList.toggle("sh-lit", cards.includes(card.dataset.card));
  }
}

// ---- the address

function address() {
  const said = form().fields.filter((field) => (values[field.name] ?? field.default) !== field.default);
  return new URLSearchParams([["game", game], ...said.map((field) => [field.name, values[field.name]])]);
}

function readAddress() {
  const hash = location.hash.slice(1).replace(/%0[9AD]/gi, "+"); // a pasted hand may stand on several lines
  if (!hash.includes("=")) return game === undefined ? open(forms[0].game) : undefined; // a link within the page
  const { game: asked = "", ...rest } = Object.fromEntries(new URLSearchParams(hash));
  const defaults = (forms.find((each) => each.game === asked)?.fields ?? []).map((field) => [field.name, field.default]);
  return open(asked, { ...Object.fromEntries(defaults), ...rest });
}

// ---- the start

async function get(name) {
  const found = await fetch(new URL(name, here));
  if (!found.ok) throw new Error(`${name}: ${found.status} ${found.statusText}`);
  return found;
}

async function startPyodide() {
  try {
    const wasm = await fetch(new URL("pyodide/pyodide.asm.wasm", here), { method: "HEAD" });
    if (wasm.status === 404) throw new Error("pyodide.asm.wasm: 404"); // Pyodide would wait for it for ever
    const { loadPyodide } = await import(new URL("pyodide/pyodide.mjs", here));
    return await loadPyodide();
  } catch (error) {
    throw new Error(`Pyodide's files are missing or damaged (${error.message ?? error})`);
  }
}

async function startPython() {
  const [pyodide, archive] = await Promise.all([startPyodide(), get("score_a_hand/cardlab.zip")]);
  pyodide.unpackArchive(await archive.arrayBuffer(), "zip");
  return pyodide.pyimport("cardlab.web.page").reply;
}

try {
  forms = await (await get("score_a_hand/forms.json")).json();
  python = startPython();
  addEventListener("hashchange", readAddress);
  await readAddress();
} catch (error) {
  say(find(".sh-headline"), "Python did not start");
  root.append(make("p", { class: "sh-notice", role: "alert" }, `This page could not start: ${error.message ?? error}`));
}
