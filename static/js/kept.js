// A choice that is laid but not sent outlives the page: a reload, another language, a phone that
// drops what lies in the background. It stays in this tab, as long as the same is asked.

const NAME = "choice";
const fields = () => [...document.querySelectorAll("#decide :is([name=squares],select[name=cards])")];
const asked = () => `${location.pathname} ${document.getElementById("match").dataset.ask}`;

function keep() {
  const values = fields().map((field) => (field.type === "checkbox" ? field.checked : field.value));
  try {
    if (values.some(Boolean)) sessionStorage.setItem(NAME, JSON.stringify([asked(), values]));
    else sessionStorage.removeItem(NAME);
  } catch { /* a browser that keeps nothing loses it, as before */ }
}

function restore() {
  let kept = null;
  try { kept = JSON.parse(sessionStorage.getItem(NAME)); } catch { return; }
  const all = fields();
  if (kept?.[0] !== asked() || kept[1].length !== all.length) return;
  all.forEach((field, index) => {
    if (field.type === "checkbox") field.checked = kept[1][index];
    else field.value = kept[1][index];
  });
}

restore();
for (const kind of ["aton:cards", "aton:chosen"]) document.addEventListener(kind, keep);
