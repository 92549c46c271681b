// A hint is for one decision: when another is asked, it goes. When the match is over, so do the
// forms that are about its decisions.

const match = () => document.getElementById("match");
let asked = match()?.dataset.ask;

document.addEventListener("aton:shown", () => {
  if (match().dataset.ask === asked) return;
  asked = match().dataset.ask;
  document.getElementById("hint")?.replaceChildren();
  if (match().dataset.phase !== "over") return;
  for (const form of document.querySelectorAll(".bot-tools form")) form.hidden = true;
});
