"""Every page, light and dark, on a phone and on a desktop, checked by axe-core's rules for WCAG 2.2 AA, and for what axe doesn't check."""

from pathlib import Path

import axe_playwright_python
import pytest

from conftest import DESK, PHONE, WELL_KNOWN

SHEET, ROW, MENU = ".row a", ".table th a[data-sheet]", ".account-menu summary"  # The controls that open something.
WATCHED = "/boards/contacts/records/2"
STRANGERS = [("/", None), ("/login", None), ("/boards/visa", None), ("/boards/contacts", None)]
PAGES = [
    ("/", None),
    ("/", MENU),
    ("/boards/visa", None),
    (f"/boards/visa?batch={WELL_KNOWN}", None),
    ("/boards/visa?batch=1", None),
    ("/boards/visa/changes", None),
    ("/boards/visa/health", None),
    ("/boards/contacts", None),
    ("/boards/contacts", SHEET),
    ("/boards/contacts?q=nobody", None),
    ("/boards/contacts/records/1", None),
    (WATCHED, None),
    ("/boards/market", None),
    ("/boards/market", ROW),
    ("/boards/market?sort=-price", None),
    ("/boards/market?q=nobody", None),
    ("/boards/market/records/1", None),
    ("/watches", None),
    ("/watches/1", None),
    ("/watches/new?board=visa", None),
    ("/notices", None),
    ("/notices/1", None),
    ("/notices/channels", None),
    ("/jobs", None),
    ("/new-board", None),
    ("/new-board/import", None),
    ("/new-board/own?name=market", None),
    ("/new-board/own/steps?name=market", None),
    ("/new-board/ready", None),
    ("/new-board/ready?q=no-such-board", None),
    ("/new-board/ready/board?name=earthquakes", None),
    ("/new-board/ready/board?name=github-releases", None),
    ("/reader", None),
    ("/reader/documents/1", None),
    ("/reader/mail", None),
    ("/reader/pronunciation", None),
    ("/account", None),
    ("/account/boards", None),
    ("/boards", None),
    ("/boards?q=no-such-board", None),
    ("/people", None),
    ("/server", None),
    ("/server/board", None),
    ("/server/board?name=contacts", None),
    ("/server/nodes", None),
    ("/people/audit", None),
    ("/api", None),
    ("/app/offline", None),
    ("/app/share?text=hello", None),
    ("/no-such-page", None),
]
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
COLOURS = ["color-contrast", "link-in-text-block"]
AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text()
# Rows whose differences from the three before them are only texts and values without a meaning to screen readers (addresses, names, …) are marked and
# skipped: a list has as many faults as it has kinds of rows.
MARK_ALIKE = """() => {
  const shape = (node) => {
    if (node.nodeType !== Node.ELEMENT_NODE) return node.nodeValue.trim() ? "text" : "";
    const counts = (name) => /^(class|type|role|style|tabindex|lang|dir)$|^aria-(?!label$|labelledby$|describedby$|controls$)/.test(name);
    const attributes = [...node.attributes].map(({ name, value }) => (counts(name) ? `${name}=${value}` : name)).sort();
    return `${node.localName} ${attributes}(${[...node.childNodes].map(shape).join()})`;
  };
  for (const list of document.querySelectorAll("ul, ol, dl, tbody, [role=list], [role=row]")) {
    const seen = new Map();
    for (const row of list.children) {
      const one = shape(row);
      seen.set(one, (seen.get(one) ?? 0) + 1);
      row.toggleAttribute("data-alike", seen.get(one) > 3);
    }
  }
}"""


def broken_rules(page, name: str) -> list[str]:
    """In light mode by every rule, then in dark mode by those about colours."""
    page.evaluate(AXE)
    page.evaluate(MARK_ALIKE)
    broken = []
    for scheme, rules in (("light", TAGS), ("dark", COLOURS)):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        found = page.evaluate("rules => axe.run({ exclude: '[data-alike]' }, { runOnly: rules, preload: false, resultTypes: ['violations'] })", rules)
        assert scheme == "dark" or len(found["passes"]) > 15, name
        for rule in found["violations"]:
            broken += [f"{name}, {scheme}: {rule['id']}: {node['target'][0]}: {node['failureSummary'].splitlines()[-1].strip()}" for node in rule["nodes"]]
    return broken + [f"{name}: {text}" for text in page.evaluate(OURS)]


