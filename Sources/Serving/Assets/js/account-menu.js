// The account menu in the header is a <details>, which opens and closes without this script. The script also closes it like a menu: with
// Escape, by a click elsewhere, and when the keyboard focus leaves it.

const open = () => document.querySelector(".account-menu[open]");

function closeUnlessIn(place) {
  const menu = open();
  if (menu && !menu.contains(place)) menu.open = false;
}

document.addEventListener("click", ({ target }) => closeUnlessIn(target));
document.addEventListener("focusin", ({ target }) => closeUnlessIn(target));
document.addEventListener("keydown", ({ key }) => {
  const menu = open();
  if (key !== "Escape" || !menu) return;
  menu.open = false;
  menu.querySelector("summary").focus();
});
