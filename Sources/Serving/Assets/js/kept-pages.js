// <kept-pages>: the pages and documents that the worker stores on this device, newest first, with their age. On the page that is shown
// instead of a page that isn't stored.

class KeptPages extends HTMLElement {
  async connectedCallback() {
    document.querySelector("[data-reload]")?.addEventListener("click", () => location.reload());
    const pages = await this.#pages().catch(() => []);
    this.querySelector("h2").hidden = pages.length === 0;
    this.querySelector("[data-nothing]").hidden = pages.length > 0;
    this.querySelector("ul").replaceChildren(...pages.map((page) => this.#line(page)));
  }

  // For where and how they are stored, see worker/shelf.js.
  async #pages() {
    const documents = (await this.#kept("documents")).filter(([address]) => /\/reader\/documents\/\d+$/.test(address));
    const pages = await Promise.all(
      [...(await this.#kept("pages")), ...documents].map(async ([address, answer]) => {
        const { headers } = await answer();
        return { address, title: decodeURIComponent(headers.get("tidings-title") ?? ""), kept: Number(headers.get("tidings-kept")) };
      }),
    );
    // If a page is stored with several queries, the last.
    const newest = new Map();
    for (const page of pages.sort((one, other) => other.kept - one.kept)) {
      const path = new URL(page.address).pathname;
      if (!newest.has(path)) newest.set(path, page);
    }
    return [...newest.values()];
  }

  async #kept(name) {
    const cache = await caches.open(name);
    return (await cache.keys()).map(({ url }) => [url, () => cache.match(url)]);
  }

  #line({ address, title, kept }) {
    const [line, link, age, time] = ["li", "a", "relative-time", "time"].map((name) => document.createElement(name));
    link.href = address;
    link.textContent = title.replace(/ · [^·]*$/, "") || address;
    time.dateTime = new Date(kept).toISOString();
    age.append(time);
    line.append(link, " ", age);
    return line;
  }
}

customElements.define("kept-pages", KeptPages);
