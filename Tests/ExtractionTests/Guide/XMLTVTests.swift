import Boards
import Extraction
import Foundation
import Records
import TestSupport
import Testing

/// What real feeds break, each with the programmes that are meant. Times are those of one day, in UTC.
@Suite("XMLTV as feeds write it") struct XMLTVTests {
    private static let plain = GuideText.on("1000", "1030", "News") + GuideText.on("1030", "1200", "Film")

    @Test(
        "an address that is none is left out",
        arguments: [
            ("https://a.example/1", "https://a.example/1"), ("/1", "/1"), ("javascript:alert(1)", nil), ("data:text/html,x", nil),
        ] as [(String, String?)])
    func addresses(address: String, expected: String?) throws {
        let programme = GuideText.on("1000", "1030", "News", "<url>\(address)</url><icon src='\(address)'/>")
        let record = try #require(try GuideText.xmltv(programme).records.first)
        #expect(record["url"] == expected)
        #expect(record["picture"] == expected)
        let spaced = GuideText.on("1000", "1030", "News", "<icon src='https://a.example/a b.png'/>")
        #expect(try GuideText.xmltv(spaced).records.first?["picture"] == "https://a.example/a%20b.png")
    }

    @Test(
        "a key that says how a field is written is refused: the format says that",
        arguments: ["xmltv: {}", "radiotimes: {}", "guide: {}", "gzip: { guide: {} }", "zip: { xmltv: {} }"])
    func spellings(extract: String) {
        func fields(_ more: String) -> String {
            "{ channel: { type: text\(more) }, start: { type: timestamp }, stop: { type: timestamp }, title: { type: text } }"
        }
        #expect(throws: Never.self) { try Declared(extract, fields("")) }
        for more in [", none: [X]", ", digits: 3", ", separator: ';'"] {
            let error = #expect(throws: DeclarationError.self) { try Declared(extract, fields(more)) }
            #expect(error?.line == 4)
            #expect(error?.detail.contains("does nothing here") == true)
        }
    }

