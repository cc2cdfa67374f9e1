"""Posters, covers and plots from servers in place of The Movie Database, MusicBrainz and the Cover Art Archive: requested only if an administrator says
so, credited where they are shown, and removable."""

import json
import re
import shutil
import time
import urllib.error
import urllib.parse
import urllib.request

import pytest

from conftest import DESK, PHONE, wait_until
from page_needs import assert_lacks_nothing
from patience import PATIENCE, until
from publisher import Publisher, a_status
from test_accessibility import broken_rules
from test_media import Library, ffmpeg
from test_media_shelves import ask
from test_server_settings import saved

TOKEN = "made-up.read-token_of-the-tests"
GROUP = "0f9d6b7e-1111-4222-8333-0123456789ab"
NOTICE = "This product uses the TMDB API but is not endorsed or certified by TMDB."
FILMS = ["Kelp (2014).mp4", "Reef (1999)/Reef (1999).mp4", "Holidays.mp4", "Shoal (1998) [tmdbid-9].mp4", "Kelp Again (2015).mp4"]
EPISODE = "Shows/Harbour Light (2005)/Season 1/S01E01 - One.mp4"


class StandIn(Publisher):
    """Knows two films, a series and an album. Records the time of each request."""

    def __init__(self, folder, address: str = "127.0.0.1"):
        super().__init__(address)
        self.asked: list[tuple[float, str]] = []
        self.poster = folder / "poster.jpg"
        ffmpeg("-y", "-v", "error", "-f", "lavfi", "-i", "color=c=purple:size=500x750", "-frames:v", "1", self.poster)
        self.films = [{"id": 7, "title": "Kelp", "release_date": "2014-01-31", "overview": "Of the <b>sea</b>.", "poster_path": "/kelp.jpg"}]
        self.series = [{"id": 8, "name": "Harbour Light", "first_air_date": "2005-09-01", "overview": "By the sea.", "poster_path": None}]
        self.groups = [{"id": GROUP, "title": "Best", "first-release-date": "1984", "artist-credit": [{"name": "Ann"}]}]
        self.answers("/3/search/movie", lambda exchange: self.json(exchange, {"results": self.films, "total_results": len(self.films)}))
        self.answers("/3/search/tv", lambda exchange: self.json(exchange, {"results": self.series}))
        self.answers("/3/movie/9", lambda exchange: self.json(exchange, {"id": 9, "title": "Another name", "overview": "Of a shoal.", "poster_path": "/shoal.jpg"}))
        self.answers("/ws/release-group", lambda exchange: self.json(exchange, {"count": 1, "release-groups": self.groups}))
        for path in ("/t/kelp.jpg", "/t/shoal.jpg", f"/covers/release-group/{GROUP}/front-500"):
            self.answers(path, self._picture)

    def json(self, exchange, value: object) -> None:
        self.note(exchange)
        body = json.dumps(value).encode()
        exchange.head(content_type="application/json", content_length=len(body))
        exchange.body(body)

    def _picture(self, exchange) -> None:
        self.note(exchange)
        body = self.poster.read_bytes()
        exchange.head(content_type="image/jpeg", content_length=len(body))
        exchange.body(body)

    def note(self, exchange) -> None:
        self.asked.append((time.monotonic(), f"{exchange.request.path}?{urllib.parse.unquote_plus(exchange.request.query)}"))

    def settings(self) -> dict[str, str]:
        names = {"tmdb": "/3/", "tmdb-pictures": "/t/", "musicbrainz": "/ws/", "covers": "/covers/"}
        return {
            "TIDINGS_MEDIA_LOOK_UP_ADDRESSES": ",".join(f"{name}={self.url(path)}" for name, path in names.items()),
            "TIDINGS_ALLOW_HOSTS": self.host, "TIDINGS_REQUEST_SPACING": "0",
        }  # fmt: skip


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder, made = tmp_path_factory.mktemp("looked"), tmp_path_factory.mktemp("made")
    picture, sound = ["-f", "lavfi", "-i", "testsrc2=size=64x36:rate=5:duration=5"], ["-f", "lavfi", "-i", "sine=sample_rate=44100:duration=5"]
    ffmpeg("-v", "error", *picture, *sound, "-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", "-c:a", "aac", made / "film.mp4")
    for name in [*FILMS, EPISODE]:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(made / "film.mp4", folder / name)
    # It lacks nothing.
    ffmpeg("-v", "error", "-f", "lavfi", "-i", "color=c=teal:size=200x300", "-frames:v", "1", folder / "Reef (1999)/poster.jpg")
    (folder / "Reef (1999)/Reef (1999).nfo").write_text("<movie><title>Reef</title><year>1999</year><plot>Of a reef.</plot></movie>")
    tags = {"title": "Song", "artist": "Ann", "album_artist": "Ann", "album": "Best", "date": "1984"}
    words = [word for name, value in tags.items() for word in ("-metadata", f"{name}={value}")]
    ffmpeg("-v", "error", *sound, "-c:a", "libmp3lame", *words, folder / "best.mp3")
    return folder


