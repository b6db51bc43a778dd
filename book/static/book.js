// The book's pages: code is copied with a button and, on a phone, folded; a chart is a link to itself, to be enlarged;
// what scrolls sideways can be reached with the tab key.

const PHONE = matchMedia("(width < 576px)");

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
  image.replaceWith(link);
  link.append(image);
}

for (const cell of document.querySelectorAll("div.cell_input")) fold(cell);
for (const code of document.querySelectorAll("div.cell_input .highlight")) code.append(copyButton(code.querySelector("pre")));
for (const image of document.querySelectorAll("div.cell_output img[src*='_images/']")) enlarge(image);
for (const wide of document.querySelectorAll("dl.py dt")) if (wide.scrollWidth > wide.clientWidth) wide.tabIndex = 0;
