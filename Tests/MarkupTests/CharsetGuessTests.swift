import Foundation
import Testing

@testable import Markup

@Suite("Guesses of charsets") struct CharsetGuessTests {
    private static let texts: [(charset: String, text: String)] = [
        ("windows-1252", "Über die Brücke fährt ein großer Zug; «déjà vu», ça coûte 5 €."),
        ("windows-1252", "El niño comió una manzana. ¿Qué pasó?"),
        ("windows-1252", "Its café — “open” — is near."), ("windows-1250", "Zażółć gęślą jaźń, to jest próba tekstu w języku polskim."),
        ("windows-1250", "Příliš žluťoučký kůň úpěl ďábelské ódy."),
        ("windows-1251", "Паром отходит в девять часов утра, и никто не знает почему."),
        ("koi8-r", "Паром отходит в девять часов утра, и никто не знает почему."),
        ("windows-1253", "Το πλοίο φεύγει στις εννέα το πρωί και κανείς δεν ξέρει γιατί."),
        ("windows-1254", "Gemi sabah saat dokuzda kalkıyor, şimdi çağırın ve düşünün."),
        ("windows-1255", "הספינה יוצאת בתשע בבוקר ואיש אינו יודע מדוע"),
        ("windows-1256", "السفينة تغادر في التاسعة صباحا ولا أحد يعرف لماذا"),
        ("windows-1257", "Laivas išplaukia devintą valandą ryto, ir niekas nežino, kodėl."),
        ("shift_jis", "港の船は九時に出ます。天気はよいです。"), ("euc-jp", "港の船は九時に出ます。天気はよいです。"), ("gb18030", "渡轮九点开船。天气很好。"),
        ("big5", "渡輪九點開船。天氣很好，大家都在等。"), ("euc-kr", "배는 아홉 시에 떠납니다. 날씨가 좋습니다."),
        ("utf-8", "Über die Brücke, 港の船."),
    ]

    @Test("a text's charset is told by its letters", arguments: texts.indices)
    func letters(_ place: Int) throws {
        let (label, text) = Self.texts[place]
        let charset = try Charset(label: label)
        let bytes = try #require(Self.encoded(text, charset))
        let guess = CharsetGuess(bytes)
        #expect(
            guess?.charset == charset || guess.map { Self.decoded(bytes, $0.charset) == text } == true,
            "\(label): \(guess?.charset.name ?? "none")")
    }

    @Test(
        "UTF-16 without a mark is told by its blanks",
        arguments: ["Plain words, in English.\n", "Паром отходит в девять.\n", "渡轮九点开船。 天气很好。\n"])
    func wide(_ text: String) {
        let units = Array(text.utf16)
        #expect(CharsetGuess(units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] })?.charset == .utf16LittleEndian)
        #expect(CharsetGuess(units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] })?.charset == .utf16BigEndian)
    }

    @Test("what is in no charset that is known here is not told")
    func unknown() {
        // DOS 850 and noise.
        #expect(
            CharsetGuess(Array("F".utf8) + [0x81] + Array("r die Br".utf8) + [0x81] + Array("cke f".utf8) + [0x84] + Array("hrt".utf8))
                == nil)
        #expect(CharsetGuess((0..<4_000).map { UInt8(truncatingIfNeeded: $0 &* 197 &+ $0 / 7) }) == nil)
    }

    /// Encodes text in charsets without an encoder of ours, by searching for bytes that decode to each character.
    private static func encoded(_ text: String, _ charset: Charset) -> [UInt8]? {
        if charset == .utf8 { return Array(text.utf8) }
        var table: [String: [UInt8]] = [:]
        for first in UInt8(0x80)...0xFF {
            if let one = decoded([first], charset) { table[one] = table[one] ?? [first] }
            for second in UInt8(0x40)...0xFE {
                if let two = decoded([first, second], charset), two.unicodeScalars.count == 1 {
                    table[two] = table[two] ?? [first, second]
                }
            }
        }
        var bytes: [UInt8] = []
        for character in text.unicodeScalars {
            if character.isASCII {
                bytes.append(UInt8(character.value))
            } else {
                guard let found = table[String(character)] else { return nil }
                bytes += found
            }
        }
        return bytes
    }

    private static func decoded(_ bytes: [UInt8], _ charset: Charset) -> String? {
        var decoder = TextDecoder(charset, invalidBytes: .refuse)
        guard let start = try? decoder.decode(bytes), let end = try? decoder.finish() else { return nil }
        return String(decoding: start + end, as: UTF8.self)
    }
}
