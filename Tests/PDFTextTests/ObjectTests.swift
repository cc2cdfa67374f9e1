import Testing

@testable import PDFText

@Suite("Values are read as the format says")
struct ObjectTests {
    private func value(_ text: String) -> PDFObject? {
        let bytes = Array(text.utf8)
        var lexer = Lexer(longestString: 1_000)
        var builder = ValueBuilder(limits: PDFLimits())
        var position = 0
        while true {
            let token = lexer.next(bytes.span, &position, ended: true)
            if token == .needMore { break }
            _ = builder.take(token)
        }
        builder.closeAll()
        return builder.values.first
    }

    @Test("numbers with signs and points")
    func numbers() throws {
        let expected: [(String, PDFObject)] = [
            ("17", .integer(17)), ("-98", .integer(-98)), ("+3", .integer(3)), (".5", .real(0.5)), ("-.5", .real(-0.5)),
            ("4.", .integer(4)),
            ("4.25", .real(4.25)), ("--7", .integer(-7)), ("0000000016", .integer(16)),
        ]
        for (text, object) in expected { #expect(value(text) == object, "\(text)") }
        guard case .integer(let large)? = value("99999999999999999999999") else {
            Issue.record("no integer")
            return
        }
        #expect(large > 1 << 50)
    }

    @Test("literal strings: escapes, octal of one to three digits, nesting, line ends")
    func literalStrings() throws {
        let expected = [
            (#"(a\n\r\t\b\f\(\)\\z)"#, "a\n\r\t\u{8}\u{C}()\\z"), (#"(\101\7\53\0053)"#, "A\u{7}+\u{5}3"), ("(a(b(c))d)", "a(b(c))d"),
            ("(one\\\ntwo\\\r\nthree)", "onetwothree"), ("(a\rb\r\nc\nd)", "a\nb\nc\nd"), (#"(\q\8)"#, "q8"), ("()", ""),
        ]
        for (text, string) in expected { #expect(value(text) == .string(Array(string.utf8)), "\(text)") }
    }

    @Test("hexadecimal strings: blanks inside, an odd digit, small letters")
    func hexadecimalStrings() throws {
        #expect(value("<48 65\n6C6c 6F>") == .string(Array("Hello".utf8)))
        #expect(value("<414>") == .string([0x41, 0x40]))
        #expect(value("<>") == .string([]))
    }

    @Test("names with #xx, arrays, dictionaries, references, comments")
    func containers() throws {
        #expect(value("/A#42#20C#") == .name("AB C#"))
        #expect(value("[1 0 R 2 % comment ]\n 3]") == .array([.reference(1), .integer(2), .integer(3)]))
        guard case .dictionary(let dictionary)? = value("<</A 1/B[true null]/C<</D(x)>>/A 2/E 5 0 R>>") else {
            Issue.record("no dictionary")
            return
        }
        #expect(dictionary["A"] == .integer(2))
        #expect(dictionary["B"] == .array([.boolean(true), .null]))
        #expect(dictionary["E"] == .reference(5))
    }

    @Test("containers that are not closed are closed at the end")
    func unclosed() throws {
        #expect(value("[1 [2") == .array([.integer(1), .array([.integer(2)])]))
    }

    @Test("objects of an object stream that leave a string open are bounded", arguments: ["(", "<"])
    func openStrings(begin: String) {
        var file = SamplePDF.page("BT /F1 9 Tf (ok) Tj ET")
        let heads = (100..<300).map { "\($0) 0 " }.joined()
        file.addStream(
            6, heads + begin + String(repeating: "4", count: 8_000), entries: "/Type/ObjStm/N 200/First \(heads.utf8.count)")
        let reading = read(file.finished())
        #expect(reading.texts == ["ok"])
        #expect(reading.warnings.map(\.detail) == ["objects of object stream 6 overlap"])
    }

    @Test(
        "what an object of an object stream leaves open is no part of the next",
        arguments: ["[1 2 % a comment", "[1 2 (string", "[\(String(repeating: "a", count: 300))"])
    func leftOpen(last: String) {
        var file = SamplePDF()
        file.add(3, "<</Type/Page/Contents 5 0 R/Resources<</Font<</F1 4 0 R>>>>>>")
        file.addStream(5, "BT /F1 9 Tf (2) Tj ET")
        let font = "true<</Type/Font/Subtype/Type1/Encoding<</Differences[50/A]>>>> "
        let heads = "30 \(font.utf8.count) 31 0 4 4 "
        file.addStream(6, heads + font + last, entries: "/Type/ObjStm/N 3/First \(heads.utf8.count)")
        #expect(read(file.finished()).texts == ["A"])
    }
}
