import Records

/// The columns of a table that hold times (milliseconds since 1970), and how each is corrected after a wall clock that ran ahead is set
/// right (`Store.keepTimes`).
///
/// Each table's times are declared beside its columns. A test goes through the whole schema and names columns that were forgotten.
struct StoredTimes: Sendable {
    enum Kind: Hashable, Sendable {
        /// The time of an event that determines what follows; a future time becomes now.
        case past
        /// The end of a period of at most this length; a later end becomes now plus that length.
        case ending(within: Duration)
        /// A due time at most this far ahead; a later one becomes now.
        case due(within: Duration)
        /// An end that was stored together with that column, which is `past`, and shifts with it.
        case after(String)
        /// Information, or a time that a source or a person chose; it is never corrected.
        case told
        /// Another rule corrects it, in `Store.keepTimes` or in the code that reads it.
        case ruled
    }

    let table: String
    let columns: [String: Kind]

    init(_ table: String, _ columns: [String: Kind]) { (self.table, self.columns) = (table, columns) }

    /// The statement that corrects the table's times; nil if none of them can be wrong.
    func mending(at now: Timestamp) -> String? {
        let mends = columns.sorted { $0.key < $1.key }.compactMap { column, kind in Mend(column, kind, at: now) }
        guard !mends.isEmpty else { return nil }
        let columns = mends.map { "\($0.column) = CASE WHEN \($0.isWrong) THEN \($0.right) ELSE \($0.column) END" }
        return "UPDATE \(table) SET \(columns.joined(separator: ", ")) WHERE \(mends.map(\.isWrong).joined(separator: " OR "))"
    }

    /// A column, the condition that it is wrong, and its corrected value.
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
