import Boards
import DemoPublishing
import Foundation
import Records
import Storage
import Watching

/// The weeks before a demo's first start: the history that its fuel board would have if it had read the sample metro each morning.
///
/// Stored once, in a feed that was never read, in the same way as fetches: parsed by the board and compared from day to day.
struct DemoHistory: Sendable {
    let store: Store
    let board: Board
    let metro: DemoMetro

    /// Long enough for three of the weekly price jumps.
    private static let days = 22
    /// Perth's offset from UTC, without daylight saving.
    private static let zoneSeconds: Int64 = 8 * 3600

    func write(before now: Timestamp) async throws {
        let (schema, binding) = (board.schema, try board.bindings().first?.values ?? [:])
        let feed = try await store.feeds.feed(of: board.name, url: board.source.url.absoluteString, binding: binding)
        guard feed.lastAttempt == nil else { return }
        let today = Int((now.milliseconds / 1000 + Self.zoneSeconds) / 86_400)
        for day in today - Self.days..<today {
            let document = Array(metro.feed(ofDaysSince1970: day).xml.utf8)
            let records = try board.extractor.records(of: document)
            // 06:01 in Perth.
            let time = Timestamp(milliseconds: (Int64(day) * 86_400 - Self.zoneSeconds + 6 * 3600 + 60) * 1000)
            let report = FetchReport(began: time, ended: time, bytes: document.count)
            _ = try await store.feeds.apply(records.count, to: feed, schema, report) {
                try Comparison.difference(from: $0, to: records, schema)
            }
        }
    }
}
