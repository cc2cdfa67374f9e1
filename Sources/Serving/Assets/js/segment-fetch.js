// Fetches what a player plays: a server that is busy, or away for a moment, is asked again.

const attempts = 5;
const pause = 1000; // Milliseconds, twice as long after each attempt.

// What `read` makes of the answer.
export async function fetchAgain(address, read, signal) {
  for (let attempt = 1; ; attempt++) {
    try {
      const answer = await fetch(address, { signal });
      if (answer.ok) return await read(answer);
      if (answer.status < 500 || attempt === attempts) throw new Error(`status ${answer.status}`, { cause: "answer" });
    } catch (error) {
      if (signal.aborted || error.cause === "answer" || attempt === attempts) throw error;
    }
    await new Promise((go) => setTimeout(go, pause * 2 ** (attempt - 1)));
  }
}

// All of an answer. What comes of one that is given up tells `speed` as much of the line.
export async function measured(answer, speed) {
  const [reader, pieces, began] = [answer.body.getReader(), [], performance.now()];
  let count = 0;
  try {
    for (let piece; !(piece = await reader.read()).done; count += piece.value.length) pieces.push(piece.value);
  } finally {
    speed.note(count, performance.now() - began);
  }
  return new Blob(pieces).arrayBuffer();
}
