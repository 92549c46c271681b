// Notifications belong to this worker; a press on one leads to the site's page that is open.

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(lead(event.notification.data || "/"));
});

async function lead(address) {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const page = pages.find(({ url }) => new URL(url).pathname === address) ?? pages[0];
  if (!page) { await self.clients.openWindow(address); return; }
  await page.focus();
  page.postMessage(address);
}
