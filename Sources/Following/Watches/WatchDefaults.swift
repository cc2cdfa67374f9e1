package import Localisation
import Notifying
package import Records
package import Storage

/// The default notification options: those of the latest watch, otherwise all the person's channels.
package struct WatchDefaults: Sendable {
    private let store: Store
    private let person: Person

    package init(_ store: Store, _ person: Person) {
        self.store = store
        self.person = person
    }

    package func channels() async throws -> [String] {
        if let latest = try await store.following.watches(of: person).last { return latest.settings.channels }
        return Self.names(try await store.following.channels(of: person))
    }

    /// The channels that a watch can name: all browsers and phones as one, others individually.
    package func choices(_ words: Words) async throws -> [ChannelChoice] {
        let channels = try await store.following.channels(of: person)
        return Self.names(channels).map { name in
            let named = channels.filter { $0.name == name || $0.kind == name }
            let label = name == Self.push ? words("Your phones and browsers") : name
            let note =
                name == Self.push
                ? named.map(\.name).joined(separator: ", ") : named.first.flatMap { ChannelKind($0.kind) }.map { words($0.label) }
            return ChannelChoice(name: name, label: label, note: note)
        }
    }

    private static let push = WebPush.kind

    private static func names(_ channels: [Channel]) -> [String] {
        let usable = channels.filter { !$0.isGone }
        return (usable.contains { $0.kind == push } ? [push] : []) + usable.filter { $0.kind != push }.map(\.name)
    }
}
