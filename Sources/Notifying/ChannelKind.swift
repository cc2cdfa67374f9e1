package import Foundation
package import Localisation

/// A kind of channel: its fields, its address format, and its sender. Two kinds are equal if their names are.
///
/// Everything specific to a kind is in the file of its `Notifier`; `all` is the only list of kinds.
package struct ChannelKind: Hashable, Sendable, CustomStringConvertible {
    /// All kinds, in display order.
    package static let all = [
        ChannelKind(WebPush.self),
        ChannelKind(Email.self),
        ChannelKind(Webhook.self),
        ChannelKind(Ntfy.self),
        ChannelKind(Gotify.self),
        ChannelKind(Matrix.self),
    ]

    /// The name in the store, the API and the command line.
    package let name: String
    package let label: Phrase
    package let fields: [ChannelField]
    package let retryLimits: DeliverySchedule.RetryLimits
    /// Whether its owner must confirm it, by a link sent there, before it is used.
    package let isConfirmed: Bool
    /// The server setting that an operator must set up; nil if none is needed.
    package let setting: String?
    private let notifier: any Notifier.Type

    package init<N: Notifier>(_ notifier: N.Type) {
        name = N.kind
        label = N.label
        fields = N.fields
        retryLimits = N.retryLimits
        isConfirmed = N.isConfirmed
        setting = N.setting
        self.notifier = notifier
    }

    /// Returns nil if the kind doesn't exist or has been removed.
    package init?(_ name: String) {
        guard let kind = Self.all.first(where: { $0.name == name }) else { return nil }
        self = kind
    }

    /// Whether a person can enter the address; otherwise only a browser's script can.
    package var isTyped: Bool { fields.contains { $0.isTyped } }

    package static func == (left: Self, right: Self) -> Bool { left.name == right.name }

    package func hash(into hasher: inout Hasher) { hasher.combine(name) }

    package var description: String { name }

    /// An entered address.
    package struct Address: Hashable, Sendable {
        /// JSON, the same for the same address.
        package let stored: String
        /// The default name of the channel, which doesn't reveal the address.
        package let defaultName: String
        /// The server that it sends to, if the person configures it.
        package let server: URL?
        /// A secret to show once: the generated signing secret of a webhook.
        package let secret: String?
    }

    /// Parses the entered values.
    package func address(_ given: ChannelValues) throws(AddressError) -> Address {
        for field in fields where field.isRequired && given[field.name] == nil {
            throw Self.missing(field)
        }
        return try notifier.read(given)
    }

    /// All mistakes in the entered values, one for each typed field: `address` throws only the first.
    package func mistakes(in given: ChannelValues) -> [(field: String, error: AddressError)] {
        fields.filter(\.isTyped).compactMap { field -> (field: String, error: AddressError)? in
            if field.isRequired, given[field.name] == nil { return (field.name, Self.missing(field)) }
            // The other fields are right, except that a choice decides what they mean.
            var values = notifier.example
            for other in fields where other.isChoice { values[other.name] = given[other.name] }
            values[field.name] = given[field.name]
            do throws(AddressError) { _ = try notifier.read(values) } catch { return (field.name, error) }
            return nil
        }
    }

    private static func missing(_ field: ChannelField) -> AddressError {
        AddressError("'\(field.name)' is missing", advice: Phrase("Fill this in."))
    }

    /// The values for a single word on a command line: a topic, an address.
    package func values(ofWord word: String) -> ChannelValues { notifier.values(ofWord: word) }

    /// The destination of a stored address, without secrets; nil if it can't be parsed.
    package func place(ofStored address: String) -> String? { notifier.place(ofStored: address) }

    /// The server that it sends to, if the person configures it; nil if the address can't be parsed.
    package func server(ofStored address: String) -> URL? { notifier.server(ofStored: address) }

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
            stored: String(decoding: stored, as: UTF8.self), defaultName: defaultName(of: address), server: server(of: address),
            secret: given["secret"] == nil ? secret : nil)
    }

    fileprivate static func place(ofStored address: String) -> String? {
        decoded(address)?.description
    }

    fileprivate static func server(ofStored address: String) -> URL? { decoded(address).flatMap { server(of: $0) } }

    private static func decoded(_ address: String) -> Address? { try? JSONDecoder().decode(Address.self, from: Data(address.utf8)) }
}
