// Shows how far a reading is: a bar where the whole is known, words in any case.

export function showProgress(host, { received, total, text }) {
  const bar = host.querySelector("progress");
  if (!bar) return;
  if (total > 0 && received <= total) {
    bar.max = total;
    bar.value = received;
  } else {
    bar.removeAttribute("value");
  }
  host.querySelector("[data-progress-text]").textContent = text;
}
