import Extraction
import Foundation
import JSONReading
import Testing

@Suite("JSON as it is read") struct JSONReaderTests {
    @Test(
        "what is JSON is read, and says its text",
        arguments: [
            (#"{"a": [1, -0, 2.5e+3, "x"], "b": null}"#, "object"), ("[]", "array"), (" \t\r\n 7 ", "number"), ("-0.0E-1", "number"),
            ("\"\"", "string"), ("true", "flag"), ("null", "null"), (#"["\u00e9\ud834\udd1e\n\/"]"#, "array"),
            ("[\"\u{7F}\u{2028}\"]", "array"),
            ("\u{FEFF}{}", "object"), (#"{"":{"":[[[{}]]]}}"#, "object"),
        ])
    func reads(text: String, kind: String) throws {
        #expect(try JSONDocument(Array(text.utf8)).root.kind.rawValue == kind)
    }

    @Test(
        "what is not JSON is refused with its place",
        arguments: [
            "{\"a\":1,}", "[1,]", "[,1]", "[1 2]", "{'a':1}", "{a:1}", "{\"a\" 1}", "[01]", "[1.]", "[.5]", "[+1]", "[1e]", "[-]", "[0x1]",
            "[NaN]", "[Infinity]", "[\"\t\"]", #"["\x"]"#, #"["\u12g4"]"#, "[truth]", "nul", "[1]]", "[1] 2", "{\"a\":1 \"b\":2}",
            "[\"a\u{0}\"]",
            "// no\n[]", "]", "}", "[}", "{]", "[\"a\"", "[\"a", "{\"a\":", "{\"a\"", "", " ", "\u{FEFF}", "[1]\u{FEFF}", "\u{A0}[]",
        ])
    func refuses(text: String) {
        let error = #expect(throws: JSONError.self) { try JSONDocument(Array(text.utf8)) }
        #expect(error?.code == .damaged || error?.code == .truncated, "\(text)")
    }

    @Test(
        "bytes that are no UTF-8 are refused, wherever they stand",
        arguments: [[0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0x80]] as [[UInt8]])
    func notUTF8(bytes: [UInt8]) {
        #expect(throws: JSONError.self) { try JSONDocument(Array("[\"a".utf8) + bytes + Array("\"]".utf8)) }
    }

    @Test(
        "bytes that are no character are named, after what is wrong before them",
        arguments: [
            (Array("[\"a".utf8) + [0xFF], JSONError.Code.damaged, "byte 4 (0xFF) is not UTF-8"),
            ([0xEF, 0xBB, 0xBF] + Array("[\"".utf8) + [0xC0], .damaged, "byte 6 (0xC0) is not UTF-8"),
            (Array("[1,,".utf8) + [0xFF], .damaged, "this is not JSON, line 1, column 4"),
            (Array("[\"a".utf8) + [0xC3], .truncated, "the document ends inside a character"),
            ([0xFF, 0xFE, 0x5B, 0x00, 0x5D], .truncated, "the document ends inside a character"),
            ([0xFE, 0xFF, 0x00, 0x22, 0xD8, 0x34], .truncated, "the document ends inside a character"),
        ])
    func notACharacter(bytes: [UInt8], code: JSONError.Code, detail: String) {
        let error = #expect(throws: JSONError.self) { try JSONDocument(bytes) }
        #expect(error?.code == code)
        #expect(error?.detail.hasPrefix(detail) == true, "\(error.map { "\($0)" } ?? "")")
    }

    @Test("an error names line and column")
    func place() {
        let error = #expect(throws: JSONError.self) { try JSONDocument(Array("{\n  \"a\": 1,\n  b: 2\n}".utf8)) }
        #expect(error?.detail.contains("line 3, column 3") == true, "\(error.map { "\($0)" } ?? "")")
    }

    @Test("escapes become their characters, and half of a pair U+FFFD")
    func escapes() throws {
        let document = try JSONDocument(Array(#"["\u0041\u00e9\ud834\udd1e\\\/\b\f\n\r\t\"", "a\ud834b", "\udd1e\ud834"]"#.utf8))
        #expect(document.root[0]?.text == "Aé𝄞\\/\u{8}\u{C}\n\r\t\"")
        #expect(document.root[1]?.text == "a\u{FFFD}b")
        #expect(document.root[2]?.text == "\u{FFFD}\u{FFFD}")
    }

    @Test("of a name that is there twice the last one counts, everywhere")
    func repeatedNames() throws {
        let document = try JSONDocument(Array(#"{"a": 1, "b": 2, "\u0061": 3}"#.utf8))
        #expect(document.root["a"]?.text == "3")
        #expect(document.root.members.map(\.name) == ["b", "a"])
        #expect(try JSONPath("$.*").nodes(in: document).map(\.value.text) == ["2", "3"])
    }

    @Test("nesting is bounded, and the bound is named")
    func depth() {
        let deep = [UInt8](repeating: UInt8(ascii: "["), count: 100_000)
        let error = #expect(throws: JSONError.self) { try JSONDocument(deep) }
        #expect(error?.code == .limit)
        #expect(error?.detail.contains("512") == true)
        #expect(throws: Never.self) {
            try JSONDocument(Array((String(repeating: "[", count: 512) + String(repeating: "]", count: 512)).utf8))
        }
    }

    @Test("UTF-16 with its mark is read as the same text")
    func utf16() throws {
        let text = #"{"name": "Café 𝄞"}"#
        let little: [UInt8] = [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        let big: [UInt8] = [0xFE, 0xFF] + text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        #expect(try JSONDocument(little).root["name"]?.text == "Café 𝄞")
        #expect(try JSONDocument(big).root == JSONDocument(Array(text.utf8)).root)
    }

    @Test("JSONTestSuite: all that must be accepted is, all that must be refused is", .enabled(if: Suites.areThere))
    func suite() throws {
        let folder = try #require(Suites.folder).appendingPathComponent("JSONTestSuite")
        let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
            .compactMap { $0 as? URL }.filter { $0.pathExtension == "json" }
        var counts = ["y": (right: 0, all: 0), "n": (right: 0, all: 0), "i": (right: 0, all: 0)]
        for file in files {
            let kind = String(file.lastPathComponent.prefix(1))
            let isAccepted = (try? JSONDocument([UInt8](Data(contentsOf: file)))) != nil
            let isRight = kind == "i" || isAccepted == (kind == "y")
            counts[kind]?.all += 1
            if isRight { counts[kind]?.right += 1 }
            #expect(isRight, "\(file.lastPathComponent) was \(isAccepted ? "accepted" : "refused")")
        }
        print(
            "JSONTestSuite:",
            counts.sorted { $0.key > $1.key }.map { "\($0.key) \($0.value.right)/\($0.value.all)" }.joined(separator: ", "))
        #expect(counts["y"]?.all == 95)
        #expect(counts["n"]?.all == 188)
    }
}
