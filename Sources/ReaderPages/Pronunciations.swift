import Records
import Serving
import Speaking
import Storage

/// A person's pronunciation rules: shared code of pages, API and speech generation.
struct Pronunciations: Sendable {
    private let store: Store

    init(_ feature: ReaderFeature) { store = feature.store }

    func rules(of person: Person.ID) async throws -> Pronouncing {
        Pronouncing(try await store.documents.pronunciations(of: person).map(\.rule))
    }

    enum Outcome {
        case kept(Pronunciation)
        case refused(Pronunciation.Rule.Fault)
        /// A rule for the same text already exists.
        case known
        case full
        case missing
    }

    /// Creates or changes a rule.
    func keep(_ rule: Pronunciation.Rule, as id: Pronunciation.ID? = nil, for person: Person.ID) async throws -> Outcome {
        if let fault = rule.fault { return .refused(fault) }
        let kept =
            if let id { try await store.documents.changePronunciation(id, to: rule, of: person) } else {
                try await store.documents.addPronunciation(rule, for: person)
            }
        return switch kept {
        case .kept(let one): .kept(one)
        case .known: .known
        case .full: .full
        case .missing: .missing
        }
    }
}
