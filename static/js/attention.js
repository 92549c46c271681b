// What waits for one: a number in the title, a mark on the icon, and, for those who asked for
// it, a notification and a sound when it is their turn or their match begins.

const SOUND = "sound"; // as the switch of the preferences writes it (site.js)
const RANG = "aton.rang";
const SEEN = "aton.seen";
const SEEN_MS = 4_000;
const icon = document.querySelector("link[rel=icon]");
const plainIcon = icon?.href;
let moves = movesNow();
let announced = 0; // matches told of whose first turn the badge does not count yet

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

// Several tabs of one browser make one sound; a table that asks for a decision has its own.
function ring() {
  const table = !document.hidden && document.querySelector("#decide");
  if (table || stored(SOUND) !== "on" || Date.now() - Number(stored(RANG) ?? 0) < 2_000) return;
  store(RANG, String(Date.now()));
  document.dispatchEvent(new CustomEvent("aton:ring"));
}

const granted = () => window.Notification?.permission === "granted";

// Phones show a page's notifications through a worker only, which also hears the press on one.
async function worker() {
  const script = badge()?.dataset.worker;
  if (!script) return null; // nobody is signed in, so nothing waits for them
  try {
    const mine = await navigator.serviceWorker.register(script);
    const coming = mine.installing ?? mine.waiting;
    if (!mine.active && coming) {
      await new Promise((ready) => {
        coming.addEventListener("statechange", () => { if (mine.active) ready(); });
      });
    }
    return mine;
  } catch { return null; }
}

// Who looks at the site in another tab is not called away from it: tabs in front say so.
function seen() { if (!document.hidden) store(SEEN, String(Date.now())); }

async function notify(text, address) {
  seen();
  if (!text || !granted()) return;
  const options = { tag: `aton${address}`, icon: plainIcon, data: address };
  const by = await worker();
  if (Date.now() - Number(stored(SEEN) ?? 0) < SEEN_MS) return;
  if (by) { await by.showNotification(text, options); return; }
  new Notification(text, options).onclick = () => { window.focus(); go(address); };
}

// A table that waits for one's decision is where one wants to be.
function go(address) { if (address && !document.querySelector("#decide")) location.assign(address); }

function tell(text, address) {
  ring();
  return notify(text, address);
}

navigator.serviceWorker?.addEventListener("message", ({ data }) => go(data));

document.addEventListener("htmx:afterSettle", () => {
  const now = movesNow();
  const more = Math.max(0, now - moves);
  // That a match has begun says that it is one's turn there.
  if (more > announced) tell(badge().dataset.turn, badge().querySelector("a")?.getAttribute("href") ?? "");
  announced = Math.max(0, announced - more);
  moves = now;
  mark();
});
document.addEventListener("aton:match", ({ detail }) => {
  announced += 1;
  detail.before.push(tell(badge()?.dataset.found, detail.address));
});
document.addEventListener("aton:shown", mark);
mark();

// Asked for politely: only by a press, and only where it can be had.
document.addEventListener("click", async ({ target }) => {
  if (!target.closest?.("[data-notify]")) return;
  await Notification.requestPermission();
  offer();
  if (granted()) worker();
});

function offer() {
  const ask = document.querySelector("[data-notify]");
  if (ask) {
    ask.hidden = window.Notification?.permission !== "default";
    document.querySelector("[data-notified]").hidden = !granted();
  }
}
offer();
if (granted()) worker();
seen();
setInterval(seen, SEEN_MS / 4);
document.addEventListener("visibilitychange", () => { if (document.hidden) store(SEEN, "0"); else seen(); });
