package import Extraction
package import Records

/// What the API says of one kind of value and takes of it, a row for each member: its schema, how it is written, how it is read.
///
/// The description of the API, what endpoints answer and take, and `--json` on the command line are all made of the same rows, so that none of them can
/// say something else. `Shown` is what an answer is made of, `Wish` what a body alters.
package struct Resource<Shown: Sendable, Wish>: Sendable {
    package struct Member: Sendable {
        /// In an answer.
        package let schema: JSONSchema.Member
        /// In a body, where nothing has to be named; nil: it can't be altered.
        package let asked: JSONSchema.Member?
        fileprivate let write: @Sendable (Shown, inout JSONLine) -> Void
        fileprivate let read: (@Sendable (JSONValue, inout Wish) throws -> Void)?

        /// What is only told. It may be left out of an answer where `isRequired` is false.
        package static func told(
            _ name: String, _ schema: JSONSchema, isRequired: Bool = true, about: String? = nil,
            _ write: @Sendable @escaping (Shown, inout JSONLine) -> Void
        ) -> Self {
            Self(schema: .init(name, schema, isRequired: isRequired, about: about), asked: nil, write: write, read: nil)
        }

        /// What is told and can be altered. `asked`: what a body may have, where that is less than what there can be.
        package static func set(
            _ name: String, _ schema: JSONSchema, asked: JSONSchema? = nil, about: String? = nil,
            _ write: @Sendable @escaping (Shown, inout JSONLine) -> Void,
            read: @Sendable @escaping (JSONValue, inout Wish) throws -> Void
        ) -> Self {
            Self(
                schema: .init(name, schema, about: about), asked: .init(name, asked ?? schema, isRequired: false, about: about),
                write: write,
                read: read)
        }
    }

    private let members: [Member]

    package init(_ members: [Member]) { self.members = members }

    package var schema: JSONSchema { .object(members.map(\.schema)) }
    /// Those that a body may have, and of these the ones that it must have.
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

    /// Takes over what a body gives; what it does not name stays. Throws `Refusal`.
    package func take(_ body: JSONValue?, into wish: inout Wish) throws {
        guard let body else { return }
        for member in members {
            if let read = member.read, let value = body[member.schema.name] { try read(value, &wish) }
        }
    }
}
