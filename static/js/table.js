// The one way by which a new rendering takes the place of the table, wherever it comes from.
//
// A rendering comes from the socket (event `aton:frame`) or as htmx's answer. It takes the
// place of the old one if it is newer. Half-made choices live on while the open decision
// (data-ask) is the same; focus, opened details and scroll places live on always. A press that
// began before the change does nothing.

const table = () => document.getElementById("match");
const versionOf = (element) => Number(element.dataset.version);
let swaps = 0;
let pressedAt = -1;
let written = table() ? bare(table()) : ""; // the table as the server wrote it, without what always differs

function parse(html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  return template.content.querySelector("#match");
}

// Two renderings that differ only in clocks and tokens show the same.
function bare(element) {
  const copy = element.cloneNode(true);
  for (const token of copy.querySelectorAll("[name=csrfmiddlewaretoken]")) token.remove();
  for (const clock of copy.querySelectorAll("[data-clock]")) {
    clock.removeAttribute("data-clock");
    clock.textContent = "";
  }
  return copy.outerHTML.replace(/\s+/g, " ");
}

function setClocks(now) {
  for (const clock of table().querySelectorAll("[data-clock]")) {
    const fresh = now.querySelector(`[data-clock][data-side=${clock.dataset.side}]`);
    if (fresh) clock.dataset.clock = fresh.dataset.clock;
  }
  document.dispatchEvent(new CustomEvent("aton:clocks"));
}

function keep(old) {
  const active = old.contains(document.activeElement) ? document.activeElement : null;
  return {
    ask: old.dataset.ask,
    squares: [...old.querySelectorAll("[name=squares]:checked")].map((box) => box.value),
    cards: [...old.querySelectorAll("select[name=cards]")].map((select) => select.value),
    focus: active && (active.closest("[id]") ?? {}).id,
    open: [...old.querySelectorAll("details[open]")].map((details) => details.id),
    scroll: old.querySelector(".side")?.scrollTop ?? 0,
    scores: [...old.querySelectorAll(".track [id]")].map((one) => [one.id, one.getAttribute(along(one))]),
  };
}

function restore(now, kept) {
  if (kept.ask === now.dataset.ask) {
    for (const square of kept.squares) {
      const box = now.querySelector(`[name=squares][value="${square}"]`);
      if (box) box.checked = true;
    }
    now.querySelectorAll("select[name=cards]").forEach((select, index) => {
      select.value = kept.cards[index] ?? "";
    });
  }
  for (const id of kept.open) {
    const details = id && document.getElementById(id);
    if (details) details.open = true;
  }
  const side = now.querySelector(".side");
  if (side) side.scrollTop = kept.scroll;
  if (kept.focus && kept.focus !== "match") focusOn(document.getElementById(kept.focus));
}

function focusOn(element) {
  if (!element) return;
  const target = element.matches("a,button,input,select,summary")
    ? element
    : element.querySelector("input,a,button,select");
  target?.focus({ preventScroll: true });
}

// Points travel along the track: the new markers start where the old ones stood.
function glide(now, scores) {
  for (const [id, from] of scores) {
    const marker = now.querySelector(`#${id}`);
    const to = marker?.getAttribute(along(marker));
    if (!to || to === from) continue;
    marker.setAttribute(along(marker), from);
    marker.getBoundingClientRect();
    marker.setAttribute(along(marker), to);
  }
}

const along = (marker) => (marker.matches("circle") ? "cx" : "x");

// Cards that turned over and stones that came are seen to do so; nothing waits for it.
function stir(now, old) {
  now.classList.add("fresh");
  const before = [...old.querySelectorAll(".k .f")];
  now.querySelectorAll(".k .f").forEach((face, index) => {
    if (face.dataset.face === "up" && before[index]?.dataset.face !== "up") face.classList.add("turn");
  });
  if (matchMedia("(prefers-reduced-motion: no-preference)").matches) fly(now, old);
}

// Points fly from the player's figure to their marker on the track.
function fly(now, old) {
  for (const after of now.querySelectorAll("[data-score]")) {
    const { side, score } = after.dataset;
    const won = Number(score) - Number(old.querySelector(`[data-score][data-side=${side}]`)?.dataset.score);
    const marker = now.querySelector(`#p-${side}`);
    if (!(won > 0) || !marker) continue;
    const [from, to] = [after, marker].map((one) => one.getBoundingClientRect());
    const points = document.createElement("b");
    points.className = `points ${side}`;
    points.setAttribute("aria-hidden", "true");
    points.textContent = `+${won}`;
    document.body.append(points);
    const place = (box, size) => ({
      transform: `translate(${box.x + box.width / 2}px, ${box.y + box.height / 2}px) translate(-50%, -50%) scale(${size})`,
    });
    const flight = points.animate(
      [{ ...place(from, 0.6), opacity: 0 }, { ...place(from, 1.5), opacity: 1, offset: 0.25 },
        { ...place(from, 1.3), offset: 0.5 }, { ...place(to, 0.7), opacity: 0.9 }],
      { duration: 1300, easing: "ease-in-out" },
    );
    flight.onfinish = () => points.remove();
  }
}

