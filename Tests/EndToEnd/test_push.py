"""Push notices, end to end: what a push service receives, and what a browser does with it."""

import json

import pytest

from conftest import OUT_OF_REACH, WELL_KNOWN, until, wait_until
from publisher import a_file
from push_service import PushService
from test_app import open_page, push_until_shown, pushing, shown, wait_for_worker  # noqa: F401
from test_people import PASSWORD, log_in
from test_watch_pages import publish

CONTACT = "mailto:operator@tidings.example"


@pytest.fixture
def push_service(tmp_path):
    service = PushService(tmp_path)
    yield service
    service.close()


@pytest.fixture
def watched(serve, publisher, push_service, editions, tmp_path):
    """A server with an administrator that reads the first edition, sends push messages, and trusts the push service's own authority."""
    publisher.answers("/list.pdf", a_file(editions[0], etag='"first"'))
    file = tmp_path / "password"
    file.write_text(PASSWORD + "\n")
    settings = {
        "TIDINGS_ADMIN_PASSWORD_FILE": str(file), "TIDINGS_PUBLIC_BOARDS": "visa", "TIDINGS_PUSH_CONTACT": CONTACT,
        "TIDINGS_GATHER": "0", "TIDINGS_TRUST": f"127.0.0.1={push_service.authority}",
    }
    server = serve("--source", f"visa={publisher.url()}", "--allow-hosts", publisher.host, "--allow-hosts-for-channels", push_service.host, settings=settings)
    server.wait_until_read()
    return server


def somebody(server, open_page):
    """A page of the administrator."""
    page = open_page(f"{server.url}/login?next=/boards/visa?batch={WELL_KNOWN}")
    log_in(page)
    page.wait_for_url("**/boards/visa?batch=*")
    return page


def watch(page) -> None:
    """Watches the well-known number."""
    page.click("text=Tell me when it changes")
    page.wait_for_selector("text=Watching. You’ll see changes here.")


def subscribe(page, server, service, path="/push/one") -> int:
    """Subscribes like the page; returns the number of the channel."""
    service.key = page.request.get(f"{server.url}/app/push-key").json()["key"]
    answer = page.request.post(
        f"{server.url}/app/push-subscriptions", data=json.dumps({"subscription": service.subscription(path)}),
        headers={"Content-Type": "application/json", "Origin": server.url},
    )
    assert answer.status == 201, answer.text()
    return answer.json()["id"]


def test_a_push_service_knows_the_sender_and_the_browser_reads_the_notice(watched, publisher, push_service, editions, open_page):
    page = somebody(watched, open_page)
    subscribe(page, watched, push_service)
    watch(page)
    publish(page, watched, publisher, editions[1])
    assert push_service.wait_for(1), watched.log()
    assert push_service.failures == []
    [message] = push_service.taken
    assert message.path == "/push/one"
    assert message.claims["sub"] == CONTACT
    assert message.headers["content-encoding"] == "aes128gcm"
    assert int(message.headers["ttl"]) > 0
    assert WELL_KNOWN not in message.headers["topic"]
    assert len(message.headers["topic"]) <= 32
    notice = message.notice
    assert WELL_KNOWN in notice["title"]
    assert "Documents Requested" in notice["title"] + notice["body"]
    assert notice["board"] == "visa"
    assert notice["time"] > 0
    [(name,)] = watched.query("SELECT hex(identifier) FROM notices WHERE channel IS NOT NULL")
    assert notice["id"].replace("-", "").upper() == name


def test_what_was_refused_for_now_is_pushed_again_under_its_id_and_what_is_gone_never(
    watched, publisher, push_service, editions, open_page, console
):
    console.expected += OUT_OF_REACH
    page = somebody(watched, open_page)
    channel = subscribe(page, watched, push_service)
    watch(page)
    push_service.status = 503
    publish(page, watched, publisher, editions[1])
    assert push_service.wait_for(1), watched.log()
    push_service.status = 410
    # It waits a while before it tries again; here the time has come.
    until(lambda: watched.query("SELECT count(*) FROM notices WHERE channel IS NOT NULL AND attempts > 0") == [(1,)])
    watched.stop()
    watched.change("UPDATE notices SET next_attempt = 0, claimed = 0 WHERE channel IS NOT NULL")
    watched.start()
    assert push_service.wait_for(2), watched.log()
    assert push_service.failures == []
    assert push_service.taken[0].notice["id"] == push_service.taken[1].notice["id"]
    until(lambda: watched.query(f"SELECT gone FROM channels WHERE id = {channel}") == [(1,)])
    page.goto(f"{watched.url}/notices/channels")
    assert "gone" in page.inner_text("main").lower() or "no longer exists" in page.inner_text("main").lower()


def test_a_browser_that_subscribes_again_elsewhere_stays_the_same_device(watched, push_service, open_page):
    page = somebody(watched, open_page)
    subscribe(page, watched, push_service)
    answer = page.request.post(
        f"{watched.url}/app/push-subscriptions",
        data=json.dumps({"subscription": push_service.subscription("/push/two"), "replaces": push_service.origin + "/push/one"}),
        headers={"Content-Type": "application/json", "Origin": watched.url},
    )
    assert answer.status == 201
    # The address is sealed in the store, and its owner sees where it leads.
    data = json.loads(page.request.get(f"{watched.url}/account/data").text())
    [place] = [channel["to"] for channel in data["channels"] if channel["kind"] == "push"]
    assert "127.0.0.1" in place
    assert "/push/two" not in json.dumps(data)


