import Foundation
import Records

extension StoredNotice {
    /// Rows that `init` reads, from the table or returned by an update of it.
    static let select = "SELECT \(columns) FROM notices"
    static let columns = "*, (SELECT count(*) FROM notice_changes WHERE notice = notices.id) AS change_count"

    init(_ row: Row, _ seal: AddressSeal) {
        self.init(
            id: row["id"], identifier: row["identifier"],
            subject: (row["health"] as String?).map { .health($0) } ?? (row["news"] as String?).map { .prices($0) }
                ?? (row["programme"] as String?).map { .programme($0) } ?? .changes(count: row["change_count"]), feed: row["feed"],
            watch: row["watch"], alert: row["alert"], reminder: row["reminder"],
            person: row["person"],
            channel: row["channel"], created: Timestamp(milliseconds: row["created"]), due: Timestamp(milliseconds: row["due"]),
            state: State(rawValue: row["state"]) ?? .failed, attempts: row["attempts"],
            nextAttempt: Timestamp(milliseconds: row["next_attempt"]),
            failure: (row["failure"] as String?).flatMap { seal.open($0, for: .failure) })
    }
}
