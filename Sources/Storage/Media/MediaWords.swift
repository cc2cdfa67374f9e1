import Foundation
import Records

/// Names of films and music, and search words, in one normalized spelling: lower case, without accents, with ligatures and similar letters
/// spelled out. Searches compare only this form, and titles are sorted by it.
enum MediaWords {
    private static let lengthLimit = 600
    private static let wordLimit = 16
    /// Accents are above or below their letter. Marks of lower combining classes form other letters, as in kana and Devanagari (UAX 44,
    /// 5.7.4).
    private static let accents: Range<UInt8> = 10..<255
    /// Letters that Unicode doesn't decompose.
    private static let letters: [Unicode.Scalar: String] = [
        "ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "ł": "l", "ħ": "h", "ı": "i", "ŧ": "t",
    ]

    /// All names of a file, the title first.
    static func all(of name: MediaFile.Name) -> String {
        folded([name.title, name.artist, name.album, name.series].compactMap { $0 }.joined(separator: " ")).limited(to: lengthLimit)
    }

    /// The words of a search, reduced to letters and digits: nothing in a person's input acts as an operator.
    static func wanted(_ search: String) -> [String] {
        folded(search).unicodeScalars.split { scalar in
            !scalar.properties.isAlphabetic && scalar.properties.numericType == nil && !scalar.properties.isDiacritic
        }.prefix(wordLimit).map { String(String.UnicodeScalarView($0)) }
    }

    static func folded(_ text: String) -> String {
        var made = ""
        for scalar in text.decomposedStringWithCompatibilityMapping.lowercased().unicodeScalars {
            if accents.contains(scalar.properties.canonicalCombiningClass.rawValue) { continue }
            if let letters = letters[scalar] { made += letters } else { made.unicodeScalars.append(scalar) }
        }
        return made
    }
}
