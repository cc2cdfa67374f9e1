// Input in the other forms of a page when one of them is sent.
//
// The answer is a page whose fields have the server's values. The input is restored into the same forms of that page, unless the server has
// another value for a field by then. Passwords are never stored. Without this script, the input is lost.

import { fields } from "./typed.js";

const memory = "tidings other forms";
const hasBox = ({ type }) => type === "checkbox" || type === "radio";
const inputOf = (field) => (hasBox(field) ? field.checked : field.value);
// A form's element may have the same name as one of its properties.
const isPosted = (form) => form?.getAttribute("method") === "post";

// The server's value.
function givenOf(field) {
  if (hasBox(field)) return field.defaultChecked;
  if (field.localName !== "select") return field.defaultValue;
  return ([...field.options].find(({ defaultSelected }) => defaultSelected) ?? field.options[0])?.value;
}

// Identifies a field by its form, which its id, or its address and its hidden fields, identify.
function placeOf(field) {
  const hidden = [...field.form.querySelectorAll("[type=hidden]:not([name=form-token])")].map(({ name, value }) => [name, value]);
  const form = field.form.getAttribute("id") ?? [field.form.getAttribute("action"), hidden];
  return JSON.stringify([form, field.name, hasBox(field) && field.value]);
}

function keep(sent) {
  const others = fields().filter((field) => field.form !== sent && isPosted(field.form) && inputOf(field) !== givenOf(field));
  sessionStorage.setItem(memory, JSON.stringify(others.map((field) => ({ place: placeOf(field), input: inputOf(field), given: givenOf(field) }))));
}

function putBack() {
  const kept = JSON.parse(sessionStorage.getItem(memory) ?? "[]");
  sessionStorage.removeItem(memory);
  const now = new Map(fields().filter(({ form }) => isPosted(form)).map((field) => [placeOf(field), field]));
  for (const { place, input, given } of kept) {
    const field = now.get(place);
    if (!field || givenOf(field) !== given) continue;
    if (hasBox(field)) field.checked = input;
    else field.value = input;
    field.closest("details")?.setAttribute("open", "");
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
}

// The storage may be full or disabled.
function attempt(act) {
  try {
    act();
  } catch {
    // Then nothing is stored.
  }
}

// A form that a script sends leaves the page in place.
addEventListener("submit", ({ defaultPrevented, target }) => {
  if (!defaultPrevented) attempt(() => keep(target));
});
attempt(putBack);
