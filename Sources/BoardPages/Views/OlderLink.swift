package import Localisation
package import Serving

/// The link to older entries below a list.
package struct OlderLink {
    private let address: String
    private let words: Words

    /// nil at the end of the list.
    package init?(_ address: String?, _ words: Words) {
        guard let address else { return nil }
        (self.address, self.words) = (address, words)
    }

    package var html: HTML {
        """
        <nav class="pager" aria-label="\(words("Pages"))"><span></span>\
        <a rel="next" href="\(address)">\(words("Older"))</a></nav>
        """
    }
}
