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

    package var description: String { "the channel “\(name)” (\(kind))" }

    package var customMirror: Mirror { Mirror(self, children: [:]) }

    package init(
        id: Int64, person: Int64, name: String, kind: String, address: String, created: Timestamp, lastDelivered: Timestamp?,
        failure: String?, isGone: Bool
    ) {
        self.id = id
        self.person = person
        self.name = name
        self.kind = kind
        self.address = address
        self.created = created
        self.lastDelivered = lastDelivered
        self.failure = failure
        self.isGone = isGone
    }
}
