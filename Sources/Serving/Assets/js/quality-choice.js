// Chooses the next quality of a video: by the transfer rate, the server's time to make a segment, and the buffered seconds. Pure: it knows
// neither page nor network.

const share = 0.8; // Of a segment's length, in which the next one should arrive
const cushion = 10; // Buffered seconds before a better quality is tried,
const comfort = 20; // and with which none is given up while segments arrive in time
const weights = [0.5, 0.15]; // Weight of the last sample in a fast and a slow moving average
const least = 16_000; // Transfers of fewer bytes say nothing about the connection

// The transfer rate in bits per second: the lower of a fast and a slow moving average.
export class Speed {
  #averages = [];

  note(bytes, milliseconds) {
    if (bytes < least) return;
    const now = (bytes * 8000) / Math.max(milliseconds, 1);
    this.#averages = weights.map((weight, index) => (this.#averages[index] ?? now) * (1 - weight) + now * weight);
  }

  // Unknown before the first transfer.
  get value() {
    return this.#averages.length ? Math.min(...this.#averages) : undefined;
  }
}

// The index of the next level. `levels` are { rate, wait }, bits per second and the server's seconds per segment, best first; `current` is
// undefined at first, `length` the seconds of a segment, `there` the seconds that can be played at once.
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

// The seconds after which a late segment is abandoned for a smaller one, before the buffer runs out.
export const patience = (there) => (there > 0 ? Math.max(1.5, there - 1.5) : 6);
