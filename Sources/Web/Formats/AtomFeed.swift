import Localisation
import Records

/// An Atom feed (RFC 4287): values in, a document out. Addresses are absolute, identifiers never change.
struct AtomFeed: Sendable {
    struct Entry: Sendable {
        let id: String
        let title: String
        let updated: Timestamp
        let link: String?
        /// Read as HTML.
        let content: HTML
    }

    static let type = "application/atom+xml; charset=utf-8"

    let id: String
    let title: String
    var subtitle: String?
    /// Of itself, and of the page it belongs to.
    let address: String
    let page: String
    /// The older entries (RFC 5005, section 3).
    var next: String?
    /// BCP 47.
    var language = "en"
    /// When there is none of it yet.
    let updated: Timestamp
    let entries: [Entry]

    var document: HTML {
        """
        <?xml version="1.0" encoding="utf-8"?>
        <feed xmlns="http://www.w3.org/2005/Atom" xml:lang="\(language)">
        <id>\(id)</id>
        <title>\(title)</title>
        \(subtitle.map { "<subtitle>\($0)</subtitle>\n" } as HTML?)<updated>\((entries.map(\.updated).max() ?? updated).description)</updated>
        <author><name>\(PageShell.product)</name></author>
        <generator>\(PageShell.product)</generator>
        <link rel="self" type="application/atom+xml" href="\(address)"/>
        <link rel="alternate" type="text/html" href="\(page)"/>
        \(next.map { "<link rel=\"next\" type=\"application/atom+xml\" href=\"\($0)\"/>\n" } as HTML?)\(entries.map(Self.markup))</feed>

        """
    }

    private static func markup(_ entry: Entry) -> HTML {
        """
        <entry>
        <id>\(entry.id)</id>
        <title>\(entry.title)</title>
        <published>\(entry.updated.description)</published>
        <updated>\(entry.updated.description)</updated>
        \(entry.link.map { "<link rel=\"alternate\" type=\"text/html\" href=\"\($0)\"/>\n" } as HTML?)<content type="html">\(entry.content.description)</content>
        </entry>

        """
    }
}

extension ChangeSummary {
    /// For readers of feeds: what was and what is, a line for each field.
    var content: HTML { "<ul>\(lineTexts.map { "<li>\($0)</li>" as HTML })</ul>" }
}
