// Where words, sentences, chapters, parts and pages of a document begin: pure values, which know no page and no network. A place is the number of a word.

const inside = 3; // Words after which a step back leads to the beginning of the sentence or page itself, as players do.
const usualPace = 2.6; // Words a second, until a part is known.

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

// Seconds in the sound of a part; a little behind the word's beginning, so that rounding doesn't lead to the word before.
export function timeOf(word, { first, times }) {
  return (times[word - first] ?? 0) + 0.002;
}

export function wordAt(time, { first, times }) {
  return first + lastUpTo(time, times);
}

// The beginning of the sentence before (-1) or after (1); undefined: it isn't in this part.
export function sentenceBeside(word, by, { sentences }) {
  const index = sentences.findLastIndex((start) => start <= word);
  const isInside = by < 0 && word - sentences[index] > inside;
  return sentences[isInside ? index : index + by];
}

// `word:page` of each page, apart by blanks, as { word, page }.
export function pageStarts(text = "") {
  return text.split(" ").filter(Boolean).map((start) => {
    const [word, page] = start.split(":").map(Number);
    return { word, page };
  });
}

export function pageOf(word, pages) {
  return pages.findLast((start) => start.word <= word)?.page;
}

// The word with which the page before (-1) or after (1) begins; undefined: there is none.
export function pageBeside(word, by, pages) {
  const index = pages.findLastIndex((start) => start.word <= word);
  const isInside = by < 0 && word - (pages[index]?.word ?? 0) > inside;
  return pages[Math.max(0, isInside ? index : index + by)]?.word;
}

// Seconds that so many words take at a speed, by what is known of some parts.
export function secondsFor(count, parts, speed) {
  let [seconds, known] = [0, 0];
  for (const part of parts) [seconds, known] = [seconds + part.duration, known + part.words.length];
  return count / (seconds > 0 ? known / seconds : usualPace) / speed;
}

// The words of a part with which sentences or paragraphs begin. A part that was saved by an older version has no paragraphs.
export function stepsOf({ first, paragraphs, sentences }, unit) {
  return unit === "paragraph" && paragraphs ? [first, ...paragraphs] : sentences;
}

// The index of the chapter of a word in the words with which chapters begin; -1: before the first.
export function chapterOf(word, chapters) {
  return chapters.findLastIndex((start) => start <= word);
}

// The word with which the chapter before (-1) or after (1) begins; undefined: there is none.
export function chapterBeside(word, by, chapters) {
  const index = chapterOf(word, chapters);
  const isInside = by < 0 && index >= 0 && word - chapters[index] > inside;
  return chapters[isInside ? index : index + by];
}

// Words until the next chapter begins, or the document ends.
export function restOfChapter(word, chapters, count) {
  return (chapters[chapterOf(word, chapters) + 1] ?? count) - word;
}

// Where a skip of some seconds leads from a time in a part: to a time in it, or to what is over before its beginning (below 0) or behind its end.
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

// 3725 is 1:02:05.
export function clock(seconds) {
  const whole = Math.floor(seconds);
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, String(whole % 60).padStart(2, "0")];
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
}
