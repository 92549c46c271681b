// What every page needs: the CSRF token for htmx, taken from the cookie when a request is made.

const cookie = (name) =>
  document.cookie.split("; ").find((part) => part.startsWith(`${name}=`))?.slice(name.length + 1);

document.addEventListener("htmx:configRequest", ({ detail }) => {
  const token = cookie("csrftoken");
  if (detail.verb !== "get" && token) detail.headers["X-CSRFToken"] = decodeURIComponent(token);
});

// Signing in gives a new token, and playing a bot as a guest does: forms in other tabs and behind
// the button "back" hold the one before, and are sent with the one that counts.
document.addEventListener("submit", ({ target }) => {
  const field = target.elements.namedItem("csrfmiddlewaretoken");
  const token = cookie("csrftoken");
  if (field && token) field.value = decodeURIComponent(token);
});

// The colours change at once; the cookie lets the server write the next page in them.
document.addEventListener("click", (event) => {
  const choice = event.target.closest("#prefs [name=theme]");
  if (!choice) return;
  event.preventDefault();
  const { value } = choice;
  document.cookie = `theme=${value};path=/;max-age=31536000;samesite=lax${location.protocol === "https:" ? ";secure" : ""}`;
  if (value === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = value;
  for (const button of document.querySelectorAll("#prefs [name=theme]")) {
    button.setAttribute("aria-pressed", String(button === choice));
  }
});

// Sounds are off until somebody wants them, and are loaded only then.
const sound = document.getElementById("sound");
if (sound) {
  sound.checked = localStorage.getItem("sound") === "on";
  sound.addEventListener("change", () => {
    localStorage.setItem("sound", sound.checked ? "on" : "off");
    document.dispatchEvent(new CustomEvent("aton:sound", { detail: sound.checked }));
  });
}
