// Help at the table: the keys (`?`), a hint the first time something is asked, and the sums
// that a scoring would give with what is being chosen.

const table = () => document.getElementById("match");

// --- keys ---------------------------------------------------------------------------------------

const keys = document.getElementById("keys");
document.addEventListener("keydown", (event) => {
  if (event.key !== "?" || event.target.closest("input:not([name=squares]),textarea") || !keys) return;
  event.preventDefault();
  if (keys.open) keys.close();
  else keys.showModal();
});
document.addEventListener("click", (event) => {
  if (event.target.closest("[data-keys]")) keys?.showModal();
  else if (event.target === keys) keys.close(); // a press beside it
});

// --- hints --------------------------------------------------------------------------------------

const tip = document.getElementById("tip");
const seen = () => new Set((localStorage.getItem("tips") ?? "").split(" "));

function hint() {
  if (!tip) return;
  const { phase, viewer, replay } = table().dataset;
  const asked = table().querySelector("#decide")?.dataset.form;
  const kind = asked ?? (viewer === "public" && phase !== "over" && replay === undefined ? "watch" : "");
  const known = seen();
  let shown = false;
  for (const text of tip.querySelectorAll("[data-tip]")) {
    text.hidden = text.dataset.tip !== kind || known.has(kind) || known.has("off");
    shown ||= !text.hidden;
  }
  // On a phone it is a button first (site.css).
  if (shown && (tip.hidden || tip.dataset.kind !== kind)) tip.classList.add("folded");
  tip.dataset.kind = kind;
  tip.hidden = !shown;
}

tip?.addEventListener("click", (event) => {
  const { id } = event.target;
  if (id === "tip-open") {
    tip.classList.remove("folded");
    document.getElementById("tip-ok").focus();
  }
  if (id !== "tip-ok" && id !== "tip-off") return;
  const known = seen().add(tip.querySelector("[data-tip]:not([hidden])").dataset.tip);
  if (id === "tip-off") known.add("off");
  localStorage.setItem("tips", [...known].join(" ").trim());
  hint();
  table().querySelector("#decide button, #decide input")?.focus({ preventScroll: true });
});

// --- sums ---------------------------------------------------------------------------------------

let wait = 0;
let asking = null;
const news = new WeakMap(); // what stands in a line as long as nothing is chosen

async function sums() {
  const line = table().querySelector(".ask [data-news]");
  const chosen = [...table().querySelectorAll("#decide [name=squares]:checked")];
  asking?.abort();
  if (!line) return;
  if (!news.has(line)) news.set(line, [...line.childNodes]);
  if (!chosen.length) { line.replaceChildren(...news.get(line)); return; }
  asking = new AbortController();
  const query = new URLSearchParams(chosen.map((box) => ["squares", box.value]));
  try {
    const answer = await fetch(`${table().dataset.sums}?${query}`, { signal: asking.signal });
    if (!answer.ok || !line.isConnected) return;
    const sentence = document.createElement("span");
    sentence.textContent = await answer.text();
    line.replaceChildren(sentence);
  } catch { /* a preview that does not come is no loss */ }
}

document.addEventListener("aton:chosen", () => {
  clearTimeout(wait);
  if (table().dataset.sums) wait = setTimeout(sums, 150);
});
document.addEventListener("aton:shown", hint);
hint();

// --- what comes beside the table is heard, too ---------------------------------------------------

const beside = () => [
  document.querySelector("#hint")?.textContent,
  document.querySelector("#beside .note p")?.textContent,
  [...document.querySelectorAll("#chat-lines li:not(.own):last-child > :is(b, span)")]
    .map((part) => part.textContent.trim()).join(": "),
].map((text) => (text ?? "").trim());
let heard = beside();

document.addEventListener("htmx:afterSettle", () => {
  const now = beside();
  const fresh = now.filter((text, index) => text && text !== heard[index]);
  heard = now;
  if (fresh.length) document.dispatchEvent(new CustomEvent("aton:say", { detail: fresh.join(" ") }));
});
