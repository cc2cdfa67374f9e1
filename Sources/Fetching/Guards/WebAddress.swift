public import Foundation

/// A web address that has only one interpretation.
///
/// The guard and the connection must agree on host and port, and programs parse odd addresses differently: `http://2130706433/`,
/// `http://0x7f.1/`, `http://a\@b/`, a tab in the name. Ambiguous addresses are refused with a hint on how to write them. The rest is
/// normalized: scheme and host in lower case, IP addresses as in RFC 5952 and dotted decimal, no default port, no fragment,
/// percent-encoding for characters that aren't allowed.
///
/// Source: RFC 3986; the WHATWG URL Standard for how other programs parse the same text.
public struct WebAddress: Hashable, Sendable, CustomStringConvertible {
    /// The protocol.
    public enum Scheme: String, Hashable, Sendable {
        /// In plain text.
        case http
        /// Over TLS.
        case https

        /// The scheme's default port.
        public var defaultPort: Int { self == .http ? 80 : 443 }
    }

    /// The host.
    public enum Host: Hashable, Sendable, CustomStringConvertible {
        /// In lower case and ASCII; never a name that could be parsed as a number.
        case name(String)
        /// Four bytes.
        case ipv4([UInt8])
        /// Sixteen bytes.
        case ipv6([UInt8])

        /// In the form used in an address.
        public var description: String {
            switch self {
            case .name(let name): name
            case .ipv4(let bytes): IPText.text(v4: bytes)
            case .ipv6(let bytes): "[\(IPText.text(v6: bytes))]"
            }
        }
    }

    /// The protocol.
    public let scheme: Scheme
    /// The host.
    public let host: Host
    /// 1 to 65,535.
    public let port: Int
    /// Path and query, starting with the slash.
    public let target: String
    /// The same as a URL. Its host and port are guaranteed to match those above.
    public let url: URL

    /// The whole address.
    public var description: String { "\(origin)\(target)" }

    /// Scheme, host and port; the port only if it isn't the default.
    public var origin: String { "\(scheme.rawValue)://\(host)\(port == scheme.defaultPort ? "" : ":\(port)")" }

    static let longest = 8192

    /// Parses a whole address. Throws `FetchError.Code.refused`.
    public init(_ text: String) throws(FetchError) {
        // Most addresses are printable ASCII; trimming them would cost as much as the rest of the parsing.
        let mayHaveBlanks = text.utf8.contains { $0 <= 0x20 || $0 >= 0x7F }
        let text = mayHaveBlanks ? text.trimmingCharacters(in: .whitespacesAndNewlines) : text
        func refused(_ words: String) -> FetchError { FetchError(.refused, at: String(text.prefix(200)), words) }
        guard text.utf8.count <= Self.longest else { throw refused("is longer than \(Self.longest) bytes") }
        guard !text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else { throw refused("has a control character in it") }
        guard !text.utf8.contains(UInt8(ascii: "\\")) else {
            throw refused("has a backslash in it; write '/', or '%5C' where one is meant")
        }
        guard let colon = text.firstIndex(of: ":"), let scheme = Scheme(rawValue: text[..<colon].lowercased()) else {
            throw refused("is not fetched: only http and https are")
        }
        guard text[colon...].hasPrefix("://") else { throw refused("has to go on with '://' after '\(scheme.rawValue)'") }
        let afterSlashes = text[text.index(colon, offsetBy: 3)...]
        let authority = afterSlashes.prefix { !"/?#".contains($0) }
        guard !authority.utf8.contains(UInt8(ascii: "@")) else {
            throw refused("names a user before the host; credentials are given apart from the address")
        }
        let (hostText, portText) = Self.split(authority)
        self.scheme = scheme
        do { host = try HostReading.host(hostText) } catch { throw refused(error.words) }
        guard let port = portText.isEmpty ? scheme.defaultPort : Self.port(portText) else {
            throw refused("has the port '\(portText)'; ports are 1 to 65535")
        }
        self.port = port
        let rest = afterSlashes[authority.endIndex...].prefix { $0 != "#" }
        target = (rest.hasPrefix("/") ? "" : "/") + Self.escaped(rest)
        let written = "\(scheme.rawValue)://\(host)\(port == scheme.defaultPort ? "" : ":\(port)")\(target)"
        // Verify that Foundation's URL parser finds the same host and port.
        guard let url = URL(string: written), url.scheme == scheme.rawValue, let read = url.host,
            read == "\(host)" || "[\(read)]" == "\(host)",
            (url.port ?? scheme.defaultPort) == port, url.user == nil, url.password == nil
        else { throw refused("cannot be read as an address") }
        self.url = url
    }

