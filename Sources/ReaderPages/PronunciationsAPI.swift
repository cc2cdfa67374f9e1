import Extraction
import HTTPTypes
package import Records
package import Serving
import Storage

/// `/api/v1/pronunciations…`: a person's pronunciation rules. Rules of other people are "not found".
package struct PronunciationsAPI: Sendable {
    let feature: ReaderFeature

    private static let path = "/api/v1/pronunciations"
    private static let topic = "Reader"
    private static let rule = Endpoint.Parameter.path("pronunciation", .identifier, "The rule's number.")

    package static func endpoints(_ feature: ReaderFeature) -> [Endpoint] {
        let api = Self(feature: feature)
        return [
            Endpoint(
                .get, path, "pronunciations", topic: topic, "Your rules for what is said instead of what is written, in all documents",
                outcomes: [.init("The rules, the oldest first", .object([.init("pronunciations", .list(.named("Pronunciation")))]))],
                answer: api.list),
            Endpoint(
                .post, path, "addPronunciation", topic: topic, "Adds a rule for what is said", body: .json(.object(ruleMembers)),
                outcomes: [.init(.created, "The rule", .named("Pronunciation"))], problems: [.conflict], answer: api.add),
            Endpoint(
                .put, "\(path)/{pronunciation}", "setPronunciation", topic: topic, "Changes a rule for what is said", parameters: [rule],
                body: .json(.object(ruleMembers)), outcomes: [.init("The rule", .named("Pronunciation"))], problems: [.conflict],
                answer: api.set),
            Endpoint(
                .delete, "\(path)/{pronunciation}", "removePronunciation", topic: topic, "Removes a rule for what is said",
                parameters: [rule],
                outcomes: [.init(.noContent, "It is gone")], answer: api.remove),
        ]
    }

    /// A scalar has at most four bytes.
    private static let ruleMembers: [JSONSchema.Member] = [
        .init(
            "kind", .choice(Pronunciation.Kind.allCases.map(\.rawValue)),
            about: "word: whole words; text: anywhere, inside of words too; pattern: a regular expression (PCRE2)."),
        .init("text", .text(1...4 * Pronunciation.Limits.text), about: "What is written, or the pattern."),
        .init(
            "said", .text(0...4 * Pronunciation.Limits.said),
            about: "What is said instead; empty: nothing. Of a pattern, $0 to $9 are what it and its groups have found."),
        .init("matchesCase", .flag, isRequired: false, about: "Whether capital letters count; false if left out."),
    ]

    package static let schema = JSONSchema.object([.init("id", .identifier)] + ruleMembers)

    // MARK: Answers

    @Sendable private func list(_ call: APICall) async throws -> APIAnswer {
        var line = JSONLine()
        line.add("pronunciations", try await feature.store.documents.pronunciations(of: try call.person().id).map(Self.line))
        return .json(line)
    }

    @Sendable private func add(_ call: APICall) async throws -> APIAnswer { .json(try await kept(call, as: nil), .created) }

    @Sendable private func set(_ call: APICall) async throws -> APIAnswer { .json(try await kept(call, as: id(call))) }

    @Sendable private func remove(_ call: APICall) async throws -> APIAnswer {
        guard try await feature.store.documents.removePronunciation(id(call), of: try call.person().id) else { throw Self.missing }
        return .nothing
    }

    private func kept(_ call: APICall, as id: Pronunciation.ID?) async throws -> JSONLine {
        guard let body = call.body, let kind = body["kind"].flatMap({ Pronunciation.Kind(rawValue: $0.text) }) else {
            throw Refusal(.badRequest)
        }
        let rule = Pronunciation.Rule(
            kind, body["text"]?.text ?? "", said: body["said"]?.text ?? "", matchesCase: body["matchesCase"]?.flag ?? false)
        switch try await Pronunciations(feature).keep(rule, as: id, for: try call.person().id) {
        case .kept(let one): return Self.line(one)
        case .missing: throw Self.missing
        case .known: throw Refusal(.conflict, text: "You have another rule for this.")
        case .full: throw Refusal(.conflict, text: "You have \(Pronunciation.Limits.rules) rules, the most there can be.")
        case .refused(.empty): throw Refusal(.unprocessableContent, text: "The text is blank.")
        case .refused(.tooLong):
            throw Refusal(
                .unprocessableContent,
                text: "A text has at most \(Pronunciation.Limits.text) characters, and what is said \(Pronunciation.Limits.said).")
        case .refused(.pattern(let detail)): throw Refusal(.unprocessableContent, text: "This is no pattern: \(detail).")
        }
    }

    private static let missing = Refusal(.notFound, text: "There is no such rule.")

    private func id(_ call: APICall) -> Pronunciation.ID { Int64(call.integer("pronunciation") ?? 0) }

    package static func line(_ one: Pronunciation) -> JSONLine {
        var line = JSONLine()
        line.add("id", Int(one.id))
        line.add("kind", one.rule.kind.rawValue)
        line.add("text", one.rule.text)
        line.add("said", one.rule.said)
        line.add("matchesCase", one.rule.matchesCase)
        return line
    }
}
