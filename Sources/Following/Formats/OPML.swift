import Foundation
import Markup
import Records
import Serving

/// A list of feeds in OPML 2.0 (http://opml.org/spec2.opml): writes it, and parses other programs' lists leniently.
enum OPML {
    struct Feed: Hashable, Sendable {
        let title: String
        let address: String
        var page: String?
        var about: String?
    }

    static let type = "text/x-opml; charset=utf-8"
    /// The maximum number of feeds read.
    static let limit = 2000

    static func document(_ title: String, _ feeds: [Feed], at time: Timestamp) -> HTML {
        """
        <?xml version="1.0" encoding="utf-8"?>
        <opml version="2.0">
        <head><title>\(title)</title><dateCreated>\(date(time))</dateCreated></head>
        <body>
        \(feeds.map(outline))</body>
        </opml>

        """
    }

    /// Every outline with a feed address, at any depth, in document order. Throws `MarkupError`.
    static func feeds(in bytes: [UInt8]) throws(MarkupError) -> [Feed] {
        guard let root = try Document(xml: bytes).root?.element, root.name == "opml" else {
            throw MarkupError(.malformed, "its first element is not opml")
        }
        var feeds: [Feed] = []
        // The parser limits the document's depth, and so the recursion.
        func look(into element: Element) {
            for outline in element.elements where feeds.count < limit {
                if let address = outline[attribute: "xmlUrl"]?.trimmingWhitespace(), !address.isEmpty {
                    feeds.append(Feed(title: outline[attribute: "text"] ?? outline[attribute: "title"] ?? address, address: address))
                }
                look(into: outline)
            }
        }
        if let body = root["body"] { look(into: body) }
        return feeds
    }

    private static func outline(_ feed: Feed) -> HTML {
        """
        <outline type="rss" version="ATOM" text="\(feed.title)" title="\(feed.title)" xmlUrl="\(feed.address)"\
        \(feed.page.map { #" htmlUrl="\#($0)""# } as HTML?)\(feed.about.map { #" description="\#($0)""# } as HTML?)/>

        """
    }

    /// RFC 822, as OPML requires.
    private static func date(_ time: Timestamp) -> String {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = .gmt
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        return formatter.string(from: time.date)
    }
}
