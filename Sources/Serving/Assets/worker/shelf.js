// A cache with bounds: so many answers of so many bytes in all. What was kept or used the longest time ago goes first, and none may be larger than a
// quarter of the bytes; where nothing makes room, what comes beyond the bounds is refused.

const keptAt = "tidings-kept";
const keptSize = "tidings-size";
const keptTitle = "tidings-title";

class Shelf {
  #name;
  #most;
  #mostBytes;
  #makesRoom;
  // Bytes by address, what goes first at the front; read from the cache once in the worker's life.
  #index;
  // How often everything was cleared. What was asked for before that belongs to whoever was there then.
  age = 0;

  constructor(name, { most, megabytes, makesRoom = true }) {
    this.#name = name;
    this.#makesRoom = makesRoom;
    this.#most = most;
    this.#mostBytes = megabytes * 1_000_000;
  }

  async find(address) {
    const found = await (await caches.open(this.#name)).match(address);
    // Where nothing goes by itself, the order is of no use, and to know it takes a while.
    if (!found || !this.#makesRoom) return found;
    const index = await this.#known();
    const bytes = index.get(address);
    if (index.delete(address)) index.set(address, bytes);
    return found;
  }

  // The newest answer for the same path, whatever was asked of it.
  async findPath(address) {
    const path = new URL(address).pathname;
    const same = [...(await this.#known()).keys()].filter((one) => new URL(one).pathname === path);
    const found = (await Promise.all(same.map((one) => this.find(one)))).filter(Boolean);
    return found.sort((one, other) => time(other) - time(one))[0];
  }

  // `wanted(address)`: whether one is.
  async all(wanted = () => true) {
    const cache = await caches.open(this.#name);
    return Promise.all((await cache.keys()).filter(({ url }) => wanted(url)).map((address) => cache.match(address)));
  }

  async addresses() { return [...(await this.#known()).keys()]; }

  // `age`: of the shelf when `response` was asked for. Throws if it doesn't fit, here or on the device.
  async keep(address, response, age) {
    const body = await response.blob();
    if (age !== this.age) return;
    // One alone isn't to push most of the others out.
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
    // What couldn't be read is read again when it is asked for next.
    const reading = this.#index;
    reading.catch(() => this.#index === reading && (this.#index = undefined));
    return reading;
  }
}

function time(kept) { return Number(kept.headers.get(keptAt)); }

// As it stands in the document, its few entities undone.
function title(html) {
  const entities = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'" };
  const text = /<title>([^<]*)<\/title>/.exec(html)?.[1] ?? "";
  return text.replace(/&(amp|lt|gt|quot|#39);/g, (entity) => entities[entity]).slice(0, 200);
}
