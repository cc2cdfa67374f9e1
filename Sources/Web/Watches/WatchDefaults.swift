import Localisation
import Storage

/// How a person is told unless they say otherwise: as by their latest watch, else by every way they have set up.
struct WatchDefaults: Sendable {
    private let store: Store
    private let person: Person

    init(_ store: Store, _ person: Person) {
        self.store = store
        self.person = person
    }

    func channels() async throws -> [String] {
        try await store.watches(of: person).last?.settings.channels ?? []
    }

    func choices(_ words: Words) async throws -> [ChannelChoice] { [] }
}