    @Test(
        "what is broken is read as it is meant",
        arguments: [
            ("no stop", GuideText.on("1000", nil, "A") + GuideText.on("1030", "1100", "B"), ["1000–1030 A", "1030–1100 B"]),
            (
                "a stop before the start", GuideText.on("1000", "0950", "A") + GuideText.on("1030", "1100", "B"),
                ["1000–1030 A", "1030–1100 B"]
            ),
            (
                "a stop forty hours later",
                "<programme start='20261101100000 Z' stop='20261103020000 Z' channel='a'><title>A</title></programme>"
                    + GuideText.on("1030", "1100", "B"), ["1000–1030 A", "1030–1100 B"]
            ),
            (
                "a stop one second late",
                GuideText.on("1000", "1030", "A").replacing("103000 +", with: "103001 +") + GuideText.on("1030", "1100", "B"),
                ["1000–1030 A", "1030–1100 B"]
            ),
            ("an overlap stays", GuideText.on("1000", "1037", "A") + GuideText.on("1030", "1100", "B"), ["1000–1037 A", "1030–1100 B"]),
            ("a gap stays", GuideText.on("1000", "1020", "A") + GuideText.on("1030", "1100", "B"), ["1000–1020 A", "1030–1100 B"]),
            (
                "zero length is part of a longer one", GuideText.on("1000", "1100", "A") + GuideText.on("1030", "1030", "B"),
                ["1000–1100 A", "1030–1030 B"]
            ),
            (
                "a contained one keeps its times", GuideText.on("1000", "1100", "A") + GuideText.on("1030", "1035", "B"),
                ["1000–1100 A", "1030–1035 B"]
            ),
            ("the same twice", plain + GuideText.on("1000", "1030", "News"), ["1000–1030 News", "1030–1200 Film"]),
            (
                "again with nothing but the title", GuideText.on("1000", "1030", "A", "<desc>D</desc>") + GuideText.on("1000", nil, "A"),
                ["1000–1030 A"]
            ),
            (
                "two titles at one time",
                GuideText.on("1000", "1030", "A", clump: " clumpidx='0/2'") + GuideText.on("1000", "1030", "B", clump: " clumpidx='1/2'"),
                ["1000–1030 A", "1000–1030 B"]
            ),
            (
                "out of order", GuideText.on("1030", "1100", "B") + GuideText.on("1100", nil, "C") + GuideText.on("1000", nil, "A"),
                ["1030–1100 B", "1100–1130 C", "1000–1030 A"]
            ),
            ("the last without a stop", GuideText.on("1000", nil, "A"), ["1000–1030 A"]),
            (
                "a stop that is no time", GuideText.on("1000", "99xx", "A") + GuideText.on("1015", "1030", "B"),
                ["1000–1015 A", "1015–1030 B"]
            ),
            (
                "children in any order",
                "<programme start='202611011000' stop='202611011030' channel='a'><new/><desc>D</desc><title>A</title></programme>",
                ["1000–1030 A"]
            ),
            (
                "names that the format lacks",
                "<x:y xmlns:x='u'>z</x:y><channel id='a'><lcn>7</lcn></channel>"
                    + GuideText.on("1000", "1030", "A", "<!-- c --><?note?><live/><mood>m</mood>"), ["1000–1030 A"]
            ),
            (
                "CDATA, references and line breaks", GuideText.on("1000", "1030", "\n  <![CDATA[A & <B>]]>\n &#x43;&#233; "),
                ["1000–1030 A & <B> Cé"]
            ),
            (
                "signs that XML forbids", GuideText.on("1000", "1030", "Tom & Jerry &#11;<3 &nosuch;") + GuideText.on("1030", "1100", "B"),
                ["1000–1030 Tom & Jerry <3 &nosuch;", "1030–1100 B"]
            ),
            ("names of HTML", GuideText.on("1000", "1030", "Cha&icirc;ne&nbsp;&eacute;t&eacute;"), ["1000–1030 Chaîne été"]),
        ])
    func hazards(name: String, elements: String, expected: [String]) throws {
        let lines = try GuideText.xmltv(elements).lines.map {
            $0.replacing("a 11-01T", with: "").replacing("11-01T", with: "").replacing(":", with: "")
        }
        #expect(lines == expected, "\(name)")
    }

    @Test("what can't be a programme is left out, counted, and doesn't cost the others")
    func refused() throws {
        let bad = [
            "<programme start='20261101100000 XYZT' channel='a'><title>A</title></programme>",
            "<programme channel='a'><title>A</title></programme>",
            "<programme start='20261332256199' channel='a'><title>A</title></programme>",
            "<programme start='' channel='a'><title>A</title></programme>",
            "<programme start='202611011000'><title>A</title></programme>",
            "<programme start='202611011000' channel='a'><title> </title></programme>",
        ]
        let guide = try GuideText.xmltv(bad.joined() + Self.plain)
        #expect(guide.records.count == 2)
        #expect(guide.notes.leftOutCount == 6)
        #expect(guide.notes.leftOut["no start"] == 2)
        #expect(guide.notes.leftOut["no channel"] == 1)
        #expect(guide.notes.leftOutWords?.hasPrefix("Left out: 6 (no start: 2, ") == true)
        let all = #expect(throws: ExtractionError.self) { try GuideText.xmltv(bad.joined()) }
        #expect(all?.detail.contains("6 were left out") == true)
        #expect(try GuideText.xmltv("").records.isEmpty)
    }

    @Test("channels without a programme are named, wherever the document has the channels")
    func silentChannels() throws {
        func channel(_ id: String, _ name: String = "") -> String {
            "<channel id='\(id)'>\(name.isEmpty ? "" : "<display-name>\(name)</display-name>")</channel>"
        }
        let programme = GuideText.on("1000", "1030", "A")
        let guide = try GuideText.xmltv(
            [channel("b", "Lantern"), channel("c"), programme, channel("a", "Harbour"), channel("b", "Again")].joined())
        #expect(guide.notes.silent == ["Lantern", "c"])
        #expect(guide.notes.silentWords == "Channels without programmes: 2 (Lantern, c)")
        #expect(guide.notes.json.flatMap { ReadingNotes(json: $0) } == guide.notes)
        #expect(ReadingNotes(json: #"{"leftOut":{},"mended":{}}"#) == ReadingNotes())
        let many = try GuideText.xmltv((10..<40).map { channel("\($0)") }.joined() + programme)
        #expect(many.notes.silentCount == 30)
        #expect(many.notes.silentNames.hasSuffix("29, …"))
        #expect(try GuideText.xmltv(channel("a") + programme).notes.silentWords == nil)
    }

