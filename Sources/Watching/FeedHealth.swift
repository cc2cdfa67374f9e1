import Foundation
package import Localisation
package import Records

/// Whether a feed works. It receives the result of each fetch, and reports a problem once, with the reason, and its end once.
///
/// A pure value, stored as JSON and changed in the transaction that stores its notices. Thresholds are in `Limits`; times come with the
/// events.
package struct FeedHealth: Hashable, Sendable, Codable {
    package enum Limits {
        /// Consecutive failed attempts, over at least `failingFor`, that make a feed failing. A source that only restarts is not reported.
        package static let failures = 3
        package static let failingFor = Duration.seconds(15 * 60)
        /// Consecutive fetches without records, or with the same unreadable field, before a report.
        package static let repeats = 2
        /// Consecutive fetches in which every record had the field, before its loss is reported.
        package static let filledFetches = 3
        /// With at least this many records in a fetch, a lost field is reported at once; with fewer, after `repeats` fetches.
        package static let missedAtOnce = 5
        /// How many of the last gaps between changes define the usual rhythm; fewer define none.
        package static let gaps = 10
        package static let gapsNeeded = 5
        /// A feed is quiet after more than the longest gap and the median gap times these, and more than `quietAtLeast`.
        package static let longestTimes = 3
        package static let medianTimes = 10
        package static let quietAtLeast = Duration.seconds(6 * 3600)
        /// Longest stored text of a reason, in characters.
        package static let reason = 500
    }

    package enum Event: Sendable {
        /// The source could not be fetched or read.
        case failed(reason: SourceFailure)
        /// The document was read and contained no record.
        case empty
        /// A value did not fit its field.
        case unreadable(field: String, reason: String)
        /// A document was read and stored. `filled` counts, for each field, the records that have a value in it.
        case fetched(recordCount: Int, filled: [String: Int], hasChanged: Bool)
        /// The source reported no change (304).
        case unmodified

        /// The event for a document of these records.
        package static func fetched(_ records: [Record], _ schema: Schema, hasChanged: Bool) -> Event {
            var tally = Tally(schema)
            for record in records { tally.add(record) }
            return .fetched(tally, hasChanged: hasChanged)
        }

        static func fetched(_ tally: Tally, hasChanged: Bool) -> Event {
            let counts = Dictionary(zip(tally.names, tally.filled)) { first, _ in first }
            return .fetched(recordCount: tally.count, filled: counts, hasChanged: hasChanged)
        }
    }

    /// The number of a document's records with a value in each field.
    struct Tally: Sendable {
        fileprivate let names: [String]
        fileprivate var filled: [Int]
        fileprivate var count = 0

        init(_ schema: Schema) {
            names = schema.fields.map(\.name)
            filled = Array(repeating: 0, count: names.count)
        }

        mutating func add(_ record: Record) {
            count += 1
            for field in filled.indices where field < record.values.count && record.values[field] != nil { filled[field] += 1 }
        }
    }

    package enum Trouble: Hashable, Sendable, Codable {
        case failing(reason: SourceFailure)
        case empty
        case unreadable(field: String, reason: String)
        case lost(field: String)
        case quiet

        /// Whether the document was read but lacked what the board expects, which may have moved within it.
        package var mayBeRepaired: Bool {
            switch self {
            case .failing(let reason): reason.mayBeRepaired
            case .empty, .unreadable, .lost: true
            case .quiet: false
            }
        }

        /// The same problem with another reason is not reported.
        func isSame(as other: Trouble) -> Bool {
            switch (self, other) {
            case (.failing, .failing), (.empty, .empty), (.quiet, .quiet): true
            case (.unreadable(let left, _), .unreadable(let right, _)), (.lost(let left), .lost(let right)): left == right
            default: false
            }
        }
    }

    package enum News: Hashable, Sendable, Codable {
        /// `since`: when the problem began.
        case raised(Trouble, since: Timestamp)
        case cleared(Trouble, since: Timestamp)

        /// Whether there is something to repair, see `Trouble`.
        package var mayBeRepaired: Bool {
            if case .raised(let trouble, _) = self { trouble.mayBeRepaired } else { false }
        }
    }

    package struct Standing: Hashable, Sendable, Codable {
        package let trouble: Trouble
        /// When the problem began, in milliseconds since 1970.
        package let since: Int64
    }

    /// The current problems, in the order they were raised.
    package private(set) var standing: [Standing] = []
    private var failures = Run()
    private var empties = Run()
    private var unreadables: [String: Run] = [:]
    /// For each field, the number of consecutive fetches with it in every record, and of later ones with it in none.
    private var filledRuns: [String: Int] = [:]
    private var missing: [String: Run] = [:]
    private var gaps: [Int64] = []
    private var lastChange: Int64?

    /// The number of consecutive events, and the time of the first.
    fileprivate struct Run: Hashable, Sendable, Codable {
        var count = 0
        var since: Int64 = 0

        mutating func record(_ time: Timestamp) {
            if count == 0 { since = time.milliseconds }
            count += 1
        }
    }

    package init() {}

    /// Processes an event and returns what to report.
    package mutating func record(_ event: Event, at time: Timestamp) -> [News] {
        mapTimes { min($0, time.milliseconds) }
        var news: [News] = []
        switch event {
        case .failed(let reason):
            failures.record(time)
            let lasted = time - Timestamp(milliseconds: failures.since)
            if failures.count >= Limits.failures, lasted >= Limits.failingFor {
                raise(.failing(reason: reason.limited(to: Limits.reason)), failures.since, &news)
            }
        case .empty:
            // The source answered, so it can be reached.
            clearFailing(&news)
            empties.record(time)
            if empties.count >= Limits.repeats { raise(.empty, empties.since, &news) }
        case .unreadable(let field, let reason):
            clearFailing(&news)
            let run = noted(unreadables[field], time)
            unreadables[field] = run
            if run.count >= Limits.repeats { raise(.unreadable(field: field, reason: reason.limited(to: Limits.reason)), run.since, &news) }
        case .unmodified:
            // The document is again the last version, which had no problems.
            clearUnread(&news)
            lookForQuiet(time, &news)
        case .fetched(let recordCount, let filled, let hasChanged):
            clearUnread(&news)
            if recordCount > 0 { noteFields(recordCount, filled, time, &news) }
            if hasChanged { noteChange(time, &news) } else { lookForQuiet(time, &news) }
        }
        return news
    }

    private mutating func mapTimes(_ change: (Int64) -> Int64) {
        if failures.count > 0 { failures.since = change(failures.since) }
        if empties.count > 0 { empties.since = change(empties.since) }
        unreadables = unreadables.mapValues { Run(count: $0.count, since: change($0.since)) }
        missing = missing.mapValues { Run(count: $0.count, since: change($0.since)) }
        lastChange = lastChange.map(change)
        standing = standing.map { Standing(trouble: $0.trouble, since: change($0.since)) }
    }

    private mutating func noteFields(_ recordCount: Int, _ filled: [String: Int], _ time: Timestamp, _ news: inout [News]) {
        for (field, count) in filled.sorted(by: { $0.key < $1.key }) {
            if count == 0, filledRuns[field, default: 0] >= Limits.filledFetches {
                let run = noted(missing[field], time)
                missing[field] = run
                if recordCount >= Limits.missedAtOnce || run.count >= Limits.repeats { raise(.lost(field: field), run.since, &news) }
            } else if count > 0 {
                missing[field] = nil
                clear(&news) { $0 == .lost(field: field) }
                filledRuns[field] = count == recordCount ? min(filledRuns[field, default: 0] + 1, Limits.filledFetches) : 0
            } else {
                filledRuns[field] = 0
            }
        }
        // A field that the board no longer has can't be lost.
        filledRuns = filledRuns.filter { filled[$0.key] != nil }
        missing = missing.filter { filled[$0.key] != nil }
        clear(&news) { trouble in
            if case .lost(let field) = trouble { filled[field] == nil } else { false }
        }
    }

    private mutating func noteChange(_ time: Timestamp, _ news: inout [News]) {
        if let gap = gap(until: time), gap > 0 { gaps = (gaps + [gap]).suffix(Limits.gaps) }
        lastChange = time.milliseconds
        clear(&news) { $0 == .quiet }
    }

    private mutating func lookForQuiet(_ time: Timestamp, _ news: inout [News]) {
        guard let lastChange, let gap = gap(until: time), let limit = Self.quietLimit(gaps), gap > limit else { return }
        raise(.quiet, lastChange, &news)
    }

    /// Milliseconds since the last change; nil if there is none.
    private func gap(until time: Timestamp) -> Int64? {
        lastChange.map { (time - Timestamp(milliseconds: $0)).wholeMilliseconds }
    }

    /// How many milliseconds without a change make a feed of this rhythm quiet; nil if there is no rhythm yet.
    private static func quietLimit(_ gaps: [Int64]) -> Int64? {
        guard gaps.count >= Limits.gapsNeeded else { return nil }
        let sorted = gaps.sorted()
        return max(
            sorted[sorted.count - 1].multipliedSaturated(by: Int64(Limits.longestTimes)),
            sorted[sorted.count / 2].multipliedSaturated(by: Int64(Limits.medianTimes)),
            Limits.quietAtLeast.wholeMilliseconds)
    }

    private mutating func clearUnread(_ news: inout [News]) {
        clearFailing(&news)
        (empties, unreadables) = (Run(), [:])
        clear(&news) { trouble in
            switch trouble {
            case .empty, .unreadable: true
            default: false
            }
        }
    }

    private mutating func clearFailing(_ news: inout [News]) {
        failures = Run()
        clear(&news) { $0.isSame(as: .failing(reason: "")) }
    }

    private mutating func raise(_ trouble: Trouble, _ since: Int64, _ news: inout [News]) {
        guard !standing.contains(where: { $0.trouble.isSame(as: trouble) }) else { return }
        standing.append(Standing(trouble: trouble, since: since))
        news.append(.raised(trouble, since: Timestamp(milliseconds: since)))
    }

    private mutating func clear(_ news: inout [News], where isOver: (Trouble) -> Bool) {
        for past in standing where isOver(past.trouble) {
            news.append(.cleared(past.trouble, since: Timestamp(milliseconds: past.since)))
        }
        standing.removeAll { isOver($0.trouble) }
    }

    private func noted(_ run: Run?, _ time: Timestamp) -> Run {
        var run = run ?? Run()
        run.record(time)
        return run
    }

    /// A stored state after the clock was moved by `step`; nil if nothing in it changes.
    static func kept(_ stored: String, movedBy step: Duration, at now: Timestamp) -> String? {
        guard var health = try? JSONDecoder().decode(Self.self, from: Data(stored.utf8)) else { return nil }
        let before = health
        // Times recorded after the clock was set would move into the future; `now` is their limit.
        health.mapTimes { min($0 + step.wholeMilliseconds, now.milliseconds) }
        return health == before ? nil : health.json
    }

}

