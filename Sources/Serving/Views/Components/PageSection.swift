/// A section of a page of settings or steps, under its heading.
package enum PageSection {
    /// `id` is the heading's: screen readers name the section by it, and links lead to it.
    package static func html(_ title: String, id: String, _ content: HTML) -> HTML {
        """
        <section class="account-section" aria-labelledby="\(id)"><h2 id="\(id)">\(title)</h2>
        \(content)</section>

        """
    }
}
