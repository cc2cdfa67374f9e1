import HTTPTypes
import JSONReading
import Records
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
                .post, path, "addPronunciation", topic: topic, "Adds a rule for what is said", body: .json(PronunciationResource.asked),
                outcomes: [.init(.created, "The rule", .named("Pronunciation"))], problems: [.conflict], answer: api.add),
            Endpoint(
                .put, "\(path)/{pronunciation}", "setPronunciation", topic: topic, "Changes a rule for what is said", parameters: [rule],
                body: .json(PronunciationResource.asked), outcomes: [.init("The rule", .named("Pronunciation"))], problems: [.conflict],
                answer: api.set),
            Endpoint(
                .delete, "\(path)/{pronunciation}", "removePronunciation", topic: topic, "Removes a rule for what is said",
                parameters: [rule],
                outcomes: [.init(.noContent, "It is gone")], answer: api.remove),
        ]
    }

    // MARK: Responses

    @Sendable private func list(_ call: APICall) async throws -> APIAnswer {
        var line = JSONLine()
        let rules = try await feature.store.documents.pronunciations(of: try call.person().id)
        line.add("pronunciations", rules.map(PronunciationResource.members.line))
        return .json(line)
    }

    @Sendable private func add(_ call: APICall) async throws -> APIAnswer { .json(try await kept(call, as: nil), .created) }

    @Sendable private func set(_ call: APICall) async throws -> APIAnswer { .json(try await kept(call, as: id(call))) }

    @Sendable private func remove(_ call: APICall) async throws -> APIAnswer {
        guard try await feature.store.documents.removePronunciation(id(call), of: try call.person().id) else { throw Self.missing }
        return .nothing
    }

    private func kept(_ call: APICall, as id: Pronunciation.ID?) async throws -> JSONLine {
        var wish = PronunciationResource.Wish()
        try PronunciationResource.members.take(call.body, into: &wish)
        guard let rule = wish.rule else { throw Refusal(.badRequest) }
        switch try await Pronunciations(feature).keep(rule, as: id, for: try call.person().id) {
        case .kept(let one): return PronunciationResource.members.line(one)
        case .missing: throw Self.missing
        case .known: throw Refusal(.conflict, text: "You have another rule for this.")
        case .full: throw Refusal(.conflict, text: "You have \(Pronunciation.Limits.rules) rules, the most there can be.")
        case .refused(.empty): throw Refusal(.unprocessableContent, text: "The text is blank.")
        case .refused(.tooLong):
            throw Refusal(
                .unprocessableContent,
                text: "A text has at most \(Pronunciation.Limits.text) characters, and what is said \(Pronunciation.Limits.said).")
        case .refused(.pattern(let detail)): throw Refusal(.unprocessableContent, text: "This isn't a valid pattern: \(detail).")
        }
    }

    private static let missing = Refusal(.notFound, text: "There is no such rule.")

    private func id(_ call: APICall) -> Pronunciation.ID { Int64(call.integer("pronunciation") ?? 0) }
}
