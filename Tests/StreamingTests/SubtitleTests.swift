import Records
import Testing

@testable import Streaming

@Suite("Subtitles") struct SubtitleTests {
    private func webVTT(_ text: String) -> String? { SubtitleText.webVTT(Array(text.utf8)).map { String(decoding: $0, as: UTF8.self) } }

    private static let head = "WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:0,LOCAL:00:00:00.000\n"

    @Test("SubRip becomes WebVTT: its numbers go, commas become dots, and lines of a cue stay together")
    func subRip() {
        let text = "1\r\n00:00:01,500 --> 00:00:02,000\r\nOne\r\n<i>two</i>\r\n\r\n2\r\n01:00:03,5 --> 01:00:04,000\r\nThree\r\n"
        #expect(
            webVTT(text) == Self.head + "\n00:00:01.500 --> 00:00:02.000\nOne\n<i>two</i>\n\n01:00:03.500 --> 01:00:04.000\nThree\n")
    }

    @Test("cues follow each other without an empty line, and a number that is said stays")
    func withoutEmptyLines() {
        let text = "1\n00:00:01,000 --> 00:00:02,000\n42\n2\n00:00:02,000 --> 00:00:03,000\nYes\n"
        #expect(webVTT(text) == Self.head + "\n00:00:01.000 --> 00:00:02.000\n42\n\n00:00:02.000 --> 00:00:03.000\nYes\n")
    }

    @Test("of WebVTT styles, notes and positions go, and hours may be missing")
    func vtt() {
        let text = """
            \u{FEFF}WEBVTT - a film

            STYLE
            ::cue { color: red }

            NOTE 00:01 to 00:02

            one
            00:01.000 --> 00:02.000 align:start position:10%
            <v Ada><c.loud>Go</c> & <b>run</b> {\\an8}1 < 2 &amp; 3 --> 4

            """
        #expect(
            webVTT(text) == Self.head + "\n00:00:01.000 --> 00:00:02.000\nGo &amp; <b>run</b> 1 &lt; 2 &amp; 3 --&gt; 4\n")
    }

    @Test("letters are read in the charset that the bytes look like")
    func charsets() {
        let head = Array("1\n00:00:01,000 --> 00:00:02,000\n".utf8)
        for bytes in [head + [0x63, 0x61, 0x66, 0xE9, 0x0A], head + Array("café\n".utf8)] {
            #expect(SubtitleText.webVTT(bytes).map { String(decoding: $0, as: UTF8.self) }?.hasSuffix("\ncafé\n") == true)
        }
        let units = Array("\u{FEFF}1\n00:00:01,000 --> 00:00:02,000\ncafé\n".utf16)
        let wide: [UInt8] = units.flatMap { unit -> [UInt8] in [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
        #expect(SubtitleText.webVTT(wide).map { String(decoding: $0, as: UTF8.self) }?.hasSuffix("\ncafé\n") == true)
    }

    @Test(
        "what has no words is no subtitles",
        arguments: [
            "", "no cue", "WEBVTT\n", "1\n00:00:02,000 --> 00:00:01,000\nBack\n", "99999999:00:00,000 --> 99999999:00:01,000\nx\n",
            "00:00:01,000 --> 00:00:02,000\n\nx\n", "a --> b\nx\n", "00:00:01,000 -->\nx\n",
        ])
    func nothing(text: String) { #expect(webVTT(text) == nil) }

    @Test("files beside a film are those of its name; what is between says language and kind")
    func beside() {
        let names = [
            "Film.mkv", "Film.srt", "Film.en.srt", "Film.DE.forced.vtt", "Film.pt-BR.SRT", "Film 2.srt", "Films.srt", "Film.eng.sdh.srt",
            "Film.txt", ".Film.srt", "Film.en.Commentary.srt",
        ]
        let found = SubtitleTrack.beside("Film.mkv", among: names)
        #expect(
            found.map(\.source) == [
                .beside("Film.DE.forced.vtt"), .beside("Film.en.Commentary.srt"), .beside("Film.en.srt"), .beside("Film.eng.sdh.srt"),
                .beside("Film.pt-BR.SRT"), .beside("Film.srt"),
            ])
        #expect(found.map(\.language) == ["de", "en", "en", "eng", nil, nil])
        #expect(found.map(\.title) == [nil, "Commentary", nil, "SDH", "pt-BR", nil])
        #expect(found.map(\.isForced) == [true, false, false, false, false, false] && found.map(\.id) == (0..<6).map { "f\($0)" })
        #expect(found[0].codec == "webvtt" && found.allSatisfy(\.isText))
        #expect(SubtitleTrack.beside("Film", among: names).isEmpty)
    }

    @Test("two subtitles of the same name get different names in the master")
    func sameNames() {
        let twice = SubtitleTrack.beside("Film.mkv", among: ["Film.en.srt", "Film.en.vtt", "Film.en.forced.srt"])
        let playlists = Playlists(
            MediaTracks(containers: ["mp4"], picture: .init(stream: 0, codec: "h264", width: 16, height: 16)),
            MediaCuts(pieces: [.init(start: .zero, room: MediaTime(seconds: 4), packets: 4)], pictureEnd: MediaTime(seconds: 4)),
            PlayPlan(picture: .copy, sound: .nothing), size: 1, subtitles: twice)
        #expect(playlists.text.matches(of: /NAME="([^"]*)"/).map { String($0.1) } == ["en", "en 2", "en 3"])
        #expect(playlists.text(ofSubtitles: "f2")?.contains("#EXTINF:4.000000,\nwords-f2.vtt\n#EXT-X-ENDLIST") == true)
        #expect(playlists.text(ofSubtitles: "f3") == nil && !playlists.text.contains("AUDIO"))
    }

    @Test("pictures of words are listed, and aren't text")
    func inside() {
        let found = SubtitleTrack.inside(
            MediaTracks(
                containers: ["matroska"],
                subtitles: [
                    .init(stream: 3, codec: "subrip", language: "ENG", isDefault: true),
                    .init(stream: 4, codec: "hdmv_pgs_subtitle", language: "und", title: "Signs", isForced: true),
                ]))
        #expect(found.map(\.id) == ["s3", "s4"] && found.map(\.isText) == [true, false] && found.map(\.language) == ["eng", nil])
        #expect(found[0].isDefault && found[1].isForced && found[1].title == "Signs")
    }
}
