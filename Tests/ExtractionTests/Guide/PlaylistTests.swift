import Records
import Testing

@testable import Extraction

@Suite("Playlists as programs write them")
struct PlaylistTests {
    private func read(_ bytes: [UInt8], cut: Int) throws -> (rows: [[String]], notes: ReadingNotes) {
        let names = ["channel", "channel_name", "channel_group"]
        let schema = Schema(
            fields: names.map { name in
                var field = Field(name: name, kind: .text)
                field.isOptional = name == "channel_group"
                return field
            })
        let plan = try PlaylistRows(options: Declaration(.map([]), line: 1, path: ""), schema: schema)
        var (run, rows) = (plan.begin(DocumentHints()), [[String]]())
        func keep(_ extracted: Extracted) {
            if case .final(_, let record) = extracted { rows.append(record.values.map { $0?.text ?? "" }) }
        }
        for start in stride(from: 0, to: bytes.count, by: cut) {
            try run.append(Array(bytes[start..<min(start + cut, bytes.count)]), keep)
        }
        try run.finish(keep)
        return (rows, run.notes)
    }

    /// The rows of one `#EXTINF`.
    private func rows(_ info: String) throws -> [[String]] {
        try read(Array("#EXTM3U\n#EXTINF:\(info)\nhttp://x/1\n".utf8), cut: 1000).rows
    }

    @Test(
        "values in quotes of either kind, or in none, with blanks around the sign, and quotes that don't end",
        arguments: [
            ("-1 tvg-id='a' group-title='News',Alpha", ["a", "Alpha", "News"]),
            ("-1 tvg-id = \"a\"  group-title= \"News, Sport\" , Alpha", ["a", "Alpha", "News, Sport"]),
            ("-1 tvg-id=a group-title=News and Sport,Alpha", ["a", "Alpha", "News and Sport"]),
            ("-1 tvg-id= group-title='News',Alpha", ["Alpha", "Alpha", "News"]),
            ("-1 tvg-id=\"\" group-title=,Alpha", ["Alpha", "Alpha", ""]),
            ("-1 tvg-id='a' tvg-name='Harbour's End' group-title='B',Harbour's End", ["a", "Harbour's End", "B"]),
            ("-1 tvg-id=\"a\" group-title=\"Land,Alpha", ["a", "Alpha", "Land"]),
            ("-1 tvg-id=\"a\" group-title=\"Land, Sea,Alpha", ["a", "Alpha", "Land, Sea"]),
            ("-1 tvg-id=\"a group-title=\"Land\",Alpha", ["a", "Alpha", "Land"]),
            ("-1 tvg-id='a group-title='Land',Alpha", ["a", "Alpha", "Land"]),
            ("-1 tvg-id=\"a\" tvg-name=\"The \"Big\" One\" group-title=\"Land\",The \"Big\" One", ["a", "The \"Big\" One", "Land"]),
            ("-1 tvg-id=\"a\" group-title=\"Our \"Best\"\",Alpha", ["a", "Alpha", "Our \"Best\""]),
            ("-1 tvg-id=\"a\"group-title=\"Land \"tvg-logo=\"\" \"x\",Alpha", ["a", "Alpha", "Land"]),
            ("-1,tvg-id=\"a\" group-title=\"Land\",Alpha", ["a", "Alpha", "Land"]),
            ("-1 tvg-id=\"a\" group-title=\"R&amp;B\",Salt &amp; Pepper &#38; more", ["a", "Salt & Pepper & more", "R&B"]),
            ("-1 tvg-id=\"a\",A=B, C", ["a", "A=B, C", ""]), ("-1 tvg-id=\"a&b\",Alpha", ["a&b", "Alpha", ""]),
        ])
    func values(info: String, row: [String]) throws {
        #expect(try rows(info) == [row])
    }

    @Test("a group on a line of its own is that of one channel, which may say its own", arguments: [1, 2, 3, 7, 1000])
    func group(cut: Int) throws {
        let lines = """
            #EXTM3U
            #EXTINF:-1 tvg-id="a",Alpha
            #EXTGRP:Sea
            http://x/a
            #EXTINF:-1 tvg-id="b" group-title="Land",Beta
            #EXTGRP:Sea
            http://x/b
            #EXTGRP: Air
            #EXTINF:-1 tvg-id="c",Gamma
            http://x/c
            #EXTINF:-1 tvg-id="d",Delta
            http://x/d
            """
        let expected = [["a", "Alpha", "Sea"], ["b", "Beta", "Land"], ["c", "Gamma", "Air"], ["d", "Delta", ""]]
        for ending in ["\n", "\r\n", "\r"] {
            #expect(try read(Array(lines.split(separator: "\n").joined(separator: ending).utf8), cut: cut).rows == expected)
        }
    }

    @Test("a quote without an end is counted as mended")
    func mended() throws {
        let bytes = Array("#EXTM3U\n#EXTINF:-1 tvg-id=\"a\" group-title=\"Land,Alpha\nhttp://x/1\n".utf8)
        #expect(try read(bytes, cut: 5).notes.mended == ["a quote without an end": 1])
    }
}
