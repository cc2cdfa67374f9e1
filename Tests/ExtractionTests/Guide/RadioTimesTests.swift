import Extraction
import Foundation
import Records
import Testing

@Suite("Radio Times as its files are") struct RadioTimesTests {
    private static let preamble = "\t\nIn accessing this XML feed, you agree to a notice.\r\n"

    /// A row with these fields, counted from 1, in place of those of a plain one.
    private static func row(_ changes: [Int: String] = [:]) -> String {
        var fields = [
            "News", "", "", "", "", "", "false", "false", "false", "false", "false", "false", "false", "false", "", "", "No Genre", "",
            "false", "01/07/2026", "10:00", "10:30", "30",
        ]
        for (place, text) in changes { fields[place - 1] = text }
        return fields.joined(separator: "~")
    }

    private static func guide(_ rows: [String], end: String = "\r\n", options: String = "") throws -> GuideText {
        try GuideText(
            "radiotimes: { \(options) }", Array((preamble + rows.map { $0 + end }.joined()).utf8),
            at: URL(string: "https://guide.example/26.dat"))
    }

    @Test("a file is a channel, named by its address or by the board; its notice is handed on; lines end either way")
    func channel() throws {
        for end in ["\r\n", "\n"] {
            let guide = try Self.guide([Self.row()], end: end)
            #expect(guide.lines == ["26 07-01T09:00–07-01T09:30 News"])
            #expect(guide.notes.notice == "In accessing this XML feed, you agree to a notice.")
        }
        #expect(try Self.guide([Self.row()], options: "channel: One").lines == ["One 07-01T09:00–07-01T09:30 News"])
        #expect(try Self.guide([]).records.isEmpty)
    }

