import HTTPTypes
package import Hummingbird
import Localisation
import Records
package import Serving
import Speaking
import Storage

/// `/reader/pronunciation`: a person's pronunciation rules, and a text to test them.
///
/// `?document=` is the document that the person came from; its voice reads the test.
package struct PronunciationPage: Sendable {
    package static let path = "\(ReaderPage.path)/pronunciation"

    private let feature: ReaderFeature
    private let context: PageContext
    private let person: Person

    package init(_ feature: ReaderFeature, _ context: PageContext) throws {
        self.feature = feature
        self.context = context
        person = try context.knownPerson()
    }

    static func path(from document: StoredDocument.ID?) -> String { document.map { "\(path)?document=\($0)" } ?? path }

    package func list(for request: Request) async throws -> Response {
        let query = request.query
        var view = try await view(try await document(query["document"]))
        if let text = query["try"], text.contains(where: { !$0.isWhitespace }) {
            view.tried = text.limited(to: PronunciationTrial.limit)
            let rules = try await Pronunciations(feature).rules(of: person.id)
            view.trial = try await PronunciationTrial.make(text, rules)
        }
        return .page(view.page(context.reader, assets: feature.assets.prefix))
    }

    package func add(_ request: Request) async throws -> Response { try await keep(Form(request), as: nil) }

    /// `act` selects the action on a rule.
    package func change(_ request: Request) async throws -> Response {
        let form = try await Form(request)
        guard let id = context.parameters.get("rule").flatMap({ Int64($0) }) else { throw Self.missing }
        guard form["act"] == "remove" else { return try await keep(form, as: id) }
        guard try await feature.store.documents.removePronunciation(id, of: person.id) else { throw Self.missing }
        return .on(to: Self.path(from: try await document(form["document"])?.id))
    }

    /// The audio of a test text.
    package func sound(for request: Request) async throws -> Response {
        let query = request.query
        let rules = try await Pronunciations(feature).rules(of: person.id)
        let text = query["text"] ?? ""
        guard let trial = try await PronunciationTrial.make(text, rules) else { throw Refusal(.notFound) }
        let sounds = DocumentSound(feature)
        let document = try await document(query["document"])
        let language = document?.extent?.language ?? trial.language ?? context.words.language
        let manner = ReadingManner(rules, language: language, followsLanguages: false)
        return try sounds.answer(
            try await sounds.sound(of: trial.part, manner, document?.voice, in: language, for: person.id).0, to: request)
    }

    private func keep(_ form: Form, as id: Pronunciation.ID?) async throws -> Response {
        guard let kind = Pronunciation.Kind(rawValue: form["kind"]) else { throw Refusal(.badRequest, "Tidings can’t read this form.") }
        let rule = Pronunciation.Rule(kind, form["text"], said: form["said"], matchesCase: !form["matches-case"].isEmpty)
        let document = try await document(form["document"])
        let words = context.words
        let problem: String
        switch try await Pronunciations(feature).keep(rule, as: id, for: person.id) {
        case .kept: return .on(to: Self.path(from: document?.id))
        case .missing: throw Self.missing
        case .refused(.empty): problem = words("Enter the words as they’re written.")
        case .refused(.tooLong): problem = words("That’s too long. Shorten it.")
        case .refused(.pattern): problem = words("This isn’t a valid pattern.")
        case .known: problem = words("You already have a rule for this. Edit it instead.")
        case .full: problem = words("You’ve reached the limit of rules. Remove one to add another.")
        }
        var view = try await view(document)
        (view.problem, view.refused, view.changing) = (problem, rule, id)
        var response: Response = .page(view.page(context.reader, assets: feature.assets.prefix))
        response.status = .unprocessableContent
        return response
    }

    private func view(_ document: StoredDocument?) async throws -> PronunciationView {
        PronunciationView(
            words: context.words, rules: try await feature.store.documents.pronunciations(of: person.id), document: document,
            token: context.formTokenField)
    }

    private func document(_ id: String?) async throws -> StoredDocument? {
        guard let id = id.flatMap({ Int64($0) }) else { return nil }
        return try await feature.store.documents.document(id, of: person.id)
    }

    private static let missing = Refusal(.notFound, "There’s no such rule.")
}
