// <document-upload> around a file field: uploads the chosen or dropped file, and opens its document.
//
// Content shared from another app waits in the cache `shared` (worker/sharing.js), and is added or discarded here.
//
// Hidden without scripts: then there is a plain form beside it.

import { reportAnswer } from "./answered.js";
import { look, root } from "./network.js";
import { ready, words } from "./words.js";

const limit = 100_000_000; // Bytes, as on the server

class DocumentUpload extends HTMLElement {
  #listening;
  #request;

  connectedCallback() {
    this.#listening = new AbortController();
    const { signal } = this.#listening;
    const field = this.querySelector("input");
    field.addEventListener("change", () => field.files[0] && this.#send(field.files[0]), { signal });
    for (const name of ["dragenter", "dragover"])
      document.addEventListener(
        name,
        (event) => {
          if (!event.dataTransfer?.types.includes("Files")) return;
          event.preventDefault();
          this.classList.add("is-over");
        },
        { signal },
      );
    document.addEventListener("dragleave", (event) => event.relatedTarget === null && this.classList.remove("is-over"), { signal });
    document.addEventListener(
      "drop",
      (event) => {
        const file = event.dataTransfer?.files[0];
        if (!file) return;
        event.preventDefault();
        this.classList.remove("is-over");
        this.#send(file);
      },
      { signal },
    );
    if (globalThis.caches && new URLSearchParams(location.search).has("shared")) this.#offerShared(signal).catch(() => {});
  }

  async #offerShared(signal) {
    const [cache, address] = [await caches.open("shared"), root("app/shared")];
    const found = await cache.match(address);
    if (!found) return;
    const name = decodeURIComponent(found.headers.get("tidings-name") ?? "");
    const file = new File([await found.blob()], name);
    const offer = this.querySelector("[data-shared]");
    const [add, discard] = offer.querySelectorAll("button");
    const end = () => {
      offer.hidden = true;
      return cache.delete(address).catch(() => {});
    };
    offer.querySelector("bdi").textContent = name;
    add.addEventListener("click", () => this.#send(file, end), { signal });
    discard.addEventListener("click", end, { signal });
    offer.hidden = false;
  }

  disconnectedCallback() {
    this.#listening.abort();
    this.#request?.abort();
  }

  // Uses XMLHttpRequest for upload progress. `added` is called once the server has the file.
  #send(file, added = () => {}) {
    // The running upload opens its own document's page at the end.
    if (this.#request) return this.#say(words("Another file is still being added. Add this one afterwards."));
    this.#say("");
    if (file.size > limit) return this.#say(words("This file is larger than 100 MB."));
    if (file.size === 0) return this.#say(words("This file is empty."));
    const progress = this.querySelector("progress");
    const request = (this.#request = new XMLHttpRequest());
    request.open("POST", root(`api/v1/documents?file=${encodeURIComponent([...file.name].slice(0, 200).join(""))}`));
    request.setRequestHeader("Content-Type", "application/octet-stream");
    request.setRequestHeader("X-Form-Token", document.querySelector("meta[name=form-token]")?.content ?? "");
    request.responseType = "json";
    request.upload.addEventListener("progress", ({ loaded, total }) => (progress.value = total ? loaded / total : 0));
    request.addEventListener("loadend", async () => {
      progress.hidden = true;
      this.querySelector("input").value = "";
      if (request.status === 200 || request.status === 201) {
        await added();
        reportAnswer(root("reader"));
        // After coming back to this page, another file can be added.
        addEventListener("pagehide", () => (this.#request = undefined), { once: true });
        return location.assign(root(`reader/documents/${request.response.id}`));
      }
      this.#request = undefined;
      if (request.status === 413) this.#say(words("This file is larger than 100 MB."));
      else if (request.status === 409) this.#say(words("You’ve reached the limit. Delete a document to add another."));
      else if (request.status === 503 || request.status === 429) this.#say(words("The server is busy. Try again in a few seconds."));
      else if (request.status === 0 && !(await look())) this.#say(words("This needs a connection. Try again when you’re online."));
      else this.#say(words("This file couldn’t be added. Try again."));
    });
    progress.value = 0;
    progress.hidden = false;
    request.send(file);
  }

  #say(text) {
    const problem = this.querySelector("[role=alert]");
    problem.textContent = text;
    problem.hidden = !text;
  }
}

ready.then(() => customElements.define("document-upload", DocumentUpload));
