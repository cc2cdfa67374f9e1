// Replaces regions of a page with the server's current version, and preserves their open parts, input and focus.

// The token in forms is masked differently in each response (FormToken.swift); a region that differs only in that is unchanged.
const token = /(name="form-token" value=")[^"]*/g;

export const isSameRegion = (html, other) => html === other || html?.replace(token, "$1") === other?.replace(token, "$1");

// Returns whether the region has changed: repeating the same text isn't news, least of all to a screen reader. The focused element is found
// again by its `id`, its `data-key` or its name and value; if it is gone, the focus goes to `otherwise()`.
export function replaceRegion(region, html, otherwise = () => undefined) {
  // The update may be for a region that this page doesn't have.
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
  // Read first, because elements lose some state when they are removed from the page.
  const key = focused && keyOf(focused);
  region.replaceChildren(fresh.content);
  if (focused) ([...region.querySelectorAll(focusable)].find((one) => keyOf(one) === key) ?? otherwise())?.focus({ preventScroll: true });
  return true;
}

const focusable = "a, button, input, select, summary, [tabindex]";
const keyOf = ({ id, dataset, localName, name, value }) => id || dataset.key || [localName, name, value].join(" ");
