// Which of a film's pictures a player fetches next: by how fast bytes come, how long the server takes to make a segment, and how many seconds are there
// already. Nothing here knows of a page or of the network.

const share = 0.8; // Of a segment's time, in which the next one is to be there.
const cushion = 10; // Seconds that are there before a better picture is tried,
const comfort = 20; // and with which none is given up, while its segments come in time.
const weights = [0.5, 0.15]; // Of what came last, in an average that follows soon and in one that follows late.
const least = 16_000; // Bytes below which a transfer tells nothing of a line.

// How fast bytes come, in bits a second: what came soon and what came for long, the slower of both.
export class Speed {
  #averages = [];

  note(bytes, milliseconds) {
    if (bytes < least) return;
    const now = (bytes * 8000) / Math.max(milliseconds, 1);
    this.#averages = weights.map((weight, index) => (this.#averages[index] ?? now) * (1 - weight) + now * weight);
  }

  // Nothing is known before something came.
  get value() {
    return this.#averages.length ? Math.min(...this.#averages) : undefined;
  }
}

// The index of the next level. `levels` are { rate, wait }, bits a second and the seconds that the server takes for a segment, the best first;
// `current` is undefined at the beginning, `length` the seconds of a segment, `there` those that can be played at once.
export function choose(levels, { current, speed, length, there }) {
  if (speed === undefined) return current ?? 0;
  const time = ({ rate, wait }) => (rate * length) / speed + wait;
  const inTime = levels.findIndex((level) => time(level) <= share * length);
  const wanted = inTime < 0 ? levels.length - 1 : inTime;
  if (current === undefined) return wanted;
  if (wanted < current) return there >= cushion ? wanted : current;
  if (wanted > current && there >= comfort && time(levels[current]) <= length) return current;
  return wanted;
}

// Seconds after which a segment that isn't there is given up for a smaller one, before what is there has been played.
export const patience = (there) => (there > 0 ? Math.max(1.5, there - 1.5) : 6);
