import BoardPages
import Boards
import HTTPTypes
import Hummingbird
import Localisation
import Records
import Serving
import Storage

/// `/boards/<name>/logo?channel=…`: a channel's logo from its guide, proxied by this server.
///
/// Fetched like record pictures (`Pictures`), restricted to image types that browsers show without running code, and cached in memory
/// because a page shows dozens. A failed logo isn't requested again for a while.
struct GuideLogos: Sendable {
    enum Limits {
        static let bytes = 256 << 10
        /// The total size of cached logos, in bytes.
        static let kept = 24 << 20
        /// The size counted for an entry without a logo, which bounds their number.
        static let entryBytes = 512
        static let keptFor = Duration.seconds(86_400)
        static let missingFor = Duration.seconds(3600)
        static let kinds: Set<PictureKind> = [.png, .jpeg, .webp, .gif]
    }

    private let visit: BoardVisit
    private let services: GuideServices
    private let shown: ShownBoard
    private let fields: GuideFields

    /// Throws for boards without programmes.
    init(_ visit: BoardVisit, _ services: GuideServices) throws {
        (self.visit, self.services) = (visit, services)
        fields = try visit.guideFields
        shown = try visit.shown
    }

    func picture() async throws -> Response {
        let id = visit.request.query["channel"] ?? ""
        guard GuideSettings.isName(id), let (feed, address) = try await published(id) else {
            throw Refusal(.notFound, "This row doesn’t have that picture.")
        }
        let pictures = Pictures(visit.boards, visit.board)
        guard let found = try await load(address, feed, pictures) else { throw Refusal(.notFound, "This row doesn’t have that picture.") }
        return pictures.answer(found.bytes, found.kind, named: "logo", to: visit.request)
    }

    /// The published address, from the first feed that has the channel.
    private func published(_ channel: String) async throws -> (Feed, String)? {
        for feed in try await shown.feeds().feeds {
            let record = try await visit.boards.store.feeds.currentRecord(
                of: feed, visit.board.schema, on: channel, fields: GuideFields.ofChannel)
            if let record, let logo = fields.channel(record)?.logo { return (feed, logo) }
        }
        return nil
    }

    private func load(_ address: String, _ feed: Feed, _ pictures: Pictures) async throws -> LogoCache.Logo? {
        let (cache, key) = (services.logos, "\(feed.url)\n\(address)")
        if let known = cache.value(for: key, at: .system()) { return known.logo }
        let found = try await pictures.small(address, feed, of: Limits.kinds, byteLimit: Limits.bytes)
        let logo = found.map { LogoCache.Logo(bytes: $0.bytes, kind: $0.kind) }
        let end = Timestamp.system() + (logo == nil ? Limits.missingFor : Limits.keptFor)
        cache.keep(.init(logo: logo), for: key, bytes: (logo?.bytes.count ?? 0) + Limits.entryBytes, until: end)
        return logo
    }
}

/// Fetched logos and failed addresses, by feed and address.
final class LogoCache: Sendable {
    struct Logo: Sendable {
        let bytes: [UInt8]
        let kind: PictureKind
    }
    struct Entry: Sendable {
        let logo: Logo?
    }

    let logos = EditionCache<String, Entry>(byteLimit: GuideLogos.Limits.kept)
}
