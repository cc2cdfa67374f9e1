import Foundation
import Localisation
import Operating
import Records
import Synchronization
import TestSupport
import Testing

@testable import Streaming

/// Uses the installed ffmpeg: streams files as playlists and segments, and plays those with ffmpeg.
@Suite("Playing") struct PlayingTests {
    private func plan(_ file: MediaFile, for player: PlayerAbilities = .unknown) throws -> PlayPlan {
        guard case .playable(let tracks, let cuts) = file.contents else { throw StreamingError(.unplayable, "\(file.contents)") }
        return PlayDecision(tracks, cuts, for: player).plan
    }

    /// Expects every video frame at its time, and the audio's full length.
    private func expectWhole(
        _ samples: Samples, _ name: String, _ plan: PlayPlan, pictures: Int?, rate: Double = 25, seconds: Double = 9,
        frame: Double = 1024 / 44_100
    ) async throws {
        let file = try await samples.look(into: name)
        #expect(try self.plan(file) == plan)
        let master = try await samples.stream(file, plan)
        if let pictures {
            let shown = try samples.times(of: master, "v").shown
            #expect(shown.count == pictures)
            for (index, time) in shown.enumerated() where abs(time - shown[0] - Double(index) / rate) > 0.0021 {
                Issue.record("picture \(index) is shown at \(time)")
                break
            }
        }
        let end = try samples.times(of: master, "a").end
        #expect(abs(end - seconds) < frame + 0.03, "the sound ends at \(end)")
        let duration = try #require(file.duration).seconds
        #expect(abs(duration - max(end, pictures.map { Double($0) / rate } ?? 0)) < frame + 0.03, "\(duration)")
    }

    @Test("H.264 and AAC are copied, whatever the container, and no picture is lost or moves")
    func copied() async throws {
        let samples = try Samples()
        try samples.make("film.mp4", Samples.picture + Samples.sound + Samples.h264 + ["-g", "50", "-c:a", "aac"])
        for name in ["film.mkv", "film.ts"] {
            try samples.make(name, ["-i", samples.folder.url.appendingPathComponent("film.mp4").path, "-c", "copy"])
        }
        for name in ["film.mp4", "film.mkv", "film.ts"] {
            try await expectWhole(samples, name, PlayPlan(picture: .copy, sound: .copy), pictures: 225)
        }
    }

    @Test("FLAC is copied for a player that plays it, in as many samples as there were, and encoded for others")
    func lossless() async throws {
        let samples = try Samples()
        try samples.make("film.mkv", Samples.picture + Samples.sound + Samples.h264 + ["-g", "50", "-c:a", "flac"])
        let file = try await samples.look(into: "film.mkv")
        let plan = try plan(file, for: PlayerAbilities(sounds: ["aac", "flac"]))
        #expect(plan.sound == .copy)
        let master = try await samples.stream(file, plan)
        #expect(abs(try samples.times(of: master, "a").end - 9) < 0.03)
        #expect(try self.plan(file).sound == .encode)
    }

    @Test("a picture whose key frames are far apart is copied in long segments")
    func farKeyFrames() async throws {
        let samples = try Samples()
        try samples.make("far.mkv", Samples.picture + Samples.sound + Samples.h264 + ["-g", "150", "-sc_threshold", "0", "-c:a", "ac3"])
        try await expectWhole(samples, "far.mkv", PlayPlan(picture: .copy, sound: .encode), pictures: 225)
    }

    @Test("MPEG-4 in AVI, and HEVC, are encoded, each segment on one grid of frames")
    func encoded() async throws {
        let samples = try Samples()
        try samples.make("old.avi", Samples.picture + Samples.sound + ["-c:v", "mpeg4", "-c:a", "libmp3lame"])
        try samples.make(
            "new.mp4",
            Samples.picture + Samples.sound
                + ["-c:v", "libx265", "-preset", "ultrafast", "-x265-params", "log-level=none", "-tag:v", "hvc1", "-c:a", "aac"])
        // ffmpeg's AVI leaves the position of its second frame empty.
        try await expectWhole(samples, "old.avi", PlayPlan(picture: .encode, sound: .encode), pictures: 226)
        try await expectWhole(samples, "new.mp4", PlayPlan(picture: .encode, sound: .copy), pictures: 225)
    }

    @Test("HEVC is copied for a player that plays it")
    func hevc() async throws {
        let samples = try Samples()
        try samples.make(
            "new.mkv",
            Samples.picture + Samples.sound
                + ["-c:v", "libx265", "-preset", "ultrafast", "-x265-params", "log-level=none:keyint=50", "-c:a", "aac"])
        let file = try await samples.look(into: "new.mkv")
        let plan = try plan(file, for: PlayerAbilities(pictures: ["hevc"]))
        #expect(plan.picture == .copy)
        #expect(try samples.times(of: try await samples.stream(file, plan), "v").shown.count == 225)
    }

