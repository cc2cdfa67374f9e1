import Foundation
import Records
import Synchronization

extension Feed {
    /// In the order in which `init` reads them.
    static let columns = """
        id, board, url, etag, last_modified, last_attempt, last_success, last_change, due, failure, failures, records, asked, binding
        """
    static let select = "SELECT \(columns) FROM feeds"

    /// By index: finding columns by name costs several times as much, and each round of checks reads all feeds.
    init(_ row: Row) {
        self.init(
            id: row[0], board: row[1], url: row[2], binding: Self.binding(row[13]), etag: row[3], lastModified: row[4],
            lastAttempt: (row[5] as Int64?).map(Timestamp.init(milliseconds:)),
            lastSuccess: (row[6] as Int64?).map(Timestamp.init(milliseconds:)),
            lastChange: (row[7] as Int64?).map(Timestamp.init(milliseconds:)), due: (row[8] as Int64?).map(Timestamp.init(milliseconds:)),
            failure: (row[9] as String?).map { SourceFailure(stored: $0) }, failures: row[10], recordCount: row[11],
            lastAsked: (row[12] as Int64?).map(Timestamp.init(milliseconds:)))
    }

    /// Parses a stored text. Every page reads the feeds, and decoding their few different bindings each time would cost as much as the
    /// reading.
    private static func binding(_ json: String) -> [String: String] {
        if json == "{}" { return [:] }
        if let known = known.withLock({ $0[json] }) { return known }
        let binding = (try? JSONDecoder().decode([String: String].self, from: Data(json.utf8))) ?? [:]
        known.withLock { known in
            if known.count >= knownLimit { known = [:] }
            known[json] = binding
        }
        return binding
    }

    private static let known = Mutex<[String: [String: String]]>([:])
    private static let knownLimit = 1000

    /// Equal values give the same text.
    static func json(_ binding: [String: String]) -> String {
        var line = JSONLine()
        for (name, value) in binding.sorted(by: { $0.key < $1.key }) { line.add(name, value) }
        return line.closed
    }
}
