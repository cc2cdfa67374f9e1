// Unsubmitted input that survives a reload: stored in the page's history entry, and restored once.

export const fields = () => [...document.querySelectorAll("input, textarea, select")].filter(({ type }) => !["hidden", "password", "file", "submit"].includes(type));

export function keepTyped() {
  const typed = fields().map((field) => ({ field: field.name || field.id, value: field.value, checked: field.checked }));
  history.replaceState({ ...history.state, typed }, "");
}

function putBack() {
  const { typed, ...state } = history.state ?? {};
  if (!typed) return;
  history.replaceState(state, "");
  const now = fields();
  typed.forEach(({ field, value, checked }, place) => {
    const one = now[place];
    // Input is restored only into the same form.
    if (!one || (one.name || one.id) !== field || (one.value === value && one.checked === checked)) return;
    if (checked !== undefined) one.checked = checked;
    if (one.type !== "checkbox" && one.type !== "radio") one.value = value;
    one.dispatchEvent(new Event("input", { bubbles: true }));
  });
}

putBack();