function show(now) {
  const old = table();
  const kept = keep(old);
  swaps += 1;
  written = bare(now);
  old.replaceWith(now);
  listen(old);
  window.htmx?.process(now);
  restore(now, kept);
  const newer = versionOf(now) > versionOf(old);
  if (newer) stir(now, old);
  glide(now, kept.scores);
  document.title = now.dataset.title;
  if (now.dataset.said !== old.dataset.said) announce(now.dataset.said);
  document.dispatchEvent(new CustomEvent("aton:shown", { detail: { now, old, newer } }));
}

function announce(text) {
  const say = document.getElementById("say");
  if (say) say.textContent = text;
}

// One region tells everything; whoever else has something to say sends it here.
document.addEventListener("aton:say", ({ detail }) => { if (detail) announce(detail); });

document.addEventListener("aton:frame", ({ detail }) => {
  const now = parse(detail);
  const old = table();
  if (!now || !old || old.dataset.match !== now.dataset.match) return;
  if (versionOf(now) < versionOf(old)) return;
  // Stepping through a finished match is not disturbed.
  if ("replay" in old.dataset && !("live" in now.dataset)) return;
  put(now);
});

// What is on the screen already is not put there again, under somebody's finger.
function put(now) {
  if (versionOf(now) === versionOf(table()) && bare(now) === written) setClocks(now);
  else show(now);
}

function answer(event) {
  const { xhr, target, requestConfig } = event.detail;
  if (target?.id === "hint" && !target.isConnected) {
    const place = document.getElementById("hint");
    const asked = target.closest("#match").dataset.ask;
    if (place && asked === table().dataset.ask) event.detail.target = place;
  }
  if (target?.id !== "match") return;
  event.detail.shouldSwap = false;
  const now = parse(xhr.responseText);
  if (!now) {
    refuse(xhr.status === 403 || xhr.status < 500 ? plain(xhr.responseText) : "");
    return;
  }
  if (requestConfig.verb === "get") {
    if (!target.isConnected) return;
    history.replaceState(null, "", requestConfig.path);
    show(now);
  } else if (versionOf(now) >= versionOf(table())) {
    put(now);
  } else {
    const no = now.querySelector(".no");
    if (no) refuse(no.textContent);
  }
}

const plain = (text) => (text.startsWith("<") || text.length > 300 ? "" : text);

function refuse(sentence) {
  const line = document.getElementById("line-down");
  const ask = table().querySelector(".ask");
  ask.querySelector(".no")?.remove();
  const no = document.createElement("p");
  no.className = "no";
  no.setAttribute("role", "alert");
  no.textContent = sentence || line?.dataset.unsent || "";
  ask.append(no);
}

// A table that was replaced goes on listening, for the document hears no more of its requests.
function listen(where) {
  where.addEventListener("htmx:beforeSwap", answer);
  for (const name of ["htmx:sendError", "htmx:timeout"]) {
    where.addEventListener(name, () => refuse(""));
  }
}
listen(document);

// The guard: a press counts only if the table is still the one that it began on.
document.addEventListener("pointerdown", () => { pressedAt = swaps; }, true);
document.addEventListener("click", (event) => {
  const stale = event.detail > 0 && pressedAt !== -1 && pressedAt !== swaps;
  pressedAt = -1;
  if (stale && event.target.closest("#match")) {
    event.preventDefault();
    event.stopImmediatePropagation();
  }
}, true);

// One decision is sent once.
document.addEventListener("htmx:beforeRequest", ({ target }) => {
  if (target.matches?.("#match form")) target.classList.add("sent");
});
document.addEventListener("htmx:afterRequest", ({ target }) => target.classList?.remove("sent"));

// Arrow keys step through a finished match.
const STEP_KEYS = {
  ArrowLeft: "prev", ArrowRight: "next", ArrowUp: "back", ArrowDown: "on", Home: "first", End: "last",
};
document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || !table()?.matches("[data-replay]")) return;
  // What moves by these keys itself keeps them: fields, and tables that scroll sideways.
  if (event.target.matches("input,select,textarea,.scroll")) return;
  const link = table().querySelector(`[data-step="${STEP_KEYS[event.key]}"][href]`);
  if (!link) return;
  event.preventDefault();
  link.click();
});
