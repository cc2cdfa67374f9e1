// <kept-pages>: the pages that the worker keeps on this device, the newest first, with their age. On the page that is shown in place of one
// that is not kept.

class KeptPages extends HTMLElement {
  async connectedCallback() {
    document.querySelector("[data-reload]")?.addEventListener("click", () => location.reload());
    const pages = await this.#pages().catch(() => []);
    this.querySelector("h2").hidden = pages.length === 0;
    this.querySelector("[data-nothing]").hidden = pages.length > 0;
    this.querySelector("ul").replaceChildren(...pages.map((page) => this.#line(page)));
  }

  // Where and how they are kept: worker/shelf.js.
  async #pages() {
    const cache = await caches.open("pages");
    const addresses = (await cache.keys()).map(({ url }) => url);
    const pages = await Promise.all(
      addresses.map(async (address) => {
        const { headers } = await cache.match(address);
        return { address, title: decodeURIComponent(headers.get("tidings-title") ?? ""), kept: Number(headers.get("tidings-kept")) };
      }),
    );
    pages.sort((one, other) => other.kept - one.kept);
    // Of what was asked of one page, the last.
    return [...Map.groupBy(pages, ({ address }) => new URL(address).pathname).values()].map(([newest]) => newest);
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
