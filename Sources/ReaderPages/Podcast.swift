import Foundation
import HTTPTypes
package import Hummingbird
import Localisation
import Records
package import Serving
import Speaking
import Storage
import Streaming

/// `/podcasts/<secret>.xml`: the chapters of a person's documents as episodes, for programs that can't sign in;
/// `/podcasts/<secret>/<export>/<chapter>.mp3`: the audio of a chapter.
///
/// Anyone with the address can listen. The person can replace the address, which invalidates the old one. A document is included once it
/// has been exported as MP3 files, because then each length is known, and each file is a range of the archive.
package struct Podcast: Sendable {
    private let feature: ReaderFeature
    private let context: PageContext
    /// The maximum number of episodes; the oldest exports are dropped.
    private static let limit = 1000

    package init(_ feature: ReaderFeature, _ context: PageContext) { (self.feature, self.context) = (feature, context) }

    package static func path(_ secret: Secret) -> String { "/podcasts/\(secret.text).xml" }

    private static func path(_ secret: Secret, _ export: DocumentExport.ID, _ chapter: Int) -> String {
        "/podcasts/\(secret.text)/\(export)/\(chapter).mp3"
    }

    private static func cover(_ secret: Secret, _ export: DocumentExport.ID) -> String { "/podcasts/\(secret.text)/\(export)/cover" }

    package func feed(for request: Request) async throws -> Response {
        let (secret, person) = try await listener()
        let (words, origin) = (context.words, WebOrigin(of: request, feature.site))
        var (episodes, count): ([PodcastFeed.Episode], Int) = ([], 0)
        let exports = try await feature.store.documents.readyExports(.mp3, of: person.id)
        let shown = exports.reversed().prefix { export, _, _, _ in
            count += export.made?.chapters.count ?? 0
            return count <= Self.limit
        }
        // Times increase with the chapters, for programs that sort only by time.
        var last = Timestamp(milliseconds: 0)
        for (export, title, about, hasCover) in shown.reversed() {
            guard let made = export.made else { continue }
            for (index, chapter) in made.chapters.enumerated() {
                last = max(made.at + .seconds(index), last + .seconds(1))
                episodes.append(
                    PodcastFeed.Episode(
                        id: origin.tag("exports/\(export.id)/\(index + 1)"), title: chapter.title,
                        description: Self.description(title.isEmpty ? words("Untitled document") : title, about), author: about.author,
                        image: hasCover ? origin.address(Self.cover(secret, export.id)) : nil, published: last,
                        page: origin.address(ReaderPage.path(of: export.document)),
                        sound: origin.address(Self.path(secret, export.id, index + 1)), bytes: chapter.bytes ?? 0,
                        milliseconds: chapter.milliseconds, number: index + 1, season: Int(clamping: export.id)))
            }
        }
        episodes.reverse()
        let feed = PodcastFeed(
            title: words("Documents of \(person.name)"), description: words("Documents that are read aloud, a chapter at a time."),
            address: origin.address(Self.path(secret)), page: origin.address(ReaderPage.path),
            image: origin.address(feature.assets.prefix + "/icons/icon-512.png"), language: words.language, episodes: episodes)
        return APIAnswer(text: feed.document.description, type: PodcastFeed.type).response(to: request)
    }

    /// The document's title with its metadata, except for the date of a mail message.
    private static func description(_ title: String, _ about: DocumentAbout) -> String {
        let summary = Timestamp(iso: about.summary) == nil ? about.summary : ""
        return [about.author.isEmpty ? title : "\(about.author): \(title)", summary].filter { !$0.isEmpty }.joined(separator: "\n\n")
    }

    package func episode(for request: Request) async throws -> Response {
        let (_, person) = try await listener()
        guard let id = context.parameters.get("export").flatMap({ Int64($0) }),
            let chapter = context.parameters.get("chapter").flatMap({ Int($0) }), let exporter = feature.exporter,
            let export = try await feature.store.documents.readyExports(.mp3, of: person.id).first(where: { $0.export.id == id })?.export,
            let chapters = export.made?.chapters, chapter > 0, chapter <= chapters.count, let piece = chapters[chapter - 1].range,
            let file = try? OpenFile(DocumentExporter.name(of: export), in: exporter.folder.path), piece.upperBound <= file.size
        else { throw Refusal(.notFound) }
        let headers: HTTPFields = [
            .contentType: "audio/mpeg", .cacheControl: "private, max-age=43200", .eTag: #""export-\#(export.id)-\#(chapter)""#,
        ]
        return .file(file.size, piece: piece, to: request, headers: headers) { try await file.read($0) }
    }

    /// The cover picture of an exported document.
    package func cover(for request: Request) async throws -> Response {
        let (_, person) = try await listener()
        guard let id = context.parameters.get("export").flatMap({ Int64($0) }),
            let export = try await feature.store.documents.readyExports(.mp3, of: person.id).first(where: { $0.export.id == id })?.export,
            let document = try await feature.store.documents.document(export.document, of: person.id),
            let bytes = await feature.documents?.cover(of: document), let type = DocumentCover.type(of: bytes)
        else { throw Refusal(.notFound) }
        let headers: HTTPFields = [.contentType: type, .cacheControl: "private, max-age=43200", .eTag: #""cover-\#(export.id)""#]
        return .bytes(bytes, to: request, headers: headers)
    }

    /// The owner of the secret address.
    private func listener() async throws -> (Secret, Person) {
        guard let secret = context.parameters.get("secret").flatMap({ Secret($0) }),
            let person = try await feature.store.people.person(reading: .podcast, by: secret.hash)
        else { throw Refusal(.notFound) }
        return (secret, person)
    }
}
