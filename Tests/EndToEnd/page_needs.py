"""The style sheets and scripts that a page needs; each kind of page has a selection of them."""

import re

from patience import until
from test_every_page import shape


def kinds_of_pages(page, url: str, paths: list[str], below: str = "") -> set[tuple[str, ...]]:
    """The pages that links lead to, starting from these paths, each visited once."""
    waiting, seen = [*paths], set()
    while waiting:
        page.goto(url + waiting.pop(0))
        assert_lacks_nothing(page)
        for link in page.evaluate("[...document.querySelectorAll('main a[href]:not([download]), nav a[href]')].map((link) => link.getAttribute('href'))"):
            kind = shape(link.split("#")[0])
            if link.startswith("/") and link.startswith(below) and kind not in seen and not re.search(r"\.(json|csv|atom|vcf|opml)|/data$|/api/|/photo", link):
                seen.add(kind)
                waiting.append(link)
    return seen


def assert_lacks_nothing(page) -> None:
    # Elements with texts are defined once their words have loaded.
    undefined = lambda: page.evaluate("[...document.querySelectorAll(':not(:defined)')].map((element) => element.localName)")
    until(lambda: undefined() == [], lambda: f"{page.url}: {undefined()}")
    lacking = missing_rules(page)
    assert lacking == [], f"{page.url}: {lacking}"


def missing_rules(page) -> list[str]:
    """Selectors of rules that the page's own style sheet lacks and that would match something on it."""
    return page.evaluate(
        """async () => {
            const own = document.querySelector("link[rel=stylesheet]").href;
            const rules = async (address) => {
                const sheet = new CSSStyleSheet();
                sheet.replaceSync(await (await fetch(address)).text());
                const selectors = (list) => [...list].flatMap((rule) => [...(rule.selectorText ? [rule.selectorText] : []), ...(rule.cssRules ? selectors(rule.cssRules) : [])]);
                return selectors(sheet.cssRules);
            };
            const had = new Set(await rules(own));
            const missing = (await rules(own.replace(/pages\\/.*/, "css/app.css"))).filter((selector) => !had.has(selector));
            const bare = (selector) => selector.replace(/::[\\w-]+(\\([^)]*\\))?/g, "").replace(/:(hover|active|focus|focus-visible|focus-within|open|disabled|checked|popover-open)\\b/g, "");
            const matches = (selector) => { try { return document.querySelector(bare(selector)); } catch { return null; } };
            return missing.filter(matches);
        }"""
    )