    /// Resolves a `Location` header against this address. Throws `FetchError.Code.refused`.
    public init(_ reference: String, relativeTo base: WebAddress) throws(FetchError) {
        let reference = reference.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !reference.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }), !reference.contains("\\") else {
            throw FetchError(.refused, at: String(reference.prefix(200)), "has a control character or a backslash in it")
        }
        let hasScheme = reference.prefix { !"/?#".contains($0) }.contains(":")
        if hasScheme { self = try WebAddress(reference); return }
        if reference.hasPrefix("//") { self = try WebAddress(base.scheme.rawValue + ":" + reference); return }
        let path = base.target.prefix { $0 != "?" }
        let whole: String
        if reference.hasPrefix("/") {
            whole = reference
        } else if reference.hasPrefix("?") {
            whole = path + reference
        } else if reference.isEmpty || reference.hasPrefix("#") {
            whole = base.target
        } else {
            whole = path[...(path.lastIndex(of: "/") ?? path.startIndex)] + reference
        }
        self = try WebAddress(base.origin + Self.withoutDots(whole))
    }

    // MARK: Internals

    /// The port follows the last colon, unless that is inside the brackets of an IPv6 address.
    private static func split(_ authority: Substring) -> (host: String, port: String) {
        guard let colon = authority.lastIndex(of: ":"), !authority[colon...].contains("]") else { return (String(authority), "") }
        return (String(authority[..<colon]), String(authority[authority.index(after: colon)...]))
    }

    private static func port(_ text: String) -> Int? {
        guard let port = FieldValue.seconds(text), (1...65_535).contains(port) else { return nil }
        return port
    }

    /// RFC 3986, section 5.2.4: `/a/b/../c` → `/a/c`. Applies only to the path.
    private static func withoutDots(_ target: String) -> String {
        let path = target.prefix { $0 != "?" && $0 != "#" }
        var kept: [Substring] = []
        let segments = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        for (index, segment) in segments.enumerated() {
            let isLast = index == segments.count - 1
            switch segment {
            case ".": if isLast { kept.append("") }
            case "..":
                _ = kept.popLast()
                if isLast { kept.append("") }
            default: kept.append(segment)
            }
        }
        return "/" + kept.joined(separator: "/") + target[path.endIndex...]
    }

    /// Percent-encodes characters that aren't allowed in a path or query, and a `%` that starts no valid escape.
    private static func escaped(_ text: Substring) -> String {
        let bytes = Array(text.utf8)
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        for (index, byte) in bytes.enumerated() {
            let isHalfEscape =
                byte == UInt8(ascii: "%")
                && !(index + 2 < bytes.count && Self.isHexadecimal(bytes[index + 1]) && Self.isHexadecimal(bytes[index + 2]))
            if byte <= 0x20 || byte >= 0x7F || "\"<>^`{|}[]".utf8.contains(byte) || isHalfEscape {
                result += [UInt8(ascii: "%"), Self.digits[Int(byte >> 4)], Self.digits[Int(byte & 15)]]
            } else {
                result.append(byte)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static let digits = Array("0123456789ABCDEF".utf8)

    private static func isHexadecimal(_ byte: UInt8) -> Bool { Character(Unicode.Scalar(byte)).isHexDigit }
}
