import Localisation
package import Records
package import Serving

/// An Atom feed (RFC 4287): values in, a document out. Addresses are absolute, and identifiers never change.
package struct AtomFeed: Sendable {
    package struct Entry: Sendable {
        package let id: String
        package let title: String
        package let updated: Timestamp
        package let link: String?
        /// HTML content.
        package let content: HTML

        package init(id: String, title: String, updated: Timestamp, link: String?, content: HTML) {
            self.id = id
            self.title = title
            self.updated = updated
            self.link = link
            self.content = content
        }
    }

    package static let type = "application/atom+xml; charset=utf-8"

    package let id: String
    package let title: String
    package var subtitle: String?
    /// The addresses of the feed and of its page.
    package let address: String
    package let page: String
    /// The address of the older entries (RFC 5005, section 3).
    package var next: String?
    /// BCP 47.
    package var language = "en"
    /// Used if there are no entries yet.
    package let updated: Timestamp
    package let entries: [Entry]

    package init(
        id: String, title: String, subtitle: String? = nil, address: String, page: String, next: String? = nil, language: String = "en",
        updated: Timestamp, entries: [Entry]
    ) {
        self.id = id
        self.title = title
        self.subtitle = subtitle
        self.address = address
        self.page = page
        self.next = next
        self.language = language
        self.updated = updated
        self.entries = entries
    }

    package var document: HTML {
        """
        <?xml version="1.0" encoding="utf-8"?>
        <feed xmlns="http://www.w3.org/2005/Atom" xml:lang="\(language)">
        <id>\(id)</id>
        <title>\(title)</title>
        \(subtitle.map { "<subtitle>\($0)</subtitle>\n" } as HTML?)<updated>\((entries.map(\.updated).max() ?? updated).description)\
        </updated>
        <author><name>\(PageShell.product)</name></author>
        <generator>\(PageShell.product)</generator>
        <link rel="self" type="application/atom+xml" href="\(address)"/>
        <link rel="alternate" type="text/html" href="\(page)"/>
        \(next.map { #"<link rel="next" type="application/atom+xml" href="\#($0)"/>\#n"# } as HTML?)\(entries.map(Self.markup))</feed>

        """
    }

    private static func markup(_ entry: Entry) -> HTML {
        """
        <entry>
        <id>\(entry.id)</id>
        <title>\(entry.title)</title>
        <published>\(entry.updated.description)</published>
        <updated>\(entry.updated.description)</updated>
        \(entry.link.map { #"<link rel="alternate" type="text/html" href="\#($0)"/>\#n"# } as HTML?)<content type="html">\
        \(entry.content.description)</content>
        </entry>

        """
    }
}

extension ChangeSummary {
    /// The change for feed readers: the former and the current values, a line for each field.
    package var content: HTML { "<ul>\(lineTexts.map { "<li>\($0)</li>" as HTML })</ul>" }
}
