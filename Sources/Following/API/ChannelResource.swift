import JSONReading
import Localisation
import Notifying
package import Records
package import Serving

/// A channel in the format of the API and `tidings channel list --json`. Its address is write-only, because it is secret.
package enum ChannelResource {
    package static let members = Resource<Channel, Never>([
        .told("id", .identifier) { $1.add("id", Int($0.id)) },
        .told("name", .text()) { $1.add("name", $0.name) },
        .told("kind", .choice(ChannelKind.all.map { $0.name })) { $1.add("kind", $0.kind) },
        .told("to", .text(), about: "Where it leads, without what is secret.") {
            $1.add("to", ChannelKind($0.kind)?.place(ofStored: $0.address) ?? "")
        },
        .told("created", .moment) { $1.add("created", $0.created.description) },
        .told("lastDelivered", .optional(.moment)) { $1.add("lastDelivered", $0.lastDelivered?.description) },
        .told("failure", .optional(.text()), about: "Why the last attempt failed.") { $1.add("failure", $0.failure) },
        .told("isGone", .flag, about: "The address no longer exists.") { $1.add("isGone", $0.isGone) },
    ])

    /// The members for adding a channel of a kind.
    static func asked(_ kind: ChannelKind) -> JSONSchema {
        .object([.init("name", .text(1...100)), .init("kind", .choice([kind.name])), .init("address", address(of: kind.fields))])
    }

    private static func address(of fields: [ChannelField]) -> JSONSchema {
        var members: [JSONSchema.Member] = []
        for field in fields {
            let parts = field.name.split(separator: ".", maxSplits: 1).map(String.init)
            if parts.count == 1 {
                members.append(.init(field.name, schema(field), isRequired: field.isRequired, about: about(field)))
            } else if !members.contains(where: { $0.name == parts[0] }) {
                let inner = fields.filter { $0.name.hasPrefix("\(parts[0]).") }
                members.append(
                    .init(
                        parts[0],
                        .object(
                            inner.map {
                                .init(String($0.name.dropFirst(parts[0].count + 1)), schema($0), isRequired: $0.isRequired)
                            }), isRequired: inner.contains { $0.isRequired }))
            }
        }
        return .object(members)
    }

    private static func schema(_ field: ChannelField) -> JSONSchema {
        switch field.input {
        case .choice(let choices): .choice(choices.map { $0.value })
        case .ignored: .anything
        case .text, .url, .mailAddress, .secret, .code: .text(field.length)
        }
    }

    private static func about(_ field: ChannelField) -> String? {
        field.hint.map { $0.key } ?? field.example.map { "Like \($0)." }
    }

    /// The address values in a body.
    static func values(_ given: JSONValue, for kind: ChannelKind) -> ChannelValues {
        var values = ChannelValues()
        for field in kind.fields {
            values[field.name] = field.name.split(separator: ".").reduce(given) { $0?[String($1)] }?.text
        }
        return values
    }
}
