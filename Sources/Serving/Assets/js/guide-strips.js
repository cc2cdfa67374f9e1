// Rows of links that are wider than the page, like days: the one that the page is of is in sight.

for (const current of document.querySelectorAll(":is(.guide-days, .guide-ways .chips) > [aria-current]")) {
  const [link, strip] = [current, current.parentElement].map((element) => element.getBoundingClientRect());
  current.parentElement.scrollLeft += link.left + link.width / 2 - strip.left - strip.width / 2;
}
