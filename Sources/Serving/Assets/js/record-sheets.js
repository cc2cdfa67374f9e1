// The sheets of a record (`record`) and of its picture (`picture`).
//
// A record first shows its row's data, then the server's response, one line of JSON for each step.

import { defineSheet } from "./sheets.js";

defineSheet("picture", {
  fill(sheet) {
    const picture = new Image();
    picture.alt = sheet.link?.getAttribute("aria-label") ?? "";
    picture.src = sheet.address;
    sheet.body.append(picture);
  },
});

defineSheet("record", {
  fill(sheet) {
    const article = document.createElement("article");
    article.className = "detail is-waiting";
    const row = sheet.link?.closest(".row");
    if (row) article.append(...asRowHas(row));
    sheet.body.append(article);
  },

  async load(sheet, signal) {
    sheet.note("waiting");
    const response = await fetch(sheet.address, { headers: { Accept: "application/x-ndjson, application/json" }, signal });
    if (!response.ok) return sheet.note("offline", (await response.json()).detail);
    for await (const line of lines(response.body)) show(sheet, JSON.parse(line).html);
  },
});

function asRowHas(row) {
  const head = element("header", "detail-head");
  const name = element("h1", "detail-name");
  name.append(...row.querySelector(".row-name").cloneNode(true).childNodes);
  head.append(row.querySelector(".face").cloneNode(true), name);
  const fields = element("dl", "detail-fields");
  for (const note of row.querySelectorAll(".row-note")) {
    const [pair, label, value] = [element("div"), element("dt"), element("dd")];
    const parts = note.cloneNode(true);
    label.append(...parts.querySelector(".row-label").childNodes);
    parts.querySelector(".row-label").remove();
    value.append(...parts.childNodes);
    pair.append(label, value);
    fields.append(pair);
  }
  return fields.childElementCount ? [head, fields] : [head];
}

// A picture that is already there stays, to avoid flickering.
function show(sheet, html) {
  const fresh = element("template");
  fresh.innerHTML = html;
  const [old, next] = [sheet.body.querySelector(".face img"), fresh.content.querySelector(".face img")];
  if (old && next && old.getAttribute("src") === next.getAttribute("src")) next.replaceWith(old);
  sheet.show(fresh.content);
}

function element(name, style = "") {
  const made = document.createElement(name);
  if (style) made.className = style;
  return made;
}

async function* lines(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    const pieces = (rest + value).split("\n");
    rest = pieces.pop();
    yield* pieces.filter(Boolean);
  }
  if (rest) yield rest;
}
