// The button for picture-in-picture (https://www.w3.org/TR/picture-in-picture/).

import { listening } from "./listening.js";

// `moved` is called when the video enters or leaves its window.
export function offerWindow(button, video, signal, moved) {
  const on = listening(signal);
  button.hidden = !document.pictureInPictureEnabled;
  on(button, "click", () => toggleWindow(video));
  on(video, "enterpictureinpicture leavepictureinpicture", () => {
    button.setAttribute("aria-pressed", document.pictureInPictureElement === video);
    moved();
  });
}

export async function toggleWindow(video) {
  const isOpen = document.pictureInPictureElement === video;
  // Refused before the video has loaded.
  await (isOpen ? document.exitPictureInPicture() : video.requestPictureInPicture()).catch(() => undefined);
}
