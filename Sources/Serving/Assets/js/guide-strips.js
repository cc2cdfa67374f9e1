// Rows of links that are wider than the page, such as days: scrolls to the current one.

export function showCurrent(within = document) {
  for (const current of within.querySelectorAll(":is(.guide-days, .guide-ways .chips) > [aria-current]")) {
    const [link, strip] = [current, current.parentElement].map((element) => element.getBoundingClientRect());
    current.parentElement.scrollLeft += link.left + link.width / 2 - strip.left - strip.width / 2;
  }
}

showCurrent();
