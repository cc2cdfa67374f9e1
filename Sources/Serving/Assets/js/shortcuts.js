// Keyboard shortcuts on every page: `g` and a letter for the main pages, `/` for the search, `j` and `k` through rows, `?` for the list of
// shortcuts.
//
// Ignored while typing, with Ctrl, Alt or Meta, and while a sheet is open. The list has the switch that turns them off (WCAG 2.2, 2.1.4),
// stored on this device; the button in the footer opens the list without a key. A page with keys of its own has its own list
// (`data-legend`), to which these are added. `shortcuts-list.js` makes the list, and is loaded on first use.

const kept = "queue-keys"; // The name that the console gave it
const ways = "hwn"; // In the order of their links
const rows = ".row a, .table th a, .station-link, .watch-sentence a, .notice-title, .change-entry h2 a, .card h2 a, .watched a, .tile-title";
const fields = "main input[type=search], main [data-needle], main .field-input:is([type=text], [type=number])";
const waitForSecond = 1500; // milliseconds

let since = -Infinity;

const isOn = () => localStorage.getItem(kept) !== "off";
// Safari before 17.4 has no `checkVisibility`.
const isSeen = (element) => element.checkVisibility?.() ?? element.getClientRects().length > 0;

// On a keyboard with another script, the key at the letter's position.
function letter({ key, code }) {
  if (/^[a-z]$/i.test(key)) return key.toLowerCase();
  return key > "\u007f" && /^Key[A-Z]$/.test(code) ? code.slice(3).toLowerCase() : key;
}

// Handled before the page's own keys: after `g`, the next letter isn't theirs.
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

// Only if the page has a link to it, so that it respects the base path and the reader's rights.
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
