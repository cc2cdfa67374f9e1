import Foundation
import GRDB
package import Records

/// One way to reach one person: a browser, a mailbox, a webhook, a topic of ntfy.
///
/// Watches name channels by `name` or by `kind`, which means all of that kind. The address is a secret and in no description.
package struct Channel: Identifiable, Hashable, Sendable, CustomStringConvertible, CustomReflectable {
    package let id: Int64
    package let person: Int64
    /// One of its kind among the person's.
    package let name: String
    /// What `NoticeChannel` is stored as.
    package let kind: String
    /// JSON, as the notifier of that kind reads it.
    package let address: String
    package let created: Timestamp
    package let lastDelivered: Timestamp?
    /// Why the last attempt failed; nil if it did not.
    package let failure: String?
    /// The address is no more: nothing is sent there, and the channel is kept only to say so.
    package let isGone: Bool

    /// The name of the implicit channel, the person's own list of notices. No stored channel has it.
    package static let app = "app"

    /// What came of using it.
    package enum Outcome: Hashable, Sendable {
        case delivered
        case failed(String)
        /// Of those that wait for it, none is sent any more.
        case gone(String)
    }

    init(_ row: Row) {
        id = row["id"]
        person = row["person"]
        name = row["name"]
        kind = row["kind"]
        address = row["address"]
        created = Timestamp(milliseconds: row["created"])
        lastDelivered = (row["last_delivered"] as Int64?).map(Timestamp.init(milliseconds:))
        failure = row["failure"]
        isGone = row["gone"]
    }

    package var description: String { "the channel “\(name)” (\(kind))" }

    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
