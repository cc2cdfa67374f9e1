package import Foundation

/// The words for one reader: their language, and where they are in time.
///
/// A value that is passed to whoever writes for a person. `words("All boards")` finds the sentence in the language and puts the values in.
package struct Words: Sendable {
    /// BCP 47; what `<html lang>` says.
    package let language: String
    package let zone: TimeZone

    package init(language: String = "en-GB", zone: TimeZone = .gmt) {
        self.language = language
        self.zone = zone
    }

    /// What is said where nobody in particular listens: logs, the command line, tests.
    package static let english = Words()

    /// The sentence in this language.
    ///
    /// `sense` tells apart what is one in English and two elsewhere: `words("Open", sense: "verb")`. It is part of the key, and never shown.
    package func callAsFunction(_ phrase: Phrase, sense: String? = nil) -> String {
        var text = ""
        var arguments = phrase.arguments[...]
        var rest = phrase.key[...]
        while let sign = rest.firstIndex(of: "%") {
            text += rest[..<sign]
            rest = rest[rest.index(after: sign)...]
            if rest.hasPrefix("%") {
                text += "%"
                rest = rest.dropFirst()
                continue
            }
            switch arguments.popFirst() {
            case .text(let value):
                text += value
                rest = rest.dropFirst("@".count)
            case .count(let count):
                text += String(count)
                rest = rest.dropFirst("lld".count)
            case nil: break
            }
        }
        return text + rest
    }
}
