import Records
import Testing

@testable import Streaming

@Suite("Recipes of segments") struct SegmentRecipeTests {
    /// Where the second segment of an encoded picture is decoded from: seconds. The film begins at 10 by its own clock, has a key frame each four
    /// seconds, and another `room` seconds after it.
    private func place(in containers: [String], room: Double) throws -> Double {
        let tracks = MediaTracks(
            containers: containers, origin: MediaTime(seconds: 10),
            picture: .init(stream: 0, codec: "h264", width: 1280, height: 720, rate: FrameRate(pictures: 25, seconds: 1)))
        let cuts = MediaCuts(
            pieces: [0, 4, 8].map { .init(start: MediaTime(seconds: $0), room: MediaTime(seconds: room), packets: 100) },
            pictureEnd: MediaTime(seconds: 12))
        let recipe = try #require(SegmentRecipe(.picture, 1, of: tracks, cuts, PlayPlan(picture: .encode, sound: .nothing)))
        let words = try #require(recipe.attempts.first)
        let option = try #require(words.firstIndex(of: "-ss"))
        return try #require(Double(words[option + 1]))
    }

    @Test("what knows its key frames is decoded from the one where a segment begins, also if ffmpeg goes back by three 23rds of a second")
    func key() throws {
        for containers in [["matroska", "webm"], ["mov", "mp4"]] {
            let found = try place(in: containers, room: 4)
            #expect(found - 3.0 / 23 > 14)
            #expect(found < 18)
        }
    }

    @Test("where key frames are close to each other, no later one is found")
    func close() throws {
        for room in [0, 0.04, 0.2] { #expect(try (14...14 + room).contains(place(in: ["matroska", "webm"], room: room))) }
    }

    @Test("what is searched for times is decoded from the time of the key frame")
    func searched() throws {
        #expect(try place(in: ["mpegts"], room: 4) == 14)
    }
}
