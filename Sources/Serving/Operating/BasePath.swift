import Foundation

/// Where the app stands on its host: nowhere in particular (empty), or below `/tidings` behind a proxy that serves other things too.
///
/// Everybody writes addresses from the app's own root, `/boards/visa`. They are moved below the base path where they leave: in attributes
/// of `HTML` that hold an address, in headers (`BelowBasePath`). What writes addresses of the app elsewhere, into JSON that a script
/// follows, asks `address(_:)`. Scripts find it by where they lie themselves (`js/network.js`), the worker by its scope.
///
/// It is one and the same for all that a server does, and so it is a task-local value that `WebServer` binds around all its work.
package enum BasePath {
    /// Without a slash at its end.
    @TaskLocal package static var current = ""

    /// An address of the app as a browser sees it. Others' addresses stay as they are.
    package static func address(_ path: String) -> String { isOurs(path) ? current + path : path }

    /// `/tidings` of `tidings`, `/tidings/`; nil if it has characters that would have to be encoded.
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

    /// From the app's root, and not from that of a protocol (`//elsewhere.example`).
    private static func isOurs(_ path: some StringProtocol) -> Bool { path.hasPrefix("/") && !path.hasPrefix("//") }
}

// In markup.
extension BasePath {
    /// The attributes whose value is an address.
    private static let attributes = [
        "href", "src", "srcset", "action", "formaction", "poster", "data-src", "data-href", "data-url", "data-words", "live", "page",
        "next", "preview",
    ]

    /// The base, if what is written next is an address of ours as the value of an attribute.
    static func prefix(of value: Substring, after markup: String) -> String? {
        guard !current.isEmpty, isOurs(value), markup.utf8.suffix(2).elementsEqual("=\"".utf8) else { return nil }
        let name = markup.utf8.dropLast(2).reversed().prefix { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\n") }
        return attributes.contains(String(decoding: name.reversed(), as: UTF8.self)) ? current : nil
    }

    /// A literal of ours with its addresses below the base.
    package static func applied(to literal: String) -> String {
        guard !current.isEmpty, literal.contains("=\"/") else { return literal }
        var (text, rest) = ("", literal[...])
        while let found = rest.range(of: "=\"/") {
            text += rest[..<found.lowerBound] + "=\""
            rest = rest[rest.index(before: found.upperBound)...]
            text += prefix(of: rest, after: text) ?? ""
            text += "/"
            rest = rest.dropFirst()
        }
        return text + rest
    }
}
