import HTTPTypes
import JSONReading
import Records
package import Serving
import Storage
import Streaming

/// `/api/v1/media/works…`, `…/continue` and `…/next`: the library by works, and what a person has watched.
package struct MediaWorksAPI: Sendable {
    let feature: MediaFeature

    private static let path = "/api/v1/media"
    private static let topic = "Media"
    private static let work = Endpoint.Parameter.path("work", .identifier, "The work's number.")
    private static let item = Endpoint.Parameter.path("item", .identifier, "The item's number.")
    private static let pageLimit = 500
    private static let entriesLimit = 1000
    private static let begunLimit = 100

    package static func endpoints(_ feature: MediaFeature) -> [Endpoint] {
        let api = Self(feature: feature)
        return library(api) + watching(api) + correcting(api)
    }

    private static func library(_ api: Self) -> [Endpoint] {
        [
            Endpoint(
                .get, "\(path)/works", "mediaWorks", topic: topic, "Films, series, albums, books or artists: what items belong to",
                parameters: [
                    .query("kind", .choice(MediaWork.Kind.allCases.map(\.rawValue)), "The shelf.", isRequired: true),
                    .query(
                        "q", .text(0...200), "Only those whose titles and artists have all these words, anywhere, case and accents aside."),
                    .query(
                        "sort", .choice(MediaStore.WorkOrder.allCases.map(\.rawValue)),
                        "By title, or what was added last first; title if left out."),
                    .query("offset", .integer(0...MediaStore.mediaLimit), "How many to leave out at the beginning."),
                    .query("limit", .integer(1...pageLimit), "At most this many works, 60 by default."),
                ],
                outcomes: [.init("The works; Link leads to further ones", .object([.init("works", .list(.named("MediaWork")))]))],
                answer: api.list),
            Endpoint(
                .get, "\(path)/works/{work}", "mediaWork", topic: topic, "One work with its items in order, or an artist with albums",
                parameters: [
                    work, .query("offset", .integer(0...MediaStore.mediaLimit), "How many items to leave out at the beginning."),
                    .query("limit", .integer(1...entriesLimit), "Items at most, \(entriesLimit) if left out."),
                ],
                outcomes: [
                    .init(
                        "The work",
                        .object([
                            .init("work", .named("MediaWork")), .init("items", .list(.named("MediaEntry"))),
                            .init("extras", .list(.named("MediaEntry"))), .init("albums", .list(.named("MediaWork"))),
                        ]))
                ], answer: api.get),
        ]
    }

    /// The person's viewing state: what they have watched, and where they continue.
    private static func watching(_ api: Self) -> [Endpoint] {
        [
            Endpoint(
                .put, "\(path)/works/{work}/watched", "setMediaWorkWatched", topic: topic,
                "Marks a work, or one season of a series, as watched or not",
                parameters: [work],
                body: .json(
                    .object([
                        .init("watched", .flag),
                        .init("season", .integer(0...9999), isRequired: false, about: "Only this season; 0 for specials."),
                    ])), outcomes: [.init(.noContent, "It is marked")], answer: api.markWork),
            Endpoint(
                .put, "\(path)/items/{item}/watched", "setMediaWatched", topic: topic,
                "Marks an item as watched or not; either way its position begins again", parameters: [item],
                body: .json(.object([.init("watched", .flag)])), outcomes: [.init(.noContent, "It is marked")], answer: api.mark),
            Endpoint(
                .get, "\(path)/continue", "mediaContinue", topic: topic, "What the caller has begun, most recent first",
                outcomes: [.init("The items", .object([.init("items", .list(.named("MediaEntry")))]))], answer: api.begun),
            Endpoint(
                .delete, "\(path)/continue", "emptyMediaContinue", topic: topic,
                "Empties that list; positions stay, and items return when they are played",
                outcomes: [.init(.noContent, "It is empty")], answer: api.emptyBegun),
            Endpoint(
                .get, "\(path)/next", "mediaNext", topic: topic, "The next episode of each series that the caller watches",
                outcomes: [
                    .init(
                        "The episodes, each with its series",
                        .object([.init("next", .list(.object([.init("work", .named("MediaWork")), .init("item", .named("MediaEntry"))])))]))
                ], answer: api.next),
        ]
    }

    private static func correcting(_ api: Self) -> [Endpoint] {
        [
            Endpoint(
                .put, "\(path)/items/{item}/correction", "correctMediaItem", topic: topic,
                "Corrects the name of an item, for everyone; what is left out stays", access: .administrators, parameters: [item],
                body: .json(correctionSchema), outcomes: [.init(.noContent, "It has this name")], answer: api.correct),
            Endpoint(
                .delete, "\(path)/items/{item}/correction", "removeMediaCorrection", topic: topic,
                "Has an item named by its path and tags again, after the next scan", access: .administrators, parameters: [item],
                outcomes: [.init(.noContent, "There is no correction")], answer: api.uncorrect),
        ]
    }

    private static let correctionSchema: JSONSchema = {
        let text = JSONSchema.text(1...MediaCorrection.Limits.text)
        let number = JSONSchema.integer(MediaCorrection.Limits.numbers)
        return .object([
            .init("title", text, isRequired: false), .init("year", .integer(MediaCorrection.Limits.years), isRequired: false),
            .init("series", text, isRequired: false, about: "Makes a film an episode."), .init("season", number, isRequired: false),
            .init("episode", number, isRequired: false), .init("album", text, isRequired: false),
            .init("artist", text, isRequired: false, about: "The artist of the album, the author of the book."),
        ])
    }()

    package static let workSchema = JSONSchema.object([
        .init("id", .identifier), .init("kind", .choice(MediaWork.Kind.allCases.map(\.rawValue))),
        .init("title", .text(), about: "Empty for songs that are on no album."),
        .init("creator", .optional(.text()), about: "The artist of an album, null for several; the author of a book."),
        .init("artist", .optional(.identifier), about: "The work that has the artist's albums."), .init("year", .optional(.integer())),
        .init("count", .integer(), about: "Items, without extras; of a series, episodes; of an artist, albums."),
        .init("watched", .flag, about: "By the caller. Always false for albums and artists."),
        .init("plot", .optional(.text()), about: "Of a series, by the .nfo file in its folder; otherwise as it was looked up."),
        .init("foundAt", .optional(.choice(MediaFinding.Source.allCases.map(\.rawValue))), about: "Where it was looked up."),
    ])

    package static let entrySchema = JSONSchema.object([
        .init("id", .identifier, about: "The number of the item."), .init("work", .optional(.identifier)), .init("title", .text()),
        .init("artist", .optional(.text())), .init("season", .optional(.integer()), about: "0 for specials."),
        .init("episode", .optional(.integer())), .init("lastEpisode", .optional(.integer()), about: "Of an item with several."),
        .init("aired", .optional(.text()), about: "The day, of an episode without a number."), .init("disc", .optional(.integer())),
        .init("track", .optional(.integer())), .init("version", .optional(.text())), .init("part", .optional(.integer())),
        .init("duration", .optional(.number), about: "Seconds; null for what can't be played."), .init("watched", .flag),
        .init("seconds", .optional(.number), about: "Where the caller stopped."),
        .init("unsure", .flag, about: "The name is a guess."),
    ])

    // MARK: Responses

    @Sendable private func list(_ call: APICall) async throws -> APIAnswer {
        var line = JSONLine()
        let (offset, limit) = (call.integer("offset") ?? 0, call.integer("limit") ?? 60)
        let works =
            feature.media == nil
            ? []
            : try await feature.store.media.mediaWorks(
                call.text("kind").flatMap(MediaWork.Kind.init(rawValue:)) ?? .film, searching: call.text("q") ?? "",
                by: call.text("sort").flatMap(MediaStore.WorkOrder.init(rawValue:)) ?? .title, offset: offset, limit: limit + 1,
                for: try call.person().id)
        line.add("works", works.prefix(limit).map(Self.line))
        let hasMore = works.count > limit && offset + limit <= MediaStore.mediaLimit
        return .json(line, headers: hasMore ? [.link: call.link("next", "offset", "\(offset + limit)")] : [:])
    }

    @Sendable private func get(_ call: APICall) async throws -> APIAnswer {
        let (store, person, id) = (feature.store.media, try call.person().id, Int64(call.integer("work") ?? 0))
        guard feature.media != nil, let work = try await store.mediaWork(id, for: person) else { throw Self.missing }
        let limit = call.integer("limit") ?? Self.entriesLimit
        let albums = work.kind == .artist ? try await store.mediaAlbums(of: id, limit: limit, for: person) : []
        var line = JSONLine()
        line.add("work", Self.line(work))
        line.add(
            "items", try await store.mediaEntries(of: id, offset: call.integer("offset") ?? 0, limit: limit, for: person).map(Self.line))
        line.add("extras", try await store.mediaEntries(of: id, areExtras: true, limit: limit, for: person).map(Self.line))
        line.add("albums", albums.map(Self.line))
        return .json(line)
    }

    @Sendable private func markWork(_ call: APICall) async throws -> APIAnswer {
        let isWatched = call.body?["watched"]?.flag == true
        let season = call.body?["season"]?.number.map { MediaStore.SeasonChoice.number(Int(clamping: $0)) } ?? .all
        guard feature.media != nil,
            try await feature.store.media.markWork(
                Int64(call.integer("work") ?? 0), season: season, watched: isWatched, for: try call.person().id, at: .system())
        else { throw Self.missing }
        return .nothing
    }

    @Sendable private func mark(_ call: APICall) async throws -> APIAnswer {
        let isWatched = call.body?["watched"]?.flag == true
        guard feature.media != nil,
            try await feature.store.media.mark(itemID(call), watched: isWatched, for: try call.person().id, at: .system())
        else { throw Self.missingItem }
        return .nothing
    }

    @Sendable private func begun(_ call: APICall) async throws -> APIAnswer {
        var line = JSONLine()
        line.add("items", try await feature.store.media.begunMedia(by: try call.person().id, limit: Self.begunLimit).map(Self.line))
        return .json(line)
    }

    @Sendable private func emptyBegun(_ call: APICall) async throws -> APIAnswer {
        try await feature.store.media.hideFromContinue(for: try call.person().id, at: .system())
        return .nothing
    }

    @Sendable private func next(_ call: APICall) async throws -> APIAnswer {
        let found = try await feature.store.media.nextUp(for: try call.person().id, limit: Self.begunLimit, at: .system())
        var line = JSONLine()
        line.add(
            "next",
            found.map { work, entry -> JSONLine in
                var one = JSONLine()
                one.add("work", Self.line(work))
                one.add("item", Self.line(entry))
                return one
            })
        return .json(line)
    }

    @Sendable private func correct(_ call: APICall) async throws -> APIAnswer {
        func text(_ name: String) -> String? { call.body?[name]?.text }
        func number(_ name: String) -> Int? { call.body?[name]?.number.map { Int(clamping: $0) } }
        let correction = MediaCorrection(
            title: text("title"), year: number("year"), series: text("series"), season: number("season"), episode: number("episode"),
            album: text("album"), artist: text("artist"))
        try await known(call)
        _ = try await feature.store.media.correct([itemID(call)], correction, at: .system())
        try await feature.ownStore.media.settleMediaWorks()
        feature.media?.arranged.send()
        return .nothing
    }

    @Sendable private func uncorrect(_ call: APICall) async throws -> APIAnswer {
        try await known(call)
        if try await feature.store.media.removeCorrections(of: [itemID(call)]) { feature.media?.lookAgain() }
        return .nothing
    }

    private func known(_ call: APICall) async throws {
        guard feature.media != nil, try await feature.store.media.mediaEntry(itemID(call), for: try call.person().id) != nil else {
            throw Self.missingItem
        }
    }

    private func itemID(_ call: APICall) -> MediaFile.ID { Int64(call.integer("item") ?? 0) }

    private static let missing = Refusal(.notFound, text: "There is no such work.")
    private static let missingItem = Refusal(.notFound, text: "There is no such item.")

    private static func line(_ work: MediaWork) -> JSONLine {
        var line = JSONLine()
        line.add("id", Int(work.id))
        line.add("kind", work.kind.rawValue)
        line.add("title", work.title)
        line.add("creator", work.creator)
        line.add("artist", work.parent.map { Int($0) })
        line.add("year", work.year)
        line.add("count", work.count)
        line.add("watched", work.isWatched)
        line.add("plot", work.plot ?? work.found?.plot)
        line.add("foundAt", work.found?.source.rawValue)
        return line
    }

    private static func line(_ entry: MediaEntry) -> JSONLine {
        var line = JSONLine()
        line.add("id", Int(entry.id))
        line.add("work", entry.work.map { Int($0) })
        line.add("title", entry.title)
        line.add("artist", entry.artist)
        line.add("season", entry.season)
        line.add("episode", entry.episode)
        line.add("lastEpisode", entry.lastEpisode)
        line.add("aired", entry.aired?.description)
        line.add("disc", entry.disc)
        line.add("track", entry.track)
        line.add("version", entry.version)
        line.add("part", entry.part)
        line.add("duration", entry.duration.map { Value.number($0.seconds) })
        line.add("watched", entry.isWatched)
        line.add("seconds", entry.position.map { Value.number($0.seconds) })
        line.add("unsure", entry.isUnsure)
        return line
    }
}
