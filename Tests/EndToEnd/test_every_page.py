"""Every page that a link leads to answers, fits the screen, and logs nothing in the browser's console. A member finds no link or button for others."""

import html
import re
import urllib.parse

from conftest import PHONE

UNLINKED = ["/api", "/boards", "/app/offline", "/app/share?text=hello", "/new-board/own/steps?name=market", "/server/nodes"]
PAGES = {  # The links must lead to these, by shape (except to those that nothing links to).
    "/", "/account", "/account/boards", "/boards/contacts", "/boards/contacts/records/N", "/boards/market", "/boards/market/records/N", "/boards/visa",
    "/boards/visa/changes", "/boards/visa/health", "/new-board", "/new-board/import", "/new-board/ready", "/new-board/ready/board",
    "/notices", "/notices/N", "/notices/channels", "/jobs", "/people", "/people/audit", "/reader",
    "/reader/documents/N", "/reader/mail", "/reader/pronunciation", "/server", "/server/board", "/server/nodes", "/watches",
    "/watches/N", "/watches/new",
}  # fmt: skip
NO_PAGE = re.compile(r"\.(atom|csv|ics|json|opml|svg|vcf|xml)$|/(data|photo|file)$")
# Buttons that remove something, and don't look like it.
TAME = """() => [...document.querySelectorAll("main button")]
    .filter(({ textContent, classList }) => /^(Remove|Delete|Revoke|Withdraw)\\b/.test(textContent.trim()) && !classList.contains("is-harsh"))
    .map(({ textContent }) => textContent.trim())"""
LIMIT = 150  # the limit on links of different shapes


def shape(address: str) -> tuple[str, ...]:
    """Two addresses of one shape lead to the same kind of page: they differ only in numbers and values."""
    parts = urllib.parse.urlsplit(address)
    return re.sub(r"/\d+", "/N", parts.path), *sorted(urllib.parse.parse_qs(parts.query))


def test_no_page_complains_in_the_console(furnished, open_page, console):
    page = open_page(furnished.url, PHONE, session=furnished.log_in("ada"), service_workers="allow")
    waiting = [furnished.url + path for path in ["/", *UNLINKED]]
    seen, visited = {shape(address) for address in waiting}, []
    while waiting:
        address = waiting.pop(0)
        if NO_PAGE.search(urllib.parse.urlsplit(address).path):
            answer = page.request.get(address)
            assert answer.ok, f"{address}: {answer.status}"
            assert "text/html" not in answer.headers["content-type"], f"{address}: {answer.status}"
            continue
        console.complaints.clear()
        answer = page.goto(address)
        assert answer.ok, f"{address}: {answer.status}"
        page.wait_for_load_state("load")
        assert console.complaints == [], address
        assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth"), address
        assert page.evaluate(TAME) == [], address
        visited.append(shape(address)[0])
        for link in page.evaluate("[...document.querySelectorAll('a[href]')].map(({ href }) => href.split('#')[0])"):
            if link.startswith(furnished.url) and shape(link) not in seen:
                seen.add(shape(link))
                waiting.append(link)
        assert len(seen) < LIMIT, seen
    assert set(visited) >= PAGES, PAGES - set(visited)


def test_no_link_or_button_leads_a_member_to_what_others_may_do(furnished, open_page):
    request = open_page(f"{furnished.url}/account", session=furnished.log_in("bob")).request
    waiting = [furnished.url + path for path in ["/", *UNLINKED] if not path.startswith(("/new-board/own/", "/server/"))]
    seen, acts = {shape(address) for address in waiting}, set()
    while waiting:
        address = waiting.pop(0)
        answer = request.get(address)
        assert answer.ok, f"{address}: {answer.status}"
        if "text/html" not in answer.headers["content-type"]:
            continue
        page = answer.text()
        acts |= {html.unescape(act).split("#")[0] for act in re.findall(r' (?:form)?action="(/[^"]*)"', page)}
        for link in re.findall(r'<a [^>]*?href="(/[^"]*)"', page):
            link = furnished.url + html.unescape(link).split("#")[0]
            if shape(link) not in seen:
                seen.add(shape(link))
                waiting.append(link)
        assert len(seen) < LIMIT, seen
    assert ("/new-board",) in seen
    # Without a form's token nothing is done. Access is decided first.
    for act in acts:
        answer = request.post(furnished.url + act)
        assert "Only an administrator" not in answer.text(), act
        assert "Only counter staff" not in answer.text(), act
