// Choosing squares for a decision on stones: by press, by typing names, by arrow keys.
//
// The form's own fields hold the choice at every moment, so whatever else sets them (another
// program, the browser) is taken as well. Everything is delegated from the document, so a new
// rendering needs no binding.

const form = () => document.querySelector("#decide:not([data-form=allocate])");
const boxes = () => [...document.querySelectorAll("#decide [name=squares]")];
const square = (box) => box.closest("[data-square]");
let typed = "";
let last = null; // the name of the square that was chosen last

function refresh() {
  if (!form()) return;
  const need = Number(form().dataset.need);
  const all = boxes();
  const chosen = all.filter((box) => box.checked).length;
  const count = document.querySelector("#decide [data-chosen]");
  if (count && count.textContent !== String(chosen)) count.textContent = chosen;
  form().classList.toggle("full", chosen >= need);
  form().classList.toggle("over", chosen > need);
  const fill = document.getElementById("fill");
  if (fill) fill.disabled = chosen === 0 || chosen >= need;
  document.getElementById("go").disabled = chosen !== need;
  rove(all);
}

// --- filling ----------------------------------------------------------------------------------

// How much another square is like the one chosen last: temple and colour, then colour, then temple.
function likeness(box, pattern) {
  const one = square(box).dataset;
  const other = pattern.dataset;
  const temple = one.square[0] === other.square[0];
  return (one.colour === other.colour ? 2 : 0) + (temple ? 1 : 0);
}

function fill() {
  const all = boxes();
  const need = Number(form().dataset.need) - all.filter((box) => box.checked).length;
  const box = all.find((one) => one.value === last && one.checked) ?? all.find((one) => one.checked);
  if (!box || need < 1) return;
  const pattern = square(box);
  const free = all.filter((one) => !one.checked);
  free.sort((one, other) => likeness(other, pattern) - likeness(one, pattern));
  for (const one of free.slice(0, need)) one.checked = true;
  changed();
}

function changed() {
  refresh();
  document.dispatchEvent(new CustomEvent("aton:chosen"));
}

// --- squares ----------------------------------------------------------------------------------

const place = (box) => {
  const [temple, row, column] = box.value;
  const t = Number(temple) - 1;
  return { x: (t % 2) * 4 + Number(column), y: (t >> 1) * 3 + "abc".indexOf(row) };
};
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

// One stop for the tab key on the whole board; arrows move on from there.
function rove(all = boxes()) {
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
  box.focus();
  box.click();
}

// --- events -----------------------------------------------------------------------------------

document.addEventListener("click", (event) => {
  if (event.target.closest("#fill")) fill();
});
document.addEventListener("change", (event) => {
  if (event.target.closest("#decide") !== form()) return;
  if (event.target.name === "squares" && event.target.checked) last = event.target.value;
  changed();
});
document.addEventListener("reset", (event) => {
  if (event.target === form()) setTimeout(changed);
});
document.addEventListener("keydown", (event) => {
  if (!form() || event.altKey || event.ctrlKey || event.metaKey) return;
  const { target, key } = event;
  if (target.closest("textarea,dialog") || target.matches("input:not([name=squares])")) return;
  if (target.name === "squares") {
    if (WAYS[key]) { event.preventDefault(); move(target, WAYS[key]); return; }
    if (key === "Enter") {
      event.preventDefault();
      const go = document.getElementById("go");
      // When all is chosen, Enter on a chosen square goes on to the commit button.
      if (target.checked && !go.disabled) go.focus();
      else target.click();
      return;
    }
  } else if (WAYS[key] && boxes().length && target.closest("body, #main") === target) {
    event.preventDefault();
    (boxes().find((box) => box.tabIndex === 0) ?? boxes()[0]).focus();
    return;
  }
  if (target.closest("select")) return;
  if (/^[1-4a-c]$/i.test(key)) typeSquare(key.toLowerCase());
});
document.addEventListener("aton:shown", refresh);
refresh();