@pytest.mark.parametrize("viewport", [PHONE, DESK], ids=["phone", "desk"])
@pytest.mark.parametrize("person", [None, "ada"], ids=["stranger", "administrator"])
def test_no_page_breaks_a_rule(settled, furnished, open_page, console, viewport, person):
    console.expected += ["status of 404", "Applying inline style"]  # axe tries its own styles.
    server = furnished if person else settled
    page = open_page(server.url, viewport, session=person and furnished.log_in(person), reduced_motion="reduce")
    if person:
        page.goto(server.url + WATCHED)
        if page.locator(".detail:not(.is-waiting) button.action").count():
            page.click(".detail:not(.is-waiting) button.action")
        page.wait_for_selector(".detail:not(.is-waiting) a.action.is-told")
    broken = []
    for path, opened in PAGES if person else STRANGERS:
        page.emulate_media(color_scheme="light", reduced_motion="reduce")
        page.goto(server.url + path)
        if opened:
            page.click(f"{opened} >> nth=0")
        if opened in (SHEET, ROW):
            page.wait_for_selector(".sheet .detail:not(.is-waiting)")
        page.evaluate("document.querySelectorAll('main details').forEach((part) => { part.open = true; })")
        broken += broken_rules(page, f"{path} {opened or ''}".strip())
    assert broken == [], "\n".join(broken)


FAULTS = """<p style="color: light-dark(#ddd, #333)">Too faint.</p><h4>Too deep</h4><input><img src="/static/none.png">
<button style="display: block; width: 8px; height: 8px; padding: 0; min-block-size: 0" aria-label="Too small"></button>"""


def test_a_fault_that_is_put_into_a_page_is_found(settled, open_page, console):
    console.expected += ["status of 404", "inline style"]
    page = open_page(settled.url)
    page.evaluate("(faults) => document.querySelector('main').insertAdjacentHTML('beforeend', faults)", FAULTS)
    # The page's policy forbids styles in its text, but not from a script.
    page.evaluate("() => document.querySelectorAll('main [style]').forEach((part) => { part.style.cssText = part.getAttribute('style'); })")
    found = "\n".join(broken_rules(page, "/"))
    for rule in ("light: color-contrast", "dark: color-contrast", "label", "image-alt", "a heading of level 4", "a target of 8 × 8"):
        assert rule in found, found


# One main heading (of the sheet, while one is open), no skipped level, one main landmark, a language; targets of 24 pixels or more (except inline
# links; a box is also ticked by its label); the keyboard order follows the order of the page.
OURS = """() => {
  const problems = [];
  const isSeen = (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const shown = document.querySelector("dialog:modal") ?? document;
  const levels = [...shown.querySelectorAll("h1, h2, h3, h4")].filter(isSeen).map(({ tagName }) => Number(tagName[1]));
  if (levels.filter((level) => level === 1).length !== 1) problems.push("not one main heading");
  levels.forEach((level, place) => { if (level > (levels[place - 1] ?? 0) + 1) problems.push(`a heading of level ${level} after ${levels[place - 1] ?? 0}`); });
  if (document.querySelectorAll("main").length !== 1) problems.push("not one main part");
  if (!document.documentElement.lang) problems.push("no language");
  for (const control of document.querySelectorAll("button, input:not([type=hidden]), select, summary, a[href]")) {
    if (!isSeen(control) || control.closest(".unseen, [hidden]") || control.classList.contains("unseen")) continue;
    const { width, height } = (control.closest("label") ?? control).getBoundingClientRect();
    // A map's pins are the rows of its list once more, which are large enough (WCAG 2.5.8, "equivalent").
    if (control.matches(".map-pin")) continue;
    const isInline = control.tagName === "A" && getComputedStyle(control).display === "inline";
    if (!isInline && (width < 24 || height < 24)) problems.push(`a target of ${width} × ${height}: ${control.outerHTML.slice(0, 80)}`);
    if (control.tabIndex > 0) problems.push(`a place in the keyboard's way out of order: ${control.outerHTML.slice(0, 80)}`);
  }
  return problems;
}"""
