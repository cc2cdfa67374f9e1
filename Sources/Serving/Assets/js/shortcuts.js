// Keys on every page: `g` and a letter for the main pages, `/` for the search, `j` and `k` through rows, `?` for the list of them all.
//
// Never while somebody types, never with Ctrl, Alt or Meta, and not while a sheet is open. The list has the switch that turns them off (WCAG 2.2,
// 2.1.4), kept for this device; the button in the footer opens the list without a key. A page with keys of its own has its own list
// (`data-legend`): there these are added to it. `shortcuts-list.js` makes it, and is loaded when it is asked for first.

const kept = "queue-keys"; // As the console has called it.
const ways = "hwn"; // In the order of their links.
const rows = ".row a, .table th a, .station-link, .watch-sentence a, .notice-title, .change-entry h2 a, .card h2 a, .watched a, .tile-title";
const fields = "main input[type=search], main [data-needle], main .field-input:is([type=text], [type=number])";
const waitForSecond = 1500; // milliseconds

let since = -Infinity;

const isOn = () => localStorage.getItem(kept) !== "off";
// Safari before 17.4 has no `checkVisibility`.
const isSeen = (element) => element.checkVisibility?.() ?? element.getClientRects().length > 0;

// On a keyboard of another script, the key where the letter is.
function letter({ key, code }) {
  if (/^[a-z]$/i.test(key)) return key.toLowerCase();
  return key > "\u007f" && /^Key[A-Z]$/.test(code) ? code.slice(3).toLowerCase() : key;
}

// Before the page's own keys hear of it: after `g` the next letter is none of theirs.
document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.isComposing || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
  if (!isOn() || document.querySelector("dialog:modal") || event.target.closest?.("input, textarea, select, [contenteditable]")) return;
  const key = letter(event);
  const isSecond = event.timeStamp - since < waitForSecond;
  since = -Infinity;
  if (isSecond && ways.includes(key)) wayTo(key)?.click();
  else if (key === "g") since = event.timeStamp;
  else if (key === "?") open();
  else if (key === "/") search();
  else if (key === "j" || key === "k") step(key === "j" ? 1 : -1);
  else return;
  event.preventDefault();
  event.stopPropagation();
}, true);

document.addEventListener("click", ({ target }) => target.closest?.("[data-shortcuts]") && open());

async function open() {
  const { show } = await import(new URL("../js/shortcuts-list.js", document.querySelector("script[type=module]").src));
  show();
}

// Where there is a link to it, so also below a base path and never where the reader has no such page.
function wayTo(key) { return document.querySelectorAll(".main-ways a")[ways.indexOf(key)]; }

function search() {
  const field = [...document.querySelectorAll(fields)].find(isSeen);
  field?.focus();
  field?.select?.();
}

function step(by) {
  const all = [...document.querySelectorAll(`main :is(${rows})`)].map((one) => one.closest("a")).filter(isSeen);
  const at = all.indexOf(document.activeElement.closest?.("a"));
  const next = at < 0 ? (by > 0 ? 0 : all.length - 1) : at + by;
  all[next]?.focus();
  all[next]?.scrollIntoView({ block: "nearest" });
}
