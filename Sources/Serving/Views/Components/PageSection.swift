/// A section of a page of settings or steps, under a heading.
package enum PageSection {
    /// `id` is the heading's: it names the section for screen readers, and is a link target.
    package static func html(_ title: String, id: String, _ content: HTML) -> HTML {
        """
        <section class="account-section" aria-labelledby="\(id)"><h2 id="\(id)">\(title)</h2>
        \(content)</section>

        """
    }
}