    @Test("what XML forbids in a text is counted, and costs no programme")
    func forbidden() throws {
        let guide = try GuideText.xmltv(GuideText.on("1000", "1030", "A&#11; & \u{FFFF}B") + Self.plain)
        #expect(guide.records.map { $0["title"] } == ["A & B", "News", "Film"])
        #expect(guide.notes.leftOutCount == 0)
        #expect(guide.notes.mended == ["what XML doesn’t allow in a text": 3])
    }

    @Test("names of HTML and texts that were encoded twice are mended, and counted")
    func counted() throws {
        let guide = try GuideText.xmltv(
            GuideText.on("1000", "1030", "Caf\u{C3}\u{A9} Br\u{C3}\u{BC}cke", "<desc>M&uuml;nchen</desc>")
                + GuideText.on("1030", "1100", "Café"))
        try #require(guide.records.map { $0["title"] } == ["Café Brücke", "Café"])
        #expect(guide.records[0]["description"] == "München")
        #expect(guide.notes.mended == ["what XML doesn’t allow in a text": 1, "a text that was encoded twice": 1])
    }

    @Test("a programme that is too large, and attributes beyond the bound, cost themselves only, and are counted")
    func large() throws {
        let attributes = (0..<600).map { " a\($0)='>/'" }.joined()
        let wide = "<programme start='20261101120000 +0000' channel='a'\(attributes)><title>C</title></programme>"
        let long = GuideText.on("1030", "1100", String(repeating: "long text ", count: 900_000))
        let guide = try GuideText.xmltv(GuideText.on("1000", "1030", "A") + long + wide + GuideText.on("1230", "1300", "D"))
        #expect(guide.records.map { $0["title"] } == ["A", "C", "D"])
        #expect(guide.notes.leftOut == ["more than 8 MB or 200000 elements": 1])
        #expect(guide.notes.mended["what XML doesn’t allow in a text"] == 1)
    }

    @Test("an archive with another name, and blank lines before the declaration, behind a byte order mark, are read")
    func openings() throws {
        let guide = "<?xml version='1.0' encoding='UTF-8'?><tv>\(GuideText.on("1000", "1030", "é"))</tv>"
        for beginning in ["\n", "\r\n  ", "\u{FEFF}\n", "\u{FEFF}\r\n\t"] {
            for cut in [1, 3, 1000] {
                let read = try GuideText("gzip: { guide: {} }", Array((beginning + guide).utf8), cut: cut)
                #expect(read.records.map { $0["title"] } == ["é"])
            }
        }
        for cut in [1, 3, 1000] {
            let archive = SampleArchive(files: [.init("guide.xml", guide)]).bytes
            #expect(try GuideText("gzip: { guide: {} }", archive, cut: cut).records.map { $0["title"] } == ["é"])
        }
    }

    @Test("programmes whose channel is written in another case are those of the channel")
    func cases() throws {
        let channels = ["TF9.Example", "Two", "TWO"].map { "<channel id='\($0)'><display-name>\($0)</display-name></channel>" }.joined()
        let programmes = ["tf9.example", "TF9.Example", "two"].enumerated().map { hour, channel in
            "<programme start='2026110110\(hour)000 +0000' channel='\(channel)'><title>T</title></programme>"
        }
        let guide = try GuideText.xmltv(channels + programmes.joined())
        #expect(guide.records.map { $0["channel"] } == ["TF9.Example", "TF9.Example", "two"])
        #expect(guide.records.map { $0["channel_name"] } == ["TF9.Example", "TF9.Example", nil])
    }