# A browser's own subscription needs its maker's service, which no test can reach: here it is given one when it asks.
STAND_IN = """(given) => {
  let held = null;
  const subscription = { ...given, options: { applicationServerKey: null }, toJSON: () => given, unsubscribe: async () => { localStorage.removeItem("held"); return true; } };
  Object.defineProperty(PushManager.prototype, "getSubscription", { value: async () => (localStorage.getItem("held") ? subscription : null) });
  Object.defineProperty(PushManager.prototype, "subscribe", { value: async ({ applicationServerKey, userVisibleOnly }) => {
    if (!userVisibleOnly || !applicationServerKey) throw new Error("no key");
    localStorage.setItem("held", applicationServerKey);
    return subscription;
  } });
}"""


def test_one_tap_has_this_device_told_and_another_ends_it(watched, push_service, open_page):
    page = somebody(watched, open_page)
    watch(page)
    page.context.grant_permissions(["notifications"], origin=watched.url)
    page.context.add_init_script(f"({STAND_IN})({json.dumps(push_service.subscription())})")
    page.goto(f"{watched.url}/notices/channels")
    page.click("push-device button:has-text('Get notices here')")
    page.wait_for_selector("push-device:has-text('You get notices on this device.')")
    push_service.key = page.evaluate("localStorage.getItem('held')")
    assert len(watched.query("SELECT id FROM channels WHERE kind = 'push'")) == 1
    assert [json.loads(channels) for (channels,) in watched.query("SELECT channels FROM watches")] == [["push"]]
    page.click(".channel >> text=Send a test")
    page.wait_for_selector("text=Test delivered.")
    assert push_service.wait_for(1)
    assert push_service.failures == []
    page.click("push-device button:has-text('Stop notices here')")
    page.wait_for_selector("push-device:has-text('You don’t get notices on this device yet.')")
    assert watched.query("SELECT id FROM channels WHERE kind = 'push'") == []


def test_a_device_that_told_one_person_does_not_tell_the_next_unasked(watched, push_service, open_page):
    page = somebody(watched, open_page)
    page.context.grant_permissions(["notifications"], origin=watched.url)
    page.context.add_init_script(f"({STAND_IN})({json.dumps(push_service.subscription())})")
    page.goto(f"{watched.url}/notices/channels")
    page.click("push-device button:has-text('Get notices here')")
    page.wait_for_selector("push-device:has-text('You get notices on this device.')")
    key = page.evaluate("localStorage.getItem('held')")
    channels = "SELECT person FROM channels WHERE kind = 'push' ORDER BY person"
    assert len(watched.query(channels)) == 1
    # The first person's subscription ends with their session; the queue makes another for the next person.
    watched.add_person("bob")
    page.context.clear_cookies()
    page.context.add_cookies([watched.log_in("bob")])
    page.goto(f"{watched.url}/notices/channels")
    page.evaluate("(key) => localStorage.setItem('held', key)", key)
    page.evaluate("localStorage.setItem('push wanted', 'https://push.example/ended')")
    page.reload()
    page.wait_for_selector("push-device:has-text('You don’t get notices on this device yet.')")
    assert len(watched.query(channels)) == 1
    # A subscription stored without a name by an older version counts only if it is exactly the same.
    page.evaluate("localStorage.removeItem('push wanted by')")
    page.reload()
    page.wait_for_selector("push-device:has-text('You don’t get notices on this device yet.')")
    assert len(watched.query(channels)) == 1
    page.evaluate("localStorage.removeItem('held')")
    page.reload()
    page.wait_for_selector("push-device:has-text('You don’t get notices on this device yet.')")
    assert page.evaluate("localStorage.getItem('push wanted')") is None


# The worker's reaction to a click on a notification. Without a desktop there is no click, so its own handler is called with the shown notification.
CLICK = """async (action) => {
  const [notification] = await registration.getNotifications();
  const event = new NotificationEvent("notificationclick", { notification, action });
  const done = [];
  event.waitUntil = (promise) => done.push(promise);
  dispatchEvent(event);
  await Promise.allSettled(done);
}"""


def worker_of(page):
    until(lambda: page.wait_for_timeout(20) or page.context.service_workers)
    return page.context.service_workers[0]


def test_a_notification_opens_its_page_or_mutes_its_watch_and_the_icon_counts(watched, publisher, push_service, editions, open_page):
    page = somebody(watched, open_page)
    push = pushing(page, watched.url)
    page.context.grant_permissions(["notifications"], origin=watched.url)
    subscribe(page, watched, push_service)
    watch(page)
    worker = worker_of(page)
    worker.evaluate("delete URL.parse")  # Safari has it since 18.
    worker.evaluate("navigator.setAppBadge = async (count) => { self.badge = count }; navigator.clearAppBadge = async () => { self.badge = 0 }")
    publish(page, watched, publisher, editions[1])
    assert push_service.wait_for(1)
    assert push_service.failures == []
    [message] = push_service.taken
    # The push service's decrypted message is what the browser would have handed to the worker.
    link = f"{watched.url}/boards/visa?batch={WELL_KNOWN}"
    notice = json.dumps(message.notice | {"link": link})
    push_until_shown(page, push, notice)
    assert shown(page)[0]["title"] == message.notice["title"]
    until(lambda: worker.evaluate("self.badge") == 1)

    page.goto(f"{watched.url}/account")
    wait_for_worker(page)
    # Only a click lets a page come to the front; without one, only the attempt is visible.
    worker.evaluate("WindowClient.prototype.focus = async function () { return this }")
    with page.expect_navigation(url=link):
        worker.evaluate(CLICK, "open")
    wait_until(page, "(await (await navigator.serviceWorker.ready).getNotifications()).length === 0")

    push_until_shown(page, push, notice)
    worker.evaluate(CLICK, "mute")
    until(lambda: watched.query("SELECT muted FROM watches") == [(1,)])
    assert page.url == link
