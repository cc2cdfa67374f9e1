package import Foundation
import Markup

/// A feed or other data that a page links as its alternate (`link rel="alternate"`): the same content in fewer bytes, which changes less.
package struct Alternate: Hashable, Sendable {
    package enum Kind: String, Sendable { case rss, atom, json, calendar }

    package let address: URL
    package let kind: Kind
    /// The link's title; empty without one.
    package let title: String

    static let limit = 10

    /// nil for links to anything else: another language, a style sheet, data only for other networks' programs.
    init?(_ link: Element, base: URL?) {
        let relations = link[attribute: "rel"]?.lowercased().split(whereSeparator: \.isWhitespace) ?? []
        let type = link[attribute: "type"]?.lowercased().prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces) ?? ""
        guard relations.contains("alternate"), !relations.contains("stylesheet"), let kind = Self.kinds[type],
            let text = link[attribute: "href"]?.trimmed, !text.isEmpty, text.utf8.count <= 2000,
            let address = URL(string: text, relativeTo: base)?.absoluteURL, ["http", "https"].contains(address.scheme?.lowercased())
        else { return nil }
        (self.address, self.kind, title) = (address, kind, String((link[attribute: "title"] ?? "").squeezed.prefix(200)))
    }

    /// The alternates among a page's links, without duplicates: feeds of comments last, otherwise in the page's order.
    static func all(_ links: [Element], base: URL?) -> [Alternate] {
        var seen: Set<URL> = []
        let all = links.prefix(1000).compactMap { Alternate($0, base: base) }.filter { seen.insert($0.address).inserted }
        return Array((all.filter { !$0.isOfComments } + all.filter(\.isOfComments)).prefix(limit))
    }

    private var isOfComments: Bool {
        [title.lowercased(), address.path.lowercased()].contains { $0.contains("comment") || $0.contains("kommentar") }
    }

    private static let kinds: [String: Kind] = [
        "application/rss+xml": .rss, "application/atom+xml": .atom, "application/feed+json": .json, "application/json": .json,
        "text/calendar": .calendar,
    ]
}
