"""Every page, light and dark, on a phone and at a desk, held against axe-core's rules for WCAG 2.2 AA, and against what it does not look at."""

from pathlib import Path

import pytest
import axe_playwright_python

from conftest import DESK, PHONE, WELL_KNOWN

PAGES = ["/", "/boards/visa", f"/boards/visa?batch={WELL_KNOWN}", "/boards/visa?batch=1", "/boards/contacts", "/app/offline", "/app/share?text=hello", "/no-such-page"]
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("viewport", [PHONE, DESK], ids=["phone", "desk"])
def test_no_page_breaks_a_rule(settled, open_page, console, viewport, scheme):
    console.expected += ["status of 404", "Applying inline style"]  # axe tries styles of its own.
    page = open_page(settled.url, viewport=viewport, color_scheme=scheme, reduced_motion="reduce")
    broken = []
    for path in PAGES:
        page.goto(settled.url + path)
        page.evaluate(AXE)
        found = page.evaluate("tags => axe.run({ runOnly: tags, preload: false, resultTypes: ['violations', 'passes'] })", TAGS)
        assert len(found["passes"]) > 15, path
        for rule in found["violations"]:
            broken += [f"{path}: {rule['id']}: {node['target'][0]}: {node['failureSummary'].splitlines()[-1].strip()}" for node in rule["nodes"]]
        broken += [f"{path}: {text}" for text in page.evaluate(OURS)]
    assert broken == [], "\n".join(broken)


# One main heading, no level left out, one main landmark, a language; targets of 24 pixels or more (inline links aside); the keyboard's way
# in the order of the page.
OURS = """() => {
  const problems = [];
  const isSeen = (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const levels = [...document.querySelectorAll("h1, h2, h3, h4")].filter(isSeen).map(({ tagName }) => Number(tagName[1]));
  if (levels.filter((level) => level === 1).length !== 1) problems.push("not one main heading");
  levels.forEach((level, place) => { if (level > (levels[place - 1] ?? 0) + 1) problems.push(`a heading of level ${level} after ${levels[place - 1] ?? 0}`); });
  if (document.querySelectorAll("main").length !== 1) problems.push("not one main part");
  if (!document.documentElement.lang) problems.push("no language");
  for (const control of document.querySelectorAll("button, input:not([type=hidden]), select, summary, a[href]")) {
    if (!isSeen(control) || control.closest(".unseen, [hidden]") || control.classList.contains("unseen")) continue;
    const { width, height } = control.getBoundingClientRect();
    const isInline = control.tagName === "A" && getComputedStyle(control).display === "inline";
    if (!isInline && (width < 24 || height < 24)) problems.push(`a target of ${width} × ${height}: ${control.outerHTML.slice(0, 80)}`);
    if (control.tabIndex > 0) problems.push(`a place in the keyboard's way out of order: ${control.outerHTML.slice(0, 80)}`);
  }
  return problems;
}"""
