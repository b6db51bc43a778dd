// The book's pages: code is copied with a button and, on a phone, folded; a chart is a link to itself, to be enlarged;
// what scrolls sideways can be reached with the tab key; a number stays beside its "±", a hand of cards on one line.

const PHONE = matchMedia("(width < 576px)");
const SHORT = 20; // characters of a table's cell that stand on one line
const HEAT_MAP = /\d rows, \d+ columns/; // in its text: too many numbers to be read at the width of a phone

function copyButton(code) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "copy-code";
  button.textContent = "Copy";
  button.addEventListener("click", async () => {
    const done = await navigator.clipboard?.writeText(code.innerText.trim()).then(() => true, () => false);
    button.textContent = done ? "Copied" : "Not allowed here";
  });
  return button;
}

function fold(cell) {
  if (cell.closest("details")) return;
  const details = document.createElement("details");
  const summary = document.createElement("summary");
  summary.textContent = "Code";
  details.className = "folded-code";
  details.open = !PHONE.matches;
  cell.replaceWith(details);
  details.append(summary, cell);
}

function enlarge(image) {
  const link = document.createElement("a");
  link.href = image.src; // the picture itself, which a phone can zoom
  link.title = "Enlarge";
  link.classList.toggle("heat-map", HEAT_MAP.test(image.alt));
  image.replaceWith(link);
  link.append(image);
}

function joinErrors() {
  const texts = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { data, parentElement } = texts.currentNode;
    if (data.includes("±") && !parentElement.closest("pre")) texts.currentNode.data = data.replace(/ ?± /g, (found) => found.replaceAll(" ", "\u00a0"));
  }
}

joinErrors();
for (const cell of document.querySelectorAll("main :is(td, th)")) {
  if (cell.textContent.trim().length <= SHORT) cell.style.whiteSpace = "nowrap";
}

for (const cell of document.querySelectorAll("div.cell_input")) fold(cell);
for (const code of document.querySelectorAll("div.cell_input .highlight")) code.append(copyButton(code.querySelector("pre")));
for (const image of document.querySelectorAll("div.cell_output img[src*='_images/']")) enlarge(image);
for (const wide of document.querySelectorAll("dl.py dt")) if (wide.scrollWidth > wide.clientWidth) wide.tabIndex = 0;
