// words("%lld rows", count), words("Saved %@", when): a sentence in the page's language, with its values.
//
// The sentences are fetched once, from the address in `<html data-words>`, and cached by the browser for ever; a missing sentence falls
// back to its key, in English. A number replaces `%lld`, selects the plural form and is formatted for the language; a text replaces `%@`
// unchanged. Texts aren't markup: insert them with `textContent`.

import { language } from "./language.js";

const { dir, dataset } = document.documentElement;
const numbers = new Intl.NumberFormat(language);
const plurals = new Intl.PluralRules(language);

let sentences = {};

// Resolves once they are loaded or can't be: offline, and never loaded before, English is used. Elements with text are defined after that.
export const ready = read().catch(() => {});

async function read() {
  if (!dataset.words) return;
  const response = await fetch(dataset.words);
  if (response.ok) sentences = await response.json();
}

export function words(key, ...values) {
  const sentence = sentences[key] ?? key;
  if (typeof sentence === "string") return filled(sentence, values);
  const count = values.find((value) => typeof value === "number");
  return filled(form(sentence.forms, count), values, sentence.substitutions ?? {});
}

function form(forms, count) {
  return forms[count === undefined ? "other" : plurals.select(count)] ?? forms.other ?? "";
}

function filled(text, values, substitutions = {}, own) {
  let next = 0;
  return text.replace(/%(%|arg|#@(\w+)@|(?:(\d+)\$)?(?:@|lld))/g, (specifier, kind, name, place) => {
    if (kind === "%") return "%";
    if (kind === "arg") return own === undefined ? specifier : written(own);
    if (name) {
      const part = substitutions[name];
      const value = part && values[part.argument - 1];
      return value === undefined ? specifier : filled(form(part.forms, value), values, {}, value);
    }
    const index = place ? place - 1 : next++;
    return index in values ? written(values[index]) : specifier;
  });
}

// Isolated in its own direction among right-to-left text, and the other way round.
function written(value) {
  if (typeof value === "number") return numbers.format(value);
  return (dir === "rtl" && value !== "") || /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/.test(value) ? `\u2068${value}\u2069` : String(value);
}
