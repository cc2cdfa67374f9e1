package import Notifying
package import Records
import Serving

/// What the pages need of whoever sends notices: which kinds of channel there are, a test of one, and a message to an address that is no
/// channel yet.
package struct Messenger: Sendable {
    /// The kinds that the operator has set up.
    package let kinds: [ChannelKind]
    /// Sends a test and notes on the channel what came of it.
    package let test: @Sendable (Channel) async throws -> Delivery
    /// Sends to an address in the JSON that it is stored as.
    package let send: @Sendable (_ notice: Notice, _ kind: ChannelKind, _ address: String) async -> Delivery

    package init(
        kinds: [ChannelKind], test: @escaping @Sendable (Channel) async throws -> Delivery,
        send: @escaping @Sendable (_ notice: Notice, _ kind: ChannelKind, _ address: String) async -> Delivery
    ) {
        self.kinds = kinds
        self.test = test
        self.send = send
    }
}