    @Test(
        "fields are read as they are meant",
        arguments: [
            ([2: "5/24, series 3"], ["season": "3", "episode": "5", "numbering": "5/24, series 3"]), ([2: "5/24"], ["episode": "5"]),
            ([2: "5"], ["episode": "5"]),
            ([2: "series 3"], ["season": "3"]), ([2: "5&6"], ["episode": "5"]), ([2: "The Last One"], ["subtitle": "The Last One"]),
            ([1: "Ship", 3: "Ship: Fog"], ["title": "Ship", "subtitle": "Fog"]), ([4: "null"], ["year": nil]),
            ([4: "1961"], ["year": "1961"]),
            ([6: "Host*Ann||*Bo|Guest**Cy|null*Di"], ["cast": "Ann (Host), Bo, Cy (Guest), Di"]), ([6: "Ann, Bo"], ["cast": "Ann, Bo"]),
            ([18: "One\n \n two"], ["description": "One two"]), ([18: "One\r two"], ["description": "One two"]),
            ([18: "One ~ two"], ["description": "One ~ two"]),
            ([18: "Old. UPDATED LISTING - was at 3"], ["description": "Old."]),
            ([18: "Premiere. Old."], ["description": "Old.", "premiere": "true"]),
            ([18: "New series. Old."], ["description": "Old.", "new": "true"]),
            ([1: "Caf&eacute; &amp; &#66;ar &unknown;"], ["title": "Café & Bar &unknown;"]),
            ([1: "CrÃ¨me"], ["title": "Crème"]), ([1: "Pâté"], ["title": "Pâté"]), ([1: " A\u{A0}B\u{85} "], ["title": "A B"]),
            ([18: "O\u{B}ne"], ["description": "One"]),
            ([22: "11:55"], ["stop": "2026-07-01T09:30:00Z"]), ([23: "0"], ["stop": "2026-07-01T09:00:00Z"]),
            ([16: "15", 15: "4"], ["rating": "BBFC 15", "stars": "4/5"]),
            ([17: "Drama"], ["categories": "Drama"]),
            ([8: "true", 9: "true", 19: "true"], ["film": "true", "repeat": "true", "choice": "true"]),
            ([21: " 10:00  ", 7: " true "], ["premiere": "true", "start": "2026-07-01T09:00:00Z"]),
        ] as [([Int: String], [String: String?])])
    func fields(changes: [Int: String], expected: [String: String?]) throws {
        let record = try #require(try Self.guide([Self.row(changes)]).records.first)
        for (name, text) in expected { #expect(record[name] == text, "\(name)") }
    }

    @Test(
        "a row that can't be read is left out and counted",
        arguments: [
            ([20: "31/02/2026"], "no time: “31/02/2026 10:00”"), ([21: "25:61"], "no time: “01/07/2026 25:61”"),
            ([23: "half an hour"], "field 23 isn't a number of minutes"),
            ([9: "yes"], "field 9 is neither true nor false"), ([1: ""], "no title"), ([1: "(BST) "], "no title"),
        ] as [([Int: String], String)])
    func refused(changes: [Int: String], why: String) throws {
        let guide = try Self.guide([Self.row(), Self.row(changes), Self.row([1: "Weather", 21: "11:00"])])
        #expect(guide.records.map { $0["title"] } == ["News", "Weather"])
        #expect(guide.notes.leftOut == [why: 1])
    }

    @Test("a short row costs itself alone, the same row twice is once, and 01:30 in spring is an hour later")
    func rows() throws {
        let short = Self.row().split(separator: "~", omittingEmptySubsequences: false).prefix(20).joined(separator: "~")
        let guide = try Self.guide([short, Self.row(), Self.row(), Self.row([1: "Night", 20: "29/03/2026", 21: "01:30"]), short])
        #expect(guide.lines == ["26 07-01T09:00–07-01T09:30 News", "26 03-29T01:30–03-29T02:00 Night"])
        #expect(guide.notes.leftOut == ["a row of 20 fields in place of 23": 2])
        #expect(guide.notes.mended == ["twice in the file": 1, "a time that the clock skips": 1])
    }

    @Test("a row over several lines, some of them empty, is one; what follows it is counted from nothing")
    func lines() throws {
        let lines = Self.row([18: "One\n\n\ntwo"])
        // 12 and 11 tildes, and a whole row between them.
        let (first, second) = (String(repeating: "~", count: 12), String(repeating: "~", count: 11))
        let guide = try Self.guide([lines, first, Self.row([1: "Weather", 21: "11:00"]), second + "\n\n", Self.row()])
        #expect(guide.records.map { $0["title"] } == ["News", "Weather"])
        #expect(guide.records.first?["description"] == "One two")
        #expect(guide.notes.leftOut == ["a row of 13 fields in place of 23": 1, "a row of 12 fields in place of 23": 1])
        #expect(guide.notes.mended == ["twice in the file": 1])
    }

    @Test("a row that never ends is refused, however short its lines are")
    func endless() {
        let lines = String(repeating: "\n", count: 257 << 10)
        let error = #expect(throws: ExtractionError.self) {
            try GuideText("radiotimes: {}", Array((Self.preamble + Self.row() + "\nNews" + lines).utf8))
        }
        #expect(error?.code == .limit)
    }

    @Test(
        "what is no list, or half of one, is refused",
        arguments: ["<!DOCTYPE html><html><title>503</title></html>", "", "\t\nIn accessing this XML feed, x\r\nNews~5"])
    func wrong(document: String) {
        #expect(throws: ExtractionError.self) { try GuideText("radiotimes: {}", Array(document.utf8)) }
    }

    @Test("of a file in UTF-8 a byte that is no character costs nothing but itself, however it is cut", arguments: [1, 7, 10_000])
    func invalidBytes(cut: Int) throws {
        let bytes = Array((Self.preamble + Self.row([1: "Café ##"]) + "\r\n" + Self.row([1: "Weather", 21: "11:00"]) + "\r\n").utf8)
            .map { $0 == UInt8(ascii: "#") ? 0xE9 : $0 }
        let guide = try GuideText("radiotimes: {}", bytes, cut: cut)
        #expect(guide.records.map { $0["title"] } == ["Café \u{FFFD}\u{FFFD}", "Weather"])
        #expect(guide.notes.mended == ["invalid characters": 2])
    }

    @Test("an older file in windows-1252 is read as such")
    func encoding() throws {
        let bytes =
            Array((Self.preamble + Self.row() + "\r\n").utf8)
            + Array(Self.row([1: "Caf#", 21: "11:00"]).utf8).map { $0 == UInt8(ascii: "#") ? 0xE9 : $0 } + [0x0D, 0x0A]
        #expect(try GuideText("radiotimes: {}", bytes).records.map { $0["title"] } == ["News", "Café"])
    }
}
