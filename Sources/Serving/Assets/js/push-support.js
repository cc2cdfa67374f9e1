// Whether a browser can receive push notices, and from which server.

import { words } from "./words.js";

// Why push isn't available here; undefined if it is.
export function hindrance() {
  if (!isSecureContext) return words("Push notices need a secure address (https).");
  const isApple = "standalone" in navigator && navigator.maxTouchPoints > 0;
  if (isApple && !("PushManager" in window)) return words("On an iPhone or iPad, first add Tidings to the Home Screen: tap Share, then “Add to Home Screen”.");
  if (!("PushManager" in window) || !navigator.serviceWorker) return words("This browser doesn’t support push notices.");
  if (Notification.permission === "denied") return words("This browser blocks notifications from Tidings. Allow them in its settings.");
  return undefined;
}

// Whether a subscription is for the server with this key. A browser that doesn't tell is trusted.
export function isBoundTo(key, { options }) {
  const bytes = new Uint8Array(options.applicationServerKey ?? []);
  const text = btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
  return bytes.length === 0 || text === key;
}
