import Foundation

/// What is typed into a list's search: words, in any order, that all have to stand somewhere in a row.
///
/// Text and words are compared folded: in lower case and without accents, so that "Brönnimann" is found by "bronni", and "Łódź" by
/// "lodz". A row carries its folded text, and `Assets/js/folding.js` folds what is typed in the browser by the same rules.
struct SearchText: Hashable, Sendable {
    /// Folded; at most 20.
    let words: [String]

    init(_ query: String) { words = Self.folded(query).split(whereSeparator: \.isWhitespace).prefix(20).map(String.init) }

    /// Whether all words are in a folded text.
    func matches(_ folded: String) -> Bool { words.allSatisfy { folded.range(of: $0, options: .literal) != nil } }

    /// Lower case, compatibility decomposition, no marks, and the letters that Unicode does not take apart.
    static func folded(_ text: some StringProtocol) -> String {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased() }
        var folded = String.UnicodeScalarView()
        for scalar in text.lowercased().decomposedStringWithCompatibilityMapping.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .nonspacingMark, .spacingMark, .enclosingMark: continue
            default: break
            }
            if let plain = plain[scalar] { folded.append(contentsOf: plain.unicodeScalars) } else { folded.append(scalar) }
        }
        return String(folded)
    }

    private static let plain: [Unicode.Scalar: String] = [
        "ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ð": "d", "ħ": "h", "ı": "i", "ł": "l", "þ": "th", "ς": "σ",
    ]
}
