package import Extraction
package import Records

/// How the API describes, writes and reads one kind of value, with a row for each member.
///
/// The API's description, the endpoints' answers and bodies, and `--json` on the command line are all made from the same rows, so they
/// always agree. `Shown` is what an answer is made from, `Wish` is what a body changes.
package struct Resource<Shown: Sendable, Wish>: Sendable {
    package struct Member: Sendable {
        fileprivate let name: String
        /// As in an answer; nil: it is never shown.
        package let schema: JSONSchema.Member?
        /// As in a body, where no member is required; nil: it can't be changed.
        package let asked: JSONSchema.Member?
        fileprivate let write: @Sendable (Shown, inout JSONLine) -> Void
        fileprivate let read: (@Sendable (JSONValue, inout Wish) throws -> Void)?

        /// A read-only member. An answer may omit it if `isRequired` is false.
        package static func told(
            _ name: String, _ schema: JSONSchema, isRequired: Bool = true, about: String? = nil,
            _ write: @Sendable @escaping (Shown, inout JSONLine) -> Void
        ) -> Self {
            Self(name: name, schema: .init(name, schema, isRequired: isRequired, about: about), asked: nil, write: write, read: nil)
        }

        /// A member that can be read and changed. `asked`: what a body may contain, if that is less than what an answer may; `askedAbout`:
        /// what is to be known of it there, if that is something else. An answer may omit it if `isRequired` is false.
        package static func set(
            _ name: String, _ schema: JSONSchema, asked: JSONSchema? = nil, isRequired: Bool = true, about: String? = nil,
            askedAbout: String? = nil, _ write: @Sendable @escaping (Shown, inout JSONLine) -> Void,
            read: @Sendable @escaping (JSONValue, inout Wish) throws -> Void
        ) -> Self {
            Self(
                name: name, schema: .init(name, schema, isRequired: isRequired, about: about),
                asked: .init(name, asked ?? schema, isRequired: false, about: askedAbout ?? about), write: write, read: read)
        }

        /// A member that can be changed and is never shown, as a password.
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
    /// The members that a body may have; those in `required` are required.
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
