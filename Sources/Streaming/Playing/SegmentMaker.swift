package import Foundation
package import Operating
package import Records
import Synchronization

/// Creates segments on demand and caches them. Concurrent requests share one encode, which is cancelled, with its ffmpeg, when the last
/// waiter leaves.
///
/// ffmpeg writes a segment to a file, and players read it from there: no segment is held in memory.
///
/// As many encodes run at once as the cores can handle, and twice as many copies; others wait in queues in which each person has a share.
package actor SegmentMaker {
    private struct Making {
        let task: Task<Void, any Error>
        var waiting: Set<Int> = []
    }

    private let ffmpeg: FFmpeg
    private let cache: FileCache
    nonisolated let encoding: FairSemaphore
    private let copying: FairSemaphore
    /// A separate queue, so that pictures never delay a player.
    private let drawing = FairSemaphore(.init(width: 1, own: 100, waiting: 400))
    /// Subtitles are spread over the file, so extracting them reads all of it.
    private let reading = FairSemaphore(.init(width: 1, own: 10, waiting: 50))
    private static let artLimit = 2 << 20
    /// The version of the subtitle conversion. Increasing it invalidates cached results.
    private static let wordsVersion = 2
    /// Pictures that failed, with the time of the next attempt.
    nonisolated private let undrawn = Mutex<[String: Timestamp]>([:])
    private static let (undrawnLimit, undrawnRest) = (10_000, Duration.seconds(600))
    private let now: Now
    private var underWay: [String: Making] = [:]
    private var count = 0

    /// The maximum size of a segment in bytes. A larger one is an error; it is never truncated.
    private let segmentLimit: Int
    private static let timeout = Duration.seconds(120)
    /// For copied segments, because containers round times to milliseconds.
    private static let tolerance = MediaTime(seconds: 0.004)

    package init(
        _ ffmpeg: FFmpeg, keptIn folder: URL, atMost limit: Int = 2 << 30, segmentsAtMost segmentLimit: Int = 256 << 20,
        widths: Widths = Widths(), now: @escaping Now = Timestamp.system
    ) {
        (self.ffmpeg, self.segmentLimit, self.now) = (ffmpeg, segmentLimit, now)
        encoding = FairSemaphore(.init(width: widths.encodings, own: 12, waiting: 100))
        copying = FairSemaphore(.init(width: widths.copies, own: 24, waiting: 200))
        cache = FileCache(in: folder, atMost: limit)
    }

    /// A cached initialisation part or segment.
    nonisolated package func kept(_ part: StreamPart, of file: MediaFile, _ plan: PlayPlan) -> OpenFile? {
        OpenFile(Self.name(part, file, plan), in: cache)
    }

    /// An initialisation part or segment; nil if the file doesn't have it. Throws `StreamingError` (`busy` beyond the person's share), and
    /// `CancellationError` when its task is cancelled.
    package func made(_ part: StreamPart, of file: MediaFile, _ plan: PlayPlan, for person: Person.ID) async throws -> OpenFile? {
        let name = Self.name(part, file, plan)
        if let known = OpenFile(name, in: cache) { return known }
        guard case .playable(let allTracks, let allCuts) = file.contents, let (tracks, cuts) = plan.applied(to: allTracks, allCuts) else {
            throw StreamingError(.unplayable, "it can’t be played")
        }
        let (track, index): (StreamPart.Track, Int)
        switch part {
        case .beginning(let of): (track, index) = (of, 0)
        case .segment(let of, let number): (track, index) = (of, number)
        case .master, .ladder, .playlist, .rungPlaylist, .subtitlePlaylist, .subtitles: return nil
        }
        guard let recipe = SegmentRecipe(track, index, of: tracks, cuts, plan) else { return nil }
        let segment = Self.name(.segment(track, index), file, plan)
        for _ in 0..<2 {
            try await make(segment, recipe, beginning: index == 0 ? Self.name(.beginning(track), file, plan) : nil, of: file, for: person)
            if let made = OpenFile(name, in: cache) { return made }
        }
        throw Self.noRoom
    }

    private static let noRoom = StreamingError(.noRoom, "there is no room for segments on the disk")

    /// A thumbnail of a file as JPEG, encoded by us, and a unique name for it.
    package typealias Art = (jpeg: [UInt8], name: String)

    /// An album's cover, the picture beside the file, or a frame of a film; nil if there is none or it recently failed. Throws
    /// `StreamingError`.
    nonisolated package func art(of file: MediaFile, for person: Person.ID) async throws -> Art? {
        guard case .playable(let tracks, _) = file.contents else { return nil }
        if tracks.cover == nil, let coverArt = file.coverArt, tracks.picture == nil || CoverArt.isOwn(coverArt, of: file.place.path) {
            // If that picture is invalid, a film falls back to one of its frames.
            do { if let art = try await art(beside: file, at: coverArt, for: person) { return art } } catch is StreamingError {}
        }
        guard let stream = tracks.cover ?? tracks.picture?.stream else { return nil }
        // A tenth of the way in, usually after the opening titles.
        let place = tracks.cover == nil ? file.duration.map { MediaTime(seconds: $0.seconds / 10) } : nil
        return try await drawn(
            SegmentRecipe.art(stream, at: place.map { tracks.origin + $0 }),
            of: try await OpenFile.open(file.place.path, in: file.place.folder),
            as: "\(file.id)-\(file.place.size)-\(file.place.modified.milliseconds)-art", for: person)
    }

    nonisolated private func art(beside file: MediaFile, at path: String, for person: Person.ID) async throws -> Art? {
        let source = try await OpenFile.open(path, in: file.place.folder)
        guard source.size <= CoverArt.byteLimit, let format = CoverArt.format(of: try await source.read(0..<12)) else { return nil }
        return try await drawn(
            SegmentRecipe.art(ofPicture: format), of: source, as: "\(file.id)-\(source.size)-\(source.modified.milliseconds)-sleeve",
            for: person)
    }

    /// The picture in a series' folder. Throws `StreamingError`.
    nonisolated func art(at poster: MediaWork.Poster, of work: MediaWork.ID, for person: Person.ID) async throws -> Art? {
        let source = try await OpenFile.open(poster.path, in: poster.folder)
        guard source.size <= CoverArt.byteLimit, let format = CoverArt.format(of: try await source.read(0..<12)) else { return nil }
        return try await drawn(
            SegmentRecipe.art(ofPicture: format), of: source, as: "work-\(work)-\(source.size)-\(source.modified.milliseconds)-poster",
            for: person)
    }

    nonisolated private func drawn(
        _ arguments: [String], of source: @autoclosure () async throws -> OpenFile, as name: String, for person: Person.ID
    ) async throws -> Art? {
        if let known = cache.bytes(named: name + ".jpg") { return (known, name) }
        guard !isUndrawn(name) else { return nil }
        let source = try await source()
        return try await Self.turn(of: drawing, for: person) { () async throws -> Art? in
            // Another request may have created it, or failed, in the meantime.
            if let known = cache.bytes(named: name + ".jpg") { return (known, name) }
            guard !isUndrawn(name) else { return nil }
            let made: [UInt8]
            do { made = try await ffmpeg.output(.ffmpeg, arguments, of: source, atMost: Self.artLimit, within: Self.timeout) } catch {
                if error is StreamingError { noteUndrawn(name) }
                throw error
            }
            guard !made.isEmpty else {
                noteUndrawn(name)
                return nil
            }
            cache.keep(made, named: name + ".jpg")
            return (made, name)
        }
    }

    nonisolated private func isUndrawn(_ name: String) -> Bool { undrawn.withLock { $0[name].map { now() < $0 } ?? false } }

    nonisolated private func noteUndrawn(_ name: String) {
        let now = now()
        undrawn.withLock { undrawn in
            if undrawn.count >= Self.undrawnLimit { undrawn = undrawn.filter { now < $0.value } }
            if undrawn.count < Self.undrawnLimit { undrawn[name] = now + Self.undrawnRest }
        }
    }

    /// A subtitle track as WebVTT; nil if it is empty. Throws `StreamingError`.
    nonisolated package func subtitles(_ track: SubtitleTrack, of file: MediaFile, for person: Person.ID) async throws -> [UInt8]? {
        guard track.isText else { return nil }
        let stream: Int
        switch track.source {
        case .beside(let name):
            let folder = file.place.path.split(separator: "/").dropLast().map { $0 + "/" }.joined()
            let open = try await OpenFile.open(folder + name, in: file.place.folder)
            guard open.size <= SubtitleText.scriptLimit else { return nil }
            return try await Self.turn(of: reading, for: person) {
                SubtitleText.webVTT(try await open.read(0..<open.size), language: track.language)
            }
        case .inside(let number): stream = number
        }
        let name = "\(file.id)-\(file.place.size)-\(file.place.modified.milliseconds)-\(track.id)-\(Self.wordsVersion).vtt"
        if let known = cache.bytes(named: name) { return known }
        let source = try await OpenFile.open(file.place.path, in: file.place.folder)
        return try await Self.turn(of: reading, for: person) {
            if let known = cache.bytes(named: name) { return known }
            let arguments =
                ["-v", "error", "-nostdin", "-threads", "1"] + FFmpeg.readingOptions
                + ["-i", FFmpeg.input, "-map", "0:\(stream)"] + Self.extraction(of: track.codec) + ["pipe:1"]
            let made = try await ffmpeg.output(.ffmpeg, arguments, of: source, atMost: SubtitleText.scriptLimit, within: Self.timeout)
            guard let text = SubtitleText.webVTT(made, language: track.language) else { return nil }
            cache.keep(text, named: name)
            return text
        }
    }

    /// Formats that we parse are extracted unchanged: ffmpeg's WebVTT conversion turns drawings into text and doesn't escape markup.
    private static func extraction(of codec: String) -> [String] {
        switch codec {
        case "ass", "ssa": ["-c:s", "copy", "-f", "ass"]
        case "subrip", "srt", "text": ["-c:s", "copy", "-f", "srt"]
        case "webvtt": ["-c:s", "copy", "-f", "webvtt"]
        default: ["-c:s", "webvtt", "-f", "webvtt"]
        }
    }

    /// The encode waits in the queue of the first requester.
    private func make(
        _ name: String, _ recipe: SegmentRecipe, beginning: String?, of file: MediaFile, for person: Person.ID
    ) async throws {
        count += 1
        let number = count
        if underWay[name] == nil {
            underWay[name] = Making(task: Task { try await self.make(recipe, name, beginning, file, for: person) })
        }
        underWay[name]?.waiting.insert(number)
        guard let task = underWay[name]?.task else { return }
        let result = await withTaskCancellationHandler {
            await task.result
        } onCancel: {
            Task { await self.leave(name, number, task) }
        }
        if underWay[name]?.task == task { underWay[name] = nil }
        try Task.checkCancellation()
        try result.get()
    }

    /// The last waiter to leave cancels it; a later request starts it again.
    private func leave(_ name: String, _ number: Int, _ task: Task<Void, any Error>) {
        guard underWay[name]?.task == task else { return }
        underWay[name]?.waiting.remove(number)
        guard underWay[name]?.waiting.isEmpty == true else { return }
        task.cancel()
        underWay[name] = nil
    }

    nonisolated private func make(
        _ recipe: SegmentRecipe, _ name: String, _ beginning: String?, _ file: MediaFile, for person: Person.ID
    ) async throws {
        let source = try await OpenFile.open(file.place.path, in: file.place.folder)
        guard source.size == file.place.size, source.modified == file.place.modified else {
            throw StreamingError(.missing, "the file has changed since the library looked at it")
        }
        let (made, fragments) = try await Self.turn(of: recipe.isEncoding ? encoding : copying, for: person) {
            try await self.run(recipe, source)
        }
        if let beginning { cache.keep(made.beginning, named: beginning) }
        guard cache.keep(fragments, named: name) else { throw Self.noRoom }
    }

    private static func turn<Result: Sendable>(
        of semaphore: FairSemaphore, for person: Person.ID, _ work: @Sendable () async throws -> Result
    ) async throws -> Result {
        do { return try await semaphore.run(for: "\(person)", work) } catch is FairSemaphore.Refused {
            throw StreamingError(.busy, "too much is being made at once")
        }
    }

    nonisolated private func run(_ recipe: SegmentRecipe, _ source: OpenFile) async throws -> (FragmentedFile, FileCache.Draft) {
        var failure = StreamingError(.program, "the segment can’t be cut from the file")
        for arguments in recipe.attempts {
            do {
                guard let draft = cache.draft() else { throw Self.noRoom }
                let reading = Mutex(FragmentedFile(shift: recipe.shift))
                // ffmpeg exits successfully when it reaches its size limit, so output of that size may be truncated.
                try await ffmpeg.run(
                    .ffmpeg, arguments + ["-fs", "\(segmentLimit)", "pipe:1"], of: source, atMost: segmentLimit - 1, within: Self.timeout
                ) { piece in reading.withLock { $0.take(piece) { draft.write($0) } } }
                guard !draft.hasFailed else { throw Self.noRoom }
                let made = reading.withLock { $0 }
                guard made.isWhole else { continue }
                guard let wanted = recipe.start, let start = made.start else { return (made, draft) }
                let difference = start - wanted
                if max(difference, .zero - difference) <= Self.tolerance { return (made, draft) }
            } catch let error as StreamingError where error.code == .tooLong {
                throw StreamingError(.tooLong, "a segment of the file is longer than \(segmentLimit) bytes, and can’t be sent whole")
            } catch let error as StreamingError {
                guard error.code != .noRoom else { throw error }
                failure = error
            }
        }
        throw failure
    }

    /// The file's version is part of the name.
    private static func name(_ part: StreamPart, _ file: MediaFile, _ plan: PlayPlan) -> String {
        let sound = plan.chosenSound.map { "-sound\($0)" } ?? ""
        return "\(file.id)-\(file.place.size)-\(file.place.modified.milliseconds)-\(plan.code)-\(plan.height)\(sound)-\(part.name)"
    }
}
