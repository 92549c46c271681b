// Names of players to choose from while one types: a field with data-names gets the browser's own
// list, and on the search page the arrow keys go through the hits. Both come from that address.

for (const field of document.querySelectorAll("input[data-names]")) {
  const list = document.createElement("datalist");
  list.id = `${field.id}-names`;
  field.after(list);
  field.setAttribute("list", list.id);
  let asked = "";
  let waiting = 0;
  const offer = async () => {
    const text = field.value.trim();
    if (text.length < Number(field.dataset.least) || text === asked) return;
    asked = text;
    const address = `${field.dataset.names}?q=${encodeURIComponent(text)}`;
    const answer = await fetch(address, { headers: { "HX-Request": "true" } }).catch(() => null);
    const hits = answer?.ok ? await answer.text() : "";
    if (asked !== text) return; // somebody types faster than the line is
    const page = new DOMParser().parseFromString(hits, "text/html");
    const names = [...page.querySelectorAll("#hits a")].map((hit) => hit.firstChild.textContent.trim());
    list.replaceChildren(...names.map((name) => Object.assign(document.createElement("option"), { value: name })));
  };
  field.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(offer, 150);
  });
}

document.addEventListener("keydown", (event) => {
  if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
  const field = document.getElementById("q");
  const places = [field, ...document.querySelectorAll("#hits a")];
  const at = places.indexOf(document.activeElement);
  if (!field || at < 0) return;
  const next = places[at + (event.key === "ArrowDown" ? 1 : -1)];
  if (!next) return;
  event.preventDefault();
  next.focus();
});
