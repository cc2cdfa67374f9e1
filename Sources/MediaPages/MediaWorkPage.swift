package import Hummingbird
import Localisation
package import Records
import ServiceLifecycle
package import Serving
import Storage
import Streaming

/// `/media/works/<number>`: a series with its seasons, an album with its discs, an artist with albums, a book with its chapters. A film has
/// only the page of its file.
package struct MediaWorkPage: Sendable {
    package static let path = "\(MediaPage.path)/works"
    private static let pageLength = 100
    private static let albumsShown = 500

    private let feature: MediaFeature
    private let context: PageContext
    private let person: Person

    package init(_ feature: MediaFeature, _ context: PageContext) throws {
        self.feature = feature
        self.context = context
        person = try context.knownPerson()
    }

    package static func path(of id: MediaWork.ID) -> String { "\(path)/\(id)" }

    /// `?season=2`; `?season=none` for episodes without a season. `?offset=` continues a long season.
    package func page(for request: Request) async throws -> Response {
        let work = try await work()
        if let file = work.only { return .on(to: MediaCards.path(file)) }
        let store = feature.store.media
        var model = MediaWorkModel(work: work, mayCorrect: person.role == .administrator)
        model.offset = (request.query["offset"].flatMap { Int($0) } ?? 0).clamped(to: 0...MediaStore.mediaLimit)
        if work.kind == .artist {
            model.albums = try await store.mediaAlbums(of: work.id, limit: Self.albumsShown, for: person.id)
        } else {
            if work.kind != .album { model.next = try await store.nextUp(in: work.id, for: person.id) }
            if work.kind == .series {
                model.seasons = try await store.mediaSeasons(of: work.id, for: person.id)
                model.season = Self.season(request.query["season"], model.seasons, model.next)
            }
            let choice: MediaStore.SeasonChoice =
                work.kind != .series ? .all : model.season.map(MediaStore.SeasonChoice.number) ?? .unnumbered
            let entries = try await store.mediaEntries(
                of: work.id, season: choice, offset: model.offset, limit: Self.pageLength + 1, for: person.id)
            model.entries = Array(entries.prefix(Self.pageLength))
            model.more = entries.count > Self.pageLength ? model.offset + Self.pageLength : nil
            if work.kind == .series { model.extras = try await store.mediaEntries(of: work.id, areExtras: true, limit: 30, for: person.id) }
        }
        if work.kind == .book, let created = try await feature.store.people.feedAddress(for: .books, of: person) {
            model.podcast = WebOrigin(of: request, feature.site).address(
                BookPodcast.path(of: work.id, for: person.id, since: created, by: feature.site.linkKey))
        }
        let view = MediaWorkView(words: context.words, model: model, token: context.formTokenField)
        return .page(view.page(context.reader, assets: feature.assets.prefix))
    }

    /// The season in the address, otherwise that of the next episode, otherwise the first.
    private static func season(_ asked: String?, _ seasons: [MediaSeason], _ next: MediaEntry?) -> Int? {
        if let asked, let number = seasons.first(where: { ($0.number.map(String.init) ?? "none") == asked }) { return number.number }
        if let next { return next.season }
        return seasons.first?.number
    }

    /// `act`: watched or unwatched, for all files or a season; correct, uncorrect. The button for a single file is named `watched` or
    /// `unwatched` instead.
    package func change(_ request: Request) async throws -> Response {
        let form = try await request.form()
        let work = try await work()
        let store = feature.store.media
        let season = form["season"] ?? ""
        var goal = Self.path(of: work.id) + (season.isEmpty ? "" : "?season=\(Percent.encoded(season))")
        let page = try MediaPage(feature, context)
        if let file = (form["watched"] ?? form["unwatched"]).flatMap({ Int64($0) }) {
            try await store.mark(file, watched: form["watched"] != nil, for: person.id, at: .system())
            return .on(to: goal)
        }
        switch form["act"] {
        case "watched", "unwatched":
            let choice: MediaStore.SeasonChoice = season.isEmpty ? .all : Int(season).map(MediaStore.SeasonChoice.number) ?? .unnumbered
            try await store.markWork(work.id, season: choice, watched: form["act"] == "watched", for: person.id, at: .system())
        case "correct":
            var fields = form.filter { ["artist", "year"].contains($0.key) }
            fields[work.kind == .series ? "series" : "album"] = form["title"]
            let former = MediaCorrection(
                year: work.year, series: work.kind == .series ? work.title : nil, album: work.title, artist: work.creator)
            let correction = try MediaCorrectionForm.read(fields, against: former)
            if let now = try await page.correct(try await store.mediaFiles(of: work.id), correction) { goal = Self.path(of: now) }
        case "podcast":
            if try await feature.store.people.feedAddress(for: .books, of: person) == nil {
                try await feature.store.people.setFeedAddress(Secret().hash, for: .books, of: person, at: .system())
            }
            goal += "#podcast"
        case "unpodcast":
            try await feature.store.people.removeFeedAddress(for: .books, of: person)
            goal += "#podcast"
        case "uncorrect": try await page.uncorrect(try await store.mediaFiles(of: work.id))
        default: throw Refusal(.badRequest, "Tidings can’t read this form.")
        }
        return .on(to: goal)
    }

    /// The picture in a series' folder, otherwise one beside its files, a fetched one, or a frame.
    package func art(for request: Request) async throws -> Response {
        let work = try await work()
        var art: SegmentMaker.Art?
        do {
            art = try await cancelWhenGracefulShutdown { try await feature.media?.poster(of: work, for: person.id) }
            if art == nil, work.showsFoundPicture { art = try await found(of: work) }
            if art == nil, let cover = work.cover, let file = try await feature.store.media.mediaFile(cover) {
                art = try await cancelWhenGracefulShutdown { try await feature.media?.maker.art(of: file, for: person.id) }
            }
        } catch is StreamingError { art = nil }
        guard let art else { throw Refusal(.notFound) }
        return MediaPage.picture(art, to: request)
    }

    /// A fetched picture. If its file is missing, it is fetched again in an hour.
    private func found(of work: MediaWork) async throws -> SegmentMaker.Art? {
        guard let name = work.found?.picture, let pictures = feature.pictures else { return nil }
        if let art = pictures.picture(named: name) { return art }
        try await feature.ownStore.media.forgetMediaPicture(of: work.id, due: Timestamp.system() + .seconds(3600))
        return nil
    }

    private func work() async throws -> MediaWork {
        guard feature.media != nil, let id = context.parameters.get("work").flatMap({ Int64($0) }),
            let work = try await feature.store.media.mediaWork(id, for: person.id)
        else { throw Refusal(.notFound, "This isn’t in the library any more.") }
        return work
    }
}
