/// One way to reach one person: a browser, a mailbox, a webhook, a topic of ntfy.
///
/// Watches name channels by `name` or by `kind`, which means all of that kind. The address is a secret and in no description.
package struct Channel: Identifiable, Hashable, Sendable, CustomStringConvertible, CustomReflectable {
    package let id: Int64
    package let person: Int64
    /// Unique within its kind for the person.
    package let name: String
    /// The stored name of a `NoticeChannel`.
    package let kind: String
    /// JSON, in the format of that kind's notifier.
    package let address: String
    package let created: Timestamp
    package let lastDelivered: Timestamp?
    /// Why the last attempt failed; nil if it succeeded.
    package let failure: String?
    /// The address is no longer valid: nothing is sent there, and the channel remains only to show that.
    package let isGone: Bool

    /// The name of the implicit channel, the person's own list of notices. No stored channel has it.
    package static let app = "app"

    /// The outcome of using it.
    package enum Outcome: Hashable, Sendable {
        case delivered
        case failed(String)
        /// Its pending messages are dropped.
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
