-- A database of Tidings 0.1.0: the tables of its own migrations, with rows that 0.2.0 wrote, in the columns of 0.1.0. Not edited.
BEGIN;
CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
INSERT INTO "grdb_migrations" ("identifier") VALUES ('1 feeds, fetches, changes, lookups');
INSERT INTO "grdb_migrations" ("identifier") VALUES ('2 people, watches, notices, health');
INSERT INTO "grdb_migrations" ("identifier") VALUES ('3 channels, the outbox by channel');
INSERT INTO "grdb_migrations" ("identifier") VALUES ('4 accounts');
INSERT INTO "grdb_migrations" ("identifier") VALUES ('5 what the answer to a fetch said of itself');
INSERT INTO "grdb_migrations" ("identifier") VALUES ('6 addresses to be confirmed');
INSERT INTO "grdb_migrations" ("identifier") VALUES ('7 watches follow their person');
INSERT INTO "grdb_migrations" ("identifier") VALUES ('8 feeds of notices');
INSERT INTO "grdb_migrations" ("identifier") VALUES ('9 bindings');
INSERT INTO "grdb_migrations" ("identifier") VALUES ('10 places');
INSERT INTO "grdb_migrations" ("identifier") VALUES ('11 geocodes');
INSERT INTO "grdb_migrations" ("identifier") VALUES ('12 price alerts');
INSERT INTO "grdb_migrations" ("identifier") VALUES ('13 queues');
INSERT INTO "grdb_migrations" ("identifier") VALUES ('14 queue words');
INSERT INTO "grdb_migrations" ("identifier") VALUES ('15 feeds that are watched together');
INSERT INTO "grdb_migrations" ("identifier") VALUES ('16 people behind audit lines and invitations, links to log in');
INSERT INTO "grdb_migrations" ("identifier") VALUES ('audit counts');
INSERT INTO "grdb_migrations" ("identifier") VALUES ('sealed addresses');
CREATE TABLE boards (
    name TEXT PRIMARY KEY,
    -- The fields as they were when the board's table was made, to see when they have changed.
    fields TEXT NOT NULL
) STRICT;
INSERT INTO "boards" ("name", "fields") VALUES ('fuel', 'price number'||char(10)||'name text'||char(10)||'brand text'||char(10)||'address text key'||char(10)||'suburb text key'||char(10)||'date date'||char(10)||'phone text'||char(10)||'hours text'||char(10)||'features list'||char(10)||'restrictions text'||char(10)||'position position key');
INSERT INTO "boards" ("name", "fields") VALUES ('prices', 'good text key'||char(10)||'price money');
CREATE TABLE feeds (
    id INTEGER PRIMARY KEY,
    board TEXT NOT NULL,
    url TEXT NOT NULL,
    etag TEXT,
    last_modified TEXT,
    -- Times are milliseconds since 1970, UTC.
    last_attempt INTEGER,
    last_success INTEGER,
    last_change INTEGER,
    due INTEGER,
    failure TEXT,
    failures INTEGER NOT NULL DEFAULT 0,
    records INTEGER NOT NULL DEFAULT 0, binding TEXT NOT NULL DEFAULT '{}', asked INTEGER,
    UNIQUE (board, url)
) STRICT;
INSERT INTO "feeds" ("id", "board", "url", "etag", "last_modified", "last_attempt", "last_success", "last_change", "due", "failure", "failures", "records", "binding", "asked") VALUES (1, 'fuel', 'http://source.example/fuel.xml', '"4049"', NULL, 1795420801724, 1795420801724, NULL, 1795475252502, NULL, 0, 7, '{"day":"today","product":"1"}', NULL);
INSERT INTO "feeds" ("id", "board", "url", "etag", "last_modified", "last_attempt", "last_success", "last_change", "due", "failure", "failures", "records", "binding", "asked") VALUES (3, 'prices', 'http://source.example/prices.csv', '"47"', NULL, 1795420802715, 1795420802715, 1795420802715, 1795424289399, NULL, 0, 3, '{}', NULL);
CREATE TABLE fetches (
    id INTEGER PRIMARY KEY,
    feed INTEGER NOT NULL REFERENCES feeds(id) ON DELETE CASCADE,
    began INTEGER NOT NULL,
    ended INTEGER NOT NULL,
    -- 'changed', 'same', 'unmodified' (304) or 'failed'
    outcome TEXT NOT NULL,
    detail TEXT,
    bytes INTEGER NOT NULL,
    etag TEXT
, last_modified TEXT) STRICT;
INSERT INTO "fetches" ("id", "feed", "began", "ended", "outcome", "detail", "bytes", "etag", "last_modified") VALUES (1, 1, 1795420799677, 1795420799709, 'changed', NULL, 4049, '"4049"', NULL);
INSERT INTO "fetches" ("id", "feed", "began", "ended", "outcome", "detail", "bytes", "etag", "last_modified") VALUES (3, 3, 1795420799680, 1795420800683, 'changed', NULL, 34, '"34"', NULL);
INSERT INTO "fetches" ("id", "feed", "began", "ended", "outcome", "detail", "bytes", "etag", "last_modified") VALUES (4, 1, 1795420801717, 1795420801724, 'same', NULL, 4049, '"4049"', NULL);
INSERT INTO "fetches" ("id", "feed", "began", "ended", "outcome", "detail", "bytes", "etag", "last_modified") VALUES (6, 3, 1795420802712, 1795420802715, 'changed', NULL, 47, '"47"', NULL);
CREATE TABLE changes (
    id INTEGER PRIMARY KEY,
    feed INTEGER NOT NULL REFERENCES feeds(id) ON DELETE CASCADE,
    -- No foreign key: a change outlives the log of fetches.
    fetch INTEGER NOT NULL,
    seen INTEGER NOT NULL,
    kind TEXT NOT NULL,
    key TEXT NOT NULL,
    -- The field that people are asked for, where the board asks.
    asked TEXT,
    -- JSON objects of the record's fields by name.
    before TEXT,
    after TEXT
) STRICT;
INSERT INTO "changes" ("id", "feed", "fetch", "seen", "kind", "key", "asked", "before", "after") VALUES (1, 3, 6, 1795420802715, 'appeared', 'Quinces', NULL, NULL, '{"good":"Quinces","price":"4.00 EUR"}');
INSERT INTO "changes" ("id", "feed", "fetch", "seen", "kind", "key", "asked", "before", "after") VALUES (2, 3, 6, 1795420802715, 'altered', 'Apples', NULL, '{"good":"Apples","price":"2.40 EUR"}', '{"good":"Apples","price":"2.20 EUR"}');
CREATE TABLE lookups (
    visitor TEXT NOT NULL,
    board TEXT NOT NULL,
    needle TEXT NOT NULL,
    asked INTEGER NOT NULL,
    PRIMARY KEY (visitor, board)
) STRICT, WITHOUT ROWID;
CREATE TABLE people (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL UNIQUE,
    created INTEGER NOT NULL
, role TEXT NOT NULL DEFAULT 'member', password TEXT, settings TEXT NOT NULL DEFAULT '{}', disabled INTEGER NOT NULL DEFAULT 0) STRICT;
INSERT INTO "people" ("id", "name", "created", "role", "password", "settings", "disabled") VALUES (1, 'Ada', 1795420800000, 'administrator', '$scrypt$ln=4,r=8,p=1$I5vjRA/8/XeT5C7FEVUhcA$tlTZkOTyqEJtMdl1JBNtoaV9JP0N0+sW7PuxDzBdoxI', '{"zone":"Europe\/Berlin","language":"de"}', 0);
INSERT INTO "people" ("id", "name", "created", "role", "password", "settings", "disabled") VALUES (2, 'Ben', 1795420800145, 'member', '$scrypt$ln=4,r=8,p=1$+T3DO13KirblNhsmR/6cYw$XpWcIMemyy1FaTBNUID3MnUEZ5ZqModHpaJIISUu/UY', '{}', 0);
INSERT INTO "people" ("id", "name", "created", "role", "password", "settings", "disabled") VALUES (3, 'Cleo', 1795420800243, 'member', '$scrypt$ln=4,r=8,p=1$ebGElYnDXvla8sKpKvjJiQ$55CHX7C8jyuZF5w+hbdsJ8G3rnrDegyrckZ2A1aidR8', '{}', 0);
CREATE TABLE watches (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    person INTEGER NOT NULL REFERENCES people(id) ON DELETE CASCADE,
    board TEXT NOT NULL,
    feed INTEGER NOT NULL REFERENCES feeds(id) ON DELETE CASCADE,
    -- JSON, as the API takes it (Docs/Watches.md).
    condition TEXT NOT NULL,
    -- A JSON array of the names of channels.
    channels TEXT NOT NULL,
    -- Seconds since midnight in a zone; null if there are no quiet hours.
    quiet_from INTEGER,
    quiet_to INTEGER,
    quiet_zone TEXT,
    digest TEXT NOT NULL,
    muted INTEGER NOT NULL,
    created INTEGER NOT NULL
, daily_at INTEGER) STRICT;
INSERT INTO "watches" ("id", "person", "board", "feed", "condition", "channels", "quiet_from", "quiet_to", "quiet_zone", "digest", "muted", "created", "daily_at") VALUES (1, 1, 'prices', 3, '{"equals":"Apples","field":"good"}', '["phone"]', 79200, 25200, 'Europe/Berlin', 'daily', 0, 1795420800851, 27000);
INSERT INTO "watches" ("id", "person", "board", "feed", "condition", "channels", "quiet_from", "quiet_to", "quiet_zone", "digest", "muted", "created", "daily_at") VALUES (2, 1, 'prices', 3, '{"all":[]}', '[]', NULL, NULL, NULL, 'at-once', 0, 1795420801039, NULL);
CREATE TABLE feed_health (
    feed INTEGER PRIMARY KEY REFERENCES feeds(id) ON DELETE CASCADE,
    state TEXT NOT NULL
) STRICT;
INSERT INTO "feed_health" ("feed", "state") VALUES (1, '{"standing":[],"failures":{"count":0,"since":0},"empties":{"count":0,"since":0},"unreadables":{},"filledRuns":{"address":2,"brand":0,"date":2,"features":0,"hours":0,"name":2,"phone":0,"position":0,"price":0,"restrictions":0,"suburb":2},"missing":{},"gaps":[]}');
INSERT INTO "feed_health" ("feed", "state") VALUES (3, '{"standing":[],"failures":{"count":0,"since":0},"empties":{"count":0,"since":0},"unreadables":{},"filledRuns":{"good":2,"price":2},"missing":{},"gaps":[],"lastChange":1795420802715}');
CREATE TABLE channels (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    person INTEGER NOT NULL REFERENCES people(id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    -- 'push', 'email', 'webhook', 'ntfy'
    kind TEXT NOT NULL,
    -- JSON, as the notifier of that kind reads it. A secret.
    address TEXT NOT NULL,
    created INTEGER NOT NULL,
    last_delivered INTEGER,
    -- Why the last attempt failed; null if it did not.
    failure TEXT,
    -- The address is no more.
    gone INTEGER NOT NULL DEFAULT 0, mark TEXT,
    UNIQUE (person, name)
) STRICT;
INSERT INTO "channels" ("id", "person", "name", "kind", "address", "created", "last_delivered", "failure", "gone", "mark") VALUES (1, 1, 'phone', 'ntfy', 'sealed:1fde0e2d:OXIwScXEecLzIArohmrr2fwd2RCaxuZ5oQetqR17bBvNH6MPd82NdUD7ix5UoMFXq1d32l/JBCnowGxVWlwDEPkDFW18uccy0kv6', 1795420800554, NULL, NULL, 0, '36dedc249d7755225bf76c3823a46a20b84f1c0758ae56b5792406d3e7498f20');
CREATE TABLE notices_seen (
    person INTEGER PRIMARY KEY REFERENCES people(id) ON DELETE CASCADE,
    notice INTEGER NOT NULL,
    at INTEGER NOT NULL
) STRICT;
CREATE TABLE notices (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    -- What receivers tell repeats by.
    identifier BLOB NOT NULL DEFAULT (randomblob(16)),
    person INTEGER NOT NULL REFERENCES people(id) ON DELETE CASCADE,
    -- Null for the person's own list, 'app'.
    channel INTEGER REFERENCES channels(id) ON DELETE CASCADE,
    -- That of the channel.
    kind TEXT,
    -- Null for a digest, which gathers from all of the person's feeds.
    feed INTEGER REFERENCES feeds(id) ON DELETE CASCADE,
    -- Null for a digest, and for what is said of a feed's health.
    watch INTEGER REFERENCES watches(id) ON DELETE SET NULL,
    -- What is said of the feed's health; null where it tells of changes.
    health TEXT,
    created INTEGER NOT NULL,
    -- When it was to be sent first; later changes join it until then.
    due INTEGER NOT NULL,
    -- 'waiting', 'sent' or 'failed', which is given up
    state TEXT NOT NULL DEFAULT 'waiting',
    attempts INTEGER NOT NULL DEFAULT 0,
    -- Somebody is sending it, or died while they did; next_attempt is the end of their lease.
    claimed INTEGER NOT NULL DEFAULT 0,
    next_attempt INTEGER NOT NULL,
    ended INTEGER,
    failure TEXT
, alert INTEGER REFERENCES price_alerts(id) ON DELETE SET NULL, news TEXT) STRICT;
INSERT INTO "notices" ("id", "identifier", "person", "channel", "kind", "feed", "watch", "health", "created", "due", "state", "attempts", "claimed", "next_attempt", "ended", "failure", "alert", "news") VALUES (1, X'4aefbe3c28e1434c89e0a8c71dbb3908', 1, NULL, NULL, 3, 1, NULL, 1795420802715, 1795420802715, 'sent', 0, 0, 1795420802715, 1795420802715, NULL, NULL, NULL);
INSERT INTO "notices" ("id", "identifier", "person", "channel", "kind", "feed", "watch", "health", "created", "due", "state", "attempts", "claimed", "next_attempt", "ended", "failure", "alert", "news") VALUES (2, X'387d88a1950646cfbc46e7b6e8524e5f', 1, NULL, NULL, 3, 2, NULL, 1795420802715, 1795420802715, 'sent', 0, 0, 1795420802715, 1795420802715, NULL, NULL, NULL);
INSERT INTO "notices" ("id", "identifier", "person", "channel", "kind", "feed", "watch", "health", "created", "due", "state", "attempts", "claimed", "next_attempt", "ended", "failure", "alert", "news") VALUES (3, X'a5d253d0bd8241f4b660d11bfe534552', 1, 1, 'ntfy', NULL, NULL, NULL, 1795420802715, 1795505685997, 'waiting', 0, 0, 1795505685997, NULL, NULL, NULL, NULL);
CREATE TABLE notice_changes (
    change INTEGER NOT NULL REFERENCES changes(id) ON DELETE CASCADE,
    person INTEGER NOT NULL,
    channel INTEGER NOT NULL,
    notice INTEGER NOT NULL REFERENCES notices(id) ON DELETE CASCADE,
    watch INTEGER NOT NULL,
    PRIMARY KEY (change, person, channel)
) STRICT, WITHOUT ROWID;
INSERT INTO "notice_changes" ("change", "person", "channel", "notice", "watch") VALUES (1, 1, 0, 2, 2);
INSERT INTO "notice_changes" ("change", "person", "channel", "notice", "watch") VALUES (2, 1, 0, 1, 1);
INSERT INTO "notice_changes" ("change", "person", "channel", "notice", "watch") VALUES (2, 1, 1, 3, 1);
CREATE TABLE watch_log (
    version INTEGER PRIMARY KEY AUTOINCREMENT,
    feed INTEGER NOT NULL,
    watch INTEGER NOT NULL
) STRICT;
INSERT INTO "watch_log" ("version", "feed", "watch") VALUES (1, 3, 1);
INSERT INTO "watch_log" ("version", "feed", "watch") VALUES (2, 3, 2);
CREATE TABLE sessions (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    hash BLOB NOT NULL UNIQUE,
    person INTEGER NOT NULL REFERENCES people(id) ON DELETE CASCADE,
    created INTEGER NOT NULL,
    -- To the hour.
    last_seen INTEGER NOT NULL,
    expires INTEGER NOT NULL,
    agent TEXT NOT NULL,
    address TEXT NOT NULL
) STRICT;
CREATE TABLE tokens (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    hash BLOB NOT NULL UNIQUE,
    person INTEGER NOT NULL REFERENCES people(id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    -- With blanks between them.
    scopes TEXT NOT NULL,
    created INTEGER NOT NULL,
    -- To the hour.
    last_used INTEGER,
    expires INTEGER
) STRICT;
INSERT INTO "tokens" ("id", "hash", "person", "name", "scopes", "created", "last_used", "expires") VALUES (1, X'c077857dcb0e69a5ff5ae4c4102d713aed0f264600c5277c56850302aeb90756', 1, 'phone', 'admin read watch', 1795420800322, 1795420800450, NULL);
CREATE TABLE invitations (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    hash BLOB NOT NULL UNIQUE,
    role TEXT NOT NULL,
    -- For whom, as the one who invites calls them.
    note TEXT NOT NULL,
    created INTEGER NOT NULL,
    expires INTEGER NOT NULL
, person INTEGER REFERENCES people(id) ON DELETE CASCADE) STRICT;
INSERT INTO "invitations" ("id", "hash", "role", "note", "created", "expires", "person") VALUES (1, X'f47130bea067a9959165a31bdaba3ca61a849f14bae5eb397c7ca3875b57ad89', 'member', 'for Dora', 1795420800412, 1796025600412, NULL);
CREATE TABLE failed_logins (
    -- SHA-256 of the name that was typed, which may be a password by mistake.
    account BLOB NOT NULL,
    network TEXT NOT NULL,
    failures INTEGER NOT NULL,
    last INTEGER NOT NULL,
    PRIMARY KEY (account, network)
) STRICT, WITHOUT ROWID;
CREATE TABLE audit (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    at INTEGER NOT NULL,
    -- Their name then; it outlives the account.
    who TEXT NOT NULL,
    action TEXT NOT NULL,
    detail TEXT NOT NULL,
    address TEXT NOT NULL
, person INTEGER REFERENCES people(id) ON DELETE SET NULL, count INTEGER NOT NULL DEFAULT 1) STRICT;
INSERT INTO "audit" ("id", "at", "who", "action", "detail", "address", "person", "count") VALUES (1, 1795420800016, 'command line', 'person added', 'Ada, administrator', '', NULL, 1);
INSERT INTO "audit" ("id", "at", "who", "action", "detail", "address", "person", "count") VALUES (2, 1795420800157, 'command line', 'person added', 'Ben, member', '', NULL, 1);
INSERT INTO "audit" ("id", "at", "who", "action", "detail", "address", "person", "count") VALUES (3, 1795420800245, 'command line', 'person added', 'Cleo, member', '', NULL, 1);
INSERT INTO "audit" ("id", "at", "who", "action", "detail", "address", "person", "count") VALUES (4, 1795420800322, 'command line', 'token created', 'Ada: phone', '', NULL, 1);
INSERT INTO "audit" ("id", "at", "who", "action", "detail", "address", "person", "count") VALUES (5, 1795420800420, 'command line', 'invited', 'member for Dora', '', NULL, 1);
CREATE TABLE channel_confirmations (
    token TEXT PRIMARY KEY,
    person INTEGER NOT NULL REFERENCES people(id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    kind TEXT NOT NULL,
    -- JSON, as the notifier of that kind reads it.
    address TEXT NOT NULL,
    created INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE notice_feeds (
    person INTEGER PRIMARY KEY REFERENCES people(id) ON DELETE CASCADE,
    hash BLOB NOT NULL UNIQUE,
    created INTEGER NOT NULL
) STRICT;
INSERT INTO "notice_feeds" ("person", "hash", "created") VALUES (1, X'09709ad811cd0d96e7815b27e51e3aebaf1ff3745001f67b8f6094e513653914', 1795420801277);
CREATE TABLE station_positions (
    board TEXT NOT NULL,
    -- Ten-thousandths of a degree, some ten metres: what is found there again is the same station.
    north INTEGER NOT NULL,
    east INTEGER NOT NULL,
    -- As the source writes it.
    suburb TEXT NOT NULL,
    -- To the day.
    seen INTEGER NOT NULL,
    PRIMARY KEY (board, north, east)
) STRICT, WITHOUT ROWID;
INSERT INTO "station_positions" ("board", "north", "east", "suburb", "seen") VALUES ('fuel', -322154, 1160080, 'ALDERSYDE', 1795420799709);
INSERT INTO "station_positions" ("board", "north", "east", "suburb", "seen") VALUES ('fuel', -319722, 1159188, 'TUART BAY', 1795420799709);
INSERT INTO "station_positions" ("board", "north", "east", "suburb", "seen") VALUES ('fuel', -319721, 1159189, 'TUART BAY', 1795420799709);
INSERT INTO "station_positions" ("board", "north", "east", "suburb", "seen") VALUES ('fuel', -319412, 1159530, 'MARRI PARK', 1795420799709);
INSERT INTO "station_positions" ("board", "north", "east", "suburb", "seen") VALUES ('fuel', -318500, 1158000, 'O''HARA', 1795420799709);
CREATE TABLE geocodes (
    -- What was asked, folded: address, countries, what is preferred.
    key TEXT PRIMARY KEY,
    address TEXT NOT NULL,
    -- 'found', 'unknown', 'refused' (the answer cannot be), 'unreadable', 'failed'
    outcome TEXT NOT NULL,
    -- Degrees; null but for what was found.
    latitude REAL,
    longitude REAL,
    -- What the service calls it.
    label TEXT,
    -- Why there is no position.
    detail TEXT,
    service TEXT NOT NULL,
    attribution TEXT,
    asked INTEGER NOT NULL,
    -- When it may be asked anew; null: never.
    expires INTEGER
) STRICT, WITHOUT ROWID;
CREATE TABLE geocode_traffic (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    service TEXT,
    -- Of the last request; one that has not ended is under way, or its process has.
    began INTEGER,
    ended INTEGER,
    paused_until INTEGER,
    failures INTEGER NOT NULL DEFAULT 0,
    trouble TEXT
) STRICT;
INSERT INTO "geocode_traffic" ("id", "service", "began", "ended", "paused_until", "failures", "trouble") VALUES (1, NULL, NULL, NULL, NULL, 0, NULL);
CREATE TABLE price_alerts (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    person INTEGER NOT NULL REFERENCES people(id) ON DELETE CASCADE,
    board TEXT NOT NULL,
    -- JSON: fuel, where, when, by which channels.
    settings TEXT NOT NULL,
    -- JSON: what was told; null while nothing was looked at.
    state TEXT,
    muted INTEGER NOT NULL DEFAULT 0,
    created INTEGER NOT NULL,
    -- Since when it tells what it tells.
    since INTEGER NOT NULL,
    -- Another with every alteration, also of the state.
    version INTEGER NOT NULL DEFAULT 1
) STRICT;
INSERT INTO "price_alerts" ("id", "person", "board", "settings", "state", "muted", "created", "since", "version") VALUES (1, 1, 'fuel', '{"channels":["phone"],"given":{},"rule":{"below":{"price":150}},"scope":{"around":{"place":{"kilometres":5,"latitude":-31.95,"longitude":115.86,"name":"Perth"}}}}', NULL, 0, 1795420801236, 1795420801236, 1);
CREATE TABLE queues (
    name TEXT PRIMARY KEY,
    board TEXT NOT NULL,
    -- Numbers begin at 1 with each day, which counts up.
    day INTEGER NOT NULL,
    began INTEGER NOT NULL,
    -- The next number. It never goes back within a day.
    next INTEGER NOT NULL,
    -- JSON: what staff have set.
    settings TEXT NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO "queues" ("name", "board", "day", "began", "next", "settings") VALUES ('main', 'queue', 1, 1795420799468, 4, '{"closedCounters":[],"isLate":false,"kiosks":[],"naming":{"edition":0}}');
CREATE TABLE queue_days (
    queue TEXT NOT NULL,
    day INTEGER NOT NULL,
    began INTEGER NOT NULL,
    PRIMARY KEY (queue, day)
) STRICT, WITHOUT ROWID;
INSERT INTO "queue_days" ("queue", "day", "began") VALUES ('main', 1, 1795420799468);
CREATE TABLE queue_spans (
    queue TEXT NOT NULL,
    day INTEGER NOT NULL,
    first INTEGER NOT NULL,
    last INTEGER NOT NULL,
    joined INTEGER NOT NULL,
    PRIMARY KEY (queue, day, first)
) STRICT, WITHOUT ROWID;
INSERT INTO "queue_spans" ("queue", "day", "first", "last", "joined") VALUES ('main', 1, 2, 2, 1795420801997);
INSERT INTO "queue_spans" ("queue", "day", "first", "last", "joined") VALUES ('main', 1, 3, 3, 1795420802997);
CREATE TABLE queue_tickets (
    id INTEGER PRIMARY KEY,
    queue TEXT NOT NULL,
    day INTEGER NOT NULL,
    number INTEGER NOT NULL,
    label TEXT NOT NULL,
    -- The queue in which it waits, or ended.
    line TEXT NOT NULL,
    place INTEGER NOT NULL,
    state TEXT NOT NULL,
    -- JSON: names of the services still wanted.
    services TEXT NOT NULL,
    counter TEXT,
    calls INTEGER NOT NULL,
    joined INTEGER NOT NULL,
    called INTEGER,
    ended INTEGER,
    not_before INTEGER,
    -- SHA-256 of the key of the device.
    device TEXT,
    -- JSON: what the guest said; null when there is nothing, or it was erased.
    guest TEXT,
    -- No number twice, whatever the program does.
    UNIQUE (queue, day, number)
) STRICT;
INSERT INTO "queue_tickets" ("id", "queue", "day", "number", "label", "line", "place", "state", "services", "counter", "calls", "joined", "called", "ended", "not_before", "device", "guest") VALUES (1, 'main', 1, 1, '1', 'main', 1048576, 'called', '[]', '1', 1, 1795420801997, 1795420803043, NULL, NULL, NULL, NULL);
CREATE TABLE queue_blocks (
    queue TEXT NOT NULL,
    day INTEGER NOT NULL,
    first INTEGER NOT NULL,
    last INTEGER NOT NULL,
    kiosk TEXT NOT NULL,
    reserved INTEGER NOT NULL,
    PRIMARY KEY (queue, day, first)
) STRICT, WITHOUT ROWID;
CREATE TABLE queue_acts (
    id INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    queue TEXT NOT NULL,
    day INTEGER NOT NULL,
    act TEXT NOT NULL,
    ticket INTEGER,
    label TEXT,
    counter TEXT,
    -- 'guest', 'clerk', 'kiosk' or 'program'
    actor TEXT NOT NULL,
    person INTEGER,
    name TEXT,
    detail TEXT
) STRICT;
INSERT INTO "queue_acts" ("id", "at", "queue", "day", "act", "ticket", "label", "counter", "actor", "person", "name", "detail") VALUES (1, 1795420803043, 'main', 1, 'call', 1, '1', '1', 'clerk', 3, NULL, NULL);
CREATE TABLE queue_listeners (
    id INTEGER PRIMARY KEY,
    ticket INTEGER NOT NULL REFERENCES queue_tickets(id) ON DELETE CASCADE,
    queue TEXT NOT NULL,
    endpoint TEXT NOT NULL,
    -- JSON: a subscription.
    address TEXT NOT NULL,
    language TEXT NOT NULL,
    page TEXT NOT NULL,
    -- Told once when so many are ahead, or fewer.
    ahead INTEGER NOT NULL,
    -- 1: that was told, or was so already when they asked.
    was_near INTEGER NOT NULL,
    UNIQUE (ticket, endpoint)
) STRICT;
CREATE TABLE queue_words (
    id INTEGER PRIMARY KEY,
    identifier TEXT NOT NULL,
    listener INTEGER NOT NULL REFERENCES queue_listeners(id) ON DELETE CASCADE,
    -- 'near', 'turn' or 'again'
    kind TEXT NOT NULL,
    ahead INTEGER,
    counter TEXT,
    made INTEGER NOT NULL,
    -- 'waiting', 'sending', 'sent', 'failed', or 'late': it was no longer true
    state TEXT NOT NULL DEFAULT 'waiting',
    attempts INTEGER NOT NULL DEFAULT 0,
    next_attempt INTEGER NOT NULL,
    failure TEXT
) STRICT;
CREATE TABLE feed_leads (
    feed INTEGER PRIMARY KEY REFERENCES feeds(id) ON DELETE CASCADE,
    lead INTEGER NOT NULL REFERENCES feeds(id) ON DELETE CASCADE
) STRICT;
INSERT INTO "feed_leads" ("feed", "lead") VALUES (1, 1);
CREATE TABLE login_links (
    hash BLOB PRIMARY KEY,
    person INTEGER NOT NULL REFERENCES people(id) ON DELETE CASCADE,
    expires INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE sealed_secrets (is_complete INTEGER NOT NULL) STRICT;
INSERT INTO "sealed_secrets" ("is_complete") VALUES (1);
CREATE TABLE "board_fuel" (
    _id INTEGER PRIMARY KEY, _feed INTEGER NOT NULL REFERENCES feeds(id) ON DELETE CASCADE,
    _position INTEGER NOT NULL, _since INTEGER NOT NULL, "price" REAL, "name" TEXT, "brand" TEXT, "address" TEXT, "suburb" TEXT, "date" TEXT, "phone" TEXT, "hours" TEXT, "features" TEXT, "restrictions" TEXT, "position" TEXT
) STRICT;
INSERT INTO "board_fuel" ("_id", "_feed", "_position", "_since", "price", "name", "brand", "address", "suburb", "date", "phone", "hours", "features", "restrictions", "position") VALUES (1, 1, 0, 1795420799709, 172.9, 'United Aldersyde', 'United', '801 Wandoo Hwy', 'ALDERSYDE', '2026-03-07', '0450 555 081', NULL, NULL, NULL, '-32.2154436,116.0080304');
INSERT INTO "board_fuel" ("_id", "_feed", "_position", "_since", "price", "name", "brand", "address", "suburb", "date", "phone", "hours", "features", "restrictions", "position") VALUES (2, 1, 1, 1795420799709, 173.5, 'Costco Marri Park', 'Costco', '12 Bilby Rd', 'MARRI PARK', '2026-03-07', NULL, NULL, '["Unmanned Station"]', 'Members only', '-31.94120055,115.9530127');
INSERT INTO "board_fuel" ("_id", "_feed", "_position", "_since", "price", "name", "brand", "address", "suburb", "date", "phone", "hours", "features", "restrictions", "position") VALUES (3, 1, 2, 1795420799709, 179.7, '7-Eleven Tuart Bay', '7-Eleven', '44 Heron St (Cnr Osprey Rd)', 'TUART BAY', '2026-03-07', '(08) 5550 0047', '24 hours', NULL, NULL, '-31.972129,115.918857');
INSERT INTO "board_fuel" ("_id", "_feed", "_position", "_since", "price", "name", "brand", "address", "suburb", "date", "phone", "hours", "features", "restrictions", "position") VALUES (4, 1, 3, 1795420799709, 179.7, 'BP Tuart Bay', 'BP', '44 Heron St (Cnr Osprey Rd)', 'TUART BAY', '2026-03-07', '(08) 5550 0021', '24 hours', '["Conditional Driveway Service","ATM Air Ice"]', NULL, '-31.972228,115.918797');
INSERT INTO "board_fuel" ("_id", "_feed", "_position", "_since", "price", "name", "brand", "address", "suburb", "date", "phone", "hours", "features", "restrictions", "position") VALUES (5, 1, 4, 1795420799709, 181.9, 'Dunn & Sons', NULL, 'Cnr Karri & Banksia Sts', 'QUOKKA HILL', '2026-03-07', NULL, NULL, '["Full Driveway Service"]', NULL, NULL);
INSERT INTO "board_fuel" ("_id", "_feed", "_position", "_since", "price", "name", "brand", "address", "suburb", "date", "phone", "hours", "features", "restrictions", "position") VALUES (6, 1, 5, 1795420799709, 183.0, 'Island Jetty Fuel', 'Independent', 'Jetty Workshop', 'PELICAN ISLAND', '2026-03-07', '08 5550 0090', 'Mon: 06:00-20:30, Tue: 06:00-20:30, Wed: 06:00-20:30, Thu: 06:00-20:30, Fri: 06:00-20:30, Sat: 07:00-18:00, Sun: 08:00-18:00', '["Conditional Driveway Service"]', NULL, NULL);
INSERT INTO "board_fuel" ("_id", "_feed", "_position", "_since", "price", "name", "brand", "address", "suburb", "date", "phone", "hours", "features", "restrictions", "position") VALUES (7, 1, 6, 1795420799709, NULL, 'Vibe O''Hara', 'Vibe', '3 Numbat Way', 'O''HARA', '2026-03-07', '(08) 7010 0013', NULL, NULL, NULL, '-31.85,115.8');
CREATE TABLE "board_prices" (
    _id INTEGER PRIMARY KEY, _feed INTEGER NOT NULL REFERENCES feeds(id) ON DELETE CASCADE,
    _position INTEGER NOT NULL, _since INTEGER NOT NULL, "good" TEXT, "price" TEXT
) STRICT;
INSERT INTO "board_prices" ("_id", "_feed", "_position", "_since", "good", "price") VALUES (1, 3, 0, 1795420802715, 'Apples', '2.20 EUR');
INSERT INTO "board_prices" ("_id", "_feed", "_position", "_since", "good", "price") VALUES (2, 3, 1, 1795420800683, 'Pears', '3.10 EUR');
INSERT INTO "board_prices" ("_id", "_feed", "_position", "_since", "good", "price") VALUES (3, 3, 2, 1795420802715, 'Quinces', '4.00 EUR');
DELETE FROM sqlite_sequence;
INSERT INTO sqlite_sequence VALUES ('people', 3);
INSERT INTO sqlite_sequence VALUES ('watches', 2);
INSERT INTO sqlite_sequence VALUES ('channels', 1);
INSERT INTO sqlite_sequence VALUES ('notices', 3);
INSERT INTO sqlite_sequence VALUES ('watch_log', 2);
INSERT INTO sqlite_sequence VALUES ('tokens', 1);
INSERT INTO sqlite_sequence VALUES ('invitations', 1);
INSERT INTO sqlite_sequence VALUES ('audit', 5);
INSERT INTO sqlite_sequence VALUES ('price_alerts', 1);
CREATE INDEX fetches_of_feed ON fetches (feed, id);
CREATE INDEX changes_of_feed ON changes (feed, id);
CREATE INDEX changes_asked ON changes (feed, asked, id);
CREATE INDEX watches_of_feed ON watches (feed);
CREATE INDEX watches_of_person ON watches (person);
CREATE INDEX notices_due ON notices (kind, next_attempt) WHERE state = 'waiting';
CREATE INDEX notices_waiting ON notices (person, channel, due) WHERE state = 'waiting';
CREATE INDEX notices_of_watch ON notices (watch, channel, id);
CREATE INDEX notices_of_person ON notices (person, channel, id);
CREATE INDEX notices_of_channel ON notices (channel);
CREATE INDEX notices_of_feed ON notices (feed);
CREATE INDEX changes_of_notice ON notice_changes (notice);
CREATE INDEX watch_log_of_feed ON watch_log (feed, version);
CREATE UNIQUE INDEX people_by_name ON people (name COLLATE NOCASE);
CREATE INDEX sessions_of_person ON sessions (person);
CREATE INDEX tokens_of_person ON tokens (person);
CREATE INDEX failed_logins_by_age ON failed_logins (last);
CREATE INDEX audit_by_time ON audit (at);
CREATE INDEX changes_of_key ON changes (feed, key, id);
CREATE INDEX geocodes_by_expiry ON geocodes (expires) WHERE expires IS NOT NULL;
CREATE INDEX alerts_of_person ON price_alerts (person, id);
CREATE INDEX notices_of_alert ON notices (alert, channel, id);
CREATE INDEX queue_tickets_live ON queue_tickets (line) WHERE ended IS NULL;
CREATE INDEX queue_tickets_ended ON queue_tickets (line, ended) WHERE ended IS NOT NULL;
CREATE INDEX queue_tickets_said ON queue_tickets (ended) WHERE guest IS NOT NULL OR device IS NOT NULL;
CREATE INDEX queue_acts_of_queue ON queue_acts (queue, id);
CREATE INDEX queue_listeners_of_queue ON queue_listeners (queue);
CREATE INDEX queue_words_waiting ON queue_words (next_attempt) WHERE state = 'waiting';
CREATE INDEX queue_words_of_listener ON queue_words (listener, id);
CREATE INDEX feeds_of_lead ON feed_leads (lead);
CREATE INDEX audit_of_person ON audit (person, id);
CREATE INDEX "board_fuel_in_order" ON "board_fuel" (_feed, _position);
CREATE INDEX "board_fuel_sought" ON "board_fuel" (_feed, "address", _position);
CREATE INDEX "board_prices_in_order" ON "board_prices" (_feed, _position);
CREATE INDEX "board_prices_sought" ON "board_prices" (_feed, "good", _position);
CREATE TRIGGER watch_added AFTER INSERT ON watches BEGIN
    INSERT INTO watch_log (feed, watch) VALUES (NEW.feed, NEW.id);
END;
CREATE TRIGGER watch_altered AFTER UPDATE ON watches BEGIN
    INSERT INTO watch_log (feed, watch) VALUES (NEW.feed, NEW.id);
END;
CREATE TRIGGER watch_removed AFTER DELETE ON watches BEGIN
    INSERT INTO watch_log (feed, watch) VALUES (OLD.feed, OLD.id);
END;
CREATE TRIGGER person_altered AFTER UPDATE OF settings, disabled ON people BEGIN
    INSERT INTO watch_log (feed, watch) SELECT feed, id FROM watches WHERE person = NEW.id;
END;
PRAGMA user_version = 0;
COMMIT;
