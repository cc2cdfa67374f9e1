import BoardPages
import Boards
import Records
import Serving
import Storage

/// The current data about a watch's subject.
struct WatchReading: Sendable {
    var feed: Feed?
    /// nil: the watch may match several records.
    var subject: [(field: String, value: Value)]?
    /// The matching records, if there is a subject.
    var records: [StoredRecord] = []
    /// The last change of its record, or the newest that it has notified about.
    var change: StoredChange?
    /// How many changes were in the notice with that one.
    var count = 1
}

/// Reads the current data of watches, with a few statements per feed.
struct WatchReadings {
    private let feature: FollowingFeature
    /// The boards that the person may see, by name.
    private let boards: [String: Board]

    init(_ feature: FollowingFeature, _ boards: [String: Board]) { (self.feature, self.boards) = (feature, boards) }

    /// By watch; a watch whose board or feed has been removed has none.
    func of(_ watches: [Watch]) async throws -> [Watch.ID: WatchReading] {
        guard !watches.isEmpty else { return [:] }
        let feeds = try await feature.store.feeds.some(of: Set(watches.map(\.feed)))
        var readings: [Watch.ID: WatchReading] = [:]
        var broad: [Watch] = []
        for watch in watches {
            guard let board = boards[watch.board], let feed = feeds[watch.feed] else { continue }
            // If feeds are shown together, their watch belongs to the first, but the record may be in another.
            let subject = board.source.each == nil ? watch.settings.condition.subject(board.schema) : nil
            readings[watch.id] = WatchReading(feed: feed, subject: subject)
            if watch.settings.condition == .everything {
                readings[watch.id] = try await reading(of: feed, board.schema)
            } else if subject == nil {
                broad.append(watch)
            }
        }
        for feed in Set(readings.values.compactMap { $0.subject?.isEmpty ?? true ? nil : $0.feed }) {
            guard let schema = boards[feed.board]?.schema else { continue }
            try await read(feed, schema, &readings)
        }
        let schemas = boards.mapValues(\.schema)
        for (watch, news) in try await feature.store.following.lastNews(of: broad, { schemas[$0] }) {
            readings[watch]?.change = news.change
            readings[watch]?.count = news.count
        }
        return readings
    }

    /// For a watch on a whole feed: its only record, or its last change.
    private func reading(of feed: Feed, _ schema: Schema) async throws -> WatchReading {
        let feeds = feature.store.feeds
        var reading = WatchReading(feed: feed)
        if let changed = feed.lastChange {
            reading.change = try await feeds.changes(of: feed, schema, limit: 1).first
            reading.count = try await feeds.changeCount(of: feed, since: changed)
        }
        if feed.recordCount == 1 {
            reading.subject = []
            reading.records = try await feeds.records(of: feed, schema, limit: 1)
        }
        return reading
    }

    /// Reads the watched records of a feed, and their last changes.
    private func read(_ feed: Feed, _ schema: Schema, _ readings: inout [Watch.ID: WatchReading]) async throws {
        let subjects = readings.compactMapValues { $0.feed == feed && $0.subject?.isEmpty == false ? $0.subject : nil }
        let records = try await feature.store.feeds.records(
            of: feed, schema, withAny: Array(subjects.values), limit: WatchedThings.shown * Self.rowsOfOne)
        var keys: [Watch.ID: String] = [:]
        for (watch, subject) in subjects {
            let own = records.filter { Self.isAbout($0.record, subject, schema) }
            readings[watch]?.records = own
            keys[watch] = own.first.map { schema.key(of: $0.record) } ?? Self.key(of: subject, schema)
        }
        let changes = try await feature.store.feeds.lastChanges(of: feed, schema, keys: Array(Set(keys.values)))
        for (watch, key) in keys { readings[watch]?.change = changes[key] }
    }

    /// An asked number may have several rows.
    private static let rowsOfOne = 4

    private static func isAbout(_ record: Record, _ subject: [(field: String, value: Value)], _ schema: Schema) -> Bool {
        subject.allSatisfy { test in schema.index(of: test.field).map { record.values[at: $0] == test.value } ?? false }
    }

    /// The key of a missing record; nil if the subject has only a part of the key.
    private static func key(of subject: [(field: String, value: Value)], _ schema: Schema) -> String? {
        let values = Dictionary(subject.map { ($0.field, $0.value) }) { first, _ in first }
        let record = Record(schema.fields.map { values[$0.name] })
        return schema.keyFields.allSatisfy { record.values[$0] != nil } ? schema.key(of: record) : nil
    }
}
