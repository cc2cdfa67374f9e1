// Zooms with two fingers, or with the wheel and Ctrl.

// `magnify` is called with the next zoom and the position on the screen that stays, from the left; `zoom` returns the current one.
export function listenToGestures(view, on, { zoom, magnify }) {
  let pinch;
  const options = { passive: false };
  on(view, "wheel", (event) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    magnify(zoom() * Math.exp(-event.deltaY / 300), event.clientX);
  }, options);
  on(view, "touchstart touchmove touchend", (event) => {
    const [one, other] = event.touches;
    if (!other) {
      pinch = undefined;
      return;
    }
    const far = Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
    if (event.type === "touchstart") pinch = { far, zoom: zoom() };
    if (event.type !== "touchmove" || !pinch) return;
    event.preventDefault();
    magnify((pinch.zoom * far) / pinch.far, (one.clientX + other.clientX) / 2);
  }, options);
}
