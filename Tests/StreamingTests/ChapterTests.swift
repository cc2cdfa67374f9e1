import Foundation
import Records
import TestSupport
import Testing

@testable import Streaming

@Suite("Chapters") struct ChapterTests {
    private static let metadata = """
        ;FFMETADATA1
        title=The Film
        [CHAPTER]
        TIMEBASE=1/1000
        START=0
        END=3000
        title=One
        [CHAPTER]
        TIMEBASE=1/1000
        START=3000
        END=6000
        title=Two "quoted" & über
        [CHAPTER]
        TIMEBASE=1/1000
        START=6000
        END=9000
        title=Three

        """

    @Test(
        "chapters of a film, a book and music are found in every form that has them",
        arguments: [
            ("film.mkv", Samples.picture + Samples.sound, Samples.h264 + ["-c:a", "aac"]),
            ("film.mp4", Samples.picture + Samples.sound, Samples.h264 + ["-c:a", "aac"]),
            ("book.m4b", Samples.sound, ["-c:a", "aac", "-f", "ipod"]), ("song.mp3", Samples.sound, []),
            ("song.opus", Samples.sound, ["-c:a", "libopus"]),
        ])
    func found(name: String, inputs: [String], codecs: [String]) async throws {
        let samples = try Samples()
        let metadata = try samples.folder.file("chapters.txt", Array(Self.metadata.utf8))
        let count = inputs.count { $0 == "-i" }
        try samples.make(name, inputs + ["-f", "ffmetadata", "-i", metadata.path, "-map_metadata", "\(count)"] + codecs)
        guard case .playable(let tracks, let cuts) = try await samples.look(into: name).contents else {
            Issue.record("\(name) can’t be played")
            return
        }
        let chapters = try #require(tracks.chapters)
        #expect(chapters.map(\.title) == ["One", "Two \"quoted\" & über", "Three"])
        for (chapter, start) in zip(chapters, [0.0, 3, 6]) { #expect(abs(chapter.start.seconds - start) < 0.1) }
        #expect(abs(cuts.end.seconds - 9) < 0.2)
    }

    @Test("one chapter alone, those that are shorter than a tenth of a second, and those that end before they begin are none")
    func none() throws {
        func chapters(_ text: String) throws -> [MediaTracks.Chapter]? {
            try Probe.tracks(
                in: Array(
                    """
                    {"streams": [{"index": 0, "codec_name": "aac", "codec_type": "audio", "sample_rate": "48000", "channels": 2}],
                     "format": {"format_name": "mp3", "start_time": "1.000000"}, "chapters": [\(text)]}
                    """.utf8)
            ).chapters
        }
        let one = #"{"start_time": "1.0", "end_time": "5.0", "tags": {"TITLE": "One"}}"#
        let two = #"{"start_time": "5.0", "end_time": "9.0"}"#
        #expect(try chapters("") == nil)
        #expect(try chapters(one) == nil)
        #expect(try chapters(#"\#(one), {"start_time": "5.0", "end_time": "5.05"}, {"start_time": "9.0", "end_time": "5.0"}"#) == nil)
        let both = try #require(try chapters("\(two), \(one)"))
        #expect(both.map(\.title) == ["One", nil])
        #expect(both.map(\.start.seconds) == [0, 4])
    }

    @Test("packets of one answer are read as lines, with what is beside them left out")
    func answer() throws {
        let text = """
            {
                "packets": [
                    { "stream_index": 0, "pts_time": "0.000000", "dts_time": "-0.100000", "duration_time": "0.026122", "size": "208", "flags": "K_",
                        "side_data_list": [
                            {  }
                        ] },
                    { "stream_index": 12, "pts_time": "0.200000", "size": "7", "flags": "__" }
                ],
                "format": { "format_name": "mp3" }
            }
            """
        let answer = ProbeAnswer(Array(text.utf8))
        #expect(
            answer.packets.map { String(decoding: $0, as: UTF8.self) } == [
                "0,0.000000,-0.100000,0.026122,208,K_\n", "12,0.200000,N/A,N/A,7,__\n",
            ])
        #expect(try JSONSerialization.jsonObject(with: Data(answer.rest)) is [String: Any])
    }

    @Test("a short file is the same in one run and in two")
    func sameInOneRun() async throws {
        let samples = try Samples()
        let codecs = Samples.h264 + ["-g", "50", "-c:a", "aac"]
        try samples.make("film.mkv", Samples.picture + Samples.sound + codecs)
        let open = try OpenFile("film.mkv", in: samples.folder.url.path)
        #expect(try await Probe(samples.ffmpeg).contents(of: open) == Probe(samples.ffmpeg, shortFile: 0).contents(of: open))
    }
}
