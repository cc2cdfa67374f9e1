import Foundation

/// A way to reach people. One folder each; `Notifiers` lists them.
///
/// Sends one notice to one address and says what became of it. Keeps nothing about notices: when to try again is `DeliverySchedule`'s, and
/// whom to tell is decided before. Never throws and always returns: every wait inside has its deadline. Called from any task, many at once.
package protocol Notifier<Address>: Sendable {
    /// Where one person receives. Stored as JSON; what it decodes from has been checked. Shows no secret in its description.
    associatedtype Address: Codable & Hashable & Sendable

    static var channel: NoticeChannel { get }

    func send(_ notice: Notice, to address: Address) async -> Delivery
}

/// The kinds of channel, by the names they are stored under.
package enum NoticeChannel: String, CaseIterable, Hashable, Sendable, Codable {
    case push
    case email
    case webhook
    case ntfy
}

/// The channels that are set up, for whoever empties the outbox: it knows addresses only as stored text.
package struct Notifiers: Sendable {
    private let notifiers: [NoticeChannel: any Notifier]

    /// Of two for one channel the later counts.
    package init(_ notifiers: [any Notifier]) {
        self.notifiers = Dictionary(notifiers.map { (type(of: $0).channel, $0) }, uniquingKeysWith: { $1 })
    }

    /// In the order of their declaration.
    package var channels: [NoticeChannel] { NoticeChannel.allCases.filter { notifiers[$0] != nil } }

    /// Sends to an address in the JSON that `Address` encodes to.
    package func send(_ notice: Notice, over channel: NoticeChannel, toStored address: String) async -> Delivery {
        guard let notifier = notifiers[channel] else { return .later(nil, "the channel '\(channel.rawValue)' is not set up") }
        return await Self.send(notice, over: notifier, toStored: address)
    }

    private static func send<N: Notifier>(_ notice: Notice, over notifier: N, toStored address: String) async -> Delivery {
        guard let address = try? JSONDecoder().decode(N.Address.self, from: Data(address.utf8)) else {
            return .refused("the stored address of '\(N.channel.rawValue)' is none")
        }
        return await notifier.send(notice, to: address)
    }
}
