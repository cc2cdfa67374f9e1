public import Foundation

/// The head of a final answer, which is neither a redirect nor an error.
public struct ResponseHead: Sendable {
    /// The address of the answer after all redirects.
    public let url: URL
    /// 200, or 304 for a conditional request, or 206 or 416 for a range.
    public let status: Int
    /// In the order received, names in lower case.
    public let headers: [(name: String, value: String)]
    /// The body's length in bytes, if the server announces it for the bytes we receive.
    public let expectedBytes: Int?
    /// The body's length on the wire, if the server announces it.
    public let expectedWireBytes: Int?
    /// The page's refused requests, if a browser opened it.
    package internal(set) var refusals = Refusals()
    /// Why that page may have no rows, as half a sentence; nil if there is no indication.
    package internal(set) var obstacle: String?

    init(url: URL, status: Int, headers: [(name: String, value: String)], expectedBytes: Int?, expectedWireBytes: Int? = nil) {
        self.url = url
        self.status = status
        self.headers = headers
        self.expectedBytes = expectedBytes
        self.expectedWireBytes = expectedWireBytes ?? expectedBytes
    }

    /// The first header of that name (lower case).
    public subscript(name: String) -> String? { headers.first { $0.name == name }?.value }

    /// For partial content: the range of the body, and the size of the whole resource (`Content-Range`).
    public var part: (bytes: Range<Int>, of: Int)? {
        guard status == 206, let text = self["content-range"], text.hasPrefix("bytes ") else { return nil }
        let numbers = text.dropFirst(6).split(whereSeparator: { $0 == "-" || $0 == "/" }).map { Int($0) }
        guard numbers.count == 3, let first = numbers[0], let last = numbers[1], let size = numbers[2], first >= 0, first <= last,
            last < size
        else { return nil }
        return (first..<last + 1, size)
    }

    /// The size of the whole resource if the requested range was unsatisfiable (416).
    public var wholeSize: Int? {
        guard status == 416, let text = self["content-range"], text.hasPrefix("bytes */") else { return nil }
        return Int(text.dropFirst(8))
    }

    /// Whether ranges of this version can be requested.
    public var givesParts: Bool { self["accept-ranges"]?.lowercased() == "bytes" && validators?.strong != nil }

    /// The remaining freshness (`Cache-Control: max-age` minus `Age`: RFC 9111); nil if the answer doesn't specify it.
    public var freshness: Duration? {
        let directives = CacheControl(headers.filter { $0.name == "cache-control" }.map(\.value))
        guard !directives.has("no-cache"), !directives.has("no-store"), let seconds = directives.seconds("max-age") else { return nil }
        let age = self["age"].flatMap { FieldValue.seconds($0) } ?? 0
        return .seconds(max(0, seconds - age))
    }

    /// The body's media type and charset from the header, both in lower case.
    public var contentType: (mediaType: String, charset: String?)? {
        guard let text = self["content-type"] else { return nil }
        let (type, parameters) = FieldValue.parameterised(text)
        return (type.lowercased(), parameters["charset"]?.lowercased())
    }

    /// The validators for the next request.
    public var validators: Validators? { Validators(etag: self["etag"], lastModified: self["last-modified"]) }
}

/// The parts that a job delivers: one head, then the body's pieces.
public enum Part: Sendable {
    /// The answer begins.
    case head(ResponseHead)
    /// A non-empty piece of the body.
    case body([UInt8])
}

/// The progress of a job.
public struct JobProgress: Hashable, Sendable, Codable {
    /// Bytes of the body received, decompressed.
    public var receivedBytes = 0
    /// Bytes of the body received on the wire.
    public var wireBytes = 0
    /// The total size of the body; nil if unknown or compressed.
    public var expectedBytes: Int?
    /// The total size on the wire; nil if unknown, and then there is no percentage.
    public var expectedWireBytes: Int?
    /// Bytes per second on the wire since the body began; nil until it can be measured.
    public var bytesPerSecond: Int?

    /// No progress yet.
    public init() {}

    /// 0 to 1, by bytes on the wire; nil if the total is unknown.
    public var fraction: Double? {
        guard let expectedWireBytes, expectedWireBytes > 0 else { return nil }
        return min(1, Double(wireBytes) / Double(expectedWireBytes))
    }
}
