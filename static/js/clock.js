// Running clocks count down between renderings. They conclude nothing: the server does.

const LAST = 20; // seconds that are marked: by colour, by a sign, by tenths, and in words once
const two = (number) => String(number).padStart(2, "0");
// The server wrote the page's clocks before it began to come, not when all of it is there.
let began = performance.getEntriesByType("navigation")[0]?.responseStart || performance.now();
let warned = false;

function text(seconds, days) {
  const whole = Math.max(0, Math.floor(seconds));
  const hours = Math.floor(whole / 3600);
  if (hours >= 24) return days.replace(/\d+/, Math.floor(hours / 24)).replace(/\d+(?=\D*$)/, hours % 24);
  const minutes = Math.floor(whole / 60) % 60;
  if (hours) return `${hours}:${two(minutes)}:${two(whole % 60)}`;
  if (seconds < LAST) return `${minutes}:${two(whole)}.${Math.floor(Math.max(0, seconds) * 10) % 10}`;
  return `${minutes}:${two(whole % 60)}`;
}

// Who sees no clock hears once that the last seconds of their own have begun.
function warn() {
  const say = document.getElementById("say");
  if (!warned && say?.dataset.last) say.textContent = say.dataset.last;
  warned = true;
}

function tick() {
  const passed = (performance.now() - began) / 1000;
  for (const clock of document.querySelectorAll(".clock.run")) {
    clock.dataset.written ??= clock.textContent;
    const left = Number(clock.dataset.clock) - passed;
    const now = text(left, clock.dataset.written);
    if (clock.textContent !== now) clock.textContent = now;
    clock.classList.toggle("low", left < LAST);
    if (clock.closest(".me")) {
      if (left < LAST && document.querySelector("#decide")) warn();
      else if (left >= LAST) warned = false;
    }
  }
}

for (const kind of ["aton:shown", "aton:clocks"]) {
  document.addEventListener(kind, () => { began = performance.now(); tick(); });
}
setInterval(tick, 100);
