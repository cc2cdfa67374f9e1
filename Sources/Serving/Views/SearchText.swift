import Foundation
package import Records

/// A list's search text: words, in any order, that must all occur in a row.
///
/// Text and words are compared folded: in lower case and without accents, so that "bronni" finds "Brönnimann", and "lodz" finds "Łódź". A
/// row stores its folded text, and `Assets/js/folding.js` folds the input in the browser by the same rules.
package struct SearchText: Hashable, Sendable {
    /// Folded; at most 20 words.
    package let words: [String]

    package init(_ query: String) { words = Self.folded(query).split(whereSeparator: \.isWhitespace).prefix(20).map(String.init) }

    /// Whether a folded text contains all words.
    package func matches(_ folded: String) -> Bool {
        var folded = folded
        return folded.withUTF8 { text in words.allSatisfy { word in Self.holds(text, word) } }
    }

    /// The same for a text that isn't folded yet, at a cost of some steps per byte.
    package func matches(_ text: String, drawing effort: inout Effort) -> Bool {
        effort.draw(text.utf8.count * (1 + words.count) / 4)
        return matches(Self.folded(text))
    }

    /// Lower case, compatibility decomposition, no marks, and replacements for letters that Unicode doesn't decompose.
    package static func folded(_ text: some StringProtocol) -> String {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased() }
        // Each scalar can be folded by itself: only the order of marks depends on neighbours, and marks are dropped.
        guard text.unicodeScalars.allSatisfy({ Int($0.value) < tableSize || isIdeograph($0) }) else { return decomposed(text) }
        var folded: [UInt8] = []
        folded.reserveCapacity(text.utf8.count)
        for scalar in text.unicodeScalars {
            if Int(scalar.value) < tableSize, let other = table[Int(scalar.value)] {
                folded += other
            } else {
                folded += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
            }
        }
        return String(decoding: folded, as: UTF8.self)
    }

    /// The folded form of each of the first scalars; nil: unchanged. Covers alphabets and kana: a table lookup takes a hundredth of the
    /// time of a decomposition.
    private static let table: [[UInt8]?] = (0..<tableSize).map { value in
        guard let scalar = Unicode.Scalar(UInt32(value)) else { return nil }
        let plain = String(scalar)
        let folded = decomposed(plain)
        return folded.unicodeScalars.elementsEqual(plain.unicodeScalars) ? nil : Array(folded.utf8)
    }
    private static let tableSize = 0x3100

    /// Ideographs have neither case nor decompositions.
    private static func isIdeograph(_ scalar: Unicode.Scalar) -> Bool {
        (0x3400...0x4DBF).contains(scalar.value) || (0x4E00...0x9FFF).contains(scalar.value)
    }

    private static func decomposed(_ text: some StringProtocol) -> String {
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

    private static func holds(_ text: UnsafeBufferPointer<UInt8>, _ word: String) -> Bool {
        var word = word
        return word.withUTF8 { word in
            guard let first = word.first, text.count >= word.count else { return word.isEmpty }
            for start in 0...(text.count - word.count) where text[start] == first {
                var length = 1
                while length < word.count, text[start + length] == word[length] { length += 1 }
                if length == word.count { return true }
            }
            return false
        }
    }
}
