// Laying cards: by two presses (card, cartouche), by dragging, by typing the four digits.
//
// The selects of the form hold the choice. Which of two equal cards lies where is only a matter
// of looks: `lying` remembers the one that was pressed.

const selects = () => [...document.querySelectorAll("#decide select[name=cards]")];
const hand = () => [...document.querySelectorAll("#decide [data-card]")];
const lying = new Map(); // select id -> id of the hand's card
let held = null; // the id of the hand's card or the cartouche's select that is picked up

function changed() {
  refresh();
  document.dispatchEvent(new CustomEvent("aton:cards"));
}

// --- showing ------------------------------------------------------------------------------------

function refresh() {
  if (!selects().length) return;
  const laid = selects();
  const cards = hand();
  const taken = new Set();
  const fits = match(laid, cards, taken);
  for (const select of laid) {
    const slot = select.closest("[data-slot]");
    const face = slot.querySelector(".f");
    face.textContent = select.value;
    face.dataset.face = select.value ? "mine" : "empty";
    slot.classList.toggle("held", held === select.id);
  }
  for (const card of cards) {
    card.classList.toggle("laid", taken.has(card.id));
    card.setAttribute("aria-pressed", String(held === card.id));
  }
  document.getElementById("go").disabled = !fits || laid.some((select) => !select.value);
}

function match(laid, cards, taken) {
  const fitting = (id, value) => cards.find((card) => card.id === id && card.dataset.card === value);
  for (const select of laid) {
    const id = lying.get(select.id);
    if (select.value && id && fitting(id, select.value) && !taken.has(id)) taken.add(id);
    else lying.delete(select.id);
  }
  let fits = true;
  for (const select of laid) {
    if (!select.value || lying.has(select.id)) continue;
    const card = cards.find((one) => one.dataset.card === select.value && !taken.has(one.id));
    if (!card) { fits = false; continue; }
    lying.set(select.id, card.id);
    taken.add(card.id);
  }
  return fits;
}

// --- laying and taking back ---------------------------------------------------------------------

function lay(card, select) {
  select.value = card.dataset.card;
  lying.set(select.id, card.id);
  held = null;
  changed();
}

function take(select) {
  select.value = "";
  lying.delete(select.id);
  held = null;
  changed();
}

function swap(one, two) {
  const cards = [lying.get(one.id), lying.get(two.id)];
  [one.value, two.value] = [two.value, one.value];
  for (const [select, card] of [[one, cards[1]], [two, cards[0]]]) {
    if (card) lying.set(select.id, card);
    else lying.delete(select.id);
  }
  held = null;
  changed();
}

const byId = (id) => document.getElementById(id);
const slotOf = (card) => selects().find((select) => lying.get(select.id) === card.id);

function pressCard(card) {
  const from = slotOf(card);
  if (from) { take(from); return; }
  if (held?.startsWith("c")) { lay(card, byId(held)); return; }
  if (held === card.id) {
    const free = selects().find((select) => !select.value);
    if (free) { lay(card, free); return; }
  }
  held = held === card.id ? null : card.id;
  changed();
}

function pressSlot(select) {
  if (held?.startsWith("h")) lay(byId(held), select);
  else if (held === select.id) take(select);
  else if (held) swap(byId(held), select);
  else {
    held = select.id;
    changed();
  }
}

// --- keys ---------------------------------------------------------------------------------------

document.addEventListener("keydown", (event) => {
  const { key, target } = event;
  if (!selects().length || event.altKey || event.ctrlKey || event.metaKey) return;
  if (target.closest("textarea,input,dialog")) return;
  if (key === "Escape") {
    if (held) { held = null; changed(); }
  } else if (key === "Backspace") {
    const last = selects().findLast((select) => select.value);
    if (last) take(last);
  } else if (/^[1-4]$/.test(key)) {
    const free = selects().find((select) => !select.value);
    const own = target.name === "cards" ? target : null;
    const card = hand().find((one) => one.dataset.card === key && !slotOf(one));
    if (own || !free || !card) return; // in a cartouche's own list the browser chooses
    event.preventDefault();
    lay(card, free);
    // The fourth digit leads on to the commit button: Enter lays the cards.
    if (selects().every((select) => select.value)) byId("go").focus();
  }
});

// --- dragging -----------------------------------------------------------------------------------

