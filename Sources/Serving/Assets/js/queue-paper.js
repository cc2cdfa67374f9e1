// [data-print]: the button that prints a page, shown where there is a script to do it.

for (const button of document.querySelectorAll("[data-print]")) {
  button.hidden = false;
  button.addEventListener("click", () => window.print());
}
