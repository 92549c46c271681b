// The replay bar under a finished match: a scrubber, autoplay, links to moments. Everything it
// does is a link or a form already; the table itself is fetched and shown by table.js.

const bar = document.getElementById("replay");
const table = () => document.getElementById("match");
const scrub = bar?.querySelector("[data-scrub]");
const play = bar?.querySelector("[data-play]");
const speed = bar?.querySelector("[data-speed]");
const share = document.getElementById("share-moment");
let playing = false;
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
  window.htmx
    .ajax("GET", address(step), { source: "#match", target: "#match", swap: "outerHTML" })
    .catch(() => {}); // a newer step has taken its place
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
  if (playing) wait(Number(speed.value));
}

function stop() {
  clearTimeout(timer);
  playing = false;
  play.setAttribute("aria-pressed", "false");
  play.textContent = play.dataset.play;
}

function tick() {
  const next = link("next");
  if (!next) {
    stop();
    return;
  }
  next.click(); // the next one follows when this one is there (show)
}

function wait(milliseconds) {
  clearTimeout(timer);
  timer = setTimeout(tick, milliseconds);
}

if (bar) {
  let waiting = 0;
  scrub.addEventListener("input", () => {
    clearTimeout(waiting);
    if (playing) stop();
    const step = Number(scrub.value);
    waiting = setTimeout(() => go(step), 60);
  });
  bar.querySelector("form").addEventListener("submit", (event) => {
    event.preventDefault();
    go(Number(scrub.value));
  });
  play.addEventListener("click", () => {
    if (playing) {
      stop();
      return;
    }
    playing = true;
    play.setAttribute("aria-pressed", "true");
    play.textContent = play.dataset.pause;
    // From the end it begins anew.
    if (!link("next")) link("first")?.click();
    wait(300);
  });
  // What is pressed is not replaced under the finger.
  document.addEventListener("pointerdown", (event) => {
    if (!playing || !event.target.closest(".steps a[href]")) return;
    clearTimeout(timer);
    window.htmx.trigger(table(), "htmx:abort");
  });
  for (const end of ["pointerup", "pointercancel"]) {
    document.addEventListener(end, () => { if (playing) wait(Number(speed.value)); });
  }
  // Whoever takes over by hand is not overtaken: another step ends the play, another view lets it
  // go on after a full pause.
  document.addEventListener("click", (event) => {
    if (!playing || !event.isTrusted || !event.target.closest(".steps a[href]")) return;
    if (event.target.closest("[data-step]")) {
      stop();
      return;
    }
    clearTimeout(timer);
  });
  document.addEventListener("keydown", (event) => {
    if (playing && /^(Arrow|Home|End)/.test(event.key) && !event.target.matches("select")) stop();
  });
  document.addEventListener("aton:shown", show);
  for (const fault of ["htmx:sendError", "htmx:responseError"]) document.addEventListener(fault, stop);
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
