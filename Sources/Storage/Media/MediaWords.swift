import Foundation
import Records

/// What films and music are called, and what is searched for, in one spelling: lower case, without accents, with the letters that have others within
/// them taken apart. A search compares nothing else, and titles are sorted by it.
enum MediaWords {
    private static let lengthLimit = 600
    private static let wordLimit = 16
    /// An accent stands above or below its letter. Marks of lower classes make other letters, as in kana and Devanagari (UAX 44, 5.7.4).
    private static let accents: Range<UInt8> = 10..<255
    /// Those that Unicode doesn't take apart.
    private static let letters: [Unicode.Scalar: String] = [
        "ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "ł": "l", "ħ": "h", "ı": "i", "ŧ": "t",
    ]

    /// All that a file is called, the title first.
    static func all(of name: MediaFile.Name) -> String {
        folded([name.title, name.artist, name.album, name.series].compactMap { $0 }.joined(separator: " ")).limited(to: lengthLimit)
    }

    /// The words of a search, of letters and digits only: nothing that somebody types is an operator.
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
