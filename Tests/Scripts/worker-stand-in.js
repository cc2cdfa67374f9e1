// The service worker in a context of its own, with stand-ins for its caches and its server.

import { readFileSync } from "node:fs";
import vm from "node:vm";

const folder = new URL("../../Sources/Serving/Assets/worker/", import.meta.url);
const scripts = ["memory.js", "shelf.js", "pages.js", "forms.js", "documents.js", "sharing.js", "notifications.js", "worker.js"];
const scope = "https://tidings.example/";

class StoredAnswers {
  #answers = new Map();

  async match(request) { return this.#answers.get(addressOf(request))?.clone(); }
  async put(request, response) { this.#answers.set(addressOf(request), new Response(await response.blob(), { headers: response.headers })); }
  async delete(request) { return this.#answers.delete(addressOf(request)); }
  async keys() { return [...this.#answers.keys()].map((url) => ({ url })); }
}

function addressOf(request) { return new URL(request.url ?? request, scope).href; }

class Caches {
  #all = new Map();

  async open(name) {
    if (!this.#all.has(name)) this.#all.set(name, new StoredAnswers());
    return this.#all.get(name);
  }

  async match(request, { cacheName }) { return (await this.open(cacheName)).match(request); }
  async keys() { return [...this.#all.keys()]; }
  async delete(name) { return this.#all.delete(name); }
}

export class Worker {
  // Paths to a page's main part, or to a function that returns it.
  pages = {};
  // The paths that the worker requested.
  asked = [];
  isOnline = true;
  language = "en";
  person = "1";
  shown = [];
  #listeners = {};
  #context;

  constructor() {
    const registration = { scope, showNotification: async (title, options) => this.shown.push({ title, ...options }), getNotifications: async () => [] };
    const own = {
      Blob, File, FormData, Headers, Response, URL, URLSearchParams, AbortSignal, console, clearTimeout,
      setTimeout: (...given) => setTimeout(...given).unref(),
      caches: new Caches(), clients: { claim: async () => {}, get: async () => undefined }, navigator: {}, registration, shell: { prefix: "/static/1", offlinePage: "/app/offline", files: [] },
      addEventListener: (name, act) => (this.#listeners[name] ??= []).push(act), fetch: (request) => this.#answer(request), skipWaiting: () => {},
    };
    this.#context = vm.createContext(own);
    for (const name of scripts) vm.runInContext(readFileSync(new URL(name, folder), "utf8"), this.#context, { filename: name });
  }

  async #answer(request) {
    const url = new URL(request.url ?? request, scope);
    this.asked.push(url.pathname + url.search);
    if (!this.isOnline) throw new TypeError("offline");
    const page = this.pages[url.pathname + url.search] ?? this.pages[url.pathname];
    if (page === undefined) return new Response("", { status: 404, headers: { "Content-Type": "text/html" } });
    const inside = typeof page === "function" ? page() : page;
    const headers = { "Content-Type": "text/html; charset=utf-8", "Content-Language": this.language, "Tidings-Person": this.person };
    return new Response(`<!doctype html>\n<html lang="${this.language}" dir="ltr"><nav><a href="/watches"></a></nav><main>${inside}</main></html>`, { headers });
  }

  // Resolves with the worker's answer, once everything that it does meanwhile is done; undefined if it leaves the event to the browser.
  async #send(name, given) {
    const [doing, answers] = [[], []];
    const event = { ...given, waitUntil: (promise) => doing.push(promise), respondWith: (promise) => answers.push(promise) };
    for (const act of this.#listeners[name] ?? []) act(event);
    const answer = await answers[0];
    for (let done = 0; done < doing.length; done += 1) await doing[done];
    return answer;
  }

  #request(method, path, more) {
    const url = new URL(path, scope).href;
    return { url, method, mode: "navigate", destination: "document", headers: new Headers({ Accept: "text/html" }), signal: AbortSignal.timeout(10_000), referrer: "", ...more };
  }

  // The text of a page, as the browser shows it.
  async open(path) {
    const answer = await this.#send("fetch", { request: this.#request("GET", path), resultingClientId: "1", preloadResponse: Promise.resolve() });
    return answer.text();
  }

  // A form that the browser sends from `page`.
  post(path, page) { return this.#send("fetch", { request: this.#request("POST", path, { referrer: new URL(page, scope).href }) }); }

  activate() { return this.#send("activate", {}); }
  tell(data) { return this.#send("message", { data, ports: [] }); }
  push(notice) { return this.#send("push", { data: { json: () => notice } }); }

  // Stores a page as another version would.
  async keepOther(path) { await (await this.#context.caches.open("pages")).put(path, new Response("", { headers: { "tidings-kept": "1" } })); }
  async kept() { return (await (await this.#context.caches.open("pages")).keys()).map(({ url }) => url.slice(scope.length - 1)).sort(); }
}
