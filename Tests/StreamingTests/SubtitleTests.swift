import Foundation
import Glibc
import Localisation
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
            "WEBVTT\n\n00:00:01.000 --> 00:00:02.000\n\nx\n", "00:00:01,000 --> 00:00:02,000\n\n \n", "a --> b\nx\n",
            "00:00:01,000 -->\nx\n",
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
        #expect(found.map(\.language) == ["de", "en", "en", "eng", "pt-BR", nil])
        #expect(found.map(\.title) == [nil, "Commentary", nil, nil, nil, nil])
        #expect(found.map(\.isForHardOfHearing) == [false, false, false, true, false, false])
        #expect(found.map(\.isForced) == [true, false, false, false, false, false])
        #expect(found.map(\.id) == (0..<6).map { "f\($0)" })
        #expect(found[0].codec == "webvtt")
        #expect(found.allSatisfy { $0.isText })
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
        #expect(playlists.text(ofSubtitles: "f3") == nil)
        #expect(!playlists.text.contains("AUDIO"))
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
        #expect(found.map(\.id) == ["s3", "s4"])
        #expect(found.map(\.isText) == [true, false])
        #expect(found.map(\.language) == ["eng", nil])
        #expect(found[0].isDefault)
        #expect(found[1].isForced)
        #expect(found[1].title == "Signs")
    }

    private func fixture(_ name: String) throws -> String? {
        let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Fixtures/\(name)")
        return SubtitleText.webVTT(Array(try Data(contentsOf: url))).map { String(decoding: $0, as: UTF8.self) }
    }

    @Test("a less-than sign that begins no known tag is a sign, and what stands up to the next greater-than stays")
    func lessThan() throws {
        let text = try #require(try fixture("subtitle-less-than.srt"))
        #expect(text.contains("\nI &lt;3 you, <i>Anna</i> &amp; Bert\n"))
        #expect(text.contains("\nif a&lt;b and c&gt;d then <b>stop</b>\n"))
        #expect(text.contains("\n&lt;Hello? says one\n- 5 --&gt; 6 is no time\n"))
        #expect(text.contains("\nYellow &amp; old top\n"))
    }

    @Test("known tags go or stay in any writing, and their names with other words behind them are words")
    func tags() {
        for (words, shown) in [
            ("<I>a</I >", "<i>a</i>"), ("a<br/>b", "ab"), ("<font color=red>a</font>", "a"), ("<c.loud.red>a</c>", "a"),
            ("<font of type>", "&lt;font of type&gt;"),
            ("<bold>", "&lt;bold&gt;"), ("<>", "&lt;&gt;"), ("<b<i>x", "&lt;b<i>x"), ("<v Ada>x", "&lt;v Ada&gt;x"), ("</>", "&lt;/&gt;"),
        ] {
            let found = webVTT("1\n00:00:01,000 --> 00:00:02,000\n\(words)\n")
            #expect(found == Self.head + "\n00:00:01.000 --> 00:00:02.000\n\(shown)\n", "\(words)")
        }
        #expect(webVTT("WEBVTT\n\n00:01.000 --> 00:02.000\n<v.loud Ada>a <00:01.500>b\n")?.hasSuffix("\na b\n") == true)
    }

    @Test("a cue of SubRip goes on behind an empty line, to the next number with times")
    func emptyLines() throws {
        let text = try #require(try fixture("subtitle-empty-line.srt"))
        #expect(
            text == Self.head + "\n00:00:00.000 --> 00:00:00.900\nFirst line of one,\nsecond line behind an empty one.\n"
                + "\n00:00:01.000 --> 00:00:01.900\nText behind an empty line.\n\n00:00:02.600 --> 00:00:02.900\n9\n")
        #expect(webVTT("1\n00:00:01,000 --> 00:00:02,000\nA\n\n2\n\n00:00:03,000 --> 00:00:04,000\nB\n")?.contains("\n2\n") == false)
    }

    @Test("of a script words, italics and the top stay; drawings, what is hidden, and shadows of the same words go")
    func script() throws {
        let text = try #require(try fixture("ass-drawing.ass"))
        #expect(text.contains("\n00:00:20.000 --> 00:00:24.000 line:0\nTop sign\nsecond line <i>italic</i>\n"))
        #expect(!text.contains("100 0"))
        #expect(text.matches(of: /-->/).count == 12)
        let head = "[Events]\nFormat: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\n"
        func line(_ words: String) -> String? {
            webVTT(head + "Dialogue: 0,0:00:01.00,0:00:02.50,Default,,0,0,0,,\(words)\n").map { $0.replacing(Self.head, with: "") }
        }
        let times = "\n00:00:01.000 --> 00:00:02.500"
        for (words, shown) in [
            ("{\\p1}m 0 0 l 9 9{\\p0}Sign", "Sign"), ("{\\pos(3,4)\\p2\\bord0}m 0 0{\\r\\p0}a, b", "a, b"),
            ("{a note}So{\\pbo4} it is", "So it is"),
            ("a\\hb {\\b1}c{\\i1}d{\\b0}e", "a b <b>c</b><b><i>d</i></b><i>e</i>"), ("{\\b700}a{\\b400} b\\Nc", "<b>a</b> b\nc"),
            ("{\\alpha&HFF&}gone{\\alpha&H00&}there", "there"), ("{\\i1}1 < 2 & 3", "<i>1 &lt; 2 &amp; 3</i>"), ("{open", "{open"),
            ("a {\\i1", "a {\\i1"),
        ] { #expect(line(words) == "\(times)\n\(shown)\n", "\(words)") }
        #expect(line("{\\an8}Up") == "\(times) line:0\nUp\n")
        #expect(line("{\\a6}Up") == "\(times) line:0\nUp\n")
        for words in ["{\\p1}m 0 0 l 9 9", " \\N\\h ", "{only a note}", ""] { #expect(line(words) == nil) }
        let twice =
            head
            + "Dialogue: 1,0:00:01.00,0:00:02.00,S,,0,0,0,,A\nDialogue: 0,0:00:01.00,0:00:02.00,T,,0,0,0,,{\\blur3}A\nComment: 0,0:00:01.00,0:00:02.00,S,,0,0,0,,B\n"
        #expect(webVTT(twice) == Self.head + "\n00:00:01.000 --> 00:00:02.000\nA\n")
    }

    static let texts: [(label: String, language: String, words: String)] = [
        ("windows-1250", "pl", "Zażółć gęślą jaźń. Nie wiem, dokąd pójdę, ale będę się śmiał."),
        ("iso-8859-2", "pl", "Chciałbym, żebyś wróciła. Myślę, że już nikt się nie dowie."),
        ("windows-1250", "cs", "Příliš žluťoučký kůň úpěl ďábelské ódy. Už nevím, kdo přišel."),
        ("windows-1250", "hu", "Árvíztűrő tükörfúrógép. Hová mész, kérdezte a nő, és elment."),
        ("windows-1251", "ru", "Привет. Куда ты идёшь? Не знаю, но скоро вернусь домой."),
        ("koi8-r", "ru", "Привет. Куда ты идёшь? Не знаю, но скоро вернусь домой."),
        ("windows-1252", "de", "Grüße aus München, schöne Straße über dem Fluss."),
        ("windows-1252", "fr", "À bientôt, mon frère. Où êtes-vous passés cet été ? Ça va."),
        ("windows-1253", "el", "Γεια σου. Πού πηγαίνεις; Δεν ξέρω, αλλά θα γυρίσω σύντομα."),
        ("windows-1254", "tr", "Nereye gidiyorsun? Bilmiyorum ama yakında döneceğim, şu ışığı aç."),
        ("windows-1255", "he", "שלום, לאן אתה הולך? אני לא יודע אבל אחזור בקרוב."),
        ("windows-1256", "ar", "مرحبا، إلى أين تذهب؟ لا أعرف لكنني سأعود قريبا إلى البيت."),
        ("windows-1257", "lt", "Kur tu eini? Nežinau, bet greitai grįšiu, ąžuolų šlaitų ėriukas."),
        ("gb18030", "zh-Hans", "你要去哪里？我不知道，但是我很快就会回来的。"), ("big5", "zh-Hant", "你要去哪裡？我不知道，但是我很快就會回來的。"),
        ("shift_jis", "ja", "どこへ行くの？わからないけど、すぐに帰ってくるよ。"), ("euc-jp", "ja", "どこへ行くの？わからないけど、すぐに帰ってくるよ。"),
        ("euc-kr", "ko", "어디로 가세요? 나는 모르지만 곧 다시 집에 돌아올 거예요."),
    ]

    @Test("words in old charsets are read by what they are like, and by the language of their name", arguments: texts.indices)
    func oldCharsets(index: Int) throws {
        let (label, language, words) = Self.texts[index]
        let bytes = try #require(Self.encoded("1\r\n00:00:01,000 --> 00:00:02,000\r\n\(words)\r\n", label))
        for language in [language, nil] {
            let found = SubtitleText.webVTT(bytes, language: language).map { String(decoding: $0, as: UTF8.self) }
            #expect(
                found?.hasSuffix("\n\(words)\n") == true,
                "\(label) \(language ?? "-"): \(SubtitleCharset.charset(of: bytes, language: language))")
        }
    }

    /// By the system's own tables.
    private static func encoded(_ text: String, _ label: String) -> [UInt8]? {
        guard let converter = "UTF-8".withCString({ from in label.withCString { iconv_open($0, from) } }),
            converter != iconv_t(bitPattern: -1)
        else {
            return nil
        }
        defer { iconv_close(converter) }
        var (input, output) = (Array(text.utf8).map { CChar(bitPattern: $0) }, [CChar](repeating: 0, count: text.utf8.count * 4))
        var (rest, room) = (input.count, output.count)
        let result = input.withUnsafeMutableBufferPointer { from in
            output.withUnsafeMutableBufferPointer { to in
                var (fromStart, toStart) = (from.baseAddress, to.baseAddress)
                return iconv(converter, &fromStart, &rest, &toStart, &room)
            }
        }
        return result == 0 ? output.prefix(output.count - room).map { UInt8(bitPattern: $0) } : nil
    }

    @Test("UTF-16 without its mark, and UTF-8 with a broken letter, are what they are")
    func unmarked() {
        let words = "1\n00:00:01,000 --> 00:00:02,000\nПривет, мир и Zażółć\n"
        for isBig in [true, false] {
            let bytes = words.utf16.flatMap { isBig ? [UInt8($0 >> 8), UInt8($0 & 0xFF)] : [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
            #expect(SubtitleText.webVTT(bytes).map { String(decoding: $0, as: UTF8.self) }?.hasSuffix("\nПривет, мир и Zażółć\n") == true)
        }
        let broken = Array("1\n00:00:01,000 --> 00:00:02,000\n\(String(repeating: "Привет ", count: 9))".utf8) + [0xD0, 0x0A]
        #expect(SubtitleText.webVTT(broken).map { String(decoding: $0, as: UTF8.self) }?.contains("Привет Привет") == true)
    }

    @Test("names say language, region, script and kind; hi is Hindi only where no language stands before it")
    func names() {
        let names = [
            "Ferry.cc.srt", "Ferry.es-419.foreign.srt", "Ferry.hi.cc.ass", "Ferry.hi.srt", "Ferry.idx", "Ferry.pl.hi.srt",
            "Ferry.pt-BR.srt", "Ferry.sup",
            "Ferry.zh_hans.ssa",
        ]
        let found = SubtitleTrack.beside("Ferry.mkv", among: names)
        #expect(found.map(\.language) == [nil, "es-419", "hi", "hi", nil, "pl", "pt-BR", nil, "zh-Hans"])
        #expect(found.map(\.isForHardOfHearing) == [true, false, true, false, false, true, false, false, false])
        #expect(found.map(\.isForced) == [false, true, false, false, false, false, false, false, false])
        #expect(found.map(\.isText) == [true, true, true, true, false, true, true, false, true])
        #expect(found.allSatisfy { $0.title == nil })
        #expect(found[7].problem.map { Words.english($0) } == "The subtitles f7 can’t be shown, because they’re pictures, not text (PGS).")
        #expect(found[0].problem == nil)
    }

    @Test("what is said in another language than the sound's is shown by itself, in the language of the sound")
    func forced() {
        func track(_ id: String, _ language: String?, forced: Bool = true, codec: String = "subrip") -> SubtitleTrack {
            SubtitleTrack(id: id, source: .inside(2), codec: codec, language: language, title: nil, isDefault: true, isForced: forced)
        }
        let tracks = [
            track("s2", "en", forced: false), track("s3", nil), track("s4", "fr"), track("s5", "de", codec: "hdmv_pgs_subtitle"),
            track("s6", "de-AT"),
            track("s7", "en"),
        ]
        for (sound, shown) in [("eng", "s7"), ("en-GB", "s7"), ("ger", "s6"), ("deu", "s6"), ("fre", "s4"), ("pol", nil), ("und", nil)]
            as [(String, String?)]
        {
            #expect(SubtitleTrack.shownByItself(tracks, with: sound)?.id == shown, "\(sound)")
        }
        #expect(SubtitleTrack.shownByItself(tracks, with: nil) == nil)
    }
}
