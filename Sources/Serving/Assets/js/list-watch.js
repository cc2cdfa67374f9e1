// <list-watch> around the button and the link that watch a list: both include the current search.
//
// Without this script, they include the search that the page was requested with.

class ListWatch extends HTMLElement {
  connectedCallback() {
    this.addEventListener("click", this);
  }

  disconnectedCallback() {
    this.removeEventListener("click", this);
  }

  handleEvent() {
    const link = this.querySelector("a");
    const query = document.querySelector("[data-query]")?.value.trim() ?? "";
    const address = new URL(link.href);
    if (query) address.searchParams.set("q", query);
    else address.searchParams.delete("q");
    link.href = address;
    this.querySelector("[name=q]").value = query;
    const back = this.querySelector("[name=back]");
    const page = new URL(back.value, location);
    if (query) page.searchParams.set("q", query);
    else page.searchParams.delete("q");
    back.value = page.pathname + page.search + page.hash;
  }
}

customElements.define("list-watch", ListWatch);
