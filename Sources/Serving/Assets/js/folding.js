// Folds search input in the same way as the server folds rows: must agree with `SearchText.swift`.

const plain = { ß: "ss", æ: "ae", œ: "oe", ø: "o", đ: "d", ð: "d", ħ: "h", ı: "i", ł: "l", þ: "th", ς: "σ" };

export function words(query) {
  const folded = query
    .toLowerCase()
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[ßæœøđðħıłþς]/g, (letter) => plain[letter]);
  return folded.split(/\s+/).filter(Boolean).slice(0, 20);
}
