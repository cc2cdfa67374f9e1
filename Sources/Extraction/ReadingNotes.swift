package import Records

/// The parts that a run skipped or repaired in a readable document: for the source's maintainer.
package struct ReadingNotes: Hashable, Sendable {
    /// A notice that the publisher requires with the data, such as a copyright notice.
    package var notice: String?
    /// The number of rows left out and repaired, by reason.
    package private(set) var leftOut: [String: Int] = [:]
    package private(set) var mended: [String: Int] = [:]
    /// A page's rejected requests in a browser, with their counts.
    package private(set) var refused: [String: Int] = [:]

    /// For fields whose values may be left empty: the numbers of readable and unreadable texts.
    package private(set) var texts: [String: Texts] = [:]

    package struct Texts: Hashable, Sendable {
        package var (read, unread) = (0, 0)
        /// The error of the first unreadable text.
        package var failure: FieldError?
        /// The first few different texts, which are counted separately.
        fileprivate var shown: Set<String> = []
    }

    /// The number of different texts of a field that are counted separately.
    private static let shownLimit = 3

    /// Channels that a guide declares without a programme: the names of a few, and their number.
    package private(set) var silent: [String] = []
    package private(set) var silentCount = 0

    /// Limit of stored names.
    private static let silentLimit = 20
    /// Limit of stored reasons, whose words the source chooses.
    private static let reasonLimit = 50

    package init() {}

    init(
        notice: String?, leftOut: [String: Int], mended: [String: Int], refused: [String: Int], silent: [String], silentCount: Int
    ) {
        (self.notice, self.leftOut, self.mended, self.refused) = (notice, leftOut, mended, refused)
        (self.silent, self.silentCount) = (silent, silentCount)
    }

    package var isEmpty: Bool { notice == nil && leftOut.isEmpty && mended.isEmpty && refused.isEmpty && silentCount == 0 }

    package var leftOutCount: Int { leftOut.values.reduce(0, +) }

    /// "Left out: 3 (no start: 2, no title: 1)"; nil if there are none.
    package var leftOutWords: String? { Self.summary("Left out", leftOut) }
    package var mendedWords: String? { Self.summary("Repaired", mended) }
    /// "Refused requests: 2 (169.254.169.254:80: 2)"; nil if there are none.
    package var refusedWords: String? { Self.summary("Refused requests", refused) }
    /// "Channels without programmes: 2 (Harbour, Lantern)"; nil if there are none.
    package var silentWords: String? { silentCount > 0 ? "Channels without programmes: \(silentCount) (\(silentNames))" : nil }
    package var silentNames: String { silent.joined(separator: ", ") + (silent.count < silentCount ? ", …" : "") }

    private static func summary(_ beginning: String, _ counts: [String: Int]) -> String? {
        guard !counts.isEmpty else { return nil }
        let reasons = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { "\($0.key): \($0.value)" }
        return "\(beginning): \(counts.values.reduce(0, +)) (\(reasons.joined(separator: ", ")))"
    }

    package mutating func refuse(_ what: String, times: Int) { Self.count(what, times, in: &refused) }
    package mutating func leaveOut(_ why: String, times: Int = 1) { if times > 0 { Self.count(why, times, in: &leftOut) } }
    mutating func mend(_ what: String, times: Int = 1) { if times > 0 { Self.count(what, times, in: &mended) } }

    mutating func noteRead(_ field: String) { texts[field, default: Texts()].read += 1 }

    /// Records a value that doesn't fit its field.
    mutating func leaveOut(_ error: FieldError) {
        let found = error.found.limited(to: 40)
        var counts = texts[error.field] ?? Texts()
        if counts.shown.count < Self.shownLimit { counts.shown.insert(found) }
        leaveOut(
            found.isEmpty ? "no \(error.field)" : counts.shown.contains(found) ? "\(error.field) “\(found)”" : "\(error.field) otherwise")
        counts.unread += 1
        texts[error.field] = counts
        if texts[error.field]?.failure == nil { texts[error.field]?.failure = error }
    }

    mutating func note(silent names: [String]) { (silent, silentCount) = (Array(names.prefix(Self.silentLimit)), names.count) }

    /// A copy with more channels without programmes, without duplicates.
    package func adding(silent names: [String]) -> ReadingNotes {
        let known = Set(silent.map { $0.lowercased() })
        var more = ReadingNotes()
        more.note(silent: names.filter { !known.contains($0.lowercased()) })
        return adding(more)
    }

    /// The combination of both.
    package func adding(_ other: ReadingNotes) -> ReadingNotes {
        var sum = self
        sum.notice = notice ?? other.notice
        for (reason, times) in other.leftOut.sorted(by: { $0.key < $1.key }) { Self.count(reason, times, in: &sum.leftOut) }
        for (reason, times) in other.mended.sorted(by: { $0.key < $1.key }) { Self.count(reason, times, in: &sum.mended) }
        for (what, times) in other.refused.sorted(by: { $0.key < $1.key }) { Self.count(what, times, in: &sum.refused) }
        for (field, counts) in other.texts {
            var all = texts[field] ?? Texts()
            (all.read, all.unread) = (all.read + counts.read, all.unread + counts.unread)
            all.failure = all.failure ?? counts.failure
            all.shown.formUnion(counts.shown)
            sum.texts[field] = all
        }
        sum.silent = Array((silent + other.silent).prefix(Self.silentLimit))
        sum.silentCount += other.silentCount
        return sum
    }

    private static func count(_ reason: String, _ times: Int = 1, in counts: inout [String: Int]) {
        let reason = counts.count < reasonLimit || counts[reason] != nil ? reason : "other reasons"
        counts[reason, default: 0] += times
    }
}
