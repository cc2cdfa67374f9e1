package import Foundation
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

    /// Whether channels can't reach a server: its host doesn't exist, or is private and not allowed.
    package let refuses: @Sendable (_ server: URL) async -> Bool

    package init(
        kinds: [ChannelKind], refuses: @escaping @Sendable (_ server: URL) async -> Bool = { _ in false },
        test: @escaping @Sendable (Channel) async throws -> Delivery,
        send: @escaping @Sendable (_ notice: Notice, _ kind: ChannelKind, _ address: String) async -> Delivery
    ) {
        self.kinds = kinds
        self.refuses = refuses
        self.test = test
        self.send = send
    }
}
