public import Foundation

/// An address on the web that can be read in one way only.
///
/// What is checked before a request and what is connected to must be the same host and port, and programs read odd addresses
/// differently: `http://2130706433/`, `http://0x7f.1/`, `http://a\@b/`, a tab in the name. Whatever has two readings is refused, with
/// words that say how to write it; the rest is brought into one form: scheme and host in lower case, addresses as RFC 5952 and dotted
/// decimal have them, no port where it goes without saying, no fragment, `%` for what may not stand bare.
///
/// Source: RFC 3986; the WHATWG URL Standard for what others make of the same text.
public struct WebAddress: Hashable, Sendable, CustomStringConvertible {
    /// How it is spoken to.
    public enum Scheme: String, Hashable, Sendable {
        /// In plain text.
        case http
        /// Over TLS.
        case https

        /// The port where none is named.
        public var defaultPort: Int { self == .http ? 80 : 443 }
    }

    /// Who is spoken to.
    public enum Host: Hashable, Sendable, CustomStringConvertible {
        /// In lower case and ASCII; never one that could be taken for a number.
        case name(String)
        /// Four bytes.
        case ipv4([UInt8])
        /// Sixteen bytes.
        case ipv6([UInt8])

        /// As it stands in an address.
        public var description: String {
            switch self {
            case .name(let name): name
            case .ipv4(let bytes): IPText.text(v4: bytes)
            case .ipv6(let bytes): "[\(IPText.text(v6: bytes))]"
            }
        }
    }

    /// How it is spoken to.
    public let scheme: Scheme
    /// Who is spoken to.
    public let host: Host
    /// 1 to 65,535.
    public let port: Int
    /// From the slash on: path and query.
    public let target: String
    /// The same for whoever connects: its host and port are those above.
    public let url: URL

    /// The whole of it.
    public var description: String { "\(origin)\(target)" }

    /// Scheme, host and port, the latter only where it does not go without saying.
    public var origin: String { "\(scheme.rawValue)://\(host)\(port == scheme.defaultPort ? "" : ":\(port)")" }

    static let longest = 8192

    /// Reads a whole address. Throws `FetchError.Code.refused`.
    public init(_ text: String) throws(FetchError) {
        // Most addresses are of printable ASCII, and to trim nothing costs as much as all that follows.
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
        // The proof: whoever reads the address after us finds the same host and port.
        guard let url = URL(string: written), url.scheme == scheme.rawValue, let read = url.host,
            read == "\(host)" || "[\(read)]" == "\(host)",
            (url.port ?? scheme.defaultPort) == port, url.user == nil, url.password == nil
        else { throw refused("cannot be read as an address") }
        self.url = url
    }

    /// Where a `Location` leads that was found here. Throws `FetchError.Code.refused`.
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

    // MARK: Inside

    /// The port is what follows the last colon, unless that is inside the brackets of an IPv6 address.
    private static func split(_ authority: Substring) -> (host: String, port: String) {
        guard let colon = authority.lastIndex(of: ":"), !authority[colon...].contains("]") else { return (String(authority), "") }
        return (String(authority[..<colon]), String(authority[authority.index(after: colon)...]))
    }

    private static func port(_ text: String) -> Int? {
        guard let port = FieldValue.seconds(text), (1...65_535).contains(port) else { return nil }
        return port
    }

    /// RFC 3986, section 5.2.4: `/a/b/../c` → `/a/c`. Only the path has dots to be taken out.
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

    /// What may not stand in a path or query, as `%XX` of its bytes; a `%` that begins nothing too.
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
