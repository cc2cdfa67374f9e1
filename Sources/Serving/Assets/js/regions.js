// Regions of a page, which the server makes anew: what is open, typed and focused in one of them stays.

// The token in forms is masked anew in each answer of the server (FormToken.swift), and a region that differs in nothing else is the same region.
const token = /(name="form-token" value=")[^"]*/g;

export const isSameRegion = (html, other) => html === other || html?.replace(token, "$1") === other?.replace(token, "$1");

// Returns whether it has become another: the same words again are not news, least of all to a screen reader. What the keyboard was at is found by
// its `id`, its `data-key` or its name and value; where it is gone, the keyboard goes to `otherwise()`.
export function replaceRegion(region, html, otherwise = () => undefined) {
  // News may be of a region that this page doesn't have.
  if (!region) return false;
  const fresh = document.createElement("template");
  fresh.innerHTML = html;
  if (isSameRegion(fresh.innerHTML, region.innerHTML)) return false;
  for (const { id } of region.querySelectorAll("details[open][id]")) fresh.content.getElementById(id)?.setAttribute("open", "");
  for (const field of region.querySelectorAll("input[id], select[id]")) {
    const same = fresh.content.getElementById(field.id);
    if (same && field.value !== field.defaultValue) same.value = field.value;
  }
  const focused = region.contains(document.activeElement) ? document.activeElement : undefined;
  // As they are now: what is taken out of the page loses some of it.
  const key = focused && keyOf(focused);
  region.replaceChildren(fresh.content);
  if (focused) ([...region.querySelectorAll(focusable)].find((one) => keyOf(one) === key) ?? otherwise())?.focus({ preventScroll: true });
  return true;
}

const focusable = "a, button, input, select, summary, [tabindex]";
const keyOf = ({ id, dataset, localName, name, value }) => id || dataset.key || [localName, name, value].join(" ");
