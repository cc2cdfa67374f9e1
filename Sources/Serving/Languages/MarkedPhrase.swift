import Localisation

/// A phrase with markup among its values: `words.html("Last updated \(ValueView.time(…))")`.
///
/// The sentence and its texts are escaped as in any `HTML`; only values of type `HTML` are inserted unescaped.
package struct MarkedPhrase: ExpressibleByStringInterpolation {
    fileprivate let phrase: Phrase
    fileprivate let pieces: [HTML]

    package init(stringLiteral literal: String) { (phrase, pieces) = (Phrase(stringLiteral: literal), []) }

    package init(stringInterpolation: StringInterpolation) {
        (phrase, pieces) = (Phrase(stringInterpolation: stringInterpolation.phrase), stringInterpolation.pieces)
    }

    package struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var phrase: Phrase.StringInterpolation
        fileprivate var pieces: [HTML] = []

        package init(literalCapacity: Int, interpolationCount: Int) {
            phrase = Phrase.StringInterpolation(literalCapacity: literalCapacity, interpolationCount: interpolationCount)
        }

        package mutating func appendLiteral(_ literal: String) { phrase.appendLiteral(literal) }
        package mutating func appendInterpolation(_ count: Int) { phrase.appendInterpolation(count) }
        package mutating func appendInterpolation(_ text: some StringProtocol) { appendInterpolation("\(String(text))" as HTML) }

        package mutating func appendInterpolation(_ html: HTML) {
            // Marks the value's place until the sentence is formatted, with a character that no document contains.
            phrase.appendInterpolation("\u{0}\(pieces.count)\u{0}")
            pieces.append(html)
        }
    }
}

extension Words {
    /// The sentence in this language as markup.
    package func html(_ phrase: MarkedPhrase, sense: String? = nil) -> HTML {
        let parts = self(phrase.phrase, sense: sense).split(separator: "\u{0}", omittingEmptySubsequences: false)
        // Every second part is the index of a value.
        let pieces = parts.enumerated().map { place, part -> HTML in
            guard !place.isMultiple(of: 2), let piece = Int(part), phrase.pieces.indices.contains(piece) else { return "\(part)" }
            return phrase.pieces[piece]
        }
        return "\(pieces)"
    }
}
