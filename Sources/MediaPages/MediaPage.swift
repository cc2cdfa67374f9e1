import Foundation
import HTTPTypes
package import Hummingbird
import Localisation
import Records
import ServiceLifecycle
package import Serving
import Storage
import Streaming

/// `/media`: the library, and each of its files with a player. For people who are signed in.
package struct MediaPage: Sendable {
    package static let path = "/media"
    private static let pageLength = 60
    private static let startedShown = 6
    private static let recentShown = 12
    /// The most results from each shelf, and of episodes and songs.
    private static let foundShown = 12
    private static let entriesFound = 36
    /// The most items before and after a file.
    private static let queueLimits = (before: 20, after: 40)
    private static let extrasShown = 30

    private let feature: MediaFeature
    private let context: PageContext
    private let person: Person

    package init(_ feature: MediaFeature, _ context: PageContext) throws {
        self.feature = feature
        self.context = context
        person = try context.knownPerson()
    }

    package func list(for request: Request) async throws -> Response {
        let query = Dictionary(try Percent.form(request.uri.query ?? "")) { first, _ in first }
        var model = MediaListModel(isSetUp: feature.media != nil, isAdministrator: person.role == .administrator)
        model.search = (query["q"] ?? "").limited(to: 200)
        model.order = query["sort"].flatMap { MediaStore.WorkOrder(rawValue: $0) } ?? .title
        model.offset = (query["offset"].flatMap { Int($0) } ?? 0).clamped(to: 0...MediaStore.mediaLimit)
        if model.isSetUp {
            model.shelves = try await feature.store.media.mediaShelves()
            model.shelf = Self.shelf(query) ?? (model.filled.count == 1 ? model.filled.first : nil)
            if model.search.isEmpty { try await browse(&model, isFirst: Self.shelf(query) == nil) } else { try await search(&model) }
        }
        let view = MediaListView(words: context.words, model: model, token: context.formTokenField)
        return .page(view.page(context.reader, assets: feature.assets.prefix))
    }

    /// `shelf=series`; links of earlier versions say `kind=episode`.
    private static func shelf(_ query: [String: String]) -> MediaWork.Kind? {
        if let shelf = query["shelf"].flatMap({ MediaWork.Kind(rawValue: $0) }) { return shelf }
        switch query["kind"].flatMap({ MediaFile.Kind(rawValue: $0) }) {
        case .film: return .film
        case .episode: return .series
        case .track: return .album
        case nil: return nil
        }
    }

    /// `isFirst`: no shelf was requested.
    private func browse(_ model: inout MediaListModel, isFirst: Bool) async throws {
        let store = feature.store.media
        if isFirst, model.offset == 0 {
            model.begun = try await store.begunMedia(by: person.id, limit: Self.startedShown)
            model.nextUp = try await store.nextUp(for: person.id, limit: Self.startedShown, at: .system())
            model.playlists = try await store.mediaPlaylists(of: person.id)
            if model.shelf == nil { model.recent = try await store.recentMediaWorks(limit: Self.recentShown, for: person.id) }
        }
        guard let shelf = model.shelf else { return }
        let works = try await store.mediaWorks(shelf, by: model.order, offset: model.offset, limit: Self.pageLength + 1, for: person.id)
        model.works = Array(works.prefix(Self.pageLength))
        model.next = works.count > Self.pageLength ? model.offset + Self.pageLength : nil
        if model.order == .title { model.letters = try await store.mediaLetters(shelf) }
    }

    private func search(_ model: inout MediaListModel) async throws {
        let store = feature.store.media
        if model.offset == 0 {
            for kind in [MediaWork.Kind.film, .series, .album, .artist, .book] where model.shelves.contains(kind) {
                let works = try await store.mediaWorks(kind, searching: model.search, limit: Self.foundShown, for: person.id)
                if !works.isEmpty { model.found.append((kind, works)) }
            }
        }
        let entries = try await store.mediaEntries(
            searching: model.search, offset: model.offset, limit: Self.entriesFound + 1, for: person.id)
        model.entries = Array(entries.prefix(Self.entriesFound))
        model.next = entries.count > Self.entriesFound ? model.offset + Self.entriesFound : nil
    }

    /// `?t=90.5`: from that second.
    package func one(for request: Request) async throws -> Response {
        let file = try await file()
        let store = feature.store.media
        let asked = request.query["t"].flatMap { Double($0) }.flatMap { $0.isFinite && $0 >= 0 ? MediaTime(seconds: min($0, 1e6)) : nil }
        let noted = asked == nil ? try await store.mediaPosition(of: file.id, for: person.id) : nil
        let position = asked.map { min($0, file.duration ?? .zero) } ?? noted
        var view = MediaItemView(
            words: context.words, file: file, position: position, queue: [], playlists: try await store.mediaPlaylists(of: person.id),
            token: context.formTokenField)
        if let entry = try await store.mediaEntry(file.id, for: person.id) {
            let shelf = try await shelf(of: entry, file)
            let queue = try await queue(around: entry, shelf.work)
            view = MediaItemView(
                words: view.words, file: file, position: position, queue: queue.count > 1 ? queue : [], playlists: view.playlists,
                token: view.token, shelf: shelf)
        }
        return Self.answer(view.page(context.reader, assets: feature.assets.prefix))
    }

    private func shelf(of entry: MediaEntry, _ file: MediaFile) async throws -> MediaItemShelf {
        let store = feature.store.media
        let work: MediaWork? = if let id = entry.work { try await store.mediaWork(id, for: person.id) } else { nil }
        var shelf = MediaItemShelf(entry: entry, work: work)
        if let work, work.kind == .film, !entry.isExtra {
            let files = try await store.mediaEntries(of: work.id, limit: Self.extrasShown, for: person.id)
            shelf.versions = files.filter { $0.id != entry.id && ($0.version != entry.version || $0.part == nil) && ($0.part ?? 1) == 1 }
            shelf.extras = try await store.mediaEntries(of: work.id, areExtras: true, limit: Self.extrasShown, for: person.id)
        }
        if case .playable(let tracks, _) = file.contents {
            var seen: Set<String> = []
            shelf.subtitles = SubtitleTrack.inside(tracks).compactMap(\.language).filter { seen.insert($0).inserted }.map {
                context.words.locale.localizedString(forIdentifier: $0) ?? $0
            }
        }
        shelf.ids = file.name.kind == .film ? file.name.details.ids : [:]
        shelf.mayCorrect = person.role == .administrator
        if shelf.mayCorrect { shelf.correction = try await store.mediaCorrection(of: file.id) }
        return shelf
    }

    /// The parts of a film, the episodes or songs around this one.
    private func queue(around entry: MediaEntry, _ work: MediaWork?) async throws -> [QueueLine] {
        let store = feature.store.media
        guard let work, !work.title.isEmpty, entry.duration != nil, !entry.isExtra else { return [] }
        if entry.kind == .film {
            guard entry.part != nil else { return [] }
            let files = try await store.mediaEntries(of: work.id, limit: Self.extrasShown, for: person.id)
            return files.filter { $0.part != nil && $0.version == entry.version && $0.duration != nil }.map {
                QueueLine($0, of: work, context.words)
            }
        }
        return try await store.mediaEntries(
            around: entry, before: Self.queueLimits.before, after: Self.queueLimits.after, for: person.id
        ).map { QueueLine($0, of: work, context.words) }
    }

    /// Marks it as watched or not, removes it from "Continue", or corrects its name.
    package func change(_ request: Request) async throws -> Response {
        let form = try await request.form()
        let file = try await file()
        let store = feature.store.media
        switch form["act"] {
        case "watched", "unwatched":
            try await store.mark(file.id, watched: form["act"] == "watched", for: person.id, at: .system())
        case "hide": try await store.hideFromContinue(file.id, for: person.id, at: .system())
        case "correct":
            let (name, details) = (file.name, file.name.details)
            let former = MediaCorrection(
                title: details.film ?? name.title, year: name.year, series: name.series, season: name.season, episode: name.episode,
                album: name.album, artist: details.albumArtist ?? name.artist)
            try await correct([file.id], try MediaCorrectionForm.read(form, against: former))
        case "uncorrect": try await uncorrect([file.id])
        default: throw Refusal(.badRequest, "Tidings can’t read this form.")
        }
        return .on(to: MediaCards.path(file.id))
    }

    /// Only administrators can correct names, because everyone sees them.
    @discardableResult
    func correct(_ files: [MediaFile.ID], _ correction: MediaCorrection) async throws -> MediaWork.ID? {
        guard person.role == .administrator else { throw Refusal(.forbidden) }
        guard !correction.isEmpty else { return nil }
        let work = try await feature.store.media.correct(files, correction, at: .system())
        try await feature.ownStore.media.settleMediaWorks()
        feature.media?.arranged.send()
        return work
    }

    func uncorrect(_ files: [MediaFile.ID]) async throws {
        guard person.role == .administrator else { throw Refusal(.forbidden) }
        if try await feature.store.media.removeCorrections(of: files) { feature.media?.lookAgain() }
    }

    /// Empties "Continue".
    package func emptyContinue(_ request: Request) async throws -> Response {
        _ = try await request.form()
        try await feature.store.media.hideFromContinue(for: person.id, at: .system())
        return .on(to: Self.path)
    }

    /// Appends it to a playlist, or to a new one.
    package func addToPlaylist(_ request: Request) async throws -> Response {
        let form = try await request.form()
        let file = try await file()
        let (id, outcome): (MediaPlaylist.ID?, MediaPlaylist.Outcome)
        if let known = form["playlist"].flatMap({ Int64($0) }) {
            (id, outcome) = (known, try await feature.store.media.changeMediaPlaylist(known, .add(file.id), of: person.id, at: .system()))
        } else {
            (id, outcome) = try await feature.store.media.addMediaPlaylist(
                named: context.words("New playlist"), [file.id], for: person.id, at: .system())
        }
        switch outcome {
        case .done: return .on(to: id.map(PlaylistPage.path(of:)) ?? Self.path)
        case .full: throw Refusal(.conflict, "You’ve reached the limit. Remove something from your playlists first.")
        case .missing, .unknownItem: throw Refusal(.notFound, "This playlist doesn’t exist.")
        }
    }

    /// A page with a player.
    package static func answer(_ page: HTML) -> Response {
        var page = Response.page(page)
        // `segment-player.js` uses `blob:` addresses for media.
        page.headers[.contentSecurityPolicy] = SecurityHeaders.policy + "; media-src 'self' blob:"
        return page
    }

    /// An album's cover, a picture beside the file, or a frame of a film.
    package func art(for request: Request) async throws -> Response {
        let file = try await file()
        let art: SegmentMaker.Art?
        do {
            art = try await cancelWhenGracefulShutdown { try await feature.media?.maker.art(of: file, for: person.id) }
        } catch is StreamingError { art = nil }
        guard let art else { throw Refusal(.notFound) }
        return Self.picture(art, to: request)
    }

    static func picture(_ art: SegmentMaker.Art, to request: Request) -> Response {
        let headers: HTTPFields = [
            .contentType: "image/jpeg", .cacheControl: "private, max-age=86400",
            .eTag: #""\#(art.name)""#,
        ]
        return .bytes(art.jpeg, to: request, headers: headers)
    }

    private func file() async throws -> MediaFile {
        guard feature.media != nil, let id = context.parameters.get("item").flatMap({ Int64($0) }),
            let file = try await feature.store.media.mediaFile(id)
        else { throw Refusal(.notFound, "This isn’t in the library any more.") }
        return file
    }
}
