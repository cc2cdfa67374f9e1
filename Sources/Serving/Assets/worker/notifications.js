// Push notices: `{"id", "title", "body", "link", "tag", "time", "board", "urgency"}` (Docs/Using/Notices.md). Each is shown, because a
// browser withdraws the permission from an app that shows nothing; a repeated notice replaces the first one silently. A device that can't
// store anything still shows it.

const idsKept = 100;
const pictures = `${shellPrefix}/icons`;

addEventListener("push", (event) => event.waitUntil(show(read(event.data))));
addEventListener("notificationclick", (event) => event.waitUntil(act(event)));
addEventListener("pushsubscriptionchange", (event) => event.waitUntil(subscribeAgain(event)));

function read(pushed) {
  try {
    return pushed.json() ?? {};
  } catch {
    return {};
  }
}

async function show({ id, title, body, link, tag, time, urgency }) {
  const ids = (await memory.get("shown").catch(() => undefined)) ?? [];
  const isRepeat = id !== undefined && ids.includes(id);
  if (!isRepeat) await memory.set("shown", [...ids, id].slice(-idsKept)).catch(() => {});
  const says = await Shell.texts();
  await registration.showNotification(title || says.news, {
    body,
    tag: tag ?? id,
    renotify: !isRepeat && Boolean(tag ?? id),
    silent: isRepeat || urgency === "very-low" || undefined,
    timestamp: time,
    icon: `${pictures}/icon-192.png`,
    badge: `${pictures}/badge-96.png`,
    data: { id, link },
    // A queue's notices can't be muted: they end by themselves.
    actions: [{ action: "open", title: says.open }, { action: "mute", title: says.mute }].slice(0, tag?.startsWith("queue/") ? 1 : 2),
  });
  if (!isRepeat) await countUnread();
}

// The server's count; one more than before if it doesn't answer.
async function countUnread() {
  const answer = await fetch(inScope("app/unread"), { signal: AbortSignal.timeout(10_000) }).then((response) => response.json()).catch(() => ({}));
  const count = answer.unread ?? ((await memory.get("unread").catch(() => undefined)) ?? 0) + 1;
  await memory.set("unread", count).catch(() => {});
  await (count > 0 ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.());
}

// Opens the notice's page: in a window that already shows it, otherwise in any open window, otherwise in a new one. Muting opens nothing,
// unless it fails.
async function act({ action, notification }) {
  notification.close();
  const { id, link } = notification.data ?? {};
  if (action === "mute" && (await post("app/mute", { id }).catch(() => undefined))?.ok) return;
  const address = within(link);
  const open = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const same = open.find(({ url }) => url === address.href) ?? open.find(({ visibilityState }) => visibilityState === "visible") ?? open[0];
  if (!same) return clients.openWindow(address.href);
  await same.focus();
  if (same.url !== address.href) await same.navigate(address.href).catch(() => clients.openWindow(address.href));
}

// Only our own pages are opened, regardless of the message.
function within(link) {
  const start = new URL(registration.scope);
  try {
    const address = new URL(link ?? "", start);
    return address.href.startsWith(start.href) ? address : start;
  } catch {
    return start;
  }
}

// The browser has replaced the subscription, or asks for a new one.
async function subscribeAgain({ oldSubscription, newSubscription }) {
  const { key } = await (await fetch(inScope("app/push-key"))).json();
  const fresh = newSubscription ?? (await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }));
  await post("app/push-subscriptions", { subscription: fresh, replaces: oldSubscription?.endpoint });
}

function post(path, body) {
  return fetch(inScope(path), { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
}

async function endNotices() {
  const subscription = await registration.pushManager?.getSubscription().catch(() => undefined);
  await subscription?.unsubscribe();
  await navigator.clearAppBadge?.();
  for (const shown of await registration.getNotifications()) shown.close();
}
