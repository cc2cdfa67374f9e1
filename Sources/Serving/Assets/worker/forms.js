// After a form: stored pages that show what it changed are renewed. Those that can't be are removed, so that none shows how things were
// before.
//
// These are the page with the form, the pages at its address and of its answer, the lists of everything a person follows, and pages that
// name the form's address, because they have the same form or link to what it changed. The worker doesn't see the answers of forms; pages report them
// (js/service-worker.js).

// Their rows are those of their time, so they are kept if they can't be renewed.
const lists = ["", "watches", "notices"];
const mostRenewed = 20;
const mostNoted = 20;
let renewing = Promise.resolve();

// A form that the browser sends; the next page that it shows reports the answer.
async function noteForm({ url, referrer }) {
  const noted = (await memory.get("forms")) ?? [];
  await memory.set("forms", [...noted, { action: url, pages: [referrer] }].slice(-mostNoted));
}

// `pages`: the addresses of the page that reports it, and of the answer; `action`: the form's, if a script has sent it.
function formAnswered(pages, action) {
  renewing = renewing.then(async () => {
    const noted = (await memory.get("forms")) ?? [];
    const forms = [...noted, ...(action ? [{ action, pages: [] }] : [])].map((form) => ({ action: form.action, pages: [...form.pages, ...pages] }));
    if (forms.length === 0) return;
    await memory.set("forms", []);
    // What can't be reached now is renewed after the next page.
    if (!(await renewAfter(forms))) await memory.set("forms", forms.slice(-mostNoted));
  }).catch(() => {});
  return renewing;
}

// Returns whether the server could be reached.
async function renewAfter(forms) {
  const actions = forms.map(({ action }) => pathOf(action));
  const own = new Set([...forms.flatMap(({ pages }) => pages).filter(Boolean).map(pathOf), ...actions]);
  const isList = (address) => lists.includes(pathOf(address));
  let { age } = shelves.pages;
  let isReached = true;
  for (const [number, address] of (await affected(own, actions)).entries()) {
    const response = isReached && number < mostRenewed ? await requested(address) : undefined;
    if (response === undefined && number < mostRenewed) isReached = false;
    age = response ? await belongsTo(response, age) : age;
    // Everything was cleared meanwhile.
    if (age !== shelves.pages.age) return true;
    if (response && mayBeKept(response, "text/html")) await keepPage(address, response, age);
    else if (!isList(address)) await shelves.pages.drop([address]);
  }
  return isReached && (await renewDocuments(own, actions));
}

// The addresses of the stored pages that a form may have changed, the page with the form first.
async function affected(own, actions) {
  // The list's own address is on all pages that offer to watch something. A watch is shown where its page is linked.
  const names = actions.flatMap((action) => [action, /^watches\/\d+/.exec(action)?.[0]]).filter((name) => name && !lists.includes(name));
  const found = { own: [], lists: [], others: [] };
  for (const address of (await shelves.pages.addresses()).reverse()) {
    const path = pathOf(address);
    if (own.has(path)) found.own.push(address);
    else if (lists.includes(path)) found.lists.push(address);
    else if (names.length > 0 && (await isNaming(names, address))) found.others.push(address);
  }
  return [...found.own, ...found.lists, ...found.others];
}

// Every page names the addresses of the navigation, so only its main part counts.
async function isNaming(names, address) {
  const html = (await (await shelves.pages.peek(address))?.text()) ?? "";
  const main = html.slice(html.indexOf("<main"));
  return names.some((name) => ['"', "?", "#"].some((end) => main.includes(`="${new URL(inScope(name)).pathname}${end}`)));
}

async function requested(address) {
  const response = await fetch(address, { headers: { Accept: "text/html" }, cache: "no-cache" }).catch(() => undefined);
  return unreachable.includes(response?.status) ? undefined : response;
}

// The path below the app's; all of another site's address.
function pathOf(given) { return inScope(given).replace(registration.scope, "").split(/[?#]/)[0]; }
