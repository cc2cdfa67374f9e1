// <watch-editor preview="/watches/preview"> around the form of a watch.
//
// As it is filled in, the server is asked for a preview, and the page's regions follow: the matches at every key (after a pause), the test
// rows when one is added, removed, or gets another field. Without this script, or if requests fail, buttons do the same.

import { look } from "./network.js";
import { words } from "./words.js";

const pause = 300;
const patience = 15_000;

class WatchEditor extends HTMLElement {
  #listening;
  #timer;
  #asking;
  // The id of the field whose row says that the position isn't shared, while that field is empty.
  #unshared;
  // Whether the browser should submit the form itself.
  #isLeft = false;

  connectedCallback() {
    this.#listening = new AbortController();
    this.addEventListener("input", (event) => this.#altered(event), this.#listening);
    this.addEventListener("submit", (event) => this.#submit(event), this.#listening);
    this.addEventListener("click", (event) => this.#clicked(event), this.#listening);
    this.#offerPosition();
  }

  disconnectedCallback() {
    this.#listening.abort();
    clearTimeout(this.#timer);
    this.#asking?.abort();
  }

  get #form() { return this.querySelector("form"); }
  #region(name) { return this.querySelector(`[data-region="${name}"]`); }

  #altered({ target }) {
    if (!target.name?.match(/^(test-|joining|begins|written)/)) return;
    clearTimeout(this.#timer);
    const isRow = target.matches("[data-edit]");
    this.#timer = setTimeout(() => this.#ask("preview", isRow), isRow ? 0 : pause);
  }

  #submit(event) {
    const button = event.submitter;
    if (this.#isLeft || !button || button.value === "save" || button.name !== "do") return;
    event.preventDefault();
    clearTimeout(this.#timer);
    this.#ask(button.value, button.matches("[data-edit]"), button);
  }

  // `button`: the pressed one.
  async #ask(action, changesRows, button) {
    this.#asking?.abort();
    const asking = (this.#asking = new AbortController());
    const preview = this.#region("preview");
    preview.setAttribute("aria-busy", "true");
    const body = new URLSearchParams(new FormData(this.#form));
    body.set("do", action);
    try {
      const response = await fetch(this.getAttribute("preview"), {
        method: "POST", body, headers: { Accept: "application/json" }, signal: asking.signal,
      });
      // 422: the input can't be searched for, and the regions explain why.
      if (!response.ok && response.status !== 422) throw new Error(`status ${response.status}`);
      this.#show(await response.json(), action, changesRows, body);
    } catch (error) {
      if (error.name === "AbortError") return;
      const isReached = await look();
      if (asking.signal.aborted) return;
      if (isReached && changesRows && button) return this.#leave(button);
      const said = isReached ? words("That didn’t work. Try again in a few seconds.") : words("This needs a connection. Try again when you’re online.");
      preview.replaceChildren(Object.assign(document.createElement("p"), { className: "watch-nothing", textContent: said }));
    }
    preview.removeAttribute("aria-busy");
  }

  #leave(button) {
    this.#isLeft = true;
    this.#form.requestSubmit(button);
    this.#isLeft = false;
  }

  #show({ tests, preview }, action, changesRows, sent) {
    this.#replace(this.#region("preview"), preview);
    const region = this.#region("tests");
    if (!changesRows) return this.#showProblems(tests);
    const focused = document.activeElement?.id;
    // Input typed during the request is preserved.
    const typed = action.startsWith("remove")
      ? []
      : [...region.querySelectorAll("input[id], select, textarea")].filter(({ name, value }) => sent.get(name) !== value).map(({ id, value }) => [id, value]);
    this.#replace(region, tests);
    for (const [id, value] of typed) {
      const control = document.getElementById(id);
      if (control) control.value = value;
    }
    if (typed.length > 0) this.#timer = setTimeout(() => this.#ask("preview", false), pause);
    if (action.startsWith("remove")) this.#unshared = undefined;
    else if (document.getElementById(this.#unshared ?? "-")?.value === "") this.#sayNoPosition(this.#unshared);
    this.#offerPosition();
    const last = [...region.querySelectorAll("select[id$='-subject']")].at(-1);
    const next = action === "add" ? last : region.querySelector(`#${CSS.escape(focused || "-")}`);
    (next ?? region.querySelector("button"))?.focus({ preventScroll: true });
  }

  // The row being edited is unchanged; only its message is updated.
  #showProblems(html) {
    const fresh = document.createElement("template");
    fresh.innerHTML = html;
    for (const now of this.querySelectorAll("[data-region='tests'] [data-problem]")) {
      const next = fresh.content.getElementById(now.id);
      if (!next) continue;
      // No errors before anything has been entered.
      const row = now.closest(".test-row");
      const isEmpty = row && [...row.querySelectorAll("input, textarea")].every((input) => input.value === "");
      if (isEmpty && this.#unshared && row.querySelector("[data-position]")?.id === this.#unshared) continue;
      now.hidden = next.hidden || isEmpty;
      if (now.innerHTML !== next.innerHTML) now.innerHTML = next.innerHTML;
      row?.classList.toggle("is-wrong", !now.hidden);
    }
  }

  #replace(region, html) {
    if (region.innerHTML !== html) region.innerHTML = html;
  }

  // The button fills in the person's own position.

  #offerPosition() {
    if (!navigator.geolocation) return;
    for (const button of this.querySelectorAll("[data-here]")) button.hidden = false;
  }

  #clicked(event) {
    const button = event.target.closest("[data-here]");
    if (!button) return;
    // The row may have been replaced by the time the browser answers; its field has the same id.
    const { id } = button.closest(".test-parts").querySelector("[data-position]");
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        const input = document.getElementById(id);
        if (!input) return;
        input.value = `${coords.latitude.toFixed(5)},${coords.longitude.toFixed(5)}`;
        input.dispatchEvent(new Event("input", { bubbles: true }));
      },
      () => this.#sayNoPosition(id),
      { timeout: patience },
    );
  }

  #sayNoPosition(id) {
    const row = document.getElementById(id)?.closest(".test-row");
    if (!row) return;
    const problem = row.querySelector("[data-problem]");
    this.#unshared = id;
    problem.textContent = isSecureContext
      ? words("Your browser didn’t share your position. Allow it in its settings, or enter latitude and longitude.")
      : words("Browsers share your position only with secure pages (https). Enter latitude and longitude instead.");
    problem.hidden = false;
    row.classList.add("is-wrong");
  }
}

customElements.define("watch-editor", WatchEditor);
