package import Notifying
package import Records
import Serving

/// The sending functions that pages need: available kinds, a test of a channel, and a message to an address that isn't a channel yet.
package struct Messenger: Sendable {
    /// The kinds available on this server.
    package let kinds: [ChannelKind]
    /// Sends a test and records its result on the channel.
    package let test: @Sendable (Channel) async throws -> Delivery
    /// Sends to an address in its stored JSON form.
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
