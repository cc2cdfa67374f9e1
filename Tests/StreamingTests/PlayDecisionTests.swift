import Localisation
import Records
import Testing

@testable import Streaming

@Suite("How a file is played") struct PlayDecisionTests {
    private static let cuts = MediaCuts(
        pieces: (0..<5).map { .init(start: MediaTime(seconds: Double($0) * 4), room: MediaTime(seconds: 2), packets: 100) },
        pictureEnd: MediaTime(seconds: 20), soundStart: .zero, soundEnd: MediaTime(seconds: 20))

    private static func tracks(
        _ container: String, _ picture: String?, _ sound: String?, pixels: String = "yuv420p", height: Int = 720, level: Int = 31
    ) -> MediaTracks {
        MediaTracks(
            containers: container.split(separator: ",").map(String.init),
            picture: picture.map {
                .init(
                    stream: 0, codec: $0, profile: "High", level: level, pixelFormat: pixels, width: 1280, height: height,
                    rate: FrameRate(pictures: 25, seconds: 1))
            }, sounds: sound.map { [.init(stream: 1, codec: $0, sampleRate: 48_000, channels: 2)] } ?? [])
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let tracks: MediaTracks
        let player: PlayerAbilities
        let way: PlayDecision.Way
        let picture: PlayPlan.Handling
        let sound: PlayPlan.Handling
        var testDescription: String { "\(tracks.containers) \(tracks.picture?.codec ?? "-") \(tracks.sound?.codec ?? "-") → \(way)" }

        init(
            _ tracks: MediaTracks, _ player: PlayerAbilities, _ way: PlayDecision.Way, _ picture: PlayPlan.Handling,
            _ sound: PlayPlan.Handling
        ) {
            (self.tracks, self.player, self.way, self.picture, self.sound) = (tracks, player, way, picture, sound)
        }
    }

    private static let browser = PlayerAbilities(
        containers: ["mp4", "webm", "mkv", "mp3", "ogg", "flac", "wav"], pictures: ["h264", "vp8", "vp9", "av1"],
        sounds: ["aac", "mp3", "opus", "vorbis", "flac"])

    @Test(
        "by what is in it and what the player says",
        arguments: [
            Row(tracks("mov,mp4,m4a", "h264", "aac"), .unknown, .direct, .copy, .copy),
            Row(tracks("matroska,webm", "h264", "aac"), .unknown, .remux, .copy, .copy),
            Row(tracks("matroska,webm", "h264", "aac"), browser, .direct, .copy, .copy),
            Row(tracks("matroska,webm", "h264", "ac3"), browser, .transcode, .copy, .encode),
            Row(tracks("matroska,webm", "vp9", "opus"), browser, .direct, .copy, .copy),
            Row(tracks("matroska,webm", "vp9", "opus"), .unknown, .transcode, .encode, .encode),
            Row(tracks("mov,mp4,m4a", "hevc", "aac"), browser, .transcode, .encode, .copy),
            Row(tracks("mov,mp4,m4a", "hevc", "aac"), PlayerAbilities(pictures: ["hevc"]), .direct, .copy, .copy),
            Row(tracks("mov,mp4,m4a", "h264", "aac", pixels: "yuv420p10le"), browser, .transcode, .encode, .copy),
            Row(tracks("mov,mp4,m4a", "h264", "aac", level: 60), browser, .transcode, .encode, .copy),
            Row(tracks("mov,mp4,m4a", "h264", "aac"), PlayerAbilities(height: 480), .transcode, .encode, .copy),
            Row(tracks("avi", "mpeg4", "mp3"), browser, .transcode, .encode, .encode),
            Row(tracks("mpegts", "h264", "aac"), browser, .remux, .copy, .copy),
            Row(tracks("mp3", nil, "mp3"), .unknown, .direct, .nothing, .encode),
            Row(tracks("flac", nil, "flac"), .unknown, .transcode, .nothing, .encode),
            Row(tracks("mov,mp4,m4a", nil, "alac"), browser, .transcode, .nothing, .encode),
            Row(tracks("mov,mp4,m4a", "h264", nil), .unknown, .direct, .copy, .nothing),
        ])
    func table(row: Row) {
        let decision = PlayDecision(row.tracks, Self.cuts, for: row.player)
        #expect(decision.way == row.way)
        #expect(decision.plan.picture == row.picture)
        #expect(decision.plan.sound == row.sound)
        #expect(!decision.reasons.isEmpty)
    }

    @Test("a picture that can be cut nowhere in half a minute is encoded for segments, and still played directly where that is possible")
    func farCuts() {
        var cuts = Self.cuts
        cuts.pieces = [cuts.pieces[0]]
        cuts.pictureEnd = MediaTime(seconds: 40)
        cuts.soundEnd = cuts.pictureEnd
        let direct = PlayDecision(Self.tracks("mov,mp4,m4a", "h264", "aac"), cuts, for: .unknown)
        #expect(direct.way == .direct)
        #expect(direct.plan.picture == .encode)
        #expect(PlayDecision(Self.tracks("matroska,webm", "h264", "aac"), cuts, for: .unknown).way == .transcode)
    }

    @Test("a sound that begins late is encoded, with silence before it; one that ends early just ends")
    func lateSound() {
        var cuts = Self.cuts
        cuts.soundEnd = MediaTime(seconds: 12)
        #expect(PlayDecision(Self.tracks("mov,mp4,m4a", "h264", "aac"), cuts, for: .unknown).plan.sound == .copy)
        cuts.soundStart = MediaTime(seconds: 3)
        #expect(PlayDecision(Self.tracks("mov,mp4,m4a", "h264", "aac"), cuts, for: .unknown).plan.sound == .encode)
    }

    @Test("a plan is a byte and a height, and no other byte is one")
    func codes() {
        for picture in [PlayPlan.Handling.nothing, .copy, .encode] {
            for sound in [PlayPlan.Handling.nothing, .copy, .encode] where picture != .nothing || sound != .nothing {
                let plan = PlayPlan(picture: picture, sound: sound, height: 480)
                #expect(PlayPlan(code: plan.code, height: 480) == plan)
            }
        }
        #expect((UInt8.min ... .max).count { PlayPlan(code: $0, height: 720) != nil } == 8)
        #expect(PlayPlan(code: 5, height: 100_000) == nil)
    }

    @Test("an address names a part, or nothing")
    func parts() {
        for part in [
            StreamPart.master, .playlist(.picture), .playlist(.sound), .beginning(.picture), .segment(.sound, 0), .segment(.picture, 912),
        ] {
            #expect(StreamPart(name: part.name) == part)
        }
        for name in [
            "v-01.m4s", "v--1.m4s", "v-1.m4s ", "v-9999999.m4s", "x-1.m4s", "../v-1.m4s", "", "V-1.m4s", "v-1.M4S", "v-1\u{0}.m4s",
        ] {
            #expect(StreamPart(name: name) == nil, "\(name)")
        }
    }
}
