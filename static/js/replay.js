// The replay bar under a finished match: a scrubber, autoplay, links to moments. Everything it
// does is a link or a form already; the table itself is fetched and shown by table.js.

const bar = document.getElementById("replay");
const table = () => document.getElementById("match");
const scrub = bar?.querySelector("[data-scrub]");
const play = bar?.querySelector("[data-play]");
const speed = bar?.querySelector("[data-speed]");
const share = document.getElementById("share-moment");
let timer = 0;

const link = (step) => table()?.querySelector(`[data-step="${step}"][href]`);

function here() {
  const [step] = (table()?.querySelector(".steps b")?.textContent ?? "").split("/");
  return Number(step);
}

function address(step) {
  const url = new URL(location.href);
  url.searchParams.set("step", step);
  return url.pathname + url.search;
}

function go(step) {
  if (step === here()) return;
  window.htmx.ajax("GET", address(step), { source: "#match", target: "#match", swap: "outerHTML" });
}

function show() {
  const step = here();
  if (scrub && document.activeElement !== scrub) scrub.value = step;
  if (scrub) scrub.setAttribute("aria-valuetext", `${step} / ${scrub.max}`);
  if (share) {
    const url = new URL(location.href);
    url.searchParams.set("step", step);
    share.value = url.href;
  }
}

function stop() {
  clearTimeout(timer);
  timer = 0;
  play.setAttribute("aria-pressed", "false");
  play.textContent = play.dataset.play;
}

function tick() {
  const next = link("next");
  if (!next) {
    stop();
    return;
  }
  next.click();
  timer = setTimeout(tick, Number(speed.value));
}

if (bar) {
  let waiting = 0;
  scrub.addEventListener("input", () => {
    clearTimeout(waiting);
    const step = Number(scrub.value);
    waiting = setTimeout(() => go(step), 60);
  });
  bar.querySelector("form").addEventListener("submit", (event) => {
    event.preventDefault();
    go(Number(scrub.value));
  });
  play.hidden = false;
  speed.closest("label").hidden = false;
  play.addEventListener("click", () => {
    if (timer) {
      stop();
      return;
    }
    play.setAttribute("aria-pressed", "true");
    play.textContent = play.dataset.pause;
    // From the end it begins anew.
    if (!link("next")) link("first")?.click();
    timer = setTimeout(tick, 300);
  });
  document.addEventListener("aton:shown", show);
  document.addEventListener("click", (event) => {
    const moment = event.target.closest("[data-moment]");
    if (!moment || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    event.preventDefault();
    stop();
    go(Number(moment.dataset.moment));
    table().firstElementChild.scrollIntoView({ block: "start" });
  });
  show();
}
