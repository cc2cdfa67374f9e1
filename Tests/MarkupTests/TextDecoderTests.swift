import Markup
import Testing

struct TextDecoderTests {
    private func decode(_ bytes: [UInt8], _ label: String, cut: Int, _ invalid: TextDecoder.InvalidBytes = .refuse) throws -> (String, Int)
    {
        var decoder = TextDecoder(try Charset(label: label), invalidBytes: invalid)
        var text: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: cut) {
            text += try decoder.decode(Array(bytes[start..<min(start + cut, bytes.count)]))
        }
        text += try decoder.finish()
        return (String(decoding: text, as: UTF8.self), decoder.replacements)
    }

    @Test(
        "known characters come out, however the bytes are cut",
        arguments: [
            ("utf-8", [0xC3, 0xA9, 0xE2, 0x82, 0xAC, 0xF0, 0x9F, 0x98, 0x80], "é€😀"), ("latin1", [0x80, 0xE9, 0x81], "€é\u{81}"),
            ("iso-8859-15", [0xA4], "€"), ("koi8-u", [0xD4, 0xAE], "тў"), ("windows-1251", [0xCF, 0x98], "П\u{98}"),
            ("windows-1255", [0xE0, 0xCA], "א\u{5BA}"), ("macintosh", [0xC6, 0xF0], "∆\u{F8FF}"), ("tis-620", [0xA1], "ก"),
            ("shift_jis", [0x93, 0xFA, 0xB1, 0x5C, 0x87, 0x40], "日ｱ\\①"),
            ("euc-jp", [0xC6, 0xFC, 0x8E, 0xB1, 0x8F, 0xB0, 0xA1, 0x41], "日ｱ丂A"),
            ("iso-2022-jp", [0x1B, 0x24, 0x42, 0x46, 0x7C, 0x1B, 0x28, 0x42, 0x41], "日A"), ("euc-kr", [0xB3, 0xE2, 0x81, 0x41], "년갂"),
            ("gb2312", [0xD6, 0xD0, 0x80, 0x81, 0x30, 0x81, 0x30], "中€\u{80}"), ("gb18030", [0x94, 0x39, 0xDA, 0x33, 0xA3, 0xA0], "💩　"),
            ("big5", [0xA4, 0xA4, 0x88, 0x62, 0xA1, 0x45], "中Ê̄‧"), ("utf-16", [0x3D, 0xD8, 0x00, 0xDE, 0x41, 0], "😀A"),
            ("utf-16be", [0xFE, 0xFF, 0xD8, 0x3D, 0xDE, 0x00], "😀"), ("utf-32be", [0, 1, 0xF6, 0], "😀"),
            ("x-user-defined", [0x41, 0xFF], "A\u{F7FF}"),
        ] as [(String, [UInt8], String)])
    func known(label: String, bytes: [UInt8], expected: String) throws {
        for cut in [1, 2, 3, 100] { #expect(try decode(bytes, label, cut: cut).0 == expected, "\(label), cut \(cut)") }
    }

    @Test(
        "invalid bytes are refused with their offset, or replaced and counted",
        arguments: [
            ("utf-8", [0x41, 0x80, 0x42], "A�B", 1), ("utf-8", [0xE2, 0x82], "�", 1), ("utf-8", [0xF0, 0x80, 0x80], "���", 3),
            ("shift_jis", [0x93, 0x20], "� ", 1), ("euc-kr", [0xFF, 0x41], "�A", 1), ("utf-16le", [0x00, 0xDC, 0x41, 0], "�A", 1),
            ("iso-8859-6", [0xA1], "�", 1), ("gbk", [0x81, 0x30, 0x41], "�0A", 1), ("big5", [0xFF], "�", 1),
            ("euc-jp", [0x8F, 0xA1], "�", 1),
        ] as [(String, [UInt8], String, Int)])
    func invalid(label: String, bytes: [UInt8], expected: String, count: Int) throws {
        for cut in [1, 2, 100] {
            let (text, replacements) = try decode(bytes, label, cut: cut, .replace)
            #expect(text == expected, "\(label), cut \(cut): \(text)")
            #expect(replacements == count, "\(label), cut \(cut): \(text)")
            #expect(#expect(throws: MarkupError.self) { try decode(bytes, label, cut: cut) }?.code == .encoding)
        }
    }

    @Test(
        "a label that is unknown or refused is an error in words",
        arguments: [("ebcdic-37", "not known"), ("iso-2022-kr", "refuse"), ("hz-gb-2312", "refuse")])
    func labels(label: String, part: String) {
        #expect(#expect(throws: MarkupError.self) { try Charset(label: label) }?.detail.contains(part) == true)
    }

    @Test("labels are read in any case, with blanks around them")
    func labelForms() throws {
        #expect(try Charset(label: " UTF8\n") == .utf8)
        #expect(try Charset(label: "ISO-8859-1") == .windows1252)
        #expect(try Charset(label: "ks_c_5601-1987").name == "EUC-KR")
    }

    @Test(
        "HTML names its charset in a meta element, or is taken for what it looks like",
        arguments: [
            ("<meta charset=koi8-r>", "KOI8-R"), ("<META http-equiv='Content-Type' content='text/html; charset=\"gb2312\"'>", "GBK"),
            ("<!-- <meta charset=koi8-r> --><p>", "UTF-8"), ("<p>é", "UTF-8"), ("<meta charset='utf-16'>", "UTF-8"),
            ("<meta charset=unheard-of>", "UTF-8"),
        ])
    func html(page: String, expected: String) throws {
        #expect(try Charset.detect(Array(page.utf8), isWhole: true, syntax: .html)?.name == expected)
    }

    @Test("text is UTF-8 if it is, else windows-1252, and more may be wanted to tell")
    func text() throws {
        #expect(try Charset.detect([0x41, 0xE9, 0x20], isWhole: true, syntax: .text) == .windows1252)
        #expect(try Charset.detect(Array("Aé".utf8), isWhole: true, syntax: .text) == .utf8)
        #expect(try Charset.detect(Array("Some text".utf8), isWhole: false, syntax: .text) == nil)
        #expect(try Charset.detect(Array("Some text".utf8), isWhole: false, http: "koi8-r", syntax: .text)?.name == "KOI8-R")
    }

    @Test("references to control characters mean what windows-1252 has for them")
    func references() {
        #expect(CharacterReferences.decoded("It&#146;s &#128;5, &#x96; &#233;&#129;") == "It’s €5, – é\u{81}")
    }
}
