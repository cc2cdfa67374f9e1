// The options for listening: the speed, the step of the buttons, and the size of the text are stored in this browser; the timer isn't.

const sizeProperty = "--reader-size";

export class DocumentOptions {
  #player;

  // `told` has functions: `speed`, `unit`, `timer` and `size`, called with the chosen value.
  constructor(player, on, told) {
    this.#player = player;
    this.#keep("speed", on, told.speed);
    this.#keep("unit", on, (unit, { selectedOptions }) => {
      for (const button of player.querySelectorAll("[data-step]"))
        button.setAttribute("aria-label", selectedOptions[0].dataset[button.dataset.step < 0 ? "back" : "on"]);
      told.unit(unit);
    });
    this.#keep("letters", on, (size) => {
      player.style.setProperty(sizeProperty, size);
      told.size();
    });
    on(this.#field("nap"), "change", ({ target }) => told.timer(target.value));
    for (const field of document.querySelectorAll("[data-device]")) field.hidden = false;
    for (const link of player.querySelectorAll("[data-opens]")) on(link, "click", () => (document.querySelector(link.hash).open = true));
  }

  clearTimer() { this.#field("nap").value = ""; }

  // Some options are in the bar, others among the document's settings.
  #field(name) { return this.#player.querySelector(`[data-${name}]`) ?? document.querySelector(`[data-${name}]`); }

  #keep(name, on, chosen) {
    const field = this.#field(name);
    if (!field) return;
    const key = `reader-${name}`;
    const kept = localStorage.getItem(key);
    if (kept && [...field.options].some(({ value }) => value === kept)) field.value = kept;
    on(field, "change", () => {
      localStorage.setItem(key, field.value);
      chosen(field.value, field);
    });
    chosen(field.value, field);
  }
}
