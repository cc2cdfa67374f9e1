package import Boards
package import Localisation
import Serving

/// What boards say, in the language of a reader.
extension Board {
    /// The board with its own words in the reader's language, where its file has them.
    package func translated(for words: Words) -> Board { translated(to: words.catalogue.language.code) }
}

extension Words {
    /// Why what a person asked for cannot be such a thing.
    package func problem(_ error: NeedleError) -> String {
        let label = inSentence(error.label)
        if error.shown.isEmpty { return self("Enter your \(label) first. \(error.detail)") }
        return self("“\(error.shown)” isn’t a valid \(label). \(error.detail)")
    }
}
