// <list-watch> around the link to be told of a list: takes along what is searched for at that moment.
//
// Without this script it takes along what the page was asked for.

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
  }
}

customElements.define("list-watch", ListWatch);
