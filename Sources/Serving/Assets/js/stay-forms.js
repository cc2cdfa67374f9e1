// Forms with `data-said` are answered in place: the page or the sheet stays, the parts that change are replaced, and a toast confirms it.
//
// The replaceable parts have `data-place`; the response is a page with the same parts. Without this script, the response is that page, at
// the part (its `id`).

import { reportAnswer } from "./answered.js";
import { look } from "./network.js";

const lasts = 5000; // Milliseconds
const focusable = "a, button, select, summary";

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (event.defaultPrevented || !form.matches("form[data-said]")) return;
  event.preventDefault();
  send(form, event.submitter);
});

async function send(form, button) {
  if ("sending" in form.dataset) return;
  form.dataset.sending = "";
  const scope = form.closest("dialog") ?? document.querySelector("main");
  const fields = new URLSearchParams(new FormData(form));
  if (button?.name) fields.set(button.name, button.value);
  try {
    // A form's element may have the same name as one of its properties.
    const answer = await fetch(form.getAttribute("action"), { method: "POST", body: fields, headers: { Accept: "text/html" } });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (!answer.ok) return toast(scope, page.querySelector("main .lead")?.textContent);
    reportAnswer(form.getAttribute("action"), answer.url);
    replace(scope, page);
    toast(scope, form.dataset.said);
  } catch {
    await toastFailure(scope);
  } finally {
    delete form.dataset.sending;
  }
}

// The focus moves to the new content of the part.
function replace(scope, page) {
  for (const old of scope.querySelectorAll("[data-place]")) {
    const fresh = page.querySelector(`[data-place="${CSS.escape(old.dataset.place)}"]`);
    if (!fresh) continue;
    const hadFocus = old.contains(document.activeElement);
    old.replaceWith(fresh);
    if (hadFocus) (fresh.matches(focusable) ? fresh : fresh.querySelector(focusable))?.focus({ preventScroll: true });
  }
}

// After a request without an answer.
export async function toastFailure(scope) {
  const isReached = await look();
  toast(scope, isReached ? undefined : document.querySelector("page-sheets").dataset.offline);
}

// Without text: an error message. In a sheet, because nothing outside of it is read aloud.
export function toast(scope, text = document.querySelector("page-sheets").dataset.failed) {
  for (const old of document.querySelectorAll(".toast")) old.remove();
  const note = document.createElement("output");
  note.className = "toast";
  (scope.matches("dialog") ? scope : document.body).append(note);
  note.textContent = text;
  setTimeout(() => note.remove(), lasts);
}
