import Localisation
import Records
import Testing

@testable import Streaming

@Suite("Qualities") struct QualityTests {
    private static let cuts = MediaCuts(
        pieces: [.init(start: .zero, room: MediaTime(seconds: 2), packets: 100)], pictureEnd: MediaTime(seconds: 4), soundStart: .zero,
        soundEnd: MediaTime(seconds: 4))

    private static func film(_ height: Int, bitRate: Int?) -> MediaTracks {
        MediaTracks(
            containers: ["mov", "mp4"], bitRate: bitRate,
            picture: .init(stream: 0, codec: "h264", pixelFormat: "yuv420p", width: height * 2, height: height),
            sounds: [.init(stream: 1, codec: "aac", sampleRate: 48_000, channels: 2)])
    }

    @Test("the ladder goes down, in lines and in bits, and has what is smaller than a picture")
    func ladder() throws {
        for (upper, lower) in zip(Quality.ladder, Quality.ladder.dropFirst()) {
            #expect(upper.height > lower.height)
            #expect(upper.bitRate > lower.bitRate)
        }
        func below(_ height: Int) throws -> [Int] {
            Quality.below(try #require(Self.film(height, bitRate: nil).picture)).map(\.height)
        }
        #expect(try below(2160) == [1080, 720, 480, 360])
        #expect(try below(720) == [480, 360])
        #expect(try below(360).isEmpty)
        #expect(Quality.within(10_000_000).height == 1080)
        #expect(Quality.within(2_000_000).height == 480)
        #expect(Quality.within(1).height == 360)
    }

    @Test("a file that needs more than the player takes is encoded in a quality that doesn't; one that needs less stays as it is")
    func limited() {
        func decision(_ rate: Int?, _ player: PlayerAbilities) -> PlayDecision {
            PlayDecision(Self.film(1080, bitRate: rate), Self.cuts, for: player)
        }
        let taken = decision(8_000_000, PlayerAbilities(bitRate: 2_000_000))
        #expect(taken.way == .transcode)
        #expect(taken.plan.height == 480)
        #expect(taken.plan.picture == .encode)
        #expect(decision(1_500_000, PlayerAbilities(bitRate: 2_000_000)).way == .direct)
        #expect(decision(nil, PlayerAbilities(bitRate: 2_000_000)).way == .direct)
        #expect(decision(8_000_000, PlayerAbilities(height: 360, bitRate: 2_000_000)).plan.height == 360)
        let english = taken.reasons.map { Words.english($0) }
        #expect(english == ["The video is scaled down, because this player accepts at most 2000 kbit/s."])
    }
}
