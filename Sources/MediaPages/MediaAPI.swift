import HTTPTypes
import Hummingbird
import JSONReading
import Localisation
package import Records
package import Serving
import Storage
import Streaming

/// `/api/v1/media…`: the media library, and addresses for playing its files.
package struct MediaAPI: Sendable {
    let feature: MediaFeature

    private static let path = "/api/v1/media"
    private static let topic = "Media"
    private static let item = Endpoint.Parameter.path("item", .identifier, "The item's number.")
    private static let pageLimit = 1000

    package static func endpoints(_ feature: MediaFeature) -> [Endpoint] {
        let api = Self(feature: feature)
        return [
            Endpoint(
                .get, "\(path)/items", "mediaItems", topic: topic, "Films, episodes and music of the library",
                parameters: [
                    .query("q", .text(0...200), "Only those whose names have all these words, anywhere, case and accents aside."),
                    .query("kind", .choice(MediaFile.Kind.allCases.map(\.rawValue)), "Only those of a kind."),
                    .query(
                        "sort", .choice(MediaStore.MediaOrder.allCases.map(\.rawValue)),
                        "By title, or what was added last first; title if left out."
                    ),
                    .query("offset", .integer(0...MediaStore.mediaLimit), "How many to leave out at the beginning."),
                    .query("limit", .integer(1...pageLimit), "Items at most, \(pageLimit) if left out."),
                ],
                outcomes: [.init("The items; Link leads to further ones", .object([.init("items", .list(.named("MediaItem")))]))],
                answer: api.list),
            Endpoint(
                .get, "\(path)/items/{item}", "mediaItem", topic: topic, "One item", parameters: [item],
                outcomes: [.init("The item", .named("MediaItem"))], answer: api.get),
            Endpoint(
                .post, "\(path)/items/{item}/plays", "playMediaItem", topic: topic,
                "Addresses from which an item plays, on a player that can play what the body says", parameters: [item],
                body: .json(
                    .object([
                        names("containers", "Containers it plays, like mp4, webm, mkv, mp3; mp4 and mp3 if left out."),
                        names("video", "Video codecs it plays, like h264, hevc, vp9, av1; h264 if left out."),
                        names("audio", "Audio codecs it plays, like aac, mp3, opus, flac; aac and mp3 if left out."),
                        .init("height", .integer(PlayPlan.heights), isRequired: false, about: "Lines of the picture at most."),
                        .init(
                            "bitRate", .integer(PlayPlan.bitRates), isRequired: false,
                            about: "Bits a second at most: the best of the qualities that needs no more, if the file does."),
                        .init(
                            "adaptive", .flag, isRequired: false,
                            about: "Whether master has smaller pictures too, among which the player chooses by itself; not if left out."),
                        .init(
                            "sound", .integer(PlayPlan.streams), isRequired: false,
                            about: "The id of the sound that plays; the usual one if left out."),
                    ])),
                outcomes: [.init(.created, "The addresses, which need no sign-in, for half a day", playSchema)], problems: [.conflict],
                answer: api.play),
            Endpoint(
                .get, "\(path)/items/{item}/position", "mediaPosition", topic: topic, "How far the caller has come in an item",
                parameters: [item],
                outcomes: [
                    .init("The position", .object([.init("seconds", .optional(.number), about: "null at the beginning and the end.")]))
                ],
                answer: api.position),
            Endpoint(
                .put, "\(path)/items/{item}/position", "setMediaPosition", topic: topic, "Notes how far they have come", parameters: [item],
                body: .json(.object([.init("seconds", .number)])), outcomes: [.init(.noContent, "It is noted")], problems: [.conflict],
                answer: api.setPosition),
            Endpoint(
                .post, "\(path)/scans", "scanMedia", topic: topic, "Rescans the folders, as a job",
                outcomes: [.init(.accepted, "It starts in a moment", .object([.init("begins", .flag)]))], problems: [.conflict],
                answer: api.scan),
        ]
    }

    private static func names(_ name: String, _ about: String) -> JSONSchema.Member {
        .init(name, .list(.text(1...40), upTo: 60), isRequired: false, about: about)
    }

    package static let itemSchema = JSONSchema.object([
        .init("id", .identifier, about: "Stays while the file stays at its place, and when it is moved or renamed."),
        .init("title", .text()),
        .init("kind", .choice(MediaFile.Kind.allCases.map(\.rawValue))),
        .init("duration", .optional(.number), about: "Seconds; null for what can't be played."), .init("artist", .optional(.text())),
        .init("album", .optional(.text())), .init("track", .optional(.integer())), .init("series", .optional(.text())),
        .init("season", .optional(.integer())), .init("episode", .optional(.integer())), .init("year", .optional(.integer())),
        .init("video", .optional(.text()), about: "Codec."), .init("width", .optional(.integer())), .init("height", .optional(.integer())),
        .init("audio", .optional(.text()), about: "Codec of the track that plays."), .init("bytes", .integer()), .init("added", .moment),
        .init("unplayable", .optional(.text()), about: "Why it can't be played; null if it can."),
        .init("sounds", .list(soundSchema), isRequired: false, about: "Its sound tracks. Left out in lists."),
        .init("subtitles", .list(subtitleSchema), isRequired: false, about: "Inside the file and beside it. Left out in lists."),
        .init("chapters", .list(chapterSchema), isRequired: false, about: "Inside the file, in order. Left out in lists."),
        .init("plot", .optional(.text()), isRequired: false, about: "By the .nfo file beside it. Left out in lists."),
    ])

    private static let soundSchema = JSONSchema.object([
        .init("id", .integer()), .init("codec", .text()), .init("language", .optional(.text())), .init("title", .optional(.text())),
        .init("channels", .integer()), .init("usual", .flag, about: "It plays unless another one is asked for."),
    ])

    private static let subtitleSchema = JSONSchema.object([
        .init("id", .text()), .init("codec", .text()), .init("language", .optional(.text())), .init("title", .optional(.text())),
        .init("forced", .flag, about: "Only what is said in another language than the film's."),
        .init("hardOfHearing", .flag, about: "Describes sounds as well as words."),
        .init("shown", .flag, about: "False for pictures of words, which can't be shown."),
        .init("unshown", .optional(.text()), about: "Why it can't be shown; null if it can."),
        .init("address", .text(), isRequired: false, about: "As WebVTT. Only of a play."),
    ])

    private static let chapterSchema = JSONSchema.object([
        .init("start", .number, about: "Seconds."), .init("end", .number, about: "Seconds."),
        .init("title", .optional(.text()), about: "null for a chapter that is only numbered."),
    ])

    private static let playSchema = JSONSchema.object([
        .init("master", .text(), about: "HTTP Live Streaming: picture and sound, or the sound of music."),
        .init("audio", .optional(.text()), about: "The sound only, as HTTP Live Streaming; null without one."),
        .init("direct", .optional(.text()), about: "The file itself; null if the player can't play it."),
        .init("decision", .choice(PlayDecision.Way.allCases.map(\.rawValue))), .init("reason", .text(), about: "Why, for people."),
        .init("sounds", .list(soundSchema), about: "Of a film with several: those that can be asked for."),
        .init("sound", .optional(.integer()), about: "The id of the track that plays."),
        .init("subtitles", .list(subtitleSchema), about: "Those that can be shown."),
        .init(
            "subtitle", .optional(.text()),
            about: "The id of the one to show unless another one is chosen: what is said in other languages, in that of the sound."),
        .init(
            "qualities",
            .list(
                .object([
                    .init("height", .integer(), about: "For the height of a play."),
                    .init("bitRate", .integer(), about: "Bits a second, at most."),
                ])), about: "Those smaller than the picture, the best first."),
        .init("chapters", .list(chapterSchema), about: "Inside the file, in order; empty if there are fewer than two."),
        .init("ends", .moment, about: "The addresses lead nowhere from then on."),
    ])

    // MARK: Responses

    @Sendable private func list(_ call: APICall) async throws -> APIAnswer {
        var line = JSONLine()
        let (offset, limit) = (call.integer("offset") ?? 0, call.integer("limit") ?? Self.pageLimit)
        let files =
            feature.media == nil
            ? []
            : try await feature.store.media.mediaFiles(
                searching: call.text("q") ?? "", kind: call.text("kind").flatMap(MediaFile.Kind.init(rawValue:)),
                by: call.text("sort").flatMap(MediaStore.MediaOrder.init(rawValue:)) ?? .title, offset: offset, limit: limit + 1)
        line.add("items", files.prefix(limit).map(Self.line))
        let hasMore = files.count > limit && offset + limit <= MediaStore.mediaLimit
        return .json(line, headers: hasMore ? [.link: call.link("next", "offset", "\(offset + limit)")] : [:])
    }

    @Sendable private func get(_ call: APICall) async throws -> APIAnswer {
        let file = try await self.file(call)
        var line = Self.line(file)
        line.add("plot", file.name.details.plot)
        guard case .playable(let tracks, _) = file.contents else { return .json(line) }
        line.add("sounds", Self.sounds(of: tracks))
        line.add("subtitles", await SubtitleTrack.all(of: file).map { Self.line($0) })
        line.add("chapters", Self.chapters(of: tracks))
        return .json(line)
    }

    private static func sounds(of tracks: MediaTracks) -> [JSONLine] {
        tracks.sounds.map { sound in
            var line = JSONLine()
            line.add("id", sound.stream)
            line.add("codec", sound.codec)
            line.add("language", sound.language.flatMap { SubtitleTrack.language($0) })
            line.add("title", sound.title)
            line.add("channels", sound.channels)
            line.add("usual", sound == tracks.sound)
            return line
        }
    }

    private static func chapters(of tracks: MediaTracks) -> [JSONLine] {
        (tracks.chapters ?? []).map { chapter in
            var line = JSONLine()
            line.add("start", Value.number(chapter.start.seconds))
            line.add("end", Value.number(chapter.end.seconds))
            line.add("title", chapter.title)
            return line
        }
    }

    private static func line(_ quality: Quality) -> JSONLine {
        var line = JSONLine()
        line.add("height", quality.height)
        line.add("bitRate", quality.bitRate)
        return line
    }

    private static func line(_ track: SubtitleTrack, address: String? = nil) -> JSONLine {
        var line = JSONLine()
        line.add("id", track.id)
        line.add("codec", track.codec)
        line.add("language", track.language)
        line.add("title", track.title)
        line.add("forced", track.isForced)
        line.add("hardOfHearing", track.isForHardOfHearing)
        line.add("shown", track.isText)
        line.add("unshown", track.problem.map { Words.english($0) })
        if let address { line.add("address", address) }
        return line
    }

    @Sendable private func play(_ call: APICall) async throws -> APIAnswer {
        let (person, file) = (try call.person(), try await self.file(call))
        guard case .playable(let tracks, let cuts) = file.contents else {
            if case .unplayable(let fault) = file.contents { throw Refusal(.conflict, text: "This can't be played: \(fault.message).") }
            throw Refusal(.conflict)
        }
        let player = Self.abilities(call.body)
        let chosen = call.body?["sound"]?.number.map { Int(clamping: $0) }
        guard
            let decision = chosen.map({ PlayDecision(tracks, cuts, for: player, chosenSound: $0) })
                ?? PlayDecision(tracks, cuts, for: player)
        else { throw Refusal(.conflict, text: "This item has no such sound.") }
        guard let proof = call.context.behalf?.proof,
            let footing = try await feature.store.people.footing(of: person.id, by: proof, at: .system())
        else { throw Refusal(.unauthorized) }
        let token = PlayToken(decision.plan, for: person.id, by: proof, at: .system())
        let base = MediaStreams.base(file.id, token, footing, by: feature.site.linkKey)
        let origin = WebOrigin(of: call.request, feature.site)
        func address(_ part: String) -> String { origin.address(base + part) }
        var line = JSONLine()
        let hasLadder = call.body?["adaptive"]?.flag == true && !decision.plan.ladder(of: tracks).isEmpty
        line.add("master", address((hasLadder ? StreamPart.ladder : .master).name))
        line.add("audio", decision.plan.sound == .nothing ? nil : address(StreamPart.playlist(.sound).name))
        line.add("direct", decision.way == .direct ? address(MediaStreams.directName(file)) : nil)
        line.add("decision", decision.way.rawValue)
        line.add("reason", decision.reasons.map { call.context.words($0) }.joined(separator: " "))
        line.add("sounds", cuts.sounds == nil ? [] : Self.sounds(of: tracks))
        line.add("sound", decision.plan.chosenSound ?? tracks.sound?.stream)
        let subtitles = await SubtitleTrack.all(of: file).filter(\.isText)
        line.add("subtitles", subtitles.map { Self.line($0, address: address(StreamPart.subtitles($0.id).name)) })
        let heard = tracks.sounds.first { $0.stream == decision.plan.chosenSound } ?? tracks.sound
        line.add("subtitle", SubtitleTrack.shownByItself(subtitles, with: heard?.language)?.id)
        line.add("qualities", (tracks.picture.map(Quality.below) ?? []).map(Self.line))
        line.add("chapters", Self.chapters(of: tracks))
        line.add("ends", token.end.description)
        return .json(line, .created)
    }

    @Sendable private func position(_ call: APICall) async throws -> APIAnswer {
        let position = try await feature.store.media.mediaPosition(of: try await self.file(call).id, for: try call.person().id)
        var line = JSONLine()
        line.add("seconds", position.map { Value.number($0.seconds) })
        return .json(line)
    }

    @Sendable private func setPosition(_ call: APICall) async throws -> APIAnswer {
        let file = try await self.file(call)
        let seconds = call.body?["seconds"]?.number ?? 0
        guard let duration = file.duration else { throw Refusal(.conflict, text: "This item can't be played, so it has no positions.") }
        try await feature.store.media.note(
            MediaTime(seconds: seconds.clamped(to: 0...max(0, duration.seconds))), in: file.id, lasting: duration,
            for: try call.person().id,
            at: .system())
        return .nothing
    }

    @Sendable private func scan(_ call: APICall) async throws -> APIAnswer {
        guard let library = feature.media else { throw Refusal(.conflict, text: "This server has no media folders.") }
        library.lookAgain()
        var line = JSONLine()
        line.add("begins", true)
        return .json(line, .accepted)
    }

    private func file(_ call: APICall) async throws -> MediaFile {
        guard feature.media != nil, let file = try await feature.store.media.mediaFile(Int64(call.integer("item") ?? 0))
        else {
            throw Refusal(.notFound, text: "There is no such item.")
        }
        return file
    }

    private static func abilities(_ body: JSONValue?) -> PlayerAbilities {
        func names(_ name: String) -> Set<String>? {
            body?[name].map { Set($0.elements.map { $0.text.lowercased() }) }
        }
        return PlayerAbilities(
            containers: names("containers"), pictures: names("video"), sounds: names("audio"),
            height: body?["height"]?.number.map { Int(clamping: $0) }, bitRate: body?["bitRate"]?.number.map { Int(clamping: $0) })
    }

    package static func line(_ file: MediaFile) -> JSONLine {
        var (tracks, reason): (MediaTracks?, String?)
        switch file.contents {
        case .playable(let found, _): tracks = found
        case .unplayable(let fault): reason = fault.message
        }
        var line = JSONLine()
        line.add("id", Int(file.id))
        line.add("title", file.name.title)
        line.add("kind", file.name.kind.rawValue)
        line.add("duration", file.duration.map { Value.number($0.seconds) })
        line.add("artist", file.name.artist)
        line.add("album", file.name.album)
        line.add("track", file.name.track)
        line.add("series", file.name.series)
        line.add("season", file.name.season)
        line.add("episode", file.name.episode)
        line.add("year", file.name.year)
        line.add("video", tracks?.picture?.codec)
        line.add("width", tracks?.picture?.shownSize.width)
        line.add("height", tracks?.picture?.shownSize.height)
        line.add("audio", tracks?.sound?.codec)
        line.add("bytes", file.place.size)
        line.add("added", file.added.description)
        line.add("unplayable", reason)
        return line
    }
}
