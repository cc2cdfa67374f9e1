// What the service worker stores and says.

import assert from "node:assert/strict";
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