    @Test(
        "what is no guide is refused, and says what it is",
        arguments: [
            ("<!DOCTYPE html><html><head><title>Please log in</title></head><body></body></html>", "Please log in"),
            ("<rss><channel/></rss>", "<rss>"),
            ("<tv><programme start='202611011000' channel='a'><title>A</title></programme>", "ends"), ("", "empty"),
        ])
    func wrong(document: String, words: String) {
        let error = #expect(throws: ExtractionError.self) { try GuideText("xmltv: {}", Array(document.utf8)) }
        #expect(error?.detail.contains(words) == true)
    }

    @Test(
        "season, episode and part are what `xmltv_ns` says, each by itself",
        arguments: [
            ("1.4.", [2, 5, nil]), (" 16 . 22 . 0/1", [17, 23, nil]), ("0.13.0/2", [1, 14, 1]), (".4/24.", [nil, 5, nil]),
            ("", [nil, nil, nil]),
            ("3", [4, nil, nil]), ("x.4.1", [nil, 5, 2]), ("1 2.4", [nil, 5, nil]), ("-1.4/x.1/2/3", [nil, 5, 2]),
            ("99999.100000.0", [100_000, nil, 1]),
            ("1.2.3.4", [2, 3, 4]),
        ])
    func numbers(text: String, expected: [Int?]) throws {
        let guide = try GuideText.xmltv(GuideText.on("1000", "1030", "A", "<episode-num system='xmltv_ns'>\(text)</episode-num>"))
        #expect(["season", "episode", "part"].map { guide.records[0][$0].flatMap { Int($0) } } == expected)
    }

