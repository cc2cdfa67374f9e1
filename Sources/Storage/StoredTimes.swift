import Records

/// The columns of a table that are times (milliseconds since 1970), and what becomes of each once a wall clock that was ahead is right
/// again (`Store.keepTimes`).
///
/// Each table has its times beside its columns. A test goes through the whole schema and names what was forgotten.
struct StoredTimes: Sendable {
    enum Kind: Hashable, Sendable {
        /// Something happened then, and what comes next depends on it: now at the latest.
        case past
        /// Something ends then, after so long at most: then at the latest.
        case ending(within: Duration)
        /// Something is due then, after so long at most: what is due later is due now.
        case due(within: Duration)
        /// Something ends so long after that column, which is `past`, and which was noted together with it: it moves with it.
        case after(String)
        /// It only says when something was, or what a source or a person chose: it stays.
        case told
        /// Another rule puts it right: of `Store.keepTimes`, or of who reads it.
        case ruled
    }

    let table: String
    let columns: [String: Kind]

    init(_ table: String, _ columns: [String: Kind]) { (self.table, self.columns) = (table, columns) }

    /// The statement that puts the table's times right; nil if it has none that can be wrong.
    func mending(at now: Timestamp) -> String? {
        let mends = columns.sorted { $0.key < $1.key }.compactMap { column, kind in Mend(column, kind, at: now) }
        guard !mends.isEmpty else { return nil }
        let columns = mends.map { "\($0.column) = CASE WHEN \($0.isWrong) THEN \($0.right) ELSE \($0.column) END" }
        return "UPDATE \(table) SET \(columns.joined(separator: ", ")) WHERE \(mends.map(\.isWrong).joined(separator: " OR "))"
    }

    /// A column, when it is wrong, and what it is then.
    private struct Mend {
        let column: String
        let isWrong: String
        let right: String

        init?(_ column: String, _ kind: Kind, at now: Timestamp) {
            self.column = column
            let today = "\(now.milliseconds)"
            switch kind {
            case .past: (isWrong, right) = ("\(column) > \(today)", today)
            case .ending(let longest):
                let latest = "\((now + longest).milliseconds)"
                (isWrong, right) = ("\(column) > \(latest)", latest)
            case .due(let longest): (isWrong, right) = ("\(column) > \((now + longest).milliseconds)", today)
            case .after(let other): (isWrong, right) = ("\(other) > \(today)", "\(column) - (\(other) - \(today))")
            case .told, .ruled: return nil
            }
        }
    }
}
