// Shows the progress of a reading: always as text, and as a bar if the total is known.

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
