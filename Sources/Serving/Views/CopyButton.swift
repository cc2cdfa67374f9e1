package import Localisation

/// Copies what stands before it: a link's address, or a text. Without a script, or where nothing can be copied,
/// there is none: `js/copy-button.js`.
package enum CopyButton {
    package static func html(_ words: Words) -> HTML {
        """
        <copy-button data-copied="\(words("Copied"))" hidden><button class="quiet-button" type="button">\(Symbols.copy)\
        <span>\(words("Copy"))</span></button><span class="unseen" role="status"></span></copy-button>
        """
    }
}
