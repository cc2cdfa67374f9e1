// What a page and a lock screen say of the file that plays.

import { describe } from "./media-session.js";
import { root } from "./network.js";

const art = (item) => root(`media/items/${item}/art`);

// `file`: a dataset, of the player or of a link to what plays next.
export function describeFile(file) {
  const artwork = "art" in file ? [{ src: art(file.item), type: "image/jpeg" }] : [];
  describe({ title: file.name, artist: file.artist, album: file.album, artwork });
}

// The file before (-1) or after (1).
export function fileBeside({ item }, step) {
  const links = [...document.querySelectorAll("a[data-next]")];
  return links[links.findIndex(({ dataset }) => dataset.item === item) + step]?.dataset;
}

// Another file than the one that the page was made for.
export function showFile(player, file) {
  const { name, artist, album, item } = file;
  document.querySelector("[data-title]").textContent = name;
  document.title = document.title.replace(/^.*(?= · )/, () => name);
  for (const link of document.querySelectorAll("a[data-next]")) link.toggleAttribute("aria-current", link.dataset.item === item);
  const current = document.querySelector(`a[data-next][data-item="${item}"]`);
  player.querySelectorAll("[data-unshown]").forEach((line) => line.remove());
  // What the page says of the file that it was made for.
  for (const part of document.querySelectorAll("[data-of-file]")) part.remove();
  document.querySelector("[data-facts]").textContent = [artist, album].filter(Boolean).join(" · ");
  history.replaceState(history.state, "", current.href);
  const drawn = "art" in file && Object.assign(new Image(), { alt: "", src: art(item) });
  player.querySelector("[data-sleeve]").replaceChildren(drawn || player.querySelector("[data-bare]").content.cloneNode(true));
}
