// The worker's memory between its short lives: a few small JSON values by name, in a cache of their own.

class Memory {
  #address(name) { return new URL(`app/memory/${name}`, registration.scope).href; }

  async get(name) {
    const kept = await (await this.#open()).match(this.#address(name));
    return kept?.json();
  }

  async set(name, value) {
    await (await this.#open()).put(this.#address(name), new Response(JSON.stringify(value)));
  }

  async clear() { await caches.delete("memory"); }

  // Tried each time, because a write that failed on a full device may succeed later.
  #open() { return caches.open("memory"); }
}
