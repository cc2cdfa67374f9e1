import Foundation

/// The app's path on its host: empty at the root, or `/tidings` behind a proxy that also serves other things.
///
/// Code writes addresses from the app's own root, such as `/boards/visa`. They get the base path on the way out: in `HTML` attributes that
/// hold an address, and in headers (`BelowBasePath`). Code that writes addresses elsewhere, such as in JSON for a script, calls
/// `address(_:)`. Scripts derive the base path from their own address (`js/network.js`), the worker from its scope.
///
/// It is the same for the whole server: a task-local value that `WebServer` binds around all its work.
package enum BasePath {
    /// Without a trailing slash.
    @TaskLocal package static var current = ""

    /// An address of the app as the browser sees it. Addresses of other hosts are unchanged.
    package static func address(_ path: String) -> String { isOurs(path) ? current + path : path }

    /// Returns `/tidings` for `tidings` and `/tidings/`; nil if it has characters that need encoding.
    static func normalised(_ text: String) -> String? {
        let parts = text.split(separator: "/")
        let isPlain = text.utf8.allSatisfy { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
            default: "-._~/".utf8.contains(byte)
            }
        }
        guard isPlain, !parts.contains(where: { $0 == "." || $0 == ".." }) else { return nil }
        return parts.map { "/\($0)" }.joined()
    }

    /// Whether it is relative to the root, and not to the scheme (`//elsewhere.example`).
    private static func isOurs(_ path: some StringProtocol) -> Bool { path.hasPrefix("/") && !path.hasPrefix("//") }
}

// MARK: Markup
extension BasePath {
    /// The attributes whose values are addresses.
    private static let attributes = [
        "href", "src", "srcset", "action", "formaction", "poster", "data-src", "data-href", "data-url", "data-words", "live", "page",
        "next", "preview",
    ]

    /// The base path, if `value` is an address of ours in an attribute.
    static func prefix(of value: Substring, after markup: String) -> String? {
        guard !current.isEmpty, isOurs(value), markup.utf8.suffix(2).elementsEqual(#"=""#.utf8) else { return nil }
        let name = markup.utf8.dropLast(2).reversed().prefix { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\n") }
        return attributes.contains(String(decoding: name.reversed(), as: UTF8.self)) ? current : nil
    }

    /// Our literal, with its addresses below the base path.
    package static func applied(to literal: String) -> String {
        guard !current.isEmpty, literal.contains(#"="/"#) else { return literal }
        var (text, rest) = ("", literal[...])
        while let found = rest.range(of: #"="/"#) {
            text += rest[..<found.lowerBound] + #"=""#
            rest = rest[rest.index(before: found.upperBound)...]
            text += prefix(of: rest, after: text) ?? ""
            text += "/"
            rest = rest.dropFirst()
        }
        return text + rest
    }
}