const FAR = 7; // pixels from which on a press is a drag
let drag = null;
let dragged = false;
const ours = (event) => event.preventDefault();

document.addEventListener("pointerdown", (event) => {
  dragged = false;
  if (event.button !== 0) return;
  const card = event.target.closest("#decide [data-card]");
  const select = event.target.closest("#decide [data-slot]")?.querySelector("select");
  if (card && !slotOf(card)) drag = { card, face: card };
  else if (select?.value) drag = { select, face: select.closest("[data-slot]").querySelector(".f") };
  if (!drag) return;
  Object.assign(drag, { x: event.clientX, y: event.clientY, id: event.pointerId });
  // A finger's drag is ours alone: a browser that takes it for a fling swallows the next tap.
  drag.face.addEventListener("touchmove", ours, { passive: false });
});

document.addEventListener("pointermove", (event) => {
  if (!drag || event.pointerId !== drag.id) return;
  const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
  if (!drag.ghost) {
    if (Math.hypot(dx, dy) < FAR) return;
    drag.ghost = drag.face.cloneNode(true);
    drag.ghost.removeAttribute("id");
    drag.ghost.className = "f ghost";
    const box = drag.face.getBoundingClientRect();
    Object.assign(drag.ghost.style, {
      left: `${box.left}px`, top: `${box.top}px`, width: `${box.width}px`, height: `${box.height}px`,
    });
    document.body.append(drag.ghost);
    drag.face.classList.add("lifted");
  }
  drag.ghost.style.transform = `translate(${dx}px, ${dy}px) rotate(-3deg)`;
  const over = under(event);
  for (const slot of document.querySelectorAll("#decide [data-slot]")) {
    slot.classList.toggle("aim", slot === over);
  }
});

document.addEventListener("pointerup", (event) => {
  if (!drag || event.pointerId !== drag.id) return;
  const { card, select, ghost } = drag;
  const target = ghost && under(event)?.querySelector("select");
  end();
  if (!ghost) return;
  dragged = true;
  if (target && card) lay(card, target);
  else if (target && select && target !== select) swap(select, target);
  else if (!target && select) take(select);
});
document.addEventListener("pointercancel", end);
document.addEventListener("change", (event) => { if (event.target.name === "cards") changed(); });
document.addEventListener("aton:shown", ({ detail }) => {
  // A card that is held stays in the hand as long as the same is asked.
  if (detail.now.dataset.ask !== detail.old.dataset.ask || !byId(held)) held = null;
  end();
  refresh();
});

const under = (event) =>
  document.elementFromPoint(event.clientX, event.clientY)?.closest("#decide [data-slot]");

function end() {
  drag?.ghost?.remove();
  drag?.face.classList.remove("lifted");
  drag?.face.removeEventListener("touchmove", ours);
  for (const slot of document.querySelectorAll(".aim")) slot.classList.remove("aim");
  drag = null;
}

// --- presses ------------------------------------------------------------------------------------

document.addEventListener("click", (event) => {
  const card = event.target.closest("#decide [data-card]");
  const slot = event.target.closest("#decide [data-slot]");
  if (!card && (!slot || event.target.tagName === "SELECT")) return;
  event.preventDefault();
  const over = dragged; // the end of a drag is no press
  dragged = false;
  if (over) return;
  if (card) pressCard(card);
  else pressSlot(slot.querySelector("select"));
});

// --- previews -----------------------------------------------------------------------------------

// What the card in hand, or the one that lies there, would do on the cartouche pointed at: the
// sentence is the list's own entry, in the place of the news.
const news = new WeakMap();
function preview(slot) {
  const line = document.querySelector("#match .ask [data-news]");
  if (!line) return;
  if (!news.has(line)) news.set(line, [...line.childNodes]);
  const select = slot?.querySelector("select");
  const value = held?.startsWith("h") ? byId(held)?.dataset.card : select?.value;
  const option = select && value && [...select.options].find((one) => one.value === value);
  const sentence = document.createElement("span");
  if (option) sentence.textContent = `${slot.querySelector("small").textContent} ${option.textContent}`;
  line.replaceChildren(...(option ? [sentence] : news.get(line)));
}
for (const kind of ["pointerover", "focusin", "aton:cards", "change"]) {
  document.addEventListener(kind, (event) => {
    const at = event.target instanceof Element ? event.target : document.activeElement;
    preview(at?.closest("#decide [data-slot]"));
  });
}
refresh();
