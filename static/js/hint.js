// A hint is a sentence, and marks on the squares and cartouches that it names. It is for one
// decision: while that is open it outlives other renderings, and goes with it.

const table = () => document.getElementById("match");
const place = (root = document) => root.querySelector("#hint");

function mark() {
  for (const one of table().querySelectorAll("[data-hinted]")) delete one.dataset.hinted;
  const said = place()?.firstElementChild?.dataset;
  for (const name of said?.squares?.split(" ") ?? []) {
    const square = table().querySelector(`[data-square="${name}"]`);
    if (square) square.dataset.hinted = "";
  }
  const laid = table().querySelectorAll(".ks.own .f");
  for (const [index, card] of (said?.cards?.split(" ") ?? []).entries()) {
    if (laid[index]) laid[index].dataset.hinted = card;
  }
}

document.addEventListener("htmx:afterSwap", ({ target }) => { if (target.id === "hint") mark(); });
document.addEventListener("aton:shown", ({ detail: { now, old } }) => {
  if (now.dataset.ask !== old.dataset.ask || !place(now) || !place(old)) return;
  place(now).replaceChildren(...place(old).childNodes);
  mark();
});
if (place()) mark();
