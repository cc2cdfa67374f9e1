/// The head of a browser's request to its proxy, and the bytes received with it: RFC 9112, sections 2 to 5, in the form that browsers
/// write.
struct ProxyRequest: Sendable {
    let method: String
    /// A whole address; `host:port` of a `CONNECT`.
    let target: String
    /// In order, names in lower case.
    let headers: [(name: String, value: String)]
    /// The bytes after the head.
    private(set) var rest: [UInt8]

    private static let headLimit = 64 << 10
    private static let bodyLimit = 1 << 20
    /// Headers of the connection, not of the request.
    private static let ofConnection: Set<String> = [
        "connection", "content-length", "host", "keep-alive", "proxy-authorization", "proxy-connection", "te", "trailer",
        "transfer-encoding",
        "upgrade",
    ]

    struct Misfit: Error {}

    /// The next request of a connection; nil if the connection closes first.
    static func next(from client: TCPPieces) async throws -> ProxyRequest? {
        var received: [UInt8] = []
        while true {
            guard let piece = try await client.next(of: "", after: received.count) else { return nil }
            let seen = max(0, received.count - 3)
            received += piece
            if let end = Self.end(in: received, from: seen) {
                return try ProxyRequest(received[..<(end - 4)], rest: Array(received[end...]))
            }
            guard received.count <= Self.headLimit else { throw Misfit() }
        }
    }

    private init(_ head: ArraySlice<UInt8>, rest: [UInt8]) throws {
        let lines = String(decoding: head, as: UTF8.self).split(separator: "\r\n", omittingEmptySubsequences: false)
        let parts = lines[0].split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[2] == "HTTP/1.1", !parts[0].isEmpty, parts[0].utf8.allSatisfy({ (0x41...0x5A).contains($0) }) else {
            throw Misfit()
        }
        (method, target) = (String(parts[0]), String(parts[1]))
        var headers: [(String, String)] = []
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { throw Misfit() }
            headers.append((line[..<colon].lowercased(), FieldValue.trimmed(String(line[line.index(after: colon)...]))))
        }
        self.headers = headers
        self.rest = rest
    }

    subscript(name: String) -> String? { headers.first { $0.name == name }?.value }

    /// The headers for the server.
    var passedOn: [(name: String, value: String)] { headers.filter { !Self.ofConnection.contains($0.name) } }

    /// The body, at most a megabyte.
    mutating func body(from client: TCPPieces) async throws -> [UInt8] {
        guard self["transfer-encoding"] == nil else { throw Misfit() }
        let length = self["content-length"].flatMap { Int($0) } ?? 0
        guard (0...Self.bodyLimit).contains(length) else { throw Misfit() }
        while rest.count < length {
            guard let piece = try await client.next(of: "", after: rest.count) else { throw Misfit() }
            rest += piece
        }
        return Array(rest.prefix(length))
    }

    /// The index after the head's last line.
    private static func end(in bytes: [UInt8], from start: Int) -> Int? {
        var index = start
        while index + 3 < bytes.count {
            if bytes[index] == 13, bytes[index + 1] == 10, bytes[index + 2] == 13, bytes[index + 3] == 10 { return index + 4 }
            index += 1
        }
        return nil
    }
}
