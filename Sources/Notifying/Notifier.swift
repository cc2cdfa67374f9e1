package import Fetching
import Foundation
package import Localisation

/// A channel that reaches people. Each has a file or folder of its own and a line in `ChannelKind.all`; `Notifiers` holds those that are set up.
///
/// Sends one notice to one address and returns the outcome. It stores nothing: `DeliverySchedule` decides when to try again, and the caller
/// decides who gets the notice. It never throws and always returns, since every wait has a deadline. Call it from any task, also
/// concurrently.
package protocol Notifier<Address>: Sendable {
    /// Where one person receives notices. Stored as JSON. Decoding checks it. Its description says where it leads, and shows no secret.
    associatedtype Address: Codable & Hashable & Sendable & CustomStringConvertible

    /// What it is stored as: letters, and never another.
    static var kind: String { get }
    static var label: Phrase { get }
    /// What a person says to add one.
    static var fields: [ChannelField] { get }
    /// When it is tried again, and for how long.
    static var patience: DeliverySchedule.Patience { get }
    /// Whether its owner has to follow a link that is sent there before it is used.
    static var isConfirmed: Bool { get }
    /// Where on the page of server settings an operator sets it up.
    static var setting: String? { get }

    /// Reads what somebody said; what is required is there.
    static func address(_ given: ChannelValues) throws(AddressError) -> Address
    /// A name for the channel, which doesn't give the address away.
    static func usualName(of address: Address) -> String
    /// What the receiver has to be told, once.
    static func secret(of address: Address) -> String?
    /// What one word on a command line says.
    static func values(ofWord word: String) -> ChannelValues
    /// nil if the operator hasn't set it up.
    static func notifier(by means: SendingMeans) throws(AddressError) -> Self?

    func send(_ notice: Notice, to address: Address) async -> Delivery
}

extension Notifier {
    package static var isConfirmed: Bool { false }
    package static var setting: String? { nil }
    package static func secret(of address: Address) -> String? { nil }
    package static func values(ofWord word: String) -> ChannelValues {
        ChannelValues(fields.first { $0.isRequired }.map { [$0.name: word] } ?? [:])
    }
}

/// What notifiers send with.
package struct SendingMeans: Sendable {
    /// May reach the private hosts that the operator has listed for channels, and no others.
    package let fetcher: Fetcher
    /// nil: there is no mail server.
    package let mail: Email?
    package let pushKey: VAPIDKey
    /// How operators of push services reach ours: `mailto:` or `https:`.
    package let pushContact: String?

    package init(fetcher: Fetcher, mail: Email? = nil, pushKey: VAPIDKey, pushContact: String? = nil) {
        self.fetcher = fetcher
        self.mail = mail
        self.pushKey = pushKey
        self.pushContact = pushContact
    }
}

/// The channels that are set up, for the sender of the outbox, which knows addresses only as stored text.
package struct Notifiers: Sendable {
    private let notifiers: [ChannelKind: any Notifier]

    /// All kinds that these means suffice for.
    package init(by means: SendingMeans) throws(AddressError) {
        var notifiers: [ChannelKind: any Notifier] = [:]
        for kind in ChannelKind.all { notifiers[kind] = try kind.notifier(by: means) }
        self.notifiers = notifiers
    }

    /// If two are of the same kind, the later one is used.
    package init(_ notifiers: [any Notifier]) {
        self.notifiers = Dictionary(notifiers.map { (Self.kind(of: $0), $0) }, uniquingKeysWith: { $1 })
    }

    private static func kind<N: Notifier>(of _: N) -> ChannelKind { ChannelKind(N.self) }

    /// In the order of `ChannelKind.all`.
    package var kinds: [ChannelKind] { ChannelKind.all.filter { notifiers[$0] != nil } }

    /// Sends to an address as it is stored.
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
