// What every page needs: the CSRF token for htmx, taken from the cookie when a request is made.

const cookie = (name) =>
  document.cookie.split("; ").find((part) => part.startsWith(`${name}=`))?.slice(name.length + 1);

document.addEventListener("htmx:configRequest", ({ detail }) => {
  const token = cookie("csrftoken");
  if (detail.verb !== "get" && token) detail.headers["X-CSRFToken"] = decodeURIComponent(token);
});
