// What the service worker stores and says.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

import { Worker } from "./worker-stand-in.js";

const offlinePage = (open) => `<kept-pages data-says-open="${open}" data-says-mute="Sourdine" data-says-news="L&#39;heure">`;

test("a notice's buttons are in the language of the page that was opened last", async () => {
  const worker = new Worker();
  worker.pages = { "/": "Boards", "/app/offline": () => offlinePage(worker.language === "fr" ? "Ouvrir" : "Open") };
  await worker.open("/");
  await worker.push({ id: "1", title: "News" });
  worker.language = "fr";
  await worker.open("/");
  worker.isOnline = false;
  await worker.push({ id: "2" });
  assert.deepEqual(worker.shown.map(({ title, actions }) => [title, actions[0].title]), [["News", "Open"], ["L'heure", "Ouvrir"]]);
});

test("the offline page is requested once as long as the language stays", async () => {
  const worker = new Worker();
  worker.pages = { "/": "Boards", "/watches": "", "/app/offline": offlinePage("Open") };
  for (const path of ["/", "/watches", "/"]) await worker.open(path);
  assert.equal(worker.asked.filter((path) => path === "/app/offline").length, 1);
});

test("a notice is shown in English if nothing is stored", async () => {
  const worker = new Worker();
  worker.isOnline = false;
  await worker.push({});
  assert.deepEqual(worker.shown.map(({ title, actions }) => [title, ...actions.map((action) => action.title)]), [["Something has changed.", "Open", "Mute"]]);
});

const reminders = "/boards/guide/reminders";
const programme = (state) => `<h1>Film</h1><form action="${reminders}"></form> ${state}`;

// A worker that has stored a programme's page, the person's reminders and pages that have nothing to do with them.
async function withProgramme() {
  const worker = new Worker();
  worker.pages = {
    "/": "Boards", "/watches": "Watches", "/boards/visa": "Visa", [reminders]: "None", "/app/offline": "You’re offline",
    "/boards/guide/records/5": programme("not set"), "/boards/guide/records/6": programme("not set, the same series"), "/boards/guide/records/7": "The news",
  };
  for (const path of Object.keys(worker.pages)) await worker.open(path);
  Object.assign(worker.pages, {
    "/boards/guide/records/5": programme("set"), "/boards/guide/records/6": programme("set for the series"), [reminders]: "Film", "/watches": "Film",
  });
  worker.asked = [];
  return worker;
}

async function offline(worker, ...paths) {
  worker.isOnline = false;
  return Promise.all(paths.map(async (path) => /<main>(.*)<\/main>/.exec(await worker.open(path))[1]));
}

test("a person's reminders are shown offline", async () => {
  const worker = new Worker();
  worker.pages = { [reminders]: "Film", "/app/offline": "You’re offline" };
  await worker.tell({ keep: [reminders], isChanged: true });
  assert.deepEqual(await offline(worker, reminders), ["Film"]);
});

test("only pages that are shown offline are stored ahead, and others of earlier versions are dropped", async () => {
  const worker = new Worker();
  await worker.keepOther("/media");
  await worker.activate();
  assert.deepEqual(await worker.kept(), []);
  worker.pages = {
    "/": "Boards", "/boards/visa": "Visa", "/reader": "Reader", "/media": "Films", "/boards/fuel/alerts/new": "Alert", "/app/offline": "You’re offline",
  };
  await worker.tell({ keep: Object.keys(worker.pages) });
  assert.deepEqual(await worker.kept(), ["/", "/boards/visa"]);
  assert.deepEqual(await offline(worker, "/", "/boards/visa"), ["Boards", "Visa"]);
});

test("after a form of a script, the stored pages that show what it changed are renewed, and no others", async () => {
  const worker = await withProgramme();
  await worker.tell({ answered: ["https://tidings.example/boards/guide/records/5"], action: `https://tidings.example${reminders}` });
  assert.deepEqual(worker.asked, ["/boards/guide/records/5", reminders, "/watches", "/", "/boards/guide/records/6"]);
  assert.deepEqual(await offline(worker, "/boards/guide/records/5", "/boards/guide/records/6", reminders, "/watches"),
    [programme("set"), programme("set for the series"), "Film", "Film"]);
});

test("after a form of the browser, they are renewed once the answer is there", async () => {
  const worker = await withProgramme();
  await worker.post(reminders, "/boards/guide/records/5");
  assert.deepEqual(worker.asked, []);
  await worker.tell({ answered: [`https://tidings.example${reminders}`] });
  assert.deepEqual(await offline(worker, "/boards/guide/records/5", reminders, "/watches"), [programme("set"), "Film", "Film"]);
});

test("a page that can't be renewed after a form is removed, and lists are renewed later", async () => {
  const worker = await withProgramme();
  worker.isOnline = false;
  await worker.tell({ answered: ["https://tidings.example/boards/guide/records/5"], action: `https://tidings.example${reminders}` });
  assert.deepEqual(await worker.kept(), ["/", "/boards/guide/records/7", "/boards/visa", "/watches"]);
  worker.isOnline = true;
  await worker.tell({ answered: ["https://tidings.example/boards/visa"] });
  assert.deepEqual(await offline(worker, "/watches", "/boards/guide/records/5"), ["Film", "You’re offline"]);
});

test("a page that links a watch is renewed after a form of the watch", async () => {
  const worker = new Worker();
  worker.pages = { "/boards/visa": '<a href="/watches/3">Edit</a>', "/boards/contacts": '<a href="/watches/30">Edit</a>', "/app/offline": "" };
  for (const path of ["/boards/visa", "/boards/contacts"]) await worker.open(path);
  worker.pages["/boards/visa"] = worker.pages["/boards/contacts"] = "Tell me";
  await worker.post("/watches/3/remove", "/watches/3");
  await worker.tell({ answered: ["https://tidings.example/watches"] });
  assert.deepEqual(await offline(worker, "/boards/visa", "/boards/contacts"), ["Tell me", '<a href="/watches/30">Edit</a>']);
});

test("without a form nothing is requested again", async () => {
  const worker = await withProgramme();
  await worker.tell({ answered: ["https://tidings.example/boards/visa"] });
  assert.deepEqual(worker.asked, []);
});

// What else scripts send, and why no stored page shows it.
const sends = {
  "channel-line.js": "a test of a channel", "list-refresh.js": "reads a source", "live-lookup.js": "reads a source", "watch-editor.js": "a preview",
  "media-devices.js": "media", "media-server.js": "media", "push-device.js": "this device", "queue-push.js": "this device",
  "document-kept.js": "the place in a document",
  "queue-console.js": "live pages", "queue-kiosk.js": "live pages",
};

test("a script that sends a form reports its answer", () => {
  const folder = new URL("../../Sources/Serving/Assets/js/", import.meta.url);
  const scripts = readdirSync(folder).map((name) => [name, readFileSync(new URL(name, folder), "utf8")]);
  const silent = scripts.filter(([, text]) => /"(?:POST|PUT|PATCH|DELETE)"|\[_?method=post\]/.test(text) && !text.includes("reportAnswer(")).map(([name]) => name);
  assert.deepEqual(silent.sort(), Object.keys(sends).sort());
});