@pytest.fixture
def stand_in(tmp_path):
    stand_in = StandIn(tmp_path)
    yield stand_in
    stand_in.close()


@pytest.fixture
def start(folder, tmp_path_factory):
    """A library whose server has these settings."""
    libraries = []

    def begin(settings: dict[str, str]) -> Library:
        library = Library(folder, tmp_path_factory.mktemp("looking"), settings)
        libraries.append(library)
        library.items(len(FILMS) + 2)
        return library

    yield begin
    for library in libraries:
        library.server.kill()


def works(library, kind: str) -> dict[str, dict]:
    return {work["title"]: work for work in library.ask(f"works?kind={kind}")["works"]}


def counted(library) -> int:
    return library.server.query("SELECT count(*) FROM media_look_ups")[0][0]


def everything(stand_in) -> dict[str, str]:
    return stand_in.settings() | {
        "TIDINGS_MEDIA_LOOK_UPS": "tmdb,musicbrainz", "TIDINGS_TMDB_KEY": TOKEN, "TIDINGS_USER_AGENT_CONTACT": "mailto:ada@home.example",
    }  # fmt: skip


# Kelp, Shoal, Kelp Again, Harbour Light, Best.
ASKED_ABOUT = 5


def test_nothing_leaves_the_house_unless_it_is_turned_on(start, stand_in):
    library = start(stand_in.settings() | {"TIDINGS_TMDB_KEY": TOKEN})
    until(lambda: works(library, "series"), library.server.log)
    ask(library, "POST", "scans", {})
    until(lambda: works(library, "film").keys() >= {"Kelp", "Reef", "Shoal"}, library.server.log)
    assert stand_in.requests == []
    assert counted(library) == 0
    assert all(work["foundAt"] is None for work in works(library, "film").values())


def test_what_is_missing_is_found_and_its_source_is_named(start, stand_in, open_page):
    library = start(everything(stand_in))
    until(lambda: counted(library) == ASKED_ABOUT, library.server.log)
    addresses = [address for _, address in stand_in.asked]
    assert sorted(address for address in addresses if "/search/" in address or "/movie/" in address) == [
        "/3/movie/9?", "/3/search/movie?include_adult=false&query=Kelp Again&year=2015", "/3/search/movie?include_adult=false&query=Kelp&year=2014",
        "/3/search/tv?first_air_date_year=2005&include_adult=false&query=Harbour Light",
    ]  # fmt: skip
    assert not any("Holidays" in address or "Reef" in address for address in addresses)
    keyed = {request.headers.get("authorization") for request in stand_in.requests if request.path.startswith("/3/")}
    others = {request.headers.get("authorization") for request in stand_in.requests if not request.path.startswith("/3/")}
    assert keyed == {f"Bearer {TOKEN}"}
    assert others == {None}
    assert all("+mailto:ada@home.example" in request.headers["user-agent"] for request in stand_in.requests)
    for prefix, least in ("/3/", 0.24), ("/ws/", 0.99), ("/covers/", 0.99):
        times = [moment for moment, address in stand_in.asked if address.startswith(prefix)]
        assert all(later - earlier >= least for earlier, later in zip(times, times[1:]))

    films = works(library, "film")
    assert (films["Kelp"]["foundAt"], films["Kelp"]["plot"]) == ("tmdb", "Of the <b>sea</b>.")
    # By its id, regardless of its title there.
    assert films["Shoal"]["plot"] == "Of a shoal."
    assert films["Shoal"]["title"] == "Shoal"
    # Another film with a similar title isn't a match.
    assert films["Kelp Again"]["foundAt"] is None
    assert films["Reef"]["foundAt"] is None
    assert works(library, "album")["Best"]["foundAt"] == "musicbrainz"

    session = library.server.log_in("ada")
    page = open_page(f"{library.server.url}/media?shelf=film", PHONE, session=session, reduced_motion="reduce")
    assert page.locator(f"img[src='/media/works/{films['Kelp']['id']}/art']").count() == 1
    page.goto(f"{library.server.url}/media/items/{library.items(1)['Kelp']['id']}")
    assert page.inner_text(".media-plot") == "Of the <b>sea</b>."
    assert page.get_attribute(".media-plot", "lang") == "en"
    assert page.inner_text(".media-credit") == f"Data from The Movie Database {NOTICE}"
    assert page.get_attribute(".media-credit a", "href") == "https://www.themoviedb.org/movie/7"
    page.locator(".media-about img").scroll_into_view_if_needed()
    wait_until(page, "document.querySelector('.media-about img').naturalWidth === 480")
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0
    # Local pictures and plots take precedence, and need no credit.
    page.goto(f"{library.server.url}/media/items/{library.items(1)['Reef']['id']}")
    assert page.inner_text(".media-plot") == "Of a reef."
    assert page.locator(".media-credit").count() == 0
    page.goto(f"{library.server.url}/media/works/{works(library, 'series')['Harbour Light (2005)']['id']}")
    assert page.inner_text(".media-plot") == "By the sea."
    assert page.get_attribute(".media-credit a", "href").endswith("/tv/8")
    page.goto(f"{library.server.url}/media/works/{works(library, 'album')['Best']['id']}")
    assert page.inner_text(".media-credit") == "Data from MusicBrainz · Cover Art Archive"
    assert page.get_attribute(".media-credit a", "href") == f"https://musicbrainz.org/release-group/{GROUP}"
    assert_lacks_nothing(page)
    assert broken_rules(page, "album") == []


