// Texts of the playing file on the page and on lock screens.

import { describe } from "./media-session.js";
import { root } from "./network.js";

const art = (item) => root(`media/items/${item}/art`);

// `file`: the dataset of the player, or of a link to the next file.
export function describeFile(file) {
  const artwork = "art" in file ? [{ src: art(file.item), type: "image/jpeg" }] : [];
  describe({ title: file.name, artist: file.artist, album: file.album, artwork });
}

// The previous (-1) or next (1) file.
export function fileBeside({ item }, step) {
  const links = [...document.querySelectorAll("a[data-next]")];
  return links[links.findIndex(({ dataset }) => dataset.item === item) + step]?.dataset;
}

// Another file than the page was made for.
export function showFile(player, file) {
  const { name, artist, album, item } = file;
  document.querySelector("[data-title]").textContent = name;
  document.title = document.title.replace(/^.*(?= · )/, () => name);
  for (const link of document.querySelectorAll("a[data-next]")) link.toggleAttribute("aria-current", link.dataset.item === item);
  const current = document.querySelector(`a[data-next][data-item="${item}"]`);
  player.querySelectorAll("[data-unshown]").forEach((line) => line.remove());
  // Removes the page's texts about its original file.
  for (const part of document.querySelectorAll("[data-of-file]")) part.remove();
  document.querySelector("[data-facts]").textContent = [artist, album].filter(Boolean).join(" · ");
  history.replaceState(history.state, "", current.href);
  const drawn = "art" in file && Object.assign(new Image(), { alt: "", src: art(item) });
  player.querySelector("[data-sleeve]").replaceChildren(drawn || player.querySelector("[data-bare]").content.cloneNode(true));
}
