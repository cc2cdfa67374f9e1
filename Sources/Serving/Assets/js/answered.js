// Reports that a form was answered that a script has sent: stored pages that show what it changed are renewed (service-worker.js).
// `action`: the form's address; `answer`: that of the page it was answered with.

export function reportAnswer(action, answer = action) {
  document.dispatchEvent(new CustomEvent("form-answered", { detail: { action: new URL(action, location).href, answer: new URL(answer, location).href } }));
}
