// Fetches data for a player, and retries if the server is busy or briefly unreachable.

const attempts = 5;
const pause = 1000; // Milliseconds, doubled after each attempt

// Returns the result of `read` for the response.
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

// The whole response. Even a cancelled one tells `speed` about the connection.
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
