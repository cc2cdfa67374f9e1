import Records

/// Normalizes place names for comparison: `Mt Lawley`, `MOUNT LAWLEY` and `Mount  Lawley` become `mount lawley`.
///
/// Removes case, accents (`String.folded`) and apostrophes (`O'Connor` → `oconnor`); other symbols separate words. Unambiguous
/// abbreviations are expanded: mt, nth and sth; st and ste only before another word, because at the end they mean a street.
package enum PlaceName {
    /// Names are compared up to this many bytes.
    static let limit = 200

    package static func folded(_ name: some StringProtocol) -> String {
        var words: [String] = []
        var word = ""
        for scalar in String(decoding: String(decoding: name.utf8.prefix(limit), as: UTF8.self).folded, as: UTF8.self).unicodeScalars {
            if apostrophes.contains(scalar) { continue }
            if partsWords(scalar) {
                if !word.isEmpty { words.append(word) }
                word = ""
            } else {
                word.unicodeScalars.append(scalar)
            }
        }
        if !word.isEmpty { words.append(word) }
        for index in words.indices { words[index] = full(words[index], isLast: index == words.count - 1) }
        return words.joined(separator: " ")
    }

    /// Normalizes a postcode by removing spaces, dashes and case.
    package static func foldedPostcode(_ code: some StringProtocol) -> String {
        String(String.UnicodeScalarView(code.unicodeScalars.prefix(limit).filter { $0 != " " && $0 != "-" })).uppercased()
    }

    /// A normalized name with one word changed from plural to singular or vice versa: `quinns rock` for `quinns rocks`.
    static func variants(of folded: String) -> [String] {
        let words = folded.split(separator: " ").prefix(6).map(String.init)
        return words.indices.compactMap { index in
            let word = words[index]
            guard word.utf8.count > 3, !word.hasSuffix("ss") else { return nil }
            var changed = words
            changed[index] = word.hasSuffix("s") ? String(word.dropLast()) : word + "s"
            return changed.joined(separator: " ")
        }
    }

    private static let apostrophes: Set<Unicode.Scalar> = ["'", "`", "\u{B4}", "\u{2BC}", "\u{2018}", "\u{2019}", "\u{2032}"]

    private static func partsWords(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return !("a"..."z" ~= scalar || "0"..."9" ~= scalar) }
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark, .spacingMark,
            .enclosingMark, .decimalNumber, .letterNumber, .otherNumber:
            return false
        default: return true
        }
    }

    private static func full(_ word: String, isLast: Bool) -> String {
        switch word {
        case "mt": "mount"
        case "nth": "north"
        case "sth": "south"
        case "st" where !isLast: "saint"
        case "ste" where !isLast: "sainte"
        default: word
        }
    }
}
