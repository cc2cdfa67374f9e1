import Foundation
import Records
import StorageSupport
import TestSupport
import Testing

@testable import Storage

/// Every number in the schema is a time whose table declares its meaning, or is listed here as not a time.
@Suite("Times that are stored") struct StoredTimesTests {
    private static let now = Timestamp(milliseconds: 1_790_000_000_000)
    private static let decade = Duration.seconds(3653 * 86_400)

    /// Numbers that aren't times. Declare a new column that is a time in `times` of its store instead.
    private static let numbers: Set = [
        "audit.count", "channels.gone", "document_bookmarks.word", "document_exports.attempts", "document_exports.bytes",
        "document_folder_files.size", "document_mailboxes.failures", "document_mailboxes.last_mail", "document_mailboxes.port",
        "document_mailboxes.taken", "document_mailboxes.takes_old", "document_mailboxes.validity", "document_parts.first_word",
        "document_parts.part", "document_words.part", "documents.attempts", "documents.bytes", "documents.follows_languages",
        "documents.has_cover",
        "documents.named_by_file", "documents.pages",
        "documents.position", "documents.text_bytes", "documents.words", "failed_logins.failures", "feeds.failures", "feeds.records",
        "fetches.bytes", "geocode_traffic.failures", "jobs.cancelling", "jobs.done", "jobs.total", "leases.fence",
        "marked_feeds.person", "marked_feeds.version", "media.bytes", "media.duration",
        "media.episode", "media.looks", "media.naming", "media.season", "media.track", "media.year", "media_corrections.episode",
        "media_corrections.season", "media_corrections.year", "media_parts.art", "media_parts.book", "media_parts.bytes",
        "media_parts.disc", "media_parts.duration", "media_parts.episode", "media_parts.extra", "media_parts.height",
        "media_parts.here", "media_parts.last_episode", "media_parts.last_ordinal", "media_parts.ordinal", "media_parts.part",
        "media_parts.season", "media_parts.sleeve", "media_parts.track", "media_parts.unsure", "media_playlist_items.place",
        "media_positions.position", "media_works.year", "node_settings.version", "notice_changes.channel", "notice_changes.person",
        "notice_changes.watch", "notices.attempts", "notices.claimed", "notices_seen.notice", "own_boards.shared", "own_boards.there",
        "people.disabled", "postings.first_change", "postings.last_change", "postings.newest_watch", "postings.person",
        "price_alerts.muted", "price_alerts.version", "pronunciations.matches_case", "queue_acts.day",
        "queue_acts.person", "queue_acts.ticket", "queue_blocks.day", "queue_blocks.first", "queue_blocks.last", "queue_blocks.version",
        "queue_days.day", "queue_events.next", "queue_events.version", "queue_listeners.ahead", "queue_listeners.was_near",
        "queue_spans.day", "queue_spans.first", "queue_spans.last", "queue_spans.version", "queue_tickets.calls", "queue_tickets.day",
        "queue_tickets.number", "queue_tickets.place", "queue_tickets.version", "queue_words.ahead", "queue_words.attempts", "queues.day",
        "queues.next", "queues.version", "queues.whole", "reminders.version", "sealed_secrets.is_complete", "station_positions.east",
        "station_positions.north", "watch_log.feed", "watch_log.watch", "watch_marks.edge", "watch_marks.feed",
        "watch_marks.mark", "watch_marks.person", "watches.daily_at", "watches.muted", "watches.quiet_from",
        "watches.quiet_to",
    ]

    private struct Column {
        let table: String
        let name: String
        let type: String
        var path: String { "\(table).\(name)" }
    }

    /// All columns of the tables that migrations make, in an order in which rows can be added; `keys`: those that identify rows, here or
    /// elsewhere.
    private func schema(_ database: Storage.Connection) throws -> (columns: [Column], keys: Set<String>) {
        var (columns, keys): ([Column], Set<String>) = ([], [])
        for shape in try TableShape.all(in: database) where !shape.name.hasPrefix("board_") && !shape.name.contains("_words_") {
            for row in try Row.fetchAll(database, sql: "SELECT name, type FROM pragma_table_info(?)", arguments: [shape.name]) {
                columns.append(Column(table: shape.name, name: row["name"], type: row["type"]))
            }
            let single = shape.key.count == 1 ? shape.key : []
            keys.formUnion((single + shape.references.keys).map { "\(shape.name).\($0)" })
        }
        return (columns, keys)
    }

