import Foundation
import Records
import Testing

@testable import Serving
@testable import Web

@Suite("Folded texts") struct SearchTextTests {
    /// Folding by the rules of Unicode alone, without our short cuts.
    private static func defined(_ text: String) -> String {
        let plain: [Unicode.Scalar: String] = [
            "ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ð": "d", "ħ": "h", "ı": "i", "ł": "l", "þ": "th", "ς": "σ",
        ]
        return text.lowercased().decomposedStringWithCompatibilityMapping.unicodeScalars.reduce(into: "") { folded, scalar in
            guard ![.nonspacingMark, .spacingMark, .enclosingMark].contains(scalar.properties.generalCategory) else { return }
            folded += plain[scalar] ?? String(scalar)
        }
    }

    @Test("every scalar is folded as Unicode says, alone and between others")
    func scalars() {
        let wrong = (0x80...0xFFFF).compactMap { Unicode.Scalar($0 as UInt32) }.filter { scalar in
            let text = "a\(scalar)\u{301}Σ "
            return !SearchText.folded(text).unicodeScalars.elementsEqual(Self.defined(text).unicodeScalars)
        }
        #expect(wrong.isEmpty)
    }

    @Test("words are found anywhere, in any order, and each has to be there")
    func found() {
        let search = SearchText("SÖHNE bron")
        #expect(search.matches(SearchText.folded("Brönnimann & Söhne")))
        #expect(!search.matches(SearchText.folded("Brönnimann")))
        #expect(!search.matches(""))
        #expect(SearchText("x").matches("x"))
        #expect(!SearchText("xy").matches("x"))
        #expect(SearchText("").matches(""))
        var effort = Effort()
        #expect(!SearchText("łódź x").matches("w ŁODZI", drawing: &effort))
        #expect(SearchText("lodzi").matches("w ŁODZI", drawing: &effort))
        #expect(effort.steps > 0)
    }
}
