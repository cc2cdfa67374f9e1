import Foundation

/// The source of a street map's tiles, set by the operator (`tiles-url`, `tiles-attribution`): Docs/Using/Maps.md.
///
/// Tiles are squares of 256 pixels named by zoom, column and row, like OpenStreetMap's. The browser requests them itself, so their
/// publisher sees the browser's address, and this server's as the referrer.
package struct TileSource: Hashable, Sendable {
    /// A part of the attribution shown with the map: text, linked if it has an address.
    package struct Credit: Hashable, Sendable {
        package let text: String
        package let address: String?
    }

    /// `https://tile.example/{z}/{x}/{y}.png`
    package let template: String
    /// `https://tile.example`: the host that a page's policy must allow images from.
    package let origin: String
    package let credit: [Credit]

    /// Throws an error for the operator if either text is invalid.
    package init(template: String, attribution: String) throws(TileSourceError) {
        guard ["{z}", "{x}", "{y}"].allSatisfy({ template.components(separatedBy: $0).count == 2 }) else {
            throw TileSourceError(
                "tiles-url: '\(template)' does not have {z}, {x} and {y} once each, like https://tile.example/{z}/{x}/{y}.png")
        }
        let plain = ["{z}", "{x}", "{y}"].reduce(template) { $0.replacing($1, with: "0") }
        guard let url = URL(string: plain), let scheme = url.scheme, ["http", "https"].contains(scheme), url.user == nil,
            let host = url.host,
            !host.isEmpty, host.utf8.allSatisfy(Self.isOfHost)
        else { throw TileSourceError("tiles-url: '\(template)' is not an address like https://tile.example/{z}/{x}/{y}.png") }
        origin = "\(scheme)://\(host.contains(":") ? "[\(host)]" : host)\(url.port.map { ":\($0)" } ?? "")"
        // Tiles from several hosts would each need the policy's permission.
        guard template.hasPrefix("\(origin)/") else {
            throw TileSourceError("tiles-url: '\(template)' does not begin with one host, in small letters")
        }
        try Self.check(attribution: attribution)
        self.template = template
        credit = Self.credit(attribution)
    }

    package static func check(attribution: String) throws(TileSourceError) {
        guard !attribution.isEmpty, attribution.utf8.count <= 500 else {
            throw TileSourceError(
                """
                tiles-attribution: name who made the map, \
                like '© [OpenStreetMap](https://www.openstreetmap.org/copyright)'
                """)
        }
    }

    private static func isOfHost(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x3A, 0x61...0x7A: true
        default: byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
        }
    }

    /// Splits `© [OpenStreetMap](https://www.openstreetmap.org/copyright) contributors` into text and links. A link that isn't to a web
    /// page stays text.
    private static func credit(_ text: String) -> [Credit] {
        var parts: [Credit] = []
        var rest = text[...]
        while let open = rest.firstIndex(of: "["), let middle = rest[open...].firstRange(of: "]("),
            let close = rest[middle.upperBound...].firstIndex(of: ")")
        {
            let (label, address) = (rest[rest.index(after: open)..<middle.lowerBound], String(rest[middle.upperBound..<close]))
            if open > rest.startIndex { parts.append(Credit(text: String(rest[..<open]), address: nil)) }
            let isPage = ["https", "http"].contains(URL(string: address)?.scheme)
            parts.append(Credit(text: String(label), address: isPage ? address : nil))
            rest = rest[rest.index(after: close)...]
        }
        if !rest.isEmpty { parts.append(Credit(text: String(rest), address: nil)) }
        return parts
    }
}

package struct TileSourceError: Error, CustomStringConvertible {
    package let description: String
    init(_ description: String) { self.description = description }
}
