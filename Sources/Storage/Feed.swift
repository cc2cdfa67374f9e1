import Foundation
import GRDB
package import Records

/// A board with its parameters bound: what is fetched, scheduled and stored. One serves any number of people.
package struct Feed: Hashable, Sendable, Identifiable {
    package let id: Int64
    package let board: String
    /// The address of its source, parameters filled in. With the board's name it identifies the feed.
    package let url: String
    /// By parameter: the value it is asked with.
    package let binding: [String: String]
    /// The source's word for the version that is stored.
    package var etag: String?
    package var lastModified: String?
    package var lastAttempt: Timestamp?
    package var lastSuccess: Timestamp?
    package var lastChange: Timestamp?
    /// When it is to be fetched next; nil if it is not on a schedule.
    package var due: Timestamp?
    /// Why the last attempt failed; nil if it did not.
    package var failure: String?
    /// Failed attempts in a row.
    package var failures: Int
    package var recordCount: Int
    /// When a page or a command last asked for it, to the hour or so; nil: only as the board's standard feed.
    package var lastAsked: Timestamp?

    /// In the order in which `init` reads them.
    static let select = """
        SELECT id, board, url, etag, last_modified, last_attempt, last_success, last_change, due, failure, failures, records, asked, binding
        FROM feeds
        """

    /// By place: to find columns by name costs several times as much, and all feeds are read at each round of checks.
    init(_ row: Row) {
        id = row[0]
        board = row[1]
        url = row[2]
        etag = row[3]
        lastModified = row[4]
        lastAttempt = (row[5] as Int64?).map(Timestamp.init(milliseconds:))
        lastSuccess = (row[6] as Int64?).map(Timestamp.init(milliseconds:))
        lastChange = (row[7] as Int64?).map(Timestamp.init(milliseconds:))
        due = (row[8] as Int64?).map(Timestamp.init(milliseconds:))
        failure = row[9]
        failures = row[10]
        recordCount = row[11]
        lastAsked = (row[12] as Int64?).map(Timestamp.init(milliseconds:))
        let json: String = row[13]
        // Most boards have no parameters.
        binding = json == "{}" ? [:] : (try? JSONDecoder().decode([String: String].self, from: Data(json.utf8))) ?? [:]
    }

    /// The same values, the same text.
    static func json(_ binding: [String: String]) -> String {
        var line = JSONLine()
        for (name, value) in binding.sorted(by: { $0.key < $1.key }) { line.add(name, value) }
        return line.closed
    }
}

/// What one fetch of a feed came to, for its log.
package struct FetchReport: Sendable {
    package var began: Timestamp
    package var ended: Timestamp
    package var bytes: Int
    package var etag: String?
    package var lastModified: String?
    /// When the feed is to be fetched next; nil leaves that as it is.
    package var due: Timestamp?

    package init(
        began: Timestamp, ended: Timestamp, bytes: Int, etag: String? = nil, lastModified: String? = nil, due: Timestamp? = nil
    ) {
        self.began = began
        self.ended = ended
        self.bytes = bytes
        self.etag = etag
        self.lastModified = lastModified
        self.due = due
    }
}
