// A cache with limits on the number and total size of its entries. The least recently stored or used is evicted first, and none may be
// larger than a quarter of the total. If `makesRoom` is false, nothing is evicted, and entries beyond the limits are refused.

const keptAt = "tidings-kept";
const keptSize = "tidings-size";
const keptTitle = "tidings-title";

class Shelf {
  #name;
  #most;
  #mostBytes;
  #makesRoom;
  // Sizes by address, the next to be evicted first; read from the cache once in the worker's life.
  #index;
  // How often everything was cleared. Responses requested before that belong to the previous person.
  age = 0;

  constructor(name, { most, megabytes, makesRoom = true }) {
    this.#name = name;
    this.#makesRoom = makesRoom;
    this.#most = most;
    this.#mostBytes = megabytes * 1_000_000;
  }

  // Without counting as a use.
  async peek(address) { return (await caches.open(this.#name)).match(address); }

  async find(address) {
    const found = await this.peek(address);
    // Without eviction, the order doesn't matter, and finding it takes a while.
    if (!found || !this.#makesRoom) return found;
    const index = await this.#known();
    const bytes = index.get(address);
    if (index.delete(address)) index.set(address, bytes);
    return found;
  }

  // The newest response for the same path with any query.
  async findPath(address) {
    const path = new URL(address).pathname;
    const same = [...(await this.#known()).keys()].filter((one) => new URL(one).pathname === path);
    const found = (await Promise.all(same.map((one) => this.find(one)))).filter(Boolean);
    return found.sort((one, other) => time(other) - time(one))[0];
  }

  // `wanted(address)`: whether to include it.
  async all(wanted = () => true) {
    const cache = await caches.open(this.#name);
    return Promise.all((await cache.keys()).filter(({ url }) => wanted(url)).map((address) => cache.match(address)));
  }

  async addresses() { return [...(await this.#known()).keys()]; }

  // `age`: the shelf's when `response` was requested. Throws if it doesn't fit, in the limits or on the device.
  async keep(address, response, age) {
    const body = await response.blob();
    if (age !== this.age) return;
    // A single entry must not evict most of the others.
    if (this.#makesRoom && body.size > this.#mostBytes / 4) throw new Error("large");
    const headers = new Headers(response.headers);
    for (const name of ["Content-Encoding", "Content-Length", "Set-Cookie"]) headers.delete(name);
    headers.set(keptAt, Date.now());
    headers.set(keptSize, body.size);
    if (headers.get("Content-Type")?.startsWith("text/html")) headers.set(keptTitle, encodeURIComponent(title(await body.text())));
    const [cache, index] = [await caches.open(this.#name), await this.#known()];
    if (age !== this.age) return;
    const old = index.get(address);
    index.delete(address);
    if (!this.#makesRoom && !this.#hasRoom(index, body.size)) {
      if (old !== undefined) index.set(address, old);
      throw new Error("full");
    }
    index.set(address, body.size);
    try {
      await cache.put(address, new Response(body, { headers }));
    } catch (error) {
      this.#index = undefined;
      throw error;
    }
    if (this.#makesRoom) await this.#trim(cache, index);
  }

  #hasRoom(index, size) { return index.size < this.#most && [...index.values()].reduce((sum, one) => sum + one, size) <= this.#mostBytes; }

  async drop(addresses) {
    const [cache, index] = [await caches.open(this.#name), await this.#known()];
    for (const address of addresses) {
      index.delete(address);
      await cache.delete(address);
    }
  }

  async clear() {
    this.age += 1;
    this.#index = undefined;
    await caches.delete(this.#name);
  }

  async #trim(cache, index) {
    let bytes = [...index.values()].reduce((sum, one) => sum + one, 0);
    for (const [address, size] of index) {
      if (index.size <= this.#most && bytes <= this.#mostBytes) return;
      bytes -= size;
      index.delete(address);
      await cache.delete(address);
    }
  }

  #known() {
    this.#index ??= (async () => {
      const cache = await caches.open(this.#name);
      const answers = await Promise.all((await cache.keys()).map(async ({ url }) => [url, await cache.match(url)]));
      answers.sort(([, one], [, other]) => time(one) - time(other));
      return new Map(answers.map(([address, answer]) => [address, Number(answer.headers.get(keptSize))]));
    })();
    // If reading fails, the next request tries again.
    const reading = this.#index;
    reading.catch(() => this.#index === reading && (this.#index = undefined));
    return reading;
  }
}

function time(kept) { return Number(kept.headers.get(keptAt)); }

function title(html) { return decoded(/<title>([^<]*)<\/title>/.exec(html)?.[1] ?? "").slice(0, 200); }

// A text of a document, with its few entities decoded.
function decoded(text) {
  const entities = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'" };
  return text.replace(/&(amp|lt|gt|quot|#39);/g, (entity) => entities[entity]);
}
