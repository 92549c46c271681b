// The line to the match: the server pushes renderings, the browser asks whether it is there.

const PING_MS = 10_000;
const SILENCE_MS = 25_000;
const line = document.getElementById("line-down");
const live = () => document.querySelector("#match[data-live]");
let socket = null;
let heard = 0;
let tries = 0;
let timer = 0;

function connect() {
  clearTimeout(timer);
  if (!live() || socket?.readyState === WebSocket.CONNECTING) return;
  drop();
  const { match } = live().dataset;
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const mine = new WebSocket(`${scheme}://${location.host}/ws/match/${match}/`);
  socket = mine;
  const late = setTimeout(() => mine.close(), SILENCE_MS);
  mine.onopen = () => { clearTimeout(late); heard = Date.now(); mine.send("ping"); };
  mine.onmessage = ({ data }) => {
    heard = Date.now();
    tries = 0;
    down(false);
    // The server measures the line by how soon its pong is answered.
    if (data === "pong") mine.send("here");
    else if (data.startsWith("<")) document.dispatchEvent(new CustomEvent("aton:frame", { detail: data }));
  };
  mine.onclose = () => {
    clearTimeout(late);
    if (socket !== mine) return;
    socket = null;
    again();
  };
}

function drop() {
  const old = socket;
  socket = null;
  old?.close();
}

function again() {
  clearTimeout(timer);
  if (!live()) return;
  if (tries > 0 || navigator.onLine === false) down(true);
  const wait = Math.min(15_000, 400 * 2 ** tries) * (0.6 + Math.random() * 0.8);
  tries += 1;
  timer = setTimeout(connect, tries === 1 ? Math.min(wait, 500) : wait);
  // A line that comes back at once is not worth a word.
  setTimeout(() => { if (socket?.readyState !== WebSocket.OPEN && live()) down(true); }, 1_000);
}

function down(is) {
  document.body.classList.toggle("offline", is);
  const words = is ? line.dataset.text : "";
  if (line.textContent === words) return;
  line.textContent = words;
  document.dispatchEvent(new CustomEvent("aton:say", { detail: words }));
}

function listen() {
  if (!live() || socket?.readyState !== WebSocket.OPEN || Date.now() - heard <= SILENCE_MS) return;
  down(true);
  drop();
  again();
}

function look() {
  if (!live()) { down(false); return; }
  listen();
  if (socket?.readyState === WebSocket.OPEN) {
    socket.send("ping");
  } else if (!socket) {
    tries = 0;
    connect();
  }
}

setInterval(listen, 1_000);
setInterval(() => { if (live() && socket?.readyState === WebSocket.OPEN) look(); }, PING_MS);
document.addEventListener("visibilitychange", () => { if (!document.hidden) look(); });
window.addEventListener("online", look);
window.addEventListener("offline", () => { if (live()) down(true); });
window.addEventListener("pageshow", (event) => { if (event.persisted) { drop(); connect(); } });
document.addEventListener("aton:shown", () => { if (!live()) { drop(); down(false); } });
connect();