extension FeedHealth {
    /// The problems of a stored state; none if it can't be parsed. Each page of a board asks for them, so a state without problems is
    /// recognised by its beginning.
    package static func standing(in stored: String) -> [Standing] {
        if stored.hasPrefix(#"{"standing":[]"#) { return [] }
        return (try? JSONDecoder().decode(Self.self, from: Data(stored.utf8)))?.standing ?? []
    }

    /// The format that `Codable` reads. Written at each change of a feed, so mostly by hand: a general encoder takes up to a tenth of the
    /// time of a small page's whole check.
    package var json: String {
        var line = JSONLine()
        line.add("standing", json: standing.isEmpty ? "[]" : Self.json(of: standing))
        line.add("failures", failures.json)
        line.add("empties", empties.json)
        line.add("unreadables", Self.object(of: unreadables))
        var runs = JSONLine()
        for (field, count) in filledRuns.sorted(by: { $0.key < $1.key }) { runs.add(field, count) }
        line.add("filledRuns", runs)
        line.add("missing", Self.object(of: missing))
        line.add("gaps", json: "[\(gaps.map { String($0) }.joined(separator: ","))]")
        if let lastChange { line.add("lastChange", Int(lastChange)) }
        return line.closed
    }

    static func json(of value: some Encodable) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    private static func object(of runs: [String: Run]) -> JSONLine {
        var object = JSONLine()
        for (field, run) in runs.sorted(by: { $0.key < $1.key }) { object.add(field, run.json) }
        return object
    }
}

extension FeedHealth.Run {
    fileprivate var json: JSONLine {
        var line = JSONLine()
        line.add("count", count)
        line.add("since", Int(since))
        return line
    }
}

extension FeedHealth.News {
    /// The report as a sentence.
    package func sentence(_ words: Words) -> String {
        switch self {
        case .raised(.failing(let reason), let since) where reason.wasReached:
            words("Tidings hasn’t been able to read the source since \(words.dateTime(since)): \(words.text(reason)).")
        case .raised(.failing(let reason), let since):
            words("Tidings hasn’t been able to reach the source since \(words.dateTime(since)): \(words.text(reason)).")
        case .raised(.empty, let since):
            words("The source has been empty since \(words.dateTime(since)). Tidings keeps the earlier rows.")
        case .raised(.unreadable(let field, let reason), let since):
            words("Tidings hasn’t been able to read the field “\(field)” since \(words.dateTime(since)): \(reason).")
        case .raised(.lost(let field), let since):
            words("The field “\(field)” always had values and has been empty since \(words.dateTime(since)).")
        case .raised(.quiet, let since):
            words("The source hasn’t changed since \(words.dateTime(since)), much longer than usual.")
        case .cleared(.failing(let reason), _) where reason.wasReached: words("Tidings can read the source again.")
        case .cleared(.failing, _): words("Tidings can reach the source again.")
        case .cleared(.empty, _): words("The source has rows again.")
        case .cleared(.unreadable(let field, _), _): words("The field “\(field)” is readable again.")
        case .cleared(.lost(let field), _): words("The field “\(field)” has values again.")
        case .cleared(.quiet, _): words("The source is changing again.")
        }
    }

    /// In English: for logs and programs.
    package var sentence: String { sentence(.english) }
}