    @Test("music with a cover has a sound and no picture, and lasts as long as it did")
    func music() async throws {
        let samples = try Samples()
        try samples.make("cover.png", ["-f", "lavfi", "-i", "color=red:size=32x32", "-frames:v", "1"])
        let cover = samples.folder.url.appendingPathComponent("cover.png").path
        try samples.make(
            "song.mp3",
            [
                "-f", "lavfi", "-i", "sine=sample_rate=44100:duration=20", "-i", cover, "-map", "0", "-map", "1", "-c:v", "copy",
                "-disposition:v", "attached_pic", "-metadata", "title=Song",
            ])
        try await expectWhole(
            samples, "song.mp3", PlayPlan(picture: .nothing, sound: .encode), pictures: nil, seconds: 20, frame: 1152 / 44_100)
        let file = try await samples.look(into: "song.mp3")
        guard case .playable(let tracks, let cuts) = file.contents else { throw StreamingError(.unplayable, "song") }
        #expect(tracks.cover != nil)
        #expect(tracks.picture == nil)
        #expect(tracks.tags["title"] == "Song")
        #expect(PlayDecision(tracks, cuts, for: .unknown).way == .direct)
        #expect(!Playlists(tracks, cuts, PlayPlan(picture: .nothing, sound: .encode), size: 1).text.contains("RESOLUTION"))
    }