def test_a_correction_has_it_asked_again(start, stand_in):
    library = start(everything(stand_in))
    until(lambda: counted(library) == ASKED_ABOUT, library.server.log)
    film = library.items(1)["Kelp Again"]["id"]
    count = len(stand_in.requests)
    stand_in.films = [{"id": 11, "title": "Kelp: The Return", "release_date": "2016-01-01", "overview": "Again."}]
    admin = library.server.run("person", "token", "ada", "--scopes", "read", "watch", "admin")
    assert ask(library, "PUT", f"items/{film}/correction", {"title": "Kelp: The Return", "year": 2016}, token=admin)[0] == 204
    until(lambda: works(library, "film").get("Kelp: The Return", {}).get("plot") == "Again.", library.server.log)
    assert len(stand_in.requests) == count + 1


@pytest.mark.parametrize("refusal", ["401 Unauthorized", "403 Forbidden"])
def test_a_refused_key_is_said_on_the_page_of_settings_and_never_shown(start, stand_in, open_page, console, refusal):
    # The page that waits for the next server sends requests while there is none, and the form is refused once.
    console.expected += ["Failed to load resource: net::ERR_", "Failed to load resource: the server responded with a status of 4"]
    for path in ("/3/search/movie", "/3/search/tv", "/3/movie/9"):
        stand_in.answers(path, a_status(refusal))
    library = start(stand_in.settings())
    page = open_page(f"{library.server.url}/server", DESK, session=library.server.log_in("ada"))
    page.select_option("[name=media-look-ups]", "tmdb")
    page.click("#media button:text-is('Save')")
    page.wait_for_selector("#field-tmdb-key-problem:has-text('Enter the key.')")
    page.fill("[name=tmdb-key]", TOKEN)
    saved(library.server, page, "media")
    until(lambda: library.server.query("SELECT count(*) FROM media_source_rests") == [(1,)], library.server.log)
    page.goto(f"{library.server.url}/server")
    page.wait_for_selector("#media [role=alert]:has-text('The Movie Database refused the key.')")
    assert page.input_value("[name=tmdb-key]") == ""
    assert TOKEN not in page.content()
    assert TOKEN not in library.server.log()
    # The same key isn't tried again, not even by the next server.
    library.server.restart()
    ask(library, "POST", "scans", {})
    assert len(stand_in.requests) == 1
    # Another key is. What it finds can be removed once it is off.
    stand_in.answers("/3/search/movie", lambda exchange: stand_in.json(exchange, {"results": stand_in.films}))
    stand_in.answers("/3/search/tv", lambda exchange: stand_in.json(exchange, {"results": stand_in.series}))
    stand_in.answers("/3/movie/9", lambda exchange: stand_in.json(exchange, {"id": 9, "poster_path": "/shoal.jpg"}))
    page.goto(f"{library.server.url}/server")
    page.fill("[name=tmdb-key]", f"{TOKEN}-2")
    saved(library.server, page, "media")
    until(lambda: counted(library) == ASKED_ABOUT - 1, library.server.log)
    page.select_option("[name=media-look-ups]", "")
    saved(library.server, page, "media")
    assert "tmdb" not in (library.server.data / "settings.json").read_text()
    pictures = library.server.data / "media-pictures"
    assert len(list(pictures.iterdir())) == 2
    page.wait_for_selector("#media .field-hint:has-text('3 titles have data from there.')")
    page.click("text=Remove fetched posters and plots")
    until(lambda: page.locator("text=Remove fetched posters and plots").count() == 0)
    assert counted(library) == 0
    assert list(pictures.iterdir()) == []
    assert all(work["foundAt"] is None for work in works(library, "film").values())


