-- A database that a version of Tidings wrote, by Scripts/keep-store. Not edited.
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
INSERT INTO "grdb_migrations" ("identifier") VALUES ('jobs');
INSERT INTO "grdb_migrations" ("identifier") VALUES ('media');
INSERT INTO "grdb_migrations" ("identifier") VALUES ('media positions');
INSERT INTO "grdb_migrations" ("identifier") VALUES ('documents');
INSERT INTO "grdb_migrations" ("identifier") VALUES ('reminders');
INSERT INTO "grdb_migrations" ("identifier") VALUES ('media search');
INSERT INTO "grdb_migrations" ("identifier") VALUES ('media playlists');
INSERT INTO "grdb_migrations" ("identifier") VALUES ('document exports');
INSERT INTO "grdb_migrations" ("identifier") VALUES ('feed addresses');
INSERT INTO "grdb_migrations" ("identifier") VALUES ('notes of feeds');
INSERT INTO "grdb_migrations" ("identifier") VALUES ('pronunciations');
INSERT INTO "grdb_migrations" ("identifier") VALUES ('document bookmarks');
INSERT INTO "grdb_migrations" ("identifier") VALUES ('languages of documents');
INSERT INTO "grdb_migrations" ("identifier") VALUES ('media marks');
INSERT INTO "grdb_migrations" ("identifier") VALUES ('media search anywhere in words');
INSERT INTO "grdb_migrations" ("identifier") VALUES ('passages of documents');
INSERT INTO "grdb_migrations" ("identifier") VALUES ('folders of documents');
INSERT INTO "grdb_migrations" ("identifier") VALUES ('pictures beside media');
INSERT INTO "grdb_migrations" ("identifier") VALUES ('mailboxes of documents');
INSERT INTO "grdb_migrations" ("identifier") VALUES ('editions of document exports');
INSERT INTO "grdb_migrations" ("identifier") VALUES ('changes by time');
INSERT INTO "grdb_migrations" ("identifier") VALUES ('rules of media names');
INSERT INTO "grdb_migrations" ("identifier") VALUES ('clerks');
INSERT INTO "grdb_migrations" ("identifier") VALUES ('zones of people');
CREATE TABLE boards (
    name TEXT PRIMARY KEY,
    -- The fields as they were when the board's table was made, to see when they have changed.
    fields TEXT NOT NULL
) STRICT;
INSERT INTO "boards" ("name", "fields") VALUES ('fuel', 'price number'||char(10)||'name text'||char(10)||'brand text'||char(10)||'address text key'||char(10)||'suburb text key'||char(10)||'date date'||char(10)||'phone text'||char(10)||'hours text'||char(10)||'features list'||char(10)||'restrictions text'||char(10)||'position position key');
INSERT INTO "boards" ("name", "fields") VALUES ('guide', 'start timestamp key'||char(10)||'stop timestamp'||char(10)||'channel text key'||char(10)||'channel_name text'||char(10)||'title text key'||char(10)||'subtitle text'||char(10)||'season number'||char(10)||'episode number'||char(10)||'categories list'||char(10)||'description text'||char(10)||'year number'||char(10)||'directors list'||char(10)||'cast list'||char(10)||'presenters list'||char(10)||'guests list'||char(10)||'rating text'||char(10)||'stars text'||char(10)||'picture image'||char(10)||'channel_logo image'||char(10)||'channel_group text'||char(10)||'film flag'||char(10)||'repeat flag'||char(10)||'new flag'||char(10)||'premiere flag'||char(10)||'live flag'||char(10)||'subtitles flag'||char(10)||'share text'||char(10)||'approximate flag');
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
INSERT INTO "feeds" ("id", "board", "url", "etag", "last_modified", "last_attempt", "last_success", "last_change", "due", "failure", "failures", "records", "binding", "asked") VALUES (1, 'fuel', 'http://source.example/fuel.xml', '"4049"', NULL, 1795936080752, 1795936080752, NULL, 1795989714284, NULL, 0, 7, '{"day":"today","product":"1"}', NULL);
INSERT INTO "feeds" ("id", "board", "url", "etag", "last_modified", "last_attempt", "last_success", "last_change", "due", "failure", "failures", "records", "binding", "asked") VALUES (2, 'guide', 'http://source.example/guide.xml', '"1614"', NULL, 1795936080756, 1795936080756, NULL, 1795958420216, NULL, 0, 4, '{}', NULL);
INSERT INTO "feeds" ("id", "board", "url", "etag", "last_modified", "last_attempt", "last_success", "last_change", "due", "failure", "failures", "records", "binding", "asked") VALUES (3, 'prices', 'http://source.example/prices.csv', '"47"', NULL, 1795936081082, 1795936081082, 1795936081082, 1795939370610, NULL, 0, 3, '{}', NULL);
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
INSERT INTO "fetches" ("id", "feed", "began", "ended", "outcome", "detail", "bytes", "etag", "last_modified") VALUES (1, 1, 1795936077913, 1795936078123, 'changed', NULL, 4049, '"4049"', NULL);
INSERT INTO "fetches" ("id", "feed", "began", "ended", "outcome", "detail", "bytes", "etag", "last_modified") VALUES (2, 2, 1795936077915, 1795936078452, 'changed', NULL, 1614, '"1614"', NULL);
INSERT INTO "fetches" ("id", "feed", "began", "ended", "outcome", "detail", "bytes", "etag", "last_modified") VALUES (3, 3, 1795936077915, 1795936078969, 'changed', NULL, 34, '"34"', NULL);
INSERT INTO "fetches" ("id", "feed", "began", "ended", "outcome", "detail", "bytes", "etag", "last_modified") VALUES (4, 1, 1795936080739, 1795936080752, 'same', NULL, 4049, '"4049"', NULL);
INSERT INTO "fetches" ("id", "feed", "began", "ended", "outcome", "detail", "bytes", "etag", "last_modified") VALUES (5, 2, 1795936080741, 1795936080756, 'same', NULL, 1614, '"1614"', NULL);
INSERT INTO "fetches" ("id", "feed", "began", "ended", "outcome", "detail", "bytes", "etag", "last_modified") VALUES (6, 3, 1795936081068, 1795936081082, 'changed', NULL, 47, '"47"', NULL);
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
INSERT INTO "changes" ("id", "feed", "fetch", "seen", "kind", "key", "asked", "before", "after") VALUES (1, 3, 6, 1795936081082, 'appeared', 'Quinces', NULL, NULL, '{"good":"Quinces","price":"4.00 EUR"}');
INSERT INTO "changes" ("id", "feed", "fetch", "seen", "kind", "key", "asked", "before", "after") VALUES (2, 3, 6, 1795936081082, 'altered', 'Apples', NULL, '{"good":"Apples","price":"2.40 EUR"}', '{"good":"Apples","price":"2.20 EUR"}');
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
, role TEXT NOT NULL DEFAULT 'member', password TEXT, settings TEXT NOT NULL DEFAULT '{}', disabled INTEGER NOT NULL DEFAULT 0, zone TEXT) STRICT;
INSERT INTO "people" ("id", "name", "created", "role", "password", "settings", "disabled", "zone") VALUES (1, 'Ada', 1795936078472, 'administrator', '$scrypt$ln=4,r=8,p=1$ykzpnGKKg006NUh1UnyGew$L0xWhii0w8/RvnQwUGLkIFUmCNd4HF82/h5OeTaHmCA', '{"zone":"Europe\/Berlin","language":"de"}', 0, 'Europe/Berlin');
INSERT INTO "people" ("id", "name", "created", "role", "password", "settings", "disabled", "zone") VALUES (2, 'Ben', 1795936079011, 'member', '$scrypt$ln=4,r=8,p=1$pB2N/IPs9I4+qRpATgSZ0Q$vLDYIs21B7/TuJ5QG9iHZfn0kqs7jKk3TKKXbgfiFpc', '{}', 0, NULL);
INSERT INTO "people" ("id", "name", "created", "role", "password", "settings", "disabled", "zone") VALUES (3, 'Cleo', 1795936079360, 'clerk', '$scrypt$ln=4,r=8,p=1$DG+WmT0Ru/BAuI9p1BVyVw$Sx0QNLYojnGxNWsJZL5soBnotj/vgPtiJcnOIYBnPmE', '{}', 0, NULL);
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
INSERT INTO "watches" ("id", "person", "board", "feed", "condition", "channels", "quiet_from", "quiet_to", "quiet_zone", "digest", "muted", "created", "daily_at") VALUES (1, 1, 'prices', 3, '{"equals":"Apples","field":"good"}', '["phone"]', 79200, 25200, 'Europe/Berlin', 'daily', 0, 1795936080081, 27000);
INSERT INTO "watches" ("id", "person", "board", "feed", "condition", "channels", "quiet_from", "quiet_to", "quiet_zone", "digest", "muted", "created", "daily_at") VALUES (2, 1, 'prices', 3, '{"all":[]}', '[]', NULL, NULL, NULL, 'at-once', 0, 1795936080390, NULL);
CREATE TABLE feed_health (
    feed INTEGER PRIMARY KEY REFERENCES feeds(id) ON DELETE CASCADE,
    state TEXT NOT NULL
) STRICT;
INSERT INTO "feed_health" ("feed", "state") VALUES (1, '{"standing":[],"failures":{"count":0,"since":0},"empties":{"count":0,"since":0},"unreadables":{},"filledRuns":{"address":2,"brand":0,"date":2,"features":0,"hours":0,"name":2,"phone":0,"position":0,"price":0,"restrictions":0,"suburb":2},"missing":{},"gaps":[]}');
INSERT INTO "feed_health" ("feed", "state") VALUES (2, '{"standing":[],"failures":{"count":0,"since":0},"empties":{"count":0,"since":0},"unreadables":{},"filledRuns":{"approximate":0,"cast":0,"categories":0,"channel":2,"channel_group":0,"channel_logo":0,"channel_name":2,"description":0,"directors":0,"episode":0,"film":0,"guests":0,"live":0,"new":0,"picture":0,"premiere":0,"presenters":0,"rating":0,"repeat":0,"season":0,"share":0,"stars":0,"start":2,"stop":2,"subtitle":0,"subtitles":0,"title":2,"year":0},"missing":{},"gaps":[]}');
INSERT INTO "feed_health" ("feed", "state") VALUES (3, '{"standing":[],"failures":{"count":0,"since":0},"empties":{"count":0,"since":0},"unreadables":{},"filledRuns":{"good":2,"price":2},"missing":{},"gaps":[],"lastChange":1795936081082}');
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
INSERT INTO "channels" ("id", "person", "name", "kind", "address", "created", "last_delivered", "failure", "gone", "mark") VALUES (1, 1, 'phone', 'ntfy', 'sealed:1fde0e2d:Qt0U7oW8dnLExKgcWFO29LxuM47MyyuWmyXcoKcrSfhNAGDlIQTiT81AsoH5lhNEp5NUsaYQZd8d39N+IComrDxL0Z+Fin7qysCT', 1795936079885, NULL, NULL, 0, '36dedc249d7755225bf76c3823a46a20b84f1c0758ae56b5792406d3e7498f20');
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
, alert INTEGER REFERENCES price_alerts(id) ON DELETE SET NULL, news TEXT, reminder INTEGER REFERENCES reminders(id) ON DELETE SET NULL, programme TEXT) STRICT;
INSERT INTO "notices" ("id", "identifier", "person", "channel", "kind", "feed", "watch", "health", "created", "due", "state", "attempts", "claimed", "next_attempt", "ended", "failure", "alert", "news", "reminder", "programme") VALUES (1, X'83ef7f95bab945e799fc816a8a33a085', 1, NULL, NULL, 3, 1, NULL, 1795936081082, 1795936081082, 'sent', 0, 0, 1795936081082, 1795936081082, NULL, NULL, NULL, NULL, NULL);
INSERT INTO "notices" ("id", "identifier", "person", "channel", "kind", "feed", "watch", "health", "created", "due", "state", "attempts", "claimed", "next_attempt", "ended", "failure", "alert", "news", "reminder", "programme") VALUES (2, X'1330ff2bedc74abab899fc586fc66804', 1, NULL, NULL, 3, 2, NULL, 1795936081082, 1795936081082, 'sent', 0, 0, 1795936081082, 1795936081082, NULL, NULL, NULL, NULL, NULL);
INSERT INTO "notices" ("id", "identifier", "person", "channel", "kind", "feed", "watch", "health", "created", "due", "state", "attempts", "claimed", "next_attempt", "ended", "failure", "alert", "news", "reminder", "programme") VALUES (3, X'dbd26943ff2243d3a7056e10594fcab0', 1, 1, 'ntfy', NULL, NULL, NULL, 1795936081082, 1796020200000, 'waiting', 0, 0, 1796020200000, NULL, NULL, NULL, NULL, NULL, NULL);
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
INSERT INTO "tokens" ("id", "hash", "person", "name", "scopes", "created", "last_used", "expires") VALUES (1, X'925400579170ba9fd0c4b6cc92c70a8b6817b8a17287dcc6c39efe26b924da33', 1, 'phone', 'admin read watch', 1795936079593, 1795936079733, NULL);
CREATE TABLE invitations (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    hash BLOB NOT NULL UNIQUE,
    role TEXT NOT NULL,
    -- For whom, as the one who invites calls them.
    note TEXT NOT NULL,
    created INTEGER NOT NULL,
    expires INTEGER NOT NULL
, person INTEGER REFERENCES people(id) ON DELETE CASCADE) STRICT;
INSERT INTO "invitations" ("id", "hash", "role", "note", "created", "expires", "person") VALUES (1, X'286cd52075ba32bd2f267f7427e2cddd413da5ad9efa1f7e04c1afdf5c96666f', 'member', 'for Dora', 1795936079715, 1796540879715, NULL);
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
INSERT INTO "audit" ("id", "at", "who", "action", "detail", "address", "person", "count") VALUES (1, 1795936078484, 'command line', 'person added', 'Ada, administrator', '', NULL, 1);
INSERT INTO "audit" ("id", "at", "who", "action", "detail", "address", "person", "count") VALUES (2, 1795936079031, 'command line', 'person added', 'Ben, member', '', NULL, 1);
INSERT INTO "audit" ("id", "at", "who", "action", "detail", "address", "person", "count") VALUES (3, 1795936079364, 'command line', 'person added', 'Cleo, clerk', '', NULL, 1);
INSERT INTO "audit" ("id", "at", "who", "action", "detail", "address", "person", "count") VALUES (4, 1795936079594, 'command line', 'token created', 'Ada: phone', '', NULL, 1);
INSERT INTO "audit" ("id", "at", "who", "action", "detail", "address", "person", "count") VALUES (5, 1795936079725, 'command line', 'invited', 'member for Dora', '', NULL, 1);
CREATE TABLE channel_confirmations (
    token TEXT PRIMARY KEY,
    person INTEGER NOT NULL REFERENCES people(id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    kind TEXT NOT NULL,
    -- JSON, as the notifier of that kind reads it.
    address TEXT NOT NULL,
    created INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
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
INSERT INTO "station_positions" ("board", "north", "east", "suburb", "seen") VALUES ('fuel', -322154, 1160080, 'ALDERSYDE', 1795936078123);
INSERT INTO "station_positions" ("board", "north", "east", "suburb", "seen") VALUES ('fuel', -319722, 1159188, 'TUART BAY', 1795936078123);
INSERT INTO "station_positions" ("board", "north", "east", "suburb", "seen") VALUES ('fuel', -319721, 1159189, 'TUART BAY', 1795936078123);
INSERT INTO "station_positions" ("board", "north", "east", "suburb", "seen") VALUES ('fuel', -319412, 1159530, 'MARRI PARK', 1795936078123);
INSERT INTO "station_positions" ("board", "north", "east", "suburb", "seen") VALUES ('fuel', -318500, 1158000, 'O''HARA', 1795936078123);
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
INSERT INTO "price_alerts" ("id", "person", "board", "settings", "state", "muted", "created", "since", "version") VALUES (1, 1, 'fuel', '{"channels":["phone"],"given":{},"rule":{"below":{"price":150}},"scope":{"around":{"place":{"kilometres":5,"latitude":-31.95,"longitude":115.86,"name":"Perth"}}}}', NULL, 0, 1795936080647, 1795936080647, 1);
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
INSERT INTO "queues" ("name", "board", "day", "began", "next", "settings") VALUES ('main', 'queue', 1, 1795936076955, 4, '{"closedCounters":[],"isLate":false,"kiosks":[],"naming":{"edition":0}}');
CREATE TABLE queue_days (
    queue TEXT NOT NULL,
    day INTEGER NOT NULL,
    began INTEGER NOT NULL,
    PRIMARY KEY (queue, day)
) STRICT, WITHOUT ROWID;
INSERT INTO "queue_days" ("queue", "day", "began") VALUES ('main', 1, 1795936076955);
CREATE TABLE queue_spans (
    queue TEXT NOT NULL,
    day INTEGER NOT NULL,
    first INTEGER NOT NULL,
    last INTEGER NOT NULL,
    joined INTEGER NOT NULL,
    PRIMARY KEY (queue, day, first)
) STRICT, WITHOUT ROWID;
INSERT INTO "queue_spans" ("queue", "day", "first", "last", "joined") VALUES ('main', 1, 2, 3, 1795936081000);
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
INSERT INTO "queue_tickets" ("id", "queue", "day", "number", "label", "line", "place", "state", "services", "counter", "calls", "joined", "called", "ended", "not_before", "device", "guest") VALUES (1, 'main', 1, 1, '1', 'main', 1048576, 'called', '[]', '1', 1, 1795936081000, 1795936081851, NULL, NULL, NULL, NULL);
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
INSERT INTO "queue_acts" ("id", "at", "queue", "day", "act", "ticket", "label", "counter", "actor", "person", "name", "detail") VALUES (1, 1795936081851, 'main', 1, 'call', 1, '1', '1', 'clerk', 1, NULL, NULL);
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
CREATE TABLE jobs (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL,
    board TEXT NOT NULL,
    title TEXT NOT NULL,
    -- Who asked; null for the server itself.
    person INTEGER REFERENCES people(id) ON DELETE CASCADE,
    -- 'waiting', 'running', 'done', 'failed', 'cancelled' or 'interrupted'
    state TEXT NOT NULL,
    done INTEGER NOT NULL DEFAULT 0,
    total INTEGER,
    -- Somebody wants it to end.
    cancelling INTEGER NOT NULL DEFAULT 0,
    created INTEGER NOT NULL,
    began INTEGER,
    ended INTEGER,
    failure TEXT
) STRICT;
INSERT INTO "jobs" ("id", "kind", "board", "title", "person", "state", "done", "total", "cancelling", "created", "began", "ended", "failure") VALUES (1, 'media', 'media', 'Media', NULL, 'done', 1, 1, 0, 1795936077821, 1795936077904, 1795936079044, NULL);
INSERT INTO "jobs" ("id", "kind", "board", "title", "person", "state", "done", "total", "cancelling", "created", "began", "ended", "failure") VALUES (2, 'readings', 'fuel', 'Fuel prices', NULL, 'done', 1, 1, 0, 1795936077913, 1795936077914, 1795936078158, NULL);
INSERT INTO "jobs" ("id", "kind", "board", "title", "person", "state", "done", "total", "cancelling", "created", "began", "ended", "failure") VALUES (3, 'reading', 'guide', 'TV guide', NULL, 'done', 1614, 1614, 0, 1795936077914, 1795936077914, 1795936078460, NULL);
INSERT INTO "jobs" ("id", "kind", "board", "title", "person", "state", "done", "total", "cancelling", "created", "began", "ended", "failure") VALUES (4, 'reading', 'prices', 'Market prices', NULL, 'done', 34, 34, 0, 1795936077914, 1795936077915, 1795936078981, NULL);
INSERT INTO "jobs" ("id", "kind", "board", "title", "person", "state", "done", "total", "cancelling", "created", "began", "ended", "failure") VALUES (5, 'readings', 'fuel', 'Fuel prices', 1, 'done', 1, 1, 0, 1795936080739, 1795936080740, 1795936080753, NULL);
INSERT INTO "jobs" ("id", "kind", "board", "title", "person", "state", "done", "total", "cancelling", "created", "began", "ended", "failure") VALUES (6, 'reading', 'guide', 'TV guide', 1, 'done', 1614, 1614, 0, 1795936080739, 1795936080740, 1795936080757, NULL);
INSERT INTO "jobs" ("id", "kind", "board", "title", "person", "state", "done", "total", "cancelling", "created", "began", "ended", "failure") VALUES (7, 'reading', 'prices', 'Market prices', 1, 'done', 47, 47, 0, 1795936081067, 1795936081068, 1795936081092, NULL);
INSERT INTO "jobs" ("id", "kind", "board", "title", "person", "state", "done", "total", "cancelling", "created", "began", "ended", "failure") VALUES (8, 'documents', 'reader', 'Reader', 1, 'done', 328, 328, 0, 1795936081860, 1795936081861, 1795936081888, NULL);
CREATE TABLE media (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    folder TEXT NOT NULL,
    path TEXT NOT NULL,
    bytes INTEGER NOT NULL,
    modified INTEGER NOT NULL,
    -- 'film', 'episode' or 'track'
    kind TEXT NOT NULL,
    title TEXT NOT NULL,
    artist TEXT,
    album TEXT,
    track INTEGER,
    series TEXT,
    season INTEGER,
    episode INTEGER,
    year INTEGER,
    -- All that it is called, folded (`MediaWords`), the title first: to search in, and the order of titles.
    words TEXT NOT NULL,
    -- Microseconds; null for what can't be played.
    duration INTEGER,
    -- JSON of what is in it, and of where it can be cut.
    tracks TEXT,
    cuts TEXT,
    -- Why it can't be played.
    failure TEXT,
    added INTEGER NOT NULL,
    -- Since when the file isn't there; null while it is.
    gone INTEGER, mark TEXT, sleeve TEXT, naming INTEGER NOT NULL DEFAULT 0,
    UNIQUE (folder, path)
) STRICT;
INSERT INTO "media" ("id", "folder", "path", "bytes", "modified", "kind", "title", "artist", "album", "track", "series", "season", "episode", "year", "words", "duration", "tracks", "cuts", "failure", "added", "gone", "mark", "sleeve", "naming") VALUES (1, '/srv/media', 'Mira Lund - Lamp.wav', 32044, 1795936076476, 'track', 'Lamp', 'Mira Lund', NULL, NULL, NULL, NULL, NULL, NULL, 'lamp mira lund', 2000000, '{"bitRate":128176,"containers":["wav"],"origin":0,"sounds":[{"bitRate":128000,"channels":1,"codec":"pcm_s16le","isDefault":false,"sampleRate":8000,"stream":0}],"statedDuration":2000000,"subtitles":[],"tags":{}}', '{"pieces":[],"soundEnd":2000000,"soundFlow":{"bytes":32000,"most":32000,"packets":8},"soundStart":0}', NULL, 1795936079034, NULL, '2d050ce210858cc8df9093364add1ac39a345792813a770bfc983581aadd1916', NULL, 1);
CREATE TABLE media_positions (
    person INTEGER NOT NULL REFERENCES people(id) ON DELETE CASCADE,
    media INTEGER NOT NULL REFERENCES media(id) ON DELETE CASCADE,
    -- Microseconds.
    position INTEGER NOT NULL,
    noted INTEGER NOT NULL,
    PRIMARY KEY (person, media)
) STRICT, WITHOUT ROWID;
CREATE TABLE documents (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    person INTEGER NOT NULL REFERENCES people(id) ON DELETE CASCADE,
    -- SHA-256 of the file.
    content TEXT NOT NULL,
    -- 'pdf', 'epub', 'html' or 'text'
    kind TEXT NOT NULL,
    title TEXT NOT NULL,
    bytes INTEGER NOT NULL,
    added INTEGER NOT NULL,
    -- 'reading', 'ready' or 'failed'
    state TEXT NOT NULL,
    -- How often it was begun to be read.
    attempts INTEGER NOT NULL DEFAULT 0,
    -- Why it can't be read.
    fault TEXT,
    words INTEGER NOT NULL DEFAULT 0,
    pages INTEGER,
    -- JSON of the words with which pages begin.
    page_starts TEXT,
    language TEXT,
    -- The one that was chosen.
    voice TEXT,
    -- The word at which the person stopped.
    position INTEGER NOT NULL DEFAULT 0,
    heard INTEGER, chapters TEXT, follows_languages INTEGER NOT NULL DEFAULT 1, leaves_out TEXT, read_passages TEXT NOT NULL DEFAULT '',
    UNIQUE (person, content)
) STRICT;
INSERT INTO "documents" ("id", "person", "content", "kind", "title", "bytes", "added", "state", "attempts", "fault", "words", "pages", "page_starts", "language", "voice", "position", "heard", "chapters", "follows_languages", "leaves_out", "read_passages") VALUES (1, 1, '5f852984cf4771fdd389028de82324129bc7aea0b80d4a2e1b28cfdc18631778', 'text', 'A letter', 328, 1795936081857, 'ready', 1, NULL, 64, NULL, NULL, 'en', NULL, 5, 1795936081997, NULL, 1, NULL, '');
CREATE TABLE document_parts (
    document INTEGER NOT NULL REFERENCES documents(id) ON DELETE CASCADE,
    part INTEGER NOT NULL,
    -- Words of the document before it.
    first_word INTEGER NOT NULL,
    -- JSON of its sentences.
    text TEXT NOT NULL,
    PRIMARY KEY (document, part)
) STRICT;
INSERT INTO "document_parts" ("document", "part", "first_word", "text") VALUES (1, 0, 0, '{"firstWord":0,"number":0,"pages":[],"sentences":[{"j":[],"p":true,"w":["Dear","Ada,"]},{"j":[],"p":false,"w":["the","ferry","leaves","at","nine."]},{"j":[],"p":true,"w":["Bring","the","blue","map","and","the","lamp."]},{"j":[],"p":true,"w":["Yours,","Ben","Dear","Ada,"]},{"j":[],"p":false,"w":["the","ferry","leaves","at","nine."]},{"j":[],"p":true,"w":["Bring","the","blue","map","and","the","lamp."]},{"j":[],"p":true,"w":["Yours,","Ben","Dear","Ada,"]},{"j":[],"p":false,"w":["the","ferry","leaves","at","nine."]},{"j":[],"p":true,"w":["Bring","the","blue","map","and","the","lamp."]},{"j":[],"p":true,"w":["Yours,","Ben","Dear","Ada,"]},{"j":[],"p":false,"w":["the","ferry","leaves","at","nine."]}],"skipped":[]}');
INSERT INTO "document_parts" ("document", "part", "first_word", "text") VALUES (1, 1, 55, '{"firstWord":55,"number":1,"pages":[],"sentences":[{"j":[],"p":true,"w":["Bring","the","blue","map","and","the","lamp."]},{"j":[],"p":true,"w":["Yours,","Ben"]}],"skipped":[]}');
CREATE TABLE reminders (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    person INTEGER NOT NULL REFERENCES people(id) ON DELETE CASCADE,
    board TEXT NOT NULL,
    -- JSON: of what, how long before.
    settings TEXT NOT NULL,
    -- JSON: what is known of the guide, and was told; null while nothing was looked at.
    state TEXT,
    created INTEGER NOT NULL,
    -- Another with every alteration, also of the state.
    version INTEGER NOT NULL DEFAULT 1
) STRICT;
INSERT INTO "reminders" ("id", "person", "board", "settings", "state", "created", "version") VALUES (1, 1, 'guide', '{"given":{},"minutes":15,"rule":{"search":{"words":"lighthouse"}}}', '{"entries":[],"hasSaidGone":false,"isAgain":false,"isGone":false,"last":0,"others":[]}', 1795936080729, 2);
CREATE TABLE media_playlists (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    person INTEGER NOT NULL REFERENCES people(id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    changed INTEGER NOT NULL
) STRICT;
INSERT INTO "media_playlists" ("id", "person", "name", "changed") VALUES (1, 1, 'Evening', 1795936082012);
CREATE TABLE media_playlist_items (
    playlist INTEGER NOT NULL REFERENCES media_playlists(id) ON DELETE CASCADE,
    media INTEGER NOT NULL REFERENCES media(id) ON DELETE CASCADE,
    -- From 0.
    place INTEGER NOT NULL,
    PRIMARY KEY (playlist, media)
) STRICT, WITHOUT ROWID;
INSERT INTO "media_playlist_items" ("playlist", "media", "place") VALUES (1, 1, 0);
CREATE TABLE document_exports (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    document INTEGER NOT NULL REFERENCES documents(id) ON DELETE CASCADE,
    -- 'mp3' or 'm4b'
    format TEXT NOT NULL,
    asked INTEGER NOT NULL,
    -- 'making', 'ready' or 'failed'
    state TEXT NOT NULL,
    -- How often it was begun.
    attempts INTEGER NOT NULL DEFAULT 0,
    -- Why it can't be made.
    fault TEXT,
    made INTEGER,
    bytes INTEGER NOT NULL DEFAULT 0,
    voice TEXT,
    -- JSON of its chapters, once it is ready.
    chapters TEXT, edition TEXT,
    UNIQUE (document, format)
) STRICT;
CREATE TABLE feed_addresses (
    person INTEGER NOT NULL REFERENCES people(id) ON DELETE CASCADE,
    -- 'notices', 'reminders' or 'podcast'
    purpose TEXT NOT NULL,
    hash BLOB NOT NULL UNIQUE,
    created INTEGER NOT NULL,
    PRIMARY KEY (person, purpose)
) STRICT;
INSERT INTO "feed_addresses" ("person", "purpose", "hash", "created") VALUES (1, 'notices', X'c604ec8fb2c39b1946762499556e9e76f19192e9226c732cd03f2028fc171369', 1795936080735);
CREATE TABLE feed_notes (
    feed INTEGER PRIMARY KEY REFERENCES feeds(id) ON DELETE CASCADE,
    -- JSON.
    notes TEXT NOT NULL,
    noted INTEGER NOT NULL
) STRICT;
INSERT INTO "feed_notes" ("feed", "notes", "noted") VALUES (2, '{"leftOut":{},"mended":{"no end":1}}', 1795936080756);
CREATE TABLE pronunciations (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    person INTEGER NOT NULL REFERENCES people(id) ON DELETE CASCADE,
    -- 'word', 'text' or 'pattern'
    kind TEXT NOT NULL,
    text TEXT NOT NULL,
    -- Empty: nothing.
    said TEXT NOT NULL,
    matches_case INTEGER NOT NULL,
    UNIQUE (person, kind, text)
) STRICT;
INSERT INTO "pronunciations" ("id", "person", "kind", "text", "said", "matches_case") VALUES (1, 1, 'word', 'Lund', 'Loond', 0);
CREATE TABLE document_bookmarks (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    document INTEGER NOT NULL REFERENCES documents(id) ON DELETE CASCADE,
    word INTEGER NOT NULL,
    -- The word as it is written, and its sentence around it.
    text TEXT NOT NULL,
    text_before TEXT NOT NULL,
    text_after TEXT NOT NULL,
    note TEXT NOT NULL,
    added INTEGER NOT NULL,
    UNIQUE (document, word)
) STRICT;
INSERT INTO "document_bookmarks" ("id", "document", "word", "text", "text_before", "text_after", "note", "added") VALUES (1, 1, 3, 'ferry', 'the ', ' leaves at nine.', 'the ferry', 1795936082000);
CREATE TABLE document_folder_files (
    person INTEGER NOT NULL REFERENCES people(id) ON DELETE CASCADE,
    path TEXT NOT NULL,
    size INTEGER NOT NULL,
    -- Microseconds since 1970.
    modified INTEGER NOT NULL,
    PRIMARY KEY (person, path)
) STRICT;
CREATE TABLE document_mailboxes (
    person INTEGER PRIMARY KEY REFERENCES people(id) ON DELETE CASCADE,
    host TEXT NOT NULL,
    port INTEGER NOT NULL,
    -- 'tls', 'starttls' or 'none'
    security TEXT NOT NULL,
    folder TEXT NOT NULL,
    -- JSON of user and password, sealed.
    login TEXT NOT NULL,
    -- Whether mails are taken that were there before.
    takes_old INTEGER NOT NULL,
    added INTEGER NOT NULL,
    -- UIDVALIDITY of the folder, and the number of the mail that was looked at last; null: never looked.
    validity INTEGER,
    last_mail INTEGER NOT NULL DEFAULT 0,
    looked INTEGER,
    due INTEGER NOT NULL,
    -- In a row.
    failures INTEGER NOT NULL DEFAULT 0,
    -- Why nothing comes.
    fault TEXT,
    -- Mails that became documents.
    taken INTEGER NOT NULL DEFAULT 0,
    -- JSON of the last mails that became none.
    skipped TEXT NOT NULL DEFAULT '[]'
) STRICT;
CREATE TABLE "board_fuel" (
    _id INTEGER PRIMARY KEY, _feed INTEGER NOT NULL REFERENCES feeds(id) ON DELETE CASCADE,
    _position INTEGER NOT NULL, _since INTEGER NOT NULL, "price" REAL, "name" TEXT, "brand" TEXT, "address" TEXT, "suburb" TEXT, "date" TEXT, "phone" TEXT, "hours" TEXT, "features" TEXT, "restrictions" TEXT, "position" TEXT
) STRICT;
INSERT INTO "board_fuel" ("_id", "_feed", "_position", "_since", "price", "name", "brand", "address", "suburb", "date", "phone", "hours", "features", "restrictions", "position") VALUES (1, 1, 68719476736, 1795936078123, 172.9, 'United Aldersyde', 'United', '801 Wandoo Hwy', 'ALDERSYDE', '2026-03-07', '0450 555 081', NULL, NULL, NULL, '-32.2154436,116.0080304');
INSERT INTO "board_fuel" ("_id", "_feed", "_position", "_since", "price", "name", "brand", "address", "suburb", "date", "phone", "hours", "features", "restrictions", "position") VALUES (2, 1, 68719477760, 1795936078123, 173.5, 'Costco Marri Park', 'Costco', '12 Bilby Rd', 'MARRI PARK', '2026-03-07', NULL, NULL, '["Unmanned Station"]', 'Members only', '-31.94120055,115.9530127');
INSERT INTO "board_fuel" ("_id", "_feed", "_position", "_since", "price", "name", "brand", "address", "suburb", "date", "phone", "hours", "features", "restrictions", "position") VALUES (3, 1, 68719478784, 1795936078123, 179.7, '7-Eleven Tuart Bay', '7-Eleven', '44 Heron St (Cnr Osprey Rd)', 'TUART BAY', '2026-03-07', '(08) 5550 0047', '24 hours', NULL, NULL, '-31.972129,115.918857');
INSERT INTO "board_fuel" ("_id", "_feed", "_position", "_since", "price", "name", "brand", "address", "suburb", "date", "phone", "hours", "features", "restrictions", "position") VALUES (4, 1, 68719479808, 1795936078123, 179.7, 'BP Tuart Bay', 'BP', '44 Heron St (Cnr Osprey Rd)', 'TUART BAY', '2026-03-07', '(08) 5550 0021', '24 hours', '["Conditional Driveway Service","ATM Air Ice"]', NULL, '-31.972228,115.918797');
INSERT INTO "board_fuel" ("_id", "_feed", "_position", "_since", "price", "name", "brand", "address", "suburb", "date", "phone", "hours", "features", "restrictions", "position") VALUES (5, 1, 68719480832, 1795936078123, 181.9, 'Dunn & Sons', NULL, 'Cnr Karri & Banksia Sts', 'QUOKKA HILL', '2026-03-07', NULL, NULL, '["Full Driveway Service"]', NULL, NULL);
INSERT INTO "board_fuel" ("_id", "_feed", "_position", "_since", "price", "name", "brand", "address", "suburb", "date", "phone", "hours", "features", "restrictions", "position") VALUES (6, 1, 68719481856, 1795936078123, 183.0, 'Island Jetty Fuel', 'Independent', 'Jetty Workshop', 'PELICAN ISLAND', '2026-03-07', '08 5550 0090', 'Mon: 06:00-20:30, Tue: 06:00-20:30, Wed: 06:00-20:30, Thu: 06:00-20:30, Fri: 06:00-20:30, Sat: 07:00-18:00, Sun: 08:00-18:00', '["Conditional Driveway Service"]', NULL, NULL);
INSERT INTO "board_fuel" ("_id", "_feed", "_position", "_since", "price", "name", "brand", "address", "suburb", "date", "phone", "hours", "features", "restrictions", "position") VALUES (7, 1, 68719482880, 1795936078123, NULL, 'Vibe O''Hara', 'Vibe', '3 Numbat Way', 'O''HARA', '2026-03-07', '(08) 7010 0013', NULL, NULL, NULL, '-31.85,115.8');
CREATE TABLE "board_guide" (
    _id INTEGER PRIMARY KEY, _feed INTEGER NOT NULL REFERENCES feeds(id) ON DELETE CASCADE,
    _position INTEGER NOT NULL, _since INTEGER NOT NULL, "start" INTEGER, "stop" INTEGER, "channel" TEXT, "channel_name" TEXT, "title" TEXT, "subtitle" TEXT, "season" REAL, "episode" REAL, "categories" TEXT, "description" TEXT, "year" REAL, "directors" TEXT, "cast" TEXT, "presenters" TEXT, "guests" TEXT, "rating" TEXT, "stars" TEXT, "picture" TEXT, "channel_logo" TEXT, "channel_group" TEXT, "film" INTEGER, "repeat" INTEGER, "new" INTEGER, "premiere" INTEGER, "live" INTEGER, "subtitles" INTEGER, "share" TEXT, "approximate" INTEGER
) STRICT;
INSERT INTO "board_guide" ("_id", "_feed", "_position", "_since", "start", "stop", "channel", "channel_name", "title", "subtitle", "season", "episode", "categories", "description", "year", "directors", "cast", "presenters", "guests", "rating", "stars", "picture", "channel_logo", "channel_group", "film", "repeat", "new", "premiere", "live", "subtitles", "share", "approximate") VALUES (1, 2, 68719476736, 1795936078452, 1792879200000, 1792884600000, 'one.example.tv', 'Harbour One', 'The Lighthouse Keeper', NULL, NULL, NULL, '["Film"]', 'A keeper refuses to leave when the lamp is to be put out.', 1961.0, '["Mira Lund"]', '["Tom Adair (The keeper)","Ines Roca"]', NULL, NULL, 'BBFC PG', '4/5', NULL, 'https://guide.example/one.png', NULL, 1, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO "board_guide" ("_id", "_feed", "_position", "_since", "start", "stop", "channel", "channel_name", "title", "subtitle", "season", "episode", "categories", "description", "year", "directors", "cast", "presenters", "guests", "rating", "stars", "picture", "channel_logo", "channel_group", "film", "repeat", "new", "premiere", "live", "subtitles", "share", "approximate") VALUES (2, 2, 68719477760, 1795936078452, 1792884600000, 1792891800000, 'one.example.tv', 'Harbour One', 'Night Ferry', 'Fog', 2.0, 5.0, '["Drama"]', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'https://guide.example/one.png', NULL, NULL, 1, NULL, NULL, NULL, 1, NULL, NULL);
INSERT INTO "board_guide" ("_id", "_feed", "_position", "_since", "start", "stop", "channel", "channel_name", "title", "subtitle", "season", "episode", "categories", "description", "year", "directors", "cast", "presenters", "guests", "rating", "stars", "picture", "channel_logo", "channel_group", "film", "repeat", "new", "premiere", "live", "subtitles", "share", "approximate") VALUES (3, 2, 68719478784, 1795936078452, 1792891800000, 1792893600000, 'one.example.tv', 'Harbour One', 'Shipping News', NULL, NULL, NULL, '["News"]', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'https://guide.example/one.png', NULL, NULL, NULL, NULL, NULL, 1, NULL, NULL, NULL);
INSERT INTO "board_guide" ("_id", "_feed", "_position", "_since", "start", "stop", "channel", "channel_name", "title", "subtitle", "season", "episode", "categories", "description", "year", "directors", "cast", "presenters", "guests", "rating", "stars", "picture", "channel_logo", "channel_group", "film", "repeat", "new", "premiere", "live", "subtitles", "share", "approximate") VALUES (4, 2, 68719479808, 1795936078452, 1792886400000, 1792890000000, 'two.example.tv', 'Harbour Two', 'Café Society', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1, NULL, NULL, NULL, NULL, NULL);
CREATE TABLE "board_prices" (
    _id INTEGER PRIMARY KEY, _feed INTEGER NOT NULL REFERENCES feeds(id) ON DELETE CASCADE,
    _position INTEGER NOT NULL, _since INTEGER NOT NULL, "good" TEXT, "price" TEXT
) STRICT;
INSERT INTO "board_prices" ("_id", "_feed", "_position", "_since", "good", "price") VALUES (1, 3, 68719476736, 1795936081082, 'Apples', '2.20 EUR');
INSERT INTO "board_prices" ("_id", "_feed", "_position", "_since", "good", "price") VALUES (2, 3, 68719477760, 1795936078969, 'Pears', '3.10 EUR');
INSERT INTO "board_prices" ("_id", "_feed", "_position", "_since", "good", "price") VALUES (3, 3, 68719478784, 1795936081082, 'Quinces', '4.00 EUR');
DELETE FROM sqlite_sequence;
INSERT INTO sqlite_sequence VALUES ('jobs', 8);
INSERT INTO sqlite_sequence VALUES ('watch_log', 2);
INSERT INTO sqlite_sequence VALUES ('people', 3);
INSERT INTO sqlite_sequence VALUES ('audit', 5);
INSERT INTO sqlite_sequence VALUES ('media', 1);
INSERT INTO sqlite_sequence VALUES ('tokens', 1);
INSERT INTO sqlite_sequence VALUES ('invitations', 1);
INSERT INTO sqlite_sequence VALUES ('channels', 1);
INSERT INTO sqlite_sequence VALUES ('watches', 2);
INSERT INTO sqlite_sequence VALUES ('price_alerts', 1);
INSERT INTO sqlite_sequence VALUES ('reminders', 1);
INSERT INTO sqlite_sequence VALUES ('notices', 3);
INSERT INTO sqlite_sequence VALUES ('documents', 1);
INSERT INTO sqlite_sequence VALUES ('document_bookmarks', 1);
INSERT INTO sqlite_sequence VALUES ('pronunciations', 1);
INSERT INTO sqlite_sequence VALUES ('media_playlists', 1);
CREATE VIRTUAL TABLE "media_names_words" USING fts5(words, content = 'media', content_rowid = 'id', tokenize = 'trigram case_sensitive 1');
INSERT INTO "media_names_words" ("media_names_words") VALUES ('rebuild');
CREATE VIRTUAL TABLE "board_guide_terms" USING fts5vocab('board_guide_words', 'row');
CREATE VIRTUAL TABLE "board_guide_words" USING fts5("title", "subtitle", "description", content = 'board_guide', content_rowid = '_id', tokenize = 'unicode61 remove_diacritics 2', detail = none, columnsize = 0);
INSERT INTO "board_guide_words" ("board_guide_words") VALUES ('rebuild');
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
CREATE INDEX jobs_under_way ON jobs (id) WHERE ended IS NULL;
CREATE INDEX jobs_of_person ON jobs (person, id);
CREATE INDEX media_added ON media (added, id);
CREATE INDEX media_words ON media (words, id);
CREATE INDEX media_positions_noted ON media_positions (person, noted);
CREATE INDEX documents_to_read ON documents (id) WHERE state = 'reading';
CREATE INDEX reminders_of_person ON reminders (person, id);
CREATE INDEX notices_of_reminder ON notices (reminder, id);
CREATE INDEX media_playlists_of_person ON media_playlists (person, name, id);
CREATE INDEX media_playlist_items_in_order ON media_playlist_items (playlist, place);
CREATE INDEX media_playlist_items_of_media ON media_playlist_items (media);
CREATE INDEX media_marks ON media (mark);
CREATE INDEX changes_seen ON changes (feed, seen);
CREATE INDEX "board_fuel_in_order" ON "board_fuel" (_feed, _position);
CREATE INDEX "board_fuel_sought" ON "board_fuel" (_feed, "address", _position);
CREATE INDEX "board_guide_in_order" ON "board_guide" (_feed, _position);
CREATE INDEX "board_guide_slots" ON "board_guide" (_feed, "start", "stop");
CREATE INDEX "board_guide_channels" ON "board_guide" (_feed, "channel", "start", "stop");
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
CREATE TRIGGER "media_names_words_added" AFTER INSERT ON "media" BEGIN INSERT INTO "media_names_words" (rowid, words) VALUES (new.id, new.words); END;
CREATE TRIGGER "media_names_words_removed" AFTER DELETE ON "media" BEGIN INSERT INTO "media_names_words" ("media_names_words", rowid, words) VALUES ('delete', old.id, old.words); END;
CREATE TRIGGER "media_names_words_altered" AFTER UPDATE OF words ON "media" WHEN old.words IS NOT new.words BEGIN INSERT INTO "media_names_words" ("media_names_words", rowid, words) VALUES ('delete', old.id, old.words); INSERT INTO "media_names_words" (rowid, words) VALUES (new.id, new.words); END;
CREATE TRIGGER person_altered AFTER UPDATE OF zone, disabled ON people
WHEN OLD.zone IS NOT NEW.zone OR OLD.disabled <> NEW.disabled BEGIN
    INSERT INTO watch_log (feed, watch) SELECT feed, id FROM watches WHERE person = NEW.id;
END;
CREATE TRIGGER "board_guide_words_added" AFTER INSERT ON "board_guide" BEGIN INSERT INTO "board_guide_words" (rowid, "title", "subtitle", "description") VALUES (new._id, new."title", new."subtitle", new."description"); END;
CREATE TRIGGER "board_guide_words_removed" AFTER DELETE ON "board_guide" BEGIN INSERT INTO "board_guide_words" ("board_guide_words", rowid, "title", "subtitle", "description") VALUES ('delete', old._id, old."title", old."subtitle", old."description"); END;
CREATE TRIGGER "board_guide_words_altered" AFTER UPDATE OF "title", "subtitle", "description" ON "board_guide" WHEN old."title" IS NOT new."title" OR old."subtitle" IS NOT new."subtitle" OR old."description" IS NOT new."description" BEGIN INSERT INTO "board_guide_words" ("board_guide_words", rowid, "title", "subtitle", "description") VALUES ('delete', old._id, old."title", old."subtitle", old."description"); INSERT INTO "board_guide_words" (rowid, "title", "subtitle", "description") VALUES (new._id, new."title", new."subtitle", new."description"); END;
PRAGMA user_version = 0;
COMMIT;
