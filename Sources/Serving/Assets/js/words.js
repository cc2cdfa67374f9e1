// words("%lld entries", count), words("Saved %@", when): a sentence in the page's language, its values put in.
//
// The sentences are fetched once, from the address that `<html data-words>` names, and kept by the browser for ever; what is missing
// there is said in English, by its key. A number stands for `%lld`, chooses the form of the sentence and is written as the language
// writes numbers; a text stands for `%@` and goes in as it is. The texts are not markup: put them in with `textContent`.

import { language } from "./language.js";

const { dir, dataset } = document.documentElement;
const numbers = new Intl.NumberFormat(language);
const plurals = new Intl.PluralRules(language);

let sentences = {};

// When they are there, or can't be had: without the network, and never read before, English has to do. Elements that speak are defined then.
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

// Kept together and in its own direction among words written from the right, and the other way round.
function written(value) {
  if (typeof value === "number") return numbers.format(value);
  return (dir === "rtl" && value !== "") || /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/.test(value) ? `\u2068${value}\u2069` : String(value);
}
