// A hint is for one decision: when another is asked, it goes.

const ask = () => document.getElementById("match")?.dataset.ask;
let asked = ask();

document.addEventListener("aton:shown", () => {
  if (ask() === asked) return;
  asked = ask();
  document.getElementById("hint")?.replaceChildren();
});
