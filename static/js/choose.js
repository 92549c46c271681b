// Choosing: squares by press, typing or arrow keys; cards by press, typing or the selects.
//
// The form's own fields hold the choice at every moment, so whatever else sets them (another
// program, the browser) is taken as well. Everything is delegated from the document, so a new
// rendering needs no binding.

const form = () => document.getElementById("decide");
const boxes = () => [...document.querySelectorAll("#decide [name=squares]")];
const selects = () => [...document.querySelectorAll("#decide select[name=cards]")];
const hand = () => [...document.querySelectorAll("#decide [data-card]")];
let held = null; // the id of the hand's card or the cartouche's select that is picked up
let typed = "";

// --- showing the choice ---------------------------------------------------------------------

function refresh() {
  const decide = form();
  if (!decide) { held = null; return; }
  const need = Number(decide.dataset.need);
  const chosen = decide.dataset.form === "allocate" ? showCards() : showSquares(need);
  const go = document.getElementById("go");
  if (go) go.disabled = chosen !== need;
}

function showSquares(need) {
  const chosen = boxes().filter((box) => box.checked).length;
  const count = document.querySelector("#decide [data-chosen]");
  if (count) count.textContent = chosen;
  form().classList.toggle("full", chosen >= need);
  form().classList.toggle("over", chosen > need);
  rove();
  return chosen;
}

function showCards() {
  const laid = selects();
  const left = hand().map((card) => card.dataset.card);
  let fits = true;
  for (const select of laid) {
    const slot = select.closest("[data-slot]");
    const face = slot.querySelector(".f");
    face.textContent = select.value;
    face.dataset.face = select.value ? "mine" : "empty";
    slot.classList.toggle("held", held === select.id);
    if (select.value) {
      const at = left.indexOf(select.value);
      if (at < 0) fits = false;
      else left[at] = null;
    }
  }
  hand().forEach((card, index) => {
    card.classList.toggle("laid", left[index] === null);
    card.setAttribute("aria-pressed", String(held === card.id));
  });
  return fits ? laid.filter((select) => select.value).length : -1;
}

// --- cards ----------------------------------------------------------------------------------

function pressCard(card) {
  if (card.classList.contains("laid")) {
    takeBack(card.dataset.card);
  } else if (held?.startsWith("c")) {
    document.getElementById(held).value = card.dataset.card;
    held = null;
  } else if (held === card.id) {
    const free = selects().find((select) => !select.value);
    if (free) free.value = card.dataset.card;
    held = null;
  } else {
    held = card.id;
  }
  refresh();
}

function takeBack(value) {
  const from = selects().findLast((select) => select.value === value);
  if (from) from.value = "";
  held = null;
}

function pressSlot(select) {
  if (held?.startsWith("h")) {
    select.value = document.getElementById(held).dataset.card;
    held = null;
  } else if (held === select.id) {
    select.value = "";
    held = null;
  } else if (held) {
    const first = document.getElementById(held);
    [first.value, select.value] = [select.value, first.value];
    held = null;
  } else {
    held = select.id;
  }
  refresh();
}

function typeCard(digit) {
  const free = selects().find((select) => !select.value);
  const card = hand().find((one) => one.dataset.card === digit && !one.classList.contains("laid"));
  if (free && card) free.value = digit;
  refresh();
}

// --- squares --------------------------------------------------------------------------------

const place = (box) => {
  const [temple, row, column] = box.value;
  const t = Number(temple) - 1;
  return { x: (t % 2) * 4 + Number(column), y: (t >> 1) * 3 + "abc".indexOf(row) };
};
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

// One stop for the tab key on the whole board; arrows move on from there.
function rove() {
  const all = boxes();
  const stop = all.find((box) => box === document.activeElement)
    ?? all.find((box) => box.checked) ?? all[0];
  for (const box of all) box.tabIndex = box === stop ? 0 : -1;
}

function move(from, [dx, dy]) {
  const here = place(from);
  let best = null;
  let least = Infinity;
  for (const box of boxes()) {
    const there = place(box);
    const along = (there.x - here.x) * dx + (there.y - here.y) * dy;
    const across = Math.abs((there.x - here.x) * dy) + Math.abs((there.y - here.y) * dx);
    const cost = along + across * 3;
    if (along > 0 && cost < least) [best, least] = [box, cost];
  }
  if (best) { best.focus(); rove(); }
}

function typeSquare(key) {
  typed = (typed + key).slice(-3);
  const box = boxes().find((one) => one.value === typed);
  if (!box) return;
  typed = "";
  box.checked = !box.checked;
  box.focus();
  refresh();
}

// --- events ---------------------------------------------------------------------------------

document.addEventListener("click", (event) => {
  const card = event.target.closest("#decide [data-card]");
  if (card) { pressCard(card); return; }
  const slot = event.target.closest("#decide [data-slot]");
  if (slot && event.target.tagName !== "SELECT" && matchMedia("(scripting: enabled)").matches) {
    event.preventDefault();
    pressSlot(slot.querySelector("select"));
  }
});
document.addEventListener("change", (event) => {
  if (event.target.closest("#decide")) refresh();
});
document.addEventListener("reset", (event) => {
  if (event.target.id === "decide") setTimeout(refresh);
});
document.addEventListener("keydown", (event) => {
  const decide = form();
  if (!decide || event.altKey || event.ctrlKey || event.metaKey) return;
  const { target, key } = event;
  if (target.name === "squares") {
    if (WAYS[key]) { event.preventDefault(); move(target, WAYS[key]); return; }
    if (key === "Enter") { event.preventDefault(); target.click(); return; }
  } else if (WAYS[key] && boxes().length && target.closest("body, #main") === target) {
    event.preventDefault();
    (boxes().find((box) => box.tabIndex === 0) ?? boxes()[0]).focus();
    return;
  }
  if (target.closest("select,textarea") || (target.tagName === "INPUT" && target.name !== "squares")) {
    return;
  }
  if (key === "Escape") { held = null; refresh(); return; }
  if (decide.dataset.form === "allocate") {
    if (/^[1-4]$/.test(key)) typeCard(key);
    else if (key === "Backspace") {
      const last = selects().findLast((select) => select.value);
      if (last) last.value = "";
      refresh();
    }
  } else if (/^[1-4a-c]$/i.test(key)) {
    typeSquare(key.toLowerCase());
  }
});
document.addEventListener("aton:shown", refresh);
refresh();
