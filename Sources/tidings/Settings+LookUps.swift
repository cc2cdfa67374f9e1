import Foundation
import Records
import Streaming

/// The services for posters, covers and plots: the settings of `Docs/Using/Media.md#posters-covers-and-plots`.
extension Settings {
    /// Empty: none.
    func mediaSources() throws -> [any LookUpSource] { try mediaLookUps().compactMap(mediaSource) }

    /// nil: it is off, because the contact that it needs is left out.
    func mediaSource(_ source: MediaFinding.Source) throws -> (any LookUpSource)? {
        let addresses = try mediaSourceAddresses()
        switch source {
        case .tmdb:
            guard let key = try secret("tmdb-key") else { throw Failure(.badUse, "tmdb-key: needed with tmdb in media-look-ups") }
            guard let database = MovieDatabase(key: SecretText(key), address: addresses["tmdb"], pictures: addresses["tmdb-pictures"])
            else { throw Failure(.badUse, "tmdb-key: it isn't a key or token of The Movie Database") }
            return database
        case .musicBrainz:
            let need = "musicbrainz, whose operators want to know how to reach you"
            guard try hasSourceContact(for: "media-look-ups", need) else { return nil }
            guard let brainz = MusicBrainz(address: addresses["musicbrainz"], covers: addresses["covers"]) else {
                throw Failure(.badUse, "media-look-ups: MusicBrainz can’t be asked")
            }
            return brainz
        }
    }

    func mediaLookUps() throws -> [MediaFinding.Source] {
        let names = list("media-look-ups").filter { !$0.isEmpty && $0 != "off" }
        return try Set(names).sorted().map { name in
            guard let source = MediaFinding.Source(rawValue: name) else {
                let all = (MediaFinding.Source.allCases.map(\.rawValue) + ["off"]).joined(separator: ", ")
                throw Failure(.badUse, "media-look-ups: '\(name)' isn't one of \(all)")
            }
            return source
        }
    }

    private static let sourceAddresses = ["tmdb", "tmdb-pictures", "musicbrainz", "covers"]

    /// The addresses that replace the default ones, by service.
    private func mediaSourceAddresses() throws -> [String: URL] {
        var addresses: [String: URL] = [:]
        for pair in list("media-look-up-addresses") {
            let parts = pair.split(separator: "=", maxSplits: 1).map { $0.trimmingWhitespace() }
            guard parts.count == 2, Self.sourceAddresses.contains(parts[0]), let url = URL(string: parts[1]),
                ["http", "https"].contains(url.scheme?.lowercased()), url.host?.isEmpty == false, url.query == nil, url.user == nil
            else {
                throw Failure(
                    .badUse, "media-look-up-addresses: '\(pair)' is not NAME=URL, with \(Self.sourceAddresses.joined(separator: ", "))")
            }
            addresses[parts[0]] = url
        }
        return addresses
    }
}
