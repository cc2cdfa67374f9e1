package import Foundation

/// The words for one reader: their language and time zone.
///
/// Pass it to everything that writes for a person. `words("All boards")` looks up the sentence in the language and inserts the values;
/// `words.date(day)` and others in `Formats/` format amounts and times. A sentence stays English if Tidings doesn't have the language or
/// the translation.
package struct Words: Sendable {
    /// A BCP 47 tag, with a country if one is requested: `de`, `de-CH`. The value of `<html lang>`; scripts format numbers and dates by it.
    package let language: String
    package private(set) var zone: TimeZone
    /// The reader's time zone; nil if unknown. `zone` is UTC then, and differs in words about another place.
    package let ownZone: TimeZone?
    package let locale: Locale
    package let catalogue: Catalogue

    package init(language tag: String = "en-GB", zone: TimeZone? = nil, catalogues: Catalogues = .installed) {
        self.init(preferring: [tag], zone: zone, catalogues: catalogues)
    }

    /// Uses the first of these languages that Tidings supports. `zone` is the reader's; nil if unknown.
    package init(preferring tags: [String], zone: TimeZone? = nil, catalogues: Catalogues = .installed) {
        let (found, tag) = Language.lookUp(tags) ?? (.english, Language.english.locale)
        language = tag
        (self.zone, ownZone) = (zone ?? .gmt, zone)
        locale = Locale(identifier: found.pseudo == nil ? tag : found.locale)
        catalogue = catalogues.catalogue(for: found)
    }

    /// For logs, the command line and tests.
    package static let english = Words()

    /// The value of `<html dir>`: `ltr` or `rtl`.
    package var direction: String { catalogue.language.isRightToLeft ? "rtl" : "ltr" }

    /// The name of the reader's time zone, for what is cached for readers of the same zone; empty if it is unknown.
    package var zoneKey: String { ownZone?.identifier ?? "" }

    /// The same words for another place, with times in its zone.
    package func at(_ zone: TimeZone) -> Words {
        var words = self
        words.zone = zone
        return words
    }

    /// The sentence in this language.
    ///
    /// `sense` distinguishes meanings with the same English text: `words("Open", sense: "verb")`. It is part of the key, and never shown.
    package func callAsFunction(_ phrase: Phrase, sense: String? = nil) -> String {
        catalogue.sentence(for: Catalogue.key(phrase.key, sense: sense)).said(phrase.arguments, by: catalogue.plurals) { argument in
            switch argument {
            case .count(let count): number(count)
            case .text(let text): isolated(text)
            }
        }
    }

    /// A label inside a sentence: in lower case, except in languages that capitalise nouns.
    package func inSentence(_ label: String) -> String {
        catalogue.language.code == "de" ? label : label.lowercased(with: locale)
    }

    /// Isolates a text that has its own direction (UAX #9, section 2.4.2): any text in a right-to-left sentence, and right-to-left text in
    /// one of ours. Otherwise "before → after" would read reversed. A text that already has isolates is one of our sentences and gets our
    /// direction explicitly, since detecting a direction skips isolated parts.
    private func isolated(_ text: String) -> String {
        let isFromRight = catalogue.language.isRightToLeft
        guard isFromRight ? !text.isEmpty : text.isPartlyFromRight else { return text }
        let isOurs = text.unicodeScalars.contains("\u{2069}")
        return "\(isOurs ? isFromRight ? "\u{2067}" : "\u{2066}" : "\u{2068}")\(text)\u{2069}"
    }
}

extension String {
    /// Whether the text has letters of a right-to-left script: Hebrew, Arabic and their neighbours.
    fileprivate var isPartlyFromRight: Bool {
        // In UTF-8, the first byte of these letters is at least this.
        guard utf8.contains(where: { $0 >= 0xD6 }) else { return false }
        return unicodeScalars.contains { scalar in
            switch scalar.value {
            case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
            default: false
            }
        }
    }
}