    @Test("everything that people see of a programme is read")
    func everything() throws {
        let guide = try GuideText.xmltv(
            """
            <programme start="20261101100000 +0000" stop="20261101110000 +0000" channel="a" clumpidx="0/2">
              <title lang="fr">La Nuit</title><title lang="en">The Night</title><sub-title lang="en">Part  one</sub-title><desc lang="en">Long.</desc>
              <credits>
                <director>D</director><actor role="R" guest="yes">A<image>https://p.example/a.jpg</image></actor><actor>B</actor><writer>W</writer>
                <presenter>P</presenter><guest>G</guest><producer>X</producer><composer>Y</composer>
              </credits>
              <date>19611105</date><category lang="en">Drama</category><category lang="fr">Drame</category><category lang="en">Feature film</category>
              <keyword>sea</keyword><language>French</language><orig-language>fr</orig-language><length units="minutes">52</length>
              <icon src="https://p.example/i.png"/><url>https://p.example/n</url><country>FR</country>
              <episode-num system="onscreen">S02E05</episode-num><episode-num system="xmltv_ns">1 . 4/12 . 0/3</episode-num>
              <video><aspect>16:9</aspect><colour>no</colour></video><previously-shown/><premiere/><last-chance/><new/><audio-description/>
              <subtitles type="teletext"/><subtitles type="deaf-signed"/><rating system="CSA"><value>-10</value></rating>
              <star-rating><value> 3 / 5 </value></star-rating><review type="text">Good.</review>
            </programme>
            """, "language: en")
        #expect(
            guide.records == [
                [
                    "channel": "a", "start": "2026-11-01T10:00:00Z", "stop": "2026-11-01T11:00:00Z", "title": "The Night",
                    "subtitle": "Part one", "description": "Long.",
                    "directors": "D", "cast": "A (R), B", "writers": "W", "presenters": "P", "guests": "G",
                    "crew": "X (producer), Y (composer)", "year": "1961",
                    "categories": "Drama, Feature film", "keywords": "sea", "language": "French", "original_language": "fr",
                    "length": "PT52M",
                    "picture": "https://p.example/i.png", "url": "https://p.example/n", "countries": "FR", "numbering": "S02E05",
                    "season": "2", "episode": "5", "part": "1",
                    "rating": "CSA -10", "stars": "3/5", "review": "Good.", "share": "0/2", "film": "true", "repeat": "true",
                    "premiere": "true", "last_chance": "true",
                    "new": "true", "audio_description": "true", "subtitles": "true", "signed": "true", "widescreen": "true",
                    "black_and_white": "true",
                ]
            ])
    }

    @Test(
        "a board of programmes that can't be filled is refused where it is written",
        arguments: [
            ("{ channel: { type: text }, start: { type: timestamp }, title: { type: text } }", "'stop' is missing"),
            (
                "{ channel: { type: text }, start: { type: timestamp }, stop: { type: timestamp }, title: { type: text }, mood: { type: text } }",
                "no field 'mood'"
            ),
            (
                "{ channel: { type: text }, start: { type: date }, stop: { type: timestamp }, title: { type: text } }",
                "has the type timestamp"
            ),
            (
                "{ channel: { type: text }, start: { type: timestamp }, stop: { type: timestamp }, title: { type: text }, year: { type: number } }",
                "make it optional"
            ),
        ])
    func declarations(fields: String, words: String) {
        let error = #expect(throws: DeclarationError.self) { try Declared("xmltv: {}", fields) }
        #expect(error?.detail.contains(words) == true)
    }

    @Test("a channel is called by its first name, if that comes before its programmes")
    func channelNames() throws {
        let one = "<channel id='a'><display-name>Harbour  One</display-name><display-name>101</display-name></channel>"
        #expect(try GuideText.xmltv(one + Self.plain).records.map { $0["channel_name"] } == ["Harbour One", "Harbour One"])
        #expect(try GuideText.xmltv("<channel id='b'/>" + Self.plain + one).records.map { $0["channel_name"] } == [nil, nil])
    }

    @Test("a name of a channel is bounded in what it takes, not in what is seen of it")
    func longName() throws {
        let name = "a" + String(repeating: "\u{301}", count: 20_000)
        let read = try GuideText.xmltv("<channel id='a'><display-name>\(name)</display-name></channel>" + Self.plain)
        #expect(read.records.allSatisfy { $0["channel_name"].map { $0.unicodeScalars.count <= 200 } == true })
    }

    @Test("no more than a few programmes of each channel are kept back, so that rows come while the document does")
    func streaming() throws {
        let board = try #require(BoardLibrary(data: nil)["guide"])
        var run = board.extractor.begin()
        var count = 0
        let half = (0..<100).map { GuideText.on("\($0 / 60 + 10)\($0 % 60 < 10 ? "0" : "")\($0 % 60)", nil, "T\($0)") }.joined()
        try run.append(Array("<?xml version=\"1.0\"?><tv>\(half)".utf8)) { _ in count += 1 }
        #expect(count == 84)
    }

    @Test(
        "a shift moves all programmes, or those of a channel",
        arguments: [
            ("1h", ["a 1100–1130 A"]), ("-30m", ["a 0930–1000 A"]), ("'-4.5'", ["a 0530–0600 A"]),
            ("{ a: 1h30m, all: 5m }", ["a 1130–1200 A"]),
            ("{ b: 1h, all: 5m }", ["a 1005–1035 A"]), ("{ b: 1h }", ["a 1000–1030 A"]), ("0", ["a 1000–1030 A"]),
        ])
    func shifted(shift: String, lines: [String]) throws {
        let read = try GuideText.xmltv(GuideText.on("1000", "1030", "A"), "shift: \(shift)").lines
        #expect(read.map { $0.replacing("11-01T", with: "").replacing(":", with: "") } == lines)
    }

    @Test("a shift of more than 14 hours, or of anything else, is refused", arguments: ["15h", "-14.5", "soon", "1x"])
    func refusedShift(shift: String) {
        #expect(throws: DeclarationError.self) { try GuideText.xmltv(GuideText.on("1000", "1030", "A"), "shift: \(shift)") }
    }

    @Test("a channel has its first icon as its logo")
    func logo() throws {
        let channel = "<channel id='a'><display-name>A</display-name><icon src='http://x/1.png'/><icon src='http://x/2.png'/></channel>"
        let read = try GuideText.xmltv(channel + GuideText.on("1000", "1030", "A"))
        #expect(read.records[0]["channel_logo"] == "http://x/1.png")
        let long = "<channel id='a'><icon src='http://x/\(String(repeating: "x", count: 500))'/></channel>"
        #expect(try GuideText.xmltv(long + GuideText.on("1000", "1030", "A")).records[0]["channel_logo"] == nil)
    }
}
