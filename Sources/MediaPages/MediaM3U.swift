import HTTPTypes
package import Hummingbird
import Localisation
import NIOCore
import Records
package import Serving
import Storage
import Streaming

/// `/media/list.m3u?shelf=album` and `/media/works/<number>/list.m3u`: a shelf or a work for other players, as addresses of the files
/// themselves.
///
/// The addresses contain a `PlayToken`, so they need no sign-in for half a day.
package struct MediaM3U: Sendable {
    private static let limit = 5000
    private static let type = "audio/x-mpegurl; charset=utf-8"

    private let feature: MediaFeature
    private let context: PageContext
    private let person: Person

    package init(_ feature: MediaFeature, _ context: PageContext) throws {
        (self.feature, self.context, person) = (feature, context, try context.knownPerson())
    }

    static func path(of shelf: MediaWork.Kind) -> String { "\(MediaPage.path)/list.m3u?shelf=\(shelf.rawValue)" }
    static func path(of work: MediaWork.ID) -> String { "\(MediaWorkPage.path(of: work))/list.m3u" }

    package func shelf(for request: Request) async throws -> Response {
        guard let shelf = request.query["shelf"].flatMap({ MediaWork.Kind(rawValue: $0) }), shelf != .artist else {
            throw Refusal(.notFound)
        }
        return try await list(.shelf(shelf), called: shelf.name(context.words), for: request)
    }

    package func work(for request: Request) async throws -> Response {
        guard let id = context.parameters.get("work").flatMap({ Int64($0) }),
            let work = try await feature.store.media.mediaWork(id, for: person.id)
        else { throw Refusal(.notFound, "This isn’t in the library any more.") }
        return try await list(.work(id), called: MediaCards(words: context.words).title(work), for: request)
    }

    private func list(_ works: MediaStore.ListedWorks, called name: String, for request: Request) async throws -> Response {
        guard feature.media != nil, let proof = context.behalf?.proof,
            let footing = try await feature.store.people.footing(of: person.id, by: proof, at: .system())
        else { throw Refusal(.notFound) }
        let origin = WebOrigin(of: request, feature.site)
        let plans = [true, false].map { hasPicture in
            PlayToken(PlayPlan(picture: hasPicture ? .copy : .nothing, sound: .copy), for: person.id, by: proof, at: .system())
        }
        var text = "#EXTM3U\n#PLAYLIST:\(Self.line(name))\n"
        for file in try await feature.store.media.mediaListing(of: works, limit: Self.limit) {
            let base = MediaStreams.base(file.id, file.hasPicture ? plans[0] : plans[1], footing, by: feature.site.linkKey)
            text += "#EXTINF:\(Int(clamping: file.duration.seconds.rounded())),\(Self.line(Self.title(file)))\n"
            text += "\(origin.address(base + MediaStreams.directName(path: file.path)))\n"
        }
        return Response(
            status: .ok,
            headers: [
                .contentType: Self.type, .cacheControl: "no-store, private", .contentDisposition: Attachment.disposition(name, "m3u"),
            ], body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }

    /// `Ann - Song`, `Harbour Light - S02E05 - Title`, `Harbour Light - S02E05-E06 - Title`
    private static func title(_ file: MediaListing) -> String {
        func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let season = file.season.map { "S\(padded($0))" } ?? ""
        let last = file.lastEpisode.map { "-E\(padded($0))" } ?? ""
        let number = file.episode.map { "\(season)E\(padded($0))\(last)" }
        let parts = [file.creator, MediaFile.Name.isNumber(file.title) ? nil : number, file.title]
        return parts.compactMap { $0 }.joined(separator: " - ")
    }

    /// Without line breaks.
    private static func line(_ text: String) -> String { text.split(whereSeparator: \.isNewline).joined(separator: " ") }
}