def test_members_neither_set_it_nor_remove_what_was_found(start, stand_in):
    library = start(everything(stand_in))
    until(lambda: counted(library) == ASKED_ABOUT, library.server.log)
    library.server.add_person("eve", "member")
    session = library.server.log_in("eve")
    headers = {"Cookie": f"{session['name']}={session['value']}", "Accept": "text/html", "Origin": library.server.url}

    def status(path: str, form: bytes | None = None) -> tuple[int, str]:
        try:
            with urllib.request.urlopen(urllib.request.Request(library.server.url + path, form, headers), timeout=PATIENCE) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode()

    headers["X-Form-Token"] = re.search('name="form-token" content="([^"]+)"', status("/media")[1])[1]
    assert status("/media/continue", b"")[0] == 200
    assert status("/server")[0] == 403
    assert status("/media/found", b"act=remove")[0] == 403
    assert counted(library) == ASKED_ABOUT


def test_what_a_source_may_do_to_us_ends_nothing(start, stand_in):
    """A poster without an end, an address inside the private network, a false response, and a pause for the other source."""

    def endless(exchange) -> None:
        stand_in.note(exchange)
        exchange.head(content_type="image/jpeg")
        for _ in range(100):
            exchange.body(b"\xff" * (1 << 20))

    inside = Publisher()
    stand_in.answers("/t/kelp.jpg", endless)
    stand_in.answers("/t/shoal.jpg", a_status("302 Found", location=inside.url("/secret.jpg")))
    stand_in.answers(f"/covers/release-group/{GROUP}/front-500", a_status("307 Temporary Redirect", location=inside.url("/secret.jpg")))
    stand_in.series = [{"id": {}, "name": ["Harbour Light"], "first_air_date": -1, "overview": 7}]
    library = start(everything(stand_in))
    until(lambda: counted(library) == ASKED_ABOUT, library.server.log)
    films = works(library, "film")
    assert films["Kelp"]["plot"] == "Of the <b>sea</b>."
    assert films["Shoal"]["plot"] == "Of a shoal."
    assert library.server.query("SELECT count(*) FROM media_look_ups WHERE picture IS NOT NULL") == [(0,)]
    assert inside.requests == []
    assert works(library, "series")["Harbour Light (2005)"]["plot"] is None
    inside.close()


def test_a_pause_that_is_asked_for_is_kept_by_the_next_server_too(start, stand_in, tmp_path):
    for path in ("/3/search/movie", "/3/search/tv", "/3/movie/9"):
        stand_in.answers(path, a_status("429 Too Many Requests", retry_after=3600))
    # On another host: a pause applies to a whole host.
    other = StandIn(tmp_path, "127.0.0.2")
    addresses = f"tmdb={stand_in.url('/3/')},tmdb-pictures={stand_in.url('/t/')},musicbrainz={other.url('/ws/')},covers={other.url('/covers/')}"
    hosts = {"TIDINGS_MEDIA_LOOK_UP_ADDRESSES": addresses, "TIDINGS_ALLOW_HOSTS": f"{stand_in.host},{other.host}"}
    library = start(everything(stand_in) | hosts)
    until(lambda: library.server.query("SELECT count(*) FROM media_source_rests") == [(1,)], library.server.log)
    # The other source continues.
    until(lambda: works(library, "album")["Best"]["foundAt"] == "musicbrainz", library.server.log)
    library.server.restart()
    ask(library, "POST", "scans", {})
    until(lambda: library.ask("items")["items"], library.server.log)
    assert len([request for request in stand_in.requests if request.path.startswith("/3/")]) == 1
    other.close()