    @Test("each number is a time whose table says what it means, or none")
    func whole() async throws {
        let prices = try await Prices()
        let (columns, keys) = try await prices.store.database.pool.read { try schema($0) }
        let there = Set(columns.map(\.path))
        let times = Set(StoredTimes.all.flatMap { times in times.columns.keys.map { "\(times.table).\($0)" } })
        let integers = columns.filter { $0.type == "INTEGER" }.map(\.path)
        let forgotten = Set(integers).subtracting(times).subtracting(Self.numbers).subtracting(keys)
        #expect(forgotten.sorted() == [], "each is a time, which its store's `times` has to name, or a number that this test has to")
        #expect(times.union(Self.numbers).subtracting(there).sorted() == [], "they aren't there")
        #expect(times.intersection(Self.numbers).isEmpty)
        #expect(integers.count > 100)
        #expect(Set(StoredTimes.all.map(\.table)).count == StoredTimes.all.count)
    }

    @Test("a row of each table that a clock ten years ahead has noted is put right")
    func mended() async throws {
        let prices = try await Prices()
        let later = (Self.now + Self.decade).milliseconds
        let (columns, _) = try await prices.store.database.pool.read { try schema($0) }
        let tables = columns.map(\.table).reduce(into: [String]()) { if $0.last != $1 { $0.append($1) } }
        let times = Dictionary(uniqueKeysWithValues: StoredTimes.all.map { ($0.table, $0.columns) })
        try await prices.store.database.pool.write { database in
            for table in tables where times[table] != nil || ["boards", "queue_listeners"].contains(table) {
                let own = columns.filter { $0.table == table }
                let values = own.map { column in
                    times[table]?[column.name] != nil
                        ? "\(later)" : column.type == "INTEGER" || column.type == "REAL" ? "1" : column.type == "BLOB" ? "x'31'" : "'1'"
                }
                let names = own.map { "\"\($0.name)\"" }.joined(separator: ", ")
                try database.execute(
                    sql: "INSERT INTO \(table) (\(names)) VALUES (\(values.joined(separator: ", "))) ON CONFLICT DO NOTHING")
                let assignments = own.filter { times[table]?[$0.name] != nil }.map { "\"\($0.name)\" = \(later)" }
                if !assignments.isEmpty { try database.execute(sql: "UPDATE \(table) SET \(assignments.joined(separator: ", "))") }
            }
        }
        try await prices.store.keepTimes(at: Self.now, lease: .seconds(60))
        for (table, kinds) in times {
            for (column, kind) in kinds {
                let found = try await prices.store.database.pool.read {
                    try Int64.fetchAll($0, sql: "SELECT \(column) FROM \(table) WHERE \(column) IS NOT NULL")
                }
                #expect(!found.isEmpty, "\(table).\(column)")
                switch kind {
                case .past, .due: #expect(found.allSatisfy { $0 == Self.now.milliseconds }, "\(table).\(column)")
                case .ending(let longest): #expect(found.allSatisfy { $0 == (Self.now + longest).milliseconds }, "\(table).\(column)")
                case .after: #expect(found.allSatisfy { $0 == Self.now.milliseconds }, "\(table).\(column)")
                case .told: #expect(found.contains(later), "\(table).\(column)")
                case .ruled: break
                }
            }
        }
    }

    @Test("mails are fetched again, a place in a document is kept, and a link to log in ends")
    func stories() async throws {
        let prices = try await Prices()
        let (store, later) = (prices.store, Self.now + Self.decade)
        let ada = try await prices.person("Ada")
        guard case .new(let id) = try await store.documents.addDocument("a", .text, title: "T", bytes: 1, for: ada.id, at: later) else {
            throw CancellationError()
        }
        let part = DocumentPart(number: 0, firstWord: 0, sentences: [.init(words: ["One", "two."], endsParagraph: true)])
        #expect(try await store.documents.finishDocument(id, title: nil, .init(words: 2), [part]))
        #expect(try await store.documents.note(word: 0, in: id, for: ada.id, at: later))
        try await store.people.addLoginLink(for: ada, hash: Data("link".utf8), at: later)
        try await store.keepTimes(at: Self.now, lease: .seconds(60))
        #expect(try await store.documents.note(word: 1, in: id, for: ada.id, at: Self.now + .seconds(1)))
        #expect(try await store.documents.document(id, of: ada.id)?.position == 1)
        let minute = Duration.seconds(60)
        #expect(try await store.people.person(ofLoginLink: Data("link".utf8), at: Self.now + minute)?.id == ada.id)
        #expect(try await store.people.person(ofLoginLink: Data("link".utf8), at: Self.now + minute * 16) == nil)
    }
}
