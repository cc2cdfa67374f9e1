import Foundation
import HTTPTypes
package import Hummingbird
import Localisation
import Records
package import Serving
import Storage
import Streaming

/// `/media/podcasts/<token>.xml`: the chapters of a book as episodes, for programs that can't sign in;
/// `/media/podcasts/<token>/<item>/<name>`: the file of a chapter.
///
/// The token is base64url (RFC 4648, section 5) of the person, the book and a signature over both and the time at which the person enabled
/// podcasts of books. It is valid until they disable them, or their account is disabled.
package struct BookPodcast: Sendable {
    private static let purpose = "book podcast"
    private static let length = 16
    private static let limit = 1000
    private static let types = [
        "mp3": "audio/mpeg", "m4a": "audio/mp4", "m4b": "audio/mp4", "mp4": "audio/mp4", "ogg": "audio/ogg", "oga": "audio/ogg",
        "opus": "audio/ogg", "flac": "audio/flac", "wav": "audio/wav", "aac": "audio/aac",
    ]

    private let feature: MediaFeature
    private let context: PageContext

    package init(_ feature: MediaFeature, _ context: PageContext) { (self.feature, self.context) = (feature, context) }

    static func path(of book: MediaWork.ID, for person: Person.ID, since created: Timestamp, by key: LinkKey) -> String {
        let message = bytes(person) + bytes(book)
        let token = String(base64URL: message + key.signature(of: message + bytes(created.milliseconds), for: purpose))
        return "\(MediaPage.path)/podcasts/\(token).xml"
    }

    private static func bytes(_ number: Int64) -> [UInt8] { withUnsafeBytes(of: number.bigEndian) { Array($0) } }

    package func feed(for request: Request) async throws -> Response {
        let (token, book) = try await book()
        let (words, origin) = (context.words, WebOrigin(of: request, feature.site))
        let title = MediaCards(words: words).title(book)
        let page = origin.address(MediaWorkPage.path(of: book.id))
        let chapters = try await feature.ownStore.media.mediaListing(of: .work(book.id), limit: Self.limit)
        // Times increase with the chapters, for programs that sort only by time.
        let start = chapters.map(\.added).max() ?? .system()
        let episodes = chapters.enumerated().map { index, chapter in
            let ending = chapter.path.split(separator: ".").last?.lowercased() ?? ""
            return PodcastFeed.Episode(
                id: origin.tag("media/\(chapter.id)"), title: chapter.title, description: title, published: start + .seconds(index),
                page: page,
                sound: origin.address("\(MediaPage.path)/podcasts/\(token)/\(chapter.id)/\(MediaStreams.directName(path: chapter.path))"),
                type: Self.types[ending] ?? "application/octet-stream", bytes: chapter.size,
                milliseconds: Int(chapter.duration.microseconds / 1000), number: index + 1, season: 1)
        }
        let feed = PodcastFeed(
            title: title, description: book.creator ?? title,
            address: origin.address("\(MediaPage.path)/podcasts/\(token).xml"), page: page,
            image: origin.address(feature.assets.prefix + "/icons/icon-512.png"), language: words.language, episodes: episodes.reversed())
        return APIAnswer(text: feed.document.description, type: PodcastFeed.type).response(to: request)
    }

    package func chapter(for request: Request) async throws -> Response {
        let (_, book) = try await book()
        guard let library = feature.media, let id = context.parameters.get("item").flatMap({ Int64($0) }),
            let file = try await feature.ownStore.media.mediaFile(id), context.parameters.get("name") == MediaStreams.directName(file),
            try await feature.ownStore.media.mediaEntry(id, for: 0)?.work == book.id
        else { throw Refusal(.notFound) }
        do { return try await MediaStreams.whole(file, in: library, to: request) } catch is StreamingError { throw Refusal(.notFound) }
    }

    /// The book and the token in the path.
    private func book() async throws -> (token: String, book: MediaWork) {
        guard feature.media != nil, let token = context.parameters.get("token"), token.utf8.count <= 60,
            let bytes = [UInt8](base64URL: token), bytes.count == Self.length + LinkKey.signatureLength, String(base64URL: bytes) == token
        else { throw Refusal(.notFound) }
        func number(_ range: Range<Int>) -> Int64 { Int64(bitPattern: bytes[range].reduce(0) { $0 << 8 | UInt64($1) }) }
        let (people, message) = (feature.ownStore.people, Array(bytes.prefix(Self.length)))
        guard let person = try await people.person(number(0..<8)), !person.isDisabled,
            let created = try await people.feedAddress(for: .books, of: person),
            feature.site.linkKey.isSignature(
                bytes.suffix(LinkKey.signatureLength), of: message + Self.bytes(created.milliseconds), for: Self.purpose),
            let book = try await feature.ownStore.media.mediaWork(number(8..<16), for: person.id), book.kind == .book
        else { throw Refusal(.notFound) }
        return (token, book)
    }
}
