// The sounds of the table and of being called, made on the spot: no files. Off until switched on.

const on = () => localStorage.getItem("sound") === "on";
let air = null;

function context() {
  air ??= new AudioContext();
  if (air.state === "suspended") air.resume();
  return air;
}

// A tone that dies away: frequency in Hz, when and how long in seconds.
function tone(frequency, at, length, { type = "sine", volume = 0.16, to = frequency } = {}) {
  const audio = context();
  const start = audio.currentTime + at;
  const wave = audio.createOscillator();
  const gain = audio.createGain();
  wave.type = type;
  wave.frequency.setValueAtTime(frequency, start);
  wave.frequency.exponentialRampToValueAtTime(to, start + length);
  gain.gain.setValueAtTime(0.0001, start);
  gain.gain.exponentialRampToValueAtTime(volume, start + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
  wave.connect(gain).connect(audio.destination);
  wave.start(start);
  wave.stop(start + length + 0.05);
}

const stone = (at) => { tone(210, at, 0.09, { type: "triangle", volume: 0.3, to: 120 }); tone(900, at, 0.03); };
const gone = (at) => tone(180, at, 0.25, { type: "triangle", volume: 0.22, to: 70 });
const card = (at) => tone(1500, at, 0.05, { type: "square", volume: 0.03, to: 500 });
const points = (at) => { tone(660, at, 0.18); tone(990, at + 0.09, 0.25); };
const turn = (at) => { tone(440, at, 0.5, { volume: 0.1 }); tone(660, at + 0.02, 0.5, { volume: 0.07 }); };
const call = (at) => { tone(587, at, 0.4, { volume: 0.15 }); tone(880, at + 0.16, 0.4, { volume: 0.15 }); };
const end = (at) => [392, 494, 587, 784].forEach((note, index) => tone(note, at + index * 0.14, 0.6));

function play({ now, old }) {
  const count = (selector) => now.querySelectorAll(selector).length;
  const score = (table) => [...table.querySelectorAll("[data-score]")].map((one) => one.dataset.score).sort().join();
  let at = 0;
  for (let n = count(".k .turn"); n > 0; n -= 2) { card(at); at += 0.25; }
  for (let n = Math.min(4, count("[data-mark=gone]")); n > 0; n -= 1) { gone(at); at += 0.1; }
  for (let n = Math.min(4, count("[data-mark=new]")); n > 0; n -= 1) { stone(at); at += 0.1; }
  if (score(now) !== score(old)) { points(at); at += 0.3; }
  if (now.dataset.phase === "over") end(at);
  else if (now.querySelector("#decide") && !old.querySelector("#decide")) turn(at);
}

document.addEventListener("aton:shown", ({ detail }) => { if (on() && detail?.newer) play(detail); });
document.addEventListener("aton:sound", ({ detail }) => { if (detail) points(0); });
document.addEventListener("aton:ring", () => call(0));
