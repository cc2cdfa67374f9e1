import NIOHTTP1

/// Checks that a request can be parsed in only one way, by us and by a proxy in front of us: RFC 9112, sections 3.2 and 6.
///
/// If two servers parse a head differently, one request can hide in another's body. Such a request is refused, and its connection closed.
enum RequestFraming {
    /// nil: the head is unambiguous.
    static func refusal(of head: HTTPRequestHead) -> HTTPResponseStatus? {
        guard head.version.major == 1 else { return .httpVersionNotSupported }
        let hosts = head.headers["host"]
        // HTTP/1.0 requests may have no `Host`.
        guard hosts.count == 1 || hosts.isEmpty && head.version.minor == 0, hosts.allSatisfy(isHost) else { return .badRequest }
        let codings = head.headers["transfer-encoding"]
        let lengths = head.headers["content-length"]
        if !codings.isEmpty {
            guard lengths.isEmpty, codings.count == 1, head.version.minor > 0 else { return .badRequest }
            // Clients need no other coding; `chunked` in a longer list would hide the codings before it.
            guard codings[0].lowercased() == "chunked" else { return .notImplemented }
        }
        guard lengths.count <= 1, lengths.allSatisfy(isLength) else { return .badRequest }
        return nil
    }

    /// A name or address, and a port (RFC 3986, section 3.2.2); empty if the target has none.
    private static func isHost(_ text: String) -> Bool {
        guard text.utf8.count <= 255 + 6 else { return false }
        var name = Substring(text)
        if name.hasPrefix("[") {
            guard let end = name.firstIndex(of: "]"), name.dropFirst().prefix(upTo: end).utf8.allSatisfy(isOfAddress) else { return false }
            name = name[name.index(after: end)...]
            return name.isEmpty || name.first == ":" && isPort(name.dropFirst())
        }
        if let colon = name.firstIndex(of: ":") {
            guard isPort(name[name.index(after: colon)...]) else { return false }
            name = name[..<colon]
        }
        return name.utf8.allSatisfy(isOfName)
    }

    private static func isPort(_ text: Substring) -> Bool { text.utf8.count <= 5 && text.utf8.allSatisfy(isDigit) }

    /// Only digits: no sign, no list, no space.
    private static func isLength(_ text: String) -> Bool { (1...18).contains(text.utf8.count) && text.utf8.allSatisfy(isDigit) }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    private static func isOfAddress(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x3A, 0x41...0x46, 0x61...0x66, UInt8(ascii: "."): true
        default: false
        }
    }

    /// Letters, digits and the punctuation of host names; no escapes or other characters.
    private static func isOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "_")
        }
    }
}
