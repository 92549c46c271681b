// What waits for one: a number in the title, a mark on the icon, and, for those who asked for
// it, a notification and a sound when it is their turn or their match begins.

const SOUND = "sound"; // as the switch of the preferences writes it (sound.js)
const RANG = "aton.rang";
const icon = document.querySelector("link[rel=icon]");
const plainIcon = icon?.href;
let moves = movesNow();

function badge() { return document.getElementById("attention"); }
function movesNow() { return Number(badge()?.dataset.moves ?? 0); }

function mark() {
  const now = movesNow();
  const title = document.title.replace(/^\(\d+\) /, "");
  const wanted = now ? `(${now}) ${title}` : title;
  if (document.title !== wanted) document.title = wanted;
  const href = now ? icon?.dataset.turn : plainIcon;
  if (icon && href && icon.href !== href) icon.href = href;
}

function stored(key) { try { return localStorage.getItem(key); } catch { return null; } }
function store(key, value) { try { localStorage.setItem(key, value); } catch { /* private mode */ } }

// Several tabs of one browser make one sound.
function ring() {
  if (stored(SOUND) !== "on" || Date.now() - Number(stored(RANG) ?? 0) < 2_000) return;
  store(RANG, String(Date.now()));
  const audio = new AudioContext();
  for (const [start, pitch] of [[0, 587], [0.16, 880]]) {
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0.0001, audio.currentTime + start);
    volume.gain.exponentialRampToValueAtTime(0.15, audio.currentTime + start + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.0001, audio.currentTime + start + 0.4);
    tone.connect(volume).connect(audio.destination);
    tone.start(audio.currentTime + start);
    tone.stop(audio.currentTime + start + 0.45);
  }
}

function tell(text, address) {
  ring();
  if (!document.hidden || !text || window.Notification?.permission !== "granted") return;
  const note = new Notification(text, { tag: `aton${address}`, icon: plainIcon });
  note.onclick = () => { window.focus(); if (address) location.assign(address); };
}

document.addEventListener("htmx:afterSettle", () => {
  const now = movesNow();
  if (now > moves) tell(badge().dataset.turn, "");
  moves = now;
  mark();
});
document.addEventListener("aton:match", ({ detail }) => tell(badge()?.dataset.found, detail));
document.addEventListener("aton:shown", mark);
mark();

// Asked for politely: only by a press, and only where it can be had.
document.addEventListener("click", async ({ target }) => {
  if (!target.closest?.("[data-notify]")) return;
  await Notification.requestPermission();
  offer();
});

function offer() {
  const notify = document.querySelector("[data-notify]");
  if (notify) {
    notify.hidden = window.Notification?.permission !== "default";
    document.querySelector("[data-notified]").hidden = window.Notification?.permission !== "granted";
  }
}
offer();
