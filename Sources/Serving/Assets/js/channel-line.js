// <channel-line> around a channel: sends its test without leaving the page, and shows the result in place.
//
// Without this script, the form is posted and the page is shown again.

import { look } from "./network.js";
import { toastFailure } from "./stay-forms.js";

class ChannelLine extends HTMLElement {
  connectedCallback() {
    this.addEventListener("submit", this);
  }

  disconnectedCallback() {
    this.removeEventListener("submit", this);
  }

  async handleEvent(event) {
    const button = event.submitter;
    if (!button?.matches("[data-test]")) return;
    event.preventDefault();
    const form = event.target;
    button.disabled = true;
    try {
      const body = new URLSearchParams(new FormData(form));
      const response = await fetch(form.getAttribute("action"), { method: "POST", body, headers: { Accept: "application/json" } });
      if (!response.ok) throw new Error(`status ${response.status}`);
      const { html } = await response.json();
      const fresh = document.createElement("template");
      fresh.innerHTML = html;
      // The element with the result stays, so that screen readers announce it.
      const state = this.querySelector(".channel-state");
      state.replaceChildren(...fresh.content.querySelector(".channel-state").childNodes);
      button.disabled = false;
      button.focus();
    } catch {
      if (await look()) return HTMLFormElement.prototype.submit.call(form);
      button.disabled = false;
      toastFailure(document.body);
    }
  }
}

customElements.define("channel-line", ChannelLine);
