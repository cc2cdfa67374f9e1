// Forms with `data-said` answer where they are: the page or the sheet stays, what they change is replaced in it, and a toast says so.
//
// What a form may change is marked by `data-place`; the answer is a page that has the same places. Without this script the answer is that page, at
// the place (its `id`).

const lasts = 5000; // Milliseconds.
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
    // An element of a form may be called like a property of it.
    const answer = await fetch(form.getAttribute("action"), { method: "POST", body: fields, headers: { Accept: "text/html" } });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (!answer.ok) return toast(scope, page.querySelector("main .lead")?.textContent);
    replace(scope, page);
    toast(scope, form.dataset.said);
  } catch {
    toast(scope);
  } finally {
    delete form.dataset.sending;
  }
}

// The keyboard goes to what is in the place now.
function replace(scope, page) {
  for (const old of scope.querySelectorAll("[data-place]")) {
    const fresh = page.querySelector(`[data-place="${CSS.escape(old.dataset.place)}"]`);
    if (!fresh) continue;
    const hadFocus = old.contains(document.activeElement);
    old.replaceWith(fresh);
    if (hadFocus) (fresh.matches(focusable) ? fresh : fresh.querySelector(focusable))?.focus({ preventScroll: true });
  }
}

// Without words: that it didn't work. In a sheet, since nothing outside of it is read aloud.
export function toast(scope, text = document.querySelector("page-sheets").dataset.failed) {
  for (const old of document.querySelectorAll(".toast")) old.remove();
  const note = document.createElement("output");
  note.className = "toast";
  (scope.matches("dialog") ? scope : document.body).append(note);
  note.textContent = text;
  setTimeout(() => note.remove(), lasts);
}
