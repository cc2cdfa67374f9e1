// Where words, sentences, chapters, parts and pages of a document begin: pure, without page and network. A position is the index of a word.

const inside = 3; // Words after which a step back leads to the beginning of the current sentence or page, as in other players
const usualPace = 2.6; // Words per second, until a part is known

// The index of the last of these ascending numbers that isn't above `value`; 0 if all are.
export function lastUpTo(value, numbers) {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (numbers[middle] <= value) low = middle + 1;
    else high = middle;
  }
  return Math.max(0, low - 1);
}

// Seconds in the audio of a part; slightly after the word's beginning, so that rounding doesn't lead to the word before.
export function timeOf(word, { first, times }) {
  return (times[word - first] ?? 0) + 0.002;
}

export function wordAt(time, { first, times }) {
  return first + lastUpTo(time, times);
}

// The beginning of the previous (-1) or next (1) sentence; undefined if it isn't in this part.
export function sentenceBeside(word, by, { sentences }) {
  const index = sentences.findLastIndex((start) => start <= word);
  const isInside = by < 0 && word - sentences[index] > inside;
  return sentences[isInside ? index : index + by];
}

// Parses `word:page` for each page, separated by spaces, to { word, page }.
export function pageStarts(text = "") {
  return text.split(" ").filter(Boolean).map((start) => {
    const [word, page] = start.split(":").map(Number);
    return { word, page };
  });
}

export function pageOf(word, pages) {
  return pages.findLast((start) => start.word <= word)?.page;
}

// The first word of the previous (-1) or next (1) page; undefined: there is none.
export function pageBeside(word, by, pages) {
  const index = pages.findLastIndex((start) => start.word <= word);
  const isInside = by < 0 && word - (pages[index]?.word ?? 0) > inside;
  return pages[Math.max(0, isInside ? index : index + by)]?.word;
}

// The seconds for this many words at a speed, estimated from the known parts.
export function secondsFor(count, parts, speed) {
  let [seconds, known] = [0, 0];
  for (const part of parts) [seconds, known] = [seconds + part.duration, known + part.words.length];
  return count / (seconds > 0 ? known / seconds : usualPace) / speed;
}

// The first words of a part's sentences or paragraphs. A part stored by an older version has no paragraphs.
export function stepsOf({ first, paragraphs, sentences }, unit) {
  return unit === "paragraph" && paragraphs ? [first, ...paragraphs] : sentences;
}

// The index of a word's chapter in the chapters' first words; -1: before the first.
export function chapterOf(word, chapters) {
  return chapters.findLastIndex((start) => start <= word);
}

// The first word of the previous (-1) or next (1) chapter; undefined: there is none.
export function chapterBeside(word, by, chapters) {
  const index = chapterOf(word, chapters);
  const isInside = by < 0 && index >= 0 && word - chapters[index] > inside;
  return chapters[isInside ? index : index + by];
}

// The number of words until the next chapter begins, or the document ends.
export function restOfChapter(word, chapters, count) {
  return (chapters[chapterOf(word, chapters) + 1] ?? count) - word;
}

// The target of a skip from a time in a part: a time in it, below 0 before its beginning, or beyond its end.
export function skipped(time, by, duration) {
  const aim = time + by;
  if (aim < 0) return { part: -1, over: -aim };
  return aim >= duration ? { part: 1, over: aim - duration } : { part: 0, time: aim };
}

// Whole hours and minutes, rounded to minutes.
export function hoursAndMinutes(seconds) {
  const minutes = Math.round(seconds / 60);
  return { hours: Math.floor(minutes / 60), minutes: minutes % 60 };
}

// `1:02:05` for 3725.
export function clock(seconds) {
  const whole = Math.floor(seconds);
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, String(whole % 60).padStart(2, "0")];
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
}
