import Foundation
package import Localisation

/// A kind of channel: how one is added, how its address is read, and who sends there. Two are the same if their names are.
///
/// Everything that differs between kinds is in the file of its `Notifier`; `all` is the only list of them.
package struct ChannelKind: Hashable, Sendable, CustomStringConvertible {
    /// All kinds, in the order in which they are shown.
    package static let all = [
        ChannelKind(WebPush.self),
        ChannelKind(Email.self),
        ChannelKind(Webhook.self),
        ChannelKind(Ntfy.self),
        ChannelKind(Gotify.self),
        ChannelKind(Matrix.self),
    ]

    /// What it is stored as, and called in the API and on the command line.
    package let name: String
    package let label: Phrase
    package let fields: [ChannelField]
    package let patience: DeliverySchedule.Patience
    /// Whether its owner has to follow a link that is sent there before it is used.
    package let isConfirmed: Bool
    /// Where on the page of server settings an operator sets it up; nil: it works as it is.
    package let setting: String?
    private let notifier: any Notifier.Type

    package init<N: Notifier>(_ notifier: N.Type) {
        name = N.kind
        label = N.label
        fields = N.fields
        patience = N.patience
        isConfirmed = N.isConfirmed
        setting = N.setting
        self.notifier = notifier
    }

    /// nil: there is no such kind, or no more.
    package init?(_ name: String) {
        guard let kind = Self.all.first(where: { $0.name == name }) else { return nil }
        self = kind
    }

    /// Whether a person can say the address, and not only the script of a browser.
    package var isTyped: Bool { fields.contains { $0.isTyped } }

    package static func == (left: Self, right: Self) -> Bool { left.name == right.name }

    package func hash(into hasher: inout Hasher) { hasher.combine(name) }

    package var description: String { name }

    /// An address that somebody has said.
    package struct Address: Hashable, Sendable {
        /// JSON, the same for the same address.
        package let stored: String
        /// A name for the channel, which doesn't give the address away.
        package let usualName: String
        /// What the receiver has to be told, once: the secret that signatures are made with, unless somebody said it.
        package let secret: String?
    }

    /// Reads what somebody said.
    package func address(_ given: ChannelValues) throws(AddressError) -> Address {
        for field in fields where field.isRequired && given[field.name] == nil { throw AddressError("'\(field.name)' is missing") }
        return try notifier.read(given)
    }

    /// What one word on a command line says: a topic, an address.
    package func values(ofWord word: String) -> ChannelValues { notifier.values(ofWord: word) }

    /// Where a stored address leads, without what is secret; nil if it can't be read.
    package func place(ofStored address: String) -> String? { notifier.place(ofStored: address) }

    func notifier(by means: SendingMeans) throws(AddressError) -> (any Notifier)? { try notifier.notifier(by: means) }
}

extension Notifier {
    fileprivate static func read(_ given: ChannelValues) throws(AddressError) -> ChannelKind.Address {
        let address = try address(given)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let stored = try? encoder.encode(address) else { throw AddressError("the address can't be stored") }
        let secret = secret(of: address)
        return ChannelKind.Address(
            stored: String(decoding: stored, as: UTF8.self), usualName: usualName(of: address),
            secret: given["secret"] == nil ? secret : nil)
    }

    fileprivate static func place(ofStored address: String) -> String? {
        (try? JSONDecoder().decode(Address.self, from: Data(address.utf8)))?.description
    }
}
