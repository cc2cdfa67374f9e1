package import Foundation

/// The words for one reader: their language, and where they are in time.
///
/// A value that is passed to whoever writes for a person. `words("All boards")` finds the sentence in the language and puts the values
/// in; `words.date(day)` and its like (`Formats/`) write amounts and times. Where Tidings does not speak the language, or nobody has
/// translated the sentence, it is English.
package struct Words: Sendable {
    /// BCP 47, with a country where one is wished for: `de`, `de-CH`. What `<html lang>` says; scripts write numbers and dates by it too.
    package let language: String
    package let zone: TimeZone
    package let locale: Locale
    package let catalogue: Catalogue

    package init(language tag: String = "en-GB", zone: TimeZone = .gmt, catalogues: Catalogues = .installed) {
        self.init(preferring: [tag], zone: zone, catalogues: catalogues)
    }

    /// In the first of these languages that Tidings speaks.
    package init(preferring tags: [String], zone: TimeZone = .gmt, catalogues: Catalogues = .installed) {
        let (found, tag) = Language.lookUp(tags) ?? (.english, Language.english.locale)
        language = tag
        self.zone = zone
        locale = Locale(identifier: found.pseudo == nil ? tag : found.locale)
        catalogue = catalogues.catalogue(for: found)
    }

    /// What is said where nobody in particular listens: logs, the command line, tests.
    package static let english = Words()

    /// What `<html dir>` says: `ltr` or `rtl`.
    package var direction: String { catalogue.language.isRightToLeft ? "rtl" : "ltr" }

    /// The same words for another place in time.
    package func at(_ zone: TimeZone) -> Words { Words(language: language, zone: zone) }

    /// The sentence in this language.
    ///
    /// `sense` tells apart what is one in English and two elsewhere: `words("Open", sense: "verb")`. It is part of the key, and never shown.
    package func callAsFunction(_ phrase: Phrase, sense: String? = nil) -> String {
        catalogue.sentence(for: Catalogue.key(phrase.key, sense: sense)).said(phrase.arguments, by: catalogue.plurals) { argument in
            switch argument {
            case .count(let count): number(count)
            case .text(let text): isolated(text)
            }
        }
    }

    /// A label as it stands within a sentence: in small letters, but where the language writes nouns with a capital.
    package func inSentence(_ label: String) -> String {
        catalogue.language.code == "de" ? label : label.lowercased(with: locale)
    }

    /// Kept together and in its own direction among words written from the right (UAX #9, section 2.4.2). What has such parts itself is
    /// one of our sentences: its direction could not be told, as that looks past them.
    private func isolated(_ text: String) -> String {
        guard catalogue.language.isRightToLeft, !text.isEmpty else { return text }
        let isOurs = text.unicodeScalars.contains("\u{2069}")
        return "\(isOurs ? "\u{2067}" : "\u{2068}")\(text)\u{2069}"
    }
}
