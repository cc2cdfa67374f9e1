package import JSONReading
package import Records

/// The API's description, parsing and formatting of one kind of value, with a row for each member.
///
/// The API's description, the endpoints' requests and responses, and `--json` on the command line are all made from the same rows, so they
/// always agree. A response is made from `Shown`; a request body changes a `Wish`.
package struct Resource<Shown: Sendable, Wish>: Sendable {
    package struct Member: Sendable {
        fileprivate let name: String
        /// For responses; nil: the member is never shown.
        package let schema: JSONSchema.Member?
        /// For request bodies, where no member is required; nil: the member can't be changed.
        package let asked: JSONSchema.Member?
        fileprivate let write: @Sendable (Shown, inout JSONLine) -> Void
        fileprivate let read: (@Sendable (JSONValue, inout Wish) throws -> Void)?

        /// A read-only member. A response may omit it if `isRequired` is false.
        package static func told(
            _ name: String, _ schema: JSONSchema, isRequired: Bool = true, about: String? = nil,
            _ write: @Sendable @escaping (Shown, inout JSONLine) -> Void
        ) -> Self {
            Self(name: name, schema: .init(name, schema, isRequired: isRequired, about: about), asked: nil, write: write, read: nil)
        }

        /// A member that can be read and changed. `asked` is the body's schema, if it is narrower than the response's; `askedAbout` is its
        /// description there, if that differs. A response may omit the member if `isRequired` is false.
        package static func set(
            _ name: String, _ schema: JSONSchema, asked: JSONSchema? = nil, isRequired: Bool = true, about: String? = nil,
            askedAbout: String? = nil, _ write: @Sendable @escaping (Shown, inout JSONLine) -> Void,
            read: @Sendable @escaping (JSONValue, inout Wish) throws -> Void
        ) -> Self {
            Self(
                name: name, schema: .init(name, schema, isRequired: isRequired, about: about),
                asked: .init(name, asked ?? schema, isRequired: false, about: askedAbout ?? about), write: write, read: read)
        }

        /// A member that can be changed and is never shown, such as a password.
        package static func taken(
            _ name: String, _ schema: JSONSchema, about: String? = nil, read: @Sendable @escaping (JSONValue, inout Wish) throws -> Void
        ) -> Self {
            Self(
                name: name, schema: nil, asked: .init(name, schema, isRequired: false, about: about), write: { _, _ in }, read: read)
        }
    }

    private let members: [Member]

    package init(_ members: [Member]) { self.members = members }

    package var schema: JSONSchema { .object(members.compactMap(\.schema)) }
    /// The members that a body may have; those named in `required` are required.
    package func asked(requiring required: Set<String> = []) -> [JSONSchema.Member] {
        members.compactMap(\.asked).map { member in
            var member = member
            member.isRequired = required.contains(member.name)
            return member
        }
    }

    package func line(_ shown: Shown) -> JSONLine {
        var line = JSONLine()
        for member in members { member.write(shown, &line) }
        return line
    }

    /// Applies a body; members that it doesn't name are unchanged. Throws `Refusal`.
    package func take(_ body: JSONValue?, into wish: inout Wish) throws {
        guard let body else { return }
        for member in members {
            if let read = member.read, let value = body[member.name] { try read(value, &wish) }
        }
    }
}
