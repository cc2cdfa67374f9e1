package import Foundation
import Markup

/// A page of the same site that a page embeds (`iframe`, `frame`). Its content isn't part of the embedding document, so its lists are found
/// at its own address.
package struct FramedPage: Hashable, Sendable {
    package let address: URL
    /// The frame's title; empty without one.
    package let title: String

    static let limit = 3

    /// nil for a frame of another site (advertisements, maps, videos), without an address, or too small to be visible.
    init?(_ frame: Element, base: URL?, on page: URL?) {
        // Lazily loaded frames have their address in `data-src` at first.
        let texts = ["src", "data-src"].compactMap { frame[attribute: $0]?.trimmed }
        guard frame[attribute: "srcdoc"] == nil, !["width", "height"].contains(where: { Self.isTiny(frame[attribute: $0]) }),
            let text = texts.first(where: { !$0.isEmpty && !$0.lowercased().hasPrefix("about:") }), text.utf8.count <= 2000,
            let address = URL(string: text, relativeTo: base)?.absoluteURL, ["http", "https"].contains(address.scheme?.lowercased()),
            let host = address.host(), let own = page?.host(), Self.isSameSite(host, own), address != page
        else { return nil }
        self.address = address
        title = String((frame[attribute: "title"] ?? frame[attribute: "name"] ?? "").squeezed.prefix(200))
    }

    /// The frames of a page in order, without duplicates.
    static func all(_ frames: [Element], base: URL?, on page: URL?) -> [FramedPage] {
        var seen: Set<URL> = []
        let all = frames.compactMap { FramedPage($0, base: base, on: page) }.filter { seen.insert($0.address).inserted }
        return Array(all.prefix(limit))
    }

    /// Whether two hosts are equal or one is a subdomain of the other: `www.example.org`, `example.org` and `lists.example.org`.
    private static func isSameSite(_ one: String, _ other: String) -> Bool {
        let hosts = [one, other].map { host in
            let host = host.lowercased()
            return host.hasPrefix("www.") ? String(host.dropFirst(4)) : host
        }
        return hosts[0] == hosts[1] || hosts[0].hasSuffix(".\(hosts[1])") || hosts[1].hasSuffix(".\(hosts[0])")
    }

    private static func isTiny(_ length: String?) -> Bool {
        length.flatMap { Int($0.trimmed.prefix { $0.isASCII && $0.isNumber }) }.map { $0 < 10 } ?? false
            && length?.contains("%") == false
    }
}
