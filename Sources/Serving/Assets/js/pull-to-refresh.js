// Pulling the page down from its top refreshes it: the board's source if the page has a button for that, otherwise the page.
//
// Replaces the browser's own gesture (`overscroll-behavior`), which a home-screen app on an iPhone lacks. With reduced motion, nothing
// moves except the mark that shows when to release.

const far = 90; // pixels
const least = 10;

if (matchMedia("(pointer: coarse)").matches) {
  document.documentElement.classList.add("is-pullable");
  const mark = document.createElement("div");
  mark.className = "pull-mark";
  mark.setAttribute("aria-hidden", "true");
  mark.append(Object.assign(document.createElement("span"), { className: "spinner" }));
  document.body.append(mark);
  let start;

  addEventListener("touchstart", ({ target, touches }) => {
    const isFree = touches.length === 1 && scrollY <= 0 && !document.querySelector("dialog[open]") && !isItsOwn(target);
    start = isFree ? touches[0].clientY : undefined;
  }, { passive: true });

  addEventListener("touchmove", ({ touches }) => {
    if (start === undefined) return;
    const way = scrollY > 0 ? 0 : touches[0].clientY - start;
    mark.classList.toggle("is-pulled", way > least);
    mark.classList.toggle("is-far", way > far);
    mark.style.setProperty("--pulled", `${Math.min(Math.max(way, 0), far * 1.5) / 2}px`);
  }, { passive: true });

  for (const name of ["touchend", "touchcancel"]) {
    addEventListener(name, () => {
      const isMeant = name === "touchend" && mark.classList.contains("is-far");
      start = undefined;
      mark.classList.remove("is-pulled", "is-far");
      if (isMeant) refresh();
    });
  }
}

// An element that is moved by the finger itself, such as a map, or that must scroll back first.
function isItsOwn(touched) {
  if (touched.closest("input, textarea, select, audio, video")) return true;
  for (let one = touched; one && one !== document.documentElement; one = one.parentElement) {
    const { overflowY, touchAction } = getComputedStyle(one);
    if (!["auto", "manipulation"].includes(touchAction)) return true;
    if (one.scrollTop > 0 && one.scrollHeight > one.clientHeight && /auto|scroll/.test(overflowY)) return true;
  }
  return false;
}

function refresh() {
  const isAsked = document.querySelector("[data-needle]")?.value;
  const button = document.querySelector(`[data-refresh]:enabled${isAsked ? ", [data-submit]:enabled" : ""}`);
  if (button) button.click();
  else location.reload();
}