    @Test(
        "no name is taken for anything but a name",
        arguments: ["-y.mp4", "a:b.mp4", "say \"hi\" 'there'.mp4", "two\nlines.mp4", "100%d [x].mp4", "http:__x.mp4", "pipe:0.mp4"])
    func names(name: String) async throws {
        let samples = try Samples()
        let plain = try samples.make("plain.mp4", Samples.picture + ["-t", "1"] + Samples.h264)
        try FileManager.default.moveItem(at: plain, to: samples.folder.url.appendingPathComponent(name))
        let file = try await samples.look(into: name)
        let plan = try plan(file)
        #expect(
            try await SegmentMaker(samples.ffmpeg, keptIn: samples.folder.url.appendingPathComponent("c")).made(
                .segment(.picture, 0), of: file, plan, for: 1) != nil)
    }

    @Test("a playlist in disguise opens nothing, and is refused with a reason")
    func disguise() async throws {
        let samples = try Samples()
        let canary = try samples.make("canary.ts", Samples.picture + ["-t", "1"] + Samples.h264)
        let texts = [
            "list.mp3": "#EXTM3U\n#EXTINF:1,\n\(canary.path)\n#EXT-X-ENDLIST\n",
            "list.mp4": "ffconcat version 1.0\nfile '\(canary.path)'\n",
            "empty.mkv": "", "words.avi": "no film",
        ]
        for (name, text) in texts {
            _ = try samples.folder.file(name, Array(text.utf8))
            guard case .unplayable(.unreadable(let detail)) = try await samples.look(into: name).contents else {
                Issue.record("\(name) is played, or not looked into")
                continue
            }
            // ffprobe's own words.
            #expect(["Invalid data found when processing input", "Invalid argument"].contains(detail))
        }
    }

    @Test("a picture that can’t be drawn isn’t tried again for a while, and one that several wait for is drawn once")
    func undrawn() async throws {
        let (samples, programs) = (try Samples(), try TemporaryFolder())
        try samples.make("film.mp4", Samples.picture + ["-t", "1"] + Samples.h264)
        let film = try await samples.look(into: "film.mp4")
        let (ffmpeg, calls) = (programs.url.appendingPathComponent("ffmpeg"), programs.url.appendingPathComponent("calls"))
        let time = Mutex(Timestamp(milliseconds: 1_767_225_600_000))
        let cache = programs.url.appendingPathComponent("cache")
        let maker = SegmentMaker(FFmpeg(folder: programs.url), keptIn: cache) { time.withLock { $0 } }
        /// Whether there is a picture, for three concurrent requests, and how often ffmpeg was started for them.
        func ask(_ script: String) async throws -> (found: [Bool], calls: Int) {
            try Data().write(to: calls)
            try makeProgram("echo >> '\(calls.path)'\n\(script)", at: ffmpeg)
            let found = await withTaskGroup(of: Bool.self) { group in
                for _ in 0..<3 { group.addTask { (try? await maker.art(of: film, for: 1)) != nil } }
                return await group.reduce(into: []) { $0.append($1) }
            }
            return (found, try Data(contentsOf: calls).count)
        }
        let failing = try await ask("exit 1")
        #expect(failing.found == [false, false, false])
        #expect(failing.calls == 1)
        let real = try #require(ChildProcess.installed("ffmpeg"))
        let working = "exec '\(real.path)' \"$@\""
        let resting = try await ask(working)
        #expect(resting.found == [false, false, false])
        #expect(resting.calls == 0)
        time.withLock { $0 = $0 + .seconds(3600) }
        let drawn = try await ask(working)
        #expect(drawn.found == [true, true, true])
        #expect(drawn.calls == 1)
    }

    @Test("a segment that would be longer than it may is refused with its reason, and none is cut off")
    func tooLong() async throws {
        let samples = try Samples()
        try samples.make("film.mp4", Samples.picture + ["-t", "4"] + Samples.h264 + ["-g", "50"])
        let file = try await samples.look(into: "film.mp4")
        let plan = try plan(file)
        func maker(_ limit: Int) -> SegmentMaker {
            SegmentMaker(samples.ffmpeg, keptIn: samples.folder.url.appendingPathComponent("c\(limit)"), segmentsAtMost: limit)
        }
        let part = StreamPart.segment(.picture, 0)
        let whole = try #require(try await maker(1 << 20).made(part, of: file, plan, for: 1)).size
        for limit in [whole / 4, whole / 2, whole] {
            let error = await #expect(throws: StreamingError.self) { try await maker(limit).made(part, of: file, plan, for: 1) }
            #expect(error?.code == .tooLong)
            #expect(error?.detail.contains("\(limit) bytes") == true)
        }
    }

    @Test("a segment that nobody waits for any more is given up, and its program killed")
    func givenUp() async throws {
        let samples = try Samples()
        try samples.make("film.mp4", Samples.picture + ["-t", "1"] + Samples.h264)
        let file = try await samples.look(into: "film.mp4")
        let note = samples.folder.url.appendingPathComponent("number")
        let programs = samples.folder.url.appendingPathComponent("programs")
        try FileManager.default.createDirectory(at: programs, withIntermediateDirectories: true)
        let slow = programs.appendingPathComponent("ffmpeg")
        try makeProgram("echo $$ > '\(note.path).new'\nmv '\(note.path).new' '\(note.path)'\nexec sleep 100000", at: slow)
        let maker = SegmentMaker(FFmpeg(folder: programs), keptIn: samples.folder.url.appendingPathComponent("c"))
        let plan = try plan(file)
        let asking = Task { try await maker.made(.segment(.picture, 0), of: file, plan, for: 1) }
        try await eventually("ffmpeg runs") { FileManager.default.fileExists(atPath: note.path) }
        let number = try #require(Int32(try String(contentsOf: note, encoding: .utf8).filter(\.isNumber)))
        asking.cancel()
        await #expect(throws: CancellationError.self) { try await asking.value }
        try await eventually("it is gone") { kill(number, 0) != 0 }
    }

    @Test("a person who asks for more encoders than their share is refused, and another isn’t")
    func shares() async throws {
        let samples = try Samples()
        let film = try Data(contentsOf: try samples.make("film.mp4", Samples.picture + ["-t", "1"] + Samples.h264))
        var films: [MediaFile] = []
        for number in 0..<14 {
            _ = try samples.folder.file("film\(number).mp4", Array(film) + [UInt8](repeating: 0, count: 8 * number))
            films.append(try await samples.look(into: "film\(number).mp4"))
        }
        let programs = samples.folder.url.appendingPathComponent("programs")
        try FileManager.default.createDirectory(at: programs, withIntermediateDirectories: true)
        try makeProgram("exec sleep 100000", at: programs.appendingPathComponent("ffmpeg"))
        let maker = SegmentMaker(FFmpeg(folder: programs), keptIn: samples.folder.url.appendingPathComponent("c"))
        let every = films
        @Sendable func ask(_ number: Int, for person: Person.ID) async throws {
            _ = try await maker.made(.segment(.picture, 0), of: every[number], PlayPlan(picture: .encode, sound: .nothing), for: person)
        }
        try await withThrowingTaskGroup { group in
            for number in 0..<12 { group.addTask { try await ask(number, for: 1) } }
            try await eventually("ten wait") { maker.encoding.waitingCount == 10 }
            let error = await #expect(throws: StreamingError.self) { try await ask(12, for: 1) }
            #expect(error?.code == .busy)
            group.addTask { try await ask(13, for: 2) }
            try await eventually("another waits too") { maker.encoding.waitingCount == 11 }
            group.cancelAll()
            while let result = await group.nextResult() { #expect(throws: CancellationError.self) { try result.get() } }
        }
    }
}
