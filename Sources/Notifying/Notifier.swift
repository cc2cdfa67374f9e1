package import Fetching
package import Foundation
package import Localisation

/// A channel that reaches people. Each has a file or folder of its own and a line in `ChannelKind.all`;
/// `Notifiers` holds those that are set up.
///
/// Sends one notice to one address and returns the outcome. It stores nothing: `DeliverySchedule` decides when to try again, and the caller
/// decides who gets the notice. It never throws and always returns, since every wait has a deadline. Call it from any task, also
/// concurrently.
package protocol Notifier<Address>: Sendable {
    /// A person's destination. Stored as JSON, and validated when decoded. Its description shows the destination without secrets.
    associatedtype Address: Codable & Hashable & Sendable & CustomStringConvertible

    /// The stored name: letters, never changed.
    static var kind: String { get }
    static var label: Phrase { get }
    /// The fields for adding one.
    static var fields: [ChannelField] { get }
    /// Valid values of all fields that `address` refuses if they are missing, as a background for checking one of them.
    static var example: ChannelValues { get }
    static var retryLimits: DeliverySchedule.RetryLimits { get }
    /// Whether its owner must confirm it, by a link sent there, before it is used.
    static var isConfirmed: Bool { get }
    /// The server setting that an operator must set up.
    static var setting: String? { get }

    /// Parses the entered values; required ones are present.
    static func address(_ given: ChannelValues) throws(AddressError) -> Address
    /// The default name of a channel, which doesn't reveal the address.
    static func defaultName(of address: Address) -> String
    /// The server that notices are sent to, if the person configures it.
    static func server(of address: Address) -> URL?
    /// A secret to show once.
    static func secret(of address: Address) -> String?
    /// The values for a single word on a command line.
    static func values(ofWord word: String) -> ChannelValues
    /// nil if the operator hasn't set it up.
    static func notifier(by means: SendingMeans) throws(AddressError) -> Self?

    func send(_ notice: Notice, to address: Address) async -> Delivery
}

extension Notifier {
    package static var isConfirmed: Bool { false }
    package static var setting: String? { nil }
    package static func server(of address: Address) -> URL? { nil }
    package static func secret(of address: Address) -> String? { nil }
    package static func values(ofWord word: String) -> ChannelValues {
        ChannelValues(fields.first { $0.isRequired }.map { [$0.name: word] } ?? [:])
    }
}

/// The parts that notifiers send with.
package struct SendingMeans: Sendable {
    /// It reaches only those private hosts that the operator has listed for channels.
    package let fetcher: Fetcher
    /// nil if there is no mail server.
    package let mail: Email?
    package let pushKey: VAPIDKey
    /// The operator's contact for push services: `mailto:` or `https:`.
    package let pushContact: String?

    package init(fetcher: Fetcher, mail: Email? = nil, pushKey: VAPIDKey, pushContact: String? = nil) {
        self.fetcher = fetcher
        self.mail = mail
        self.pushKey = pushKey
        self.pushContact = pushContact
    }
}

/// The available channels, for the outbox, which stores addresses only as text.
package struct Notifiers: Sendable {
    private let notifiers: [ChannelKind: any Notifier]

    /// All kinds that these parts support.
    package init(by means: SendingMeans) throws(AddressError) {
        var notifiers: [ChannelKind: any Notifier] = [:]
        for kind in ChannelKind.all { notifiers[kind] = try kind.notifier(by: means) }
        self.notifiers = notifiers
    }

    /// If two have the same kind, the later one is used.
    package init(_ notifiers: [any Notifier]) {
        self.notifiers = Dictionary(notifiers.map { (Self.kind(of: $0), $0) }, uniquingKeysWith: { $1 })
    }

    private static func kind<N: Notifier>(of _: N) -> ChannelKind { ChannelKind(N.self) }

    /// In the order of `ChannelKind.all`.
    package var kinds: [ChannelKind] { ChannelKind.all.filter { notifiers[$0] != nil } }

    /// Sends to a stored address.
    package func send(_ notice: Notice, over kind: ChannelKind, toStored address: String) async -> Delivery {
        guard let notifier = notifiers[kind] else { return .later(nil, "the channel '\(kind)' is not set up") }
        return await Self.send(notice, over: notifier, toStored: address)
    }

    private static func send<N: Notifier>(_ notice: Notice, over notifier: N, toStored address: String) async -> Delivery {
        guard let address = try? JSONDecoder().decode(N.Address.self, from: Data(address.utf8)) else {
            return .refused("the stored address of '\(N.kind)' is none")
        }
        return await notifier.send(notice, to: address)
    }
}
