// The list of a page's shortcuts: the page's own, if it has some (`data-legend`, or lines in a `data-own-keys`), then those of
// `shortcuts.js`. Loaded on first use.

import { ready, words } from "./words.js";

const kept = "queue-keys";

export async function show() {
  await ready;
  const dialog = document.querySelector("[data-legend]") ?? made();
  const list = dialog.querySelector("dl");
  if (!list.querySelector("[data-everywhere]")) list.append(...lines());
  if (!dialog.open) dialog.showModal();
}

function lines() {
  const links = document.querySelectorAll(".main-ways a");
  const labels = [..."HWN"].map((key, place) => [`G ${key}`, links[place]?.querySelector("span").textContent]);
  const all = [
    ...labels.filter(([, label]) => label),
    ["/", words("Search or number field")],
    ["J", words("Next row")],
    ["K", words("Previous row")],
    ["Esc", document.querySelector("page-sheets [data-part=frame]").content.querySelector("button").ariaLabel],
    ["?", words("Keyboard shortcuts")],
  ];
  const has = new Set([...document.querySelectorAll("[data-legend] kbd")].map((one) => one.textContent));
  return all.filter(([keys]) => !has.has(keys)).map(([keys, does]) => {
    const line = document.createElement("div");
    line.dataset.everywhere = "";
    const [term, description] = [document.createElement("dt"), document.createElement("dd")];
    for (const key of keys.split(" ")) {
      const cap = document.createElement("kbd");
      cap.textContent = key;
      term.append(cap, " ");
    }
    description.textContent = does;
    line.append(term, description);
    return line;
  });
}

function made() {
  const dialog = document.createElement("dialog");
  dialog.className = "sheet console-legend";
  dialog.dataset.legend = "";
  dialog.append(document.querySelector("page-sheets [data-part=frame]").content.cloneNode(true));
  const heading = document.createElement("h1");
  heading.id = "shortcuts-title";
  heading.className = "legend-title";
  heading.textContent = words("Keyboard shortcuts");
  dialog.setAttribute("aria-labelledby", heading.id);
  const label = document.createElement("label");
  label.className = "check";
  const box = document.createElement("input");
  box.type = "checkbox";
  box.checked = localStorage.getItem(kept) !== "off";
  box.addEventListener("change", () => localStorage.setItem(kept, box.checked ? "on" : "off"));
  const text = document.createElement("span");
  text.textContent = words("Keyboard shortcuts on this device");
  label.append(box, text);
  const list = document.createElement("dl");
  list.className = "legend-keys";
  const own = document.querySelector("template[data-own-keys]");
  if (own) list.append(own.content.cloneNode(true));
  dialog.querySelector("[data-body]").append(heading, list, label);
  dialog.addEventListener("click", ({ target }) => target === dialog && dialog.close());
  document.body.append(dialog);
  return dialog;
}
