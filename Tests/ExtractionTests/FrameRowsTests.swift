import Boards
import Extraction
import Records
import Testing

@Suite("Words and lines of a fixed form") struct FrameRowsTests {
    private static let one = "{ number: { type: text, ask: true } }"

    @Test(
        "a word of 1 to 8 bytes, from either end, with a sign or without",
        arguments: [
            (1, "big", false, [0xFF], "255"), (1, "little", true, [0xFF], "-1"), (2, "big", false, [0x01, 0x00], "256"),
            (2, "little", false, [0x01, 0x00], "1"), (3, "big", true, [0x80, 0, 0], "-8388608"),
            (8, "big", false, [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFE], "18446744073709551614"),
            (8, "little", true, [0, 0, 0, 0, 0, 0, 0, 0x80], "-9223372036854775808"),
        ])
    func words(size: Int, order: String, isSigned: Bool, bytes: [UInt8], text: String) throws {
        let rows = try Declared("frames: { words: { bytes: \(size), order: \(order), signed: \(isSigned) } }", Self.one)
        for cut in [1, nil] { #expect(try rows.texts(of: bytes + bytes, cut: cut) == [[text], [text]]) }
    }

    @Test("lines may end with another character, and those that do not match are passed over")
    func lines() throws {
        let rows = try Declared(
            "frames: { lines: '^(?<number>[0-9]+)$', ends: ';', with: { place: Weir } }",
            "{ number: { type: number, ask: true }, place: { type: text } }")
        for cut in [1, 2, nil] { #expect(try rows.texts(of: "1;x;;22;", cut: cut) == [["1", "Weir"], ["22", "Weir"]]) }
    }

    @Test(
        "what ends in the middle, or can't be read, says so",
        arguments: [
            (
                "words: { bytes: 4, order: big }", [UInt8](repeating: 1, count: 6), ExtractionError.Code.truncated,
                "after 2 of the 4 bytes of word 2"
            ),
            ("words: { bytes: 4, order: big }", [], .truncated, "empty"),
            ("lines: '(?<number>.)'", Array("1\n2".utf8), .truncated, "inside line 2"),
            ("lines: '(?<number>[0-9])'", Array("x\n".utf8), .noRows, "no line matches"),
            ("lines: '(?<number>.)'", [0xFF, 0x0A], .damaged, "line 1 is not UTF-8"),
            ("lines: '(?<number>.)'", [UInt8](repeating: 0x31, count: 70_000), .limit, "line 1 is longer than 64 KB"),
        ])
    func refuses(form: String, bytes: [UInt8], code: ExtractionError.Code, detail: String) throws {
        let error = #expect(throws: ExtractionError.self) { try Declared("frames: { \(form) }", Self.one).texts(of: bytes) }
        #expect(error?.code == code, "\(error.map { "\($0)" } ?? "")")
        #expect(error?.detail.contains(detail) == true, "\(error.map { "\($0)" } ?? "")")
    }

    @Test("a stream has no number of words that is too many, and a document has")
    func endless() throws {
        let rows = try Declared("frames: { words: { bytes: 1 } }", Self.one)
        var hints = DocumentHints()
        hints.isEndless = true
        var run = rows.board.extractor.begin(hints)
        var last = -1
        let piece = [UInt8](repeating: 7, count: 100_000)
        for _ in 0..<11 { try run.append(piece) { last = $0.row } }
        #expect(last == 1_099_999)
        var lines = try Declared("frames: { lines: '(?<number>.)' }", Self.one).board.extractor.begin(hints)
        #expect(throws: ExtractionError.self) { try lines.append([UInt8](repeating: 0x31, count: 4_097)) { _ in } }
    }

    @Test(
        "a wrong declaration is refused with its mend",
        arguments: [
            ("{}", "either 'words' or 'lines'"), ("{ words: { bytes: 9, order: big } }", "from 1 to 8"),
            ("{ words: { bytes: 2 } }", "'order' is missing"), ("{ words: { bytes: 1, field: x } }", "no field 'x'"),
            ("{ words: { bytes: 1 } }", "fills one field"), ("{ words: { bytes: 1, field: name } }", "'price' is never read"),
            ("{ lines: '(?<name>.)' }", "'price' is never read"), ("{ lines: '(?<nme>.)' }", "no field 'nme'"),
            ("{ words: { bytes: 1 }, ends: tab }", "for lines"), ("{ words: { bytes: 1 }, with: { price: x } }", "price"),
        ])
    func declarations(extract: String, detail: String) {
        let error = #expect(throws: DeclarationError.self) { try Declared("frames: \(extract)") }
        #expect(error?.detail.contains(detail) == true, "\(error.map { "\($0)" } ?? "")")
    }
}
