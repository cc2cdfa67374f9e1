package import Boards
package import Localisation
import Serving

extension Board {
    /// The board with its texts in the reader's language, if its file has them.
    package func translated(for words: Words) -> Board { translated(to: words.catalogue.language.code) }
}

extension Words {
    /// Why the search text can't be a value of the asked field.
    package func problem(_ error: NeedleError) -> String {
        let label = inSentence(error.label)
        if error.shown.isEmpty { return self("Enter your \(label) first. \(error.detail)") }
        return self("“\(error.shown)” isn’t a valid \(label). \(error.detail)")
    }
}
