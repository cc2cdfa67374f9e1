package import Localisation

/// Copies the text before it, such as a link's address. The button is missing without a script, or where copying isn't possible:
/// `js/copy-button.js`.
package enum CopyButton {
    package static func html(_ words: Words) -> HTML {
        """
        <copy-button data-copied="\(words("Copied"))" hidden><button class="quiet-button" type="button">\(Symbols.copy)\
        <span>\(words("Copy"))</span></button><span class="unseen" role="status"></span></copy-button>
        """
    }
}
