// The line of news: the server says in a word what is new, and the parts of the page that show
// it (data-news) fetch themselves anew by htmx. It also tells the server that this page is open.

const SILENCE_MS = 15_000;
const asked = new URLSearchParams();
const timers = new Map();
let socket = null;
let heard = 0;
let tries = 0;
let pressing = false;
let leaving = "";
const posted = new Set();
const told = new Map();

const parts = (word) => document.querySelectorAll(word ? `[data-news~="${word}"]` : "[data-news]");

function connect() {
  if (socket) return;
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const mine = new WebSocket(`${scheme}://${location.host}/ws/news/?${asked}`);
  const again = tries > 0;
  socket = mine;
  heard = Date.now();
  mine.onopen = () => {
    heard = Date.now();
    tries = 0;
    if (again) parts().forEach(freshen);
  };
  mine.onmessage = ({ data }) => {
    heard = Date.now();
    // The answer is what tells the server that somebody is here.
    if (data === "beat") mine.send("here");
    else if (data.startsWith("go /")) go(data.slice(3));
    else parts(data).forEach(freshen);
  };
  mine.onclose = () => {
    if (socket !== mine) return;
    socket = null;
    tries += 1;
    setTimeout(connect, Math.min(15_000, 300 * 2 ** tries) * (0.7 + Math.random() * 0.6));
  };
}

// Several words at once are one request, and many pages do not ask in the same instant.
function freshen(part) {
  if (timers.has(part.id)) return;
  timers.set(part.id, setTimeout(() => {
    timers.delete(part.id);
    const now = document.getElementById(part.id);
    if (now && (pressing || posted.has(now.id))) freshen(now);
    else if (now) window.htmx.trigger(now, "news");
  }, 50 + Math.random() * 150));
}

// What is pressed is not replaced under the finger, nor the answer to it by an older one: what
// is being fetched is given up and fetched afterwards.
function giveUp(part) {
  if (!part?.matches?.("[data-news].htmx-request")) return;
  window.htmx.trigger(part, "htmx:abort");
  freshen(part);
}

// Whoever tells of a match, once, may need a moment before the page is left.
function tell(address) {
  const before = [];
  document.dispatchEvent(new CustomEvent("aton:match", { detail: { address, before } }));
  return Promise.race([Promise.all(before), new Promise((later) => { setTimeout(later, 5_000); })]);
}

async function go(address) {
  if (!told.has(address)) told.set(address, tell(address));
  await told.get(address);
  if (document.querySelector("[data-await]")) leave(address);
  else parts("mine").forEach(freshen);
}

// The word and the answer both lead there; the second would break off what the first has begun.
function leave(address) {
  if (leaving === address) return;
  leaving = address;
  location.assign(address);
}

// A page that waits asks too and may be answered before the word comes; it is told all the same.
function goOn(event) {
  const { elt, xhr, requestConfig } = event.detail;
  const address = xhr.getResponseHeader("HX-Redirect") ?? "";
  const waits = requestConfig.verb === "get" && elt.closest("[data-await]");
  if (!waits || !address.startsWith("/match/")) return;
  event.preventDefault();
  go(address);
}

function check() {
  if (socket?.readyState === WebSocket.OPEN && Date.now() - heard > SILENCE_MS) {
    const old = socket;
    socket = null;
    tries = 1;
    old.close();
    connect();
  }
}

const match = document.querySelector("#match")?.dataset.match;
if (match) asked.set("match", match);
if (parts("lobby").length) asked.set("lobby", "1");
document.addEventListener("htmx:beforeOnLoad", goOn);
if (parts().length) {
  connect();
  setInterval(check, 2_000);
  document.addEventListener("visibilitychange", () => { if (!document.hidden) { check(); connect(); } });
  window.addEventListener("online", () => { check(); connect(); });
}

document.addEventListener("pointerdown", ({ target, button }) => {
  pressing = button === 0;
  if (pressing) giveUp(target.closest("[data-news]"));
}, true);
for (const end of ["pointerup", "pointercancel", "contextmenu", "dragend", "blur"]) {
  // The click comes after the end of the press.
  window.addEventListener(end, () => setTimeout(() => { pressing = false; }), true);
}
document.addEventListener("htmx:beforeRequest", ({ detail }) => {
  if (detail.requestConfig.verb === "get") return;
  posted.add(detail.target.id);
  giveUp(detail.target);
});
document.addEventListener("htmx:afterRequest", ({ detail }) => {
  if (detail.requestConfig.verb !== "get") posted.delete(detail.target.id);
});

// What was said leaves the field for the next thing to say.
document.addEventListener("htmx:afterRequest", ({ target, detail }) => {
  if (detail.successful && target.matches?.("form[data-clear]")) target.reset();
});
