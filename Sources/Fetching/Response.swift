public import Foundation

/// The head of a final answer: no redirect, no error.
public struct ResponseHead: Sendable {
    /// Where the answer came from after all redirects.
    public let url: URL
    /// 200, or 304 for a conditional request, or 206 or 416 for a range.
    public let status: Int
    /// In the order received, names in lower case.
    public let headers: [(name: String, value: String)]
    /// Length of the body in bytes, where the server says so and it means the bytes we get.
    public let expectedBytes: Int?
    /// Length of the body on the wire, where the server says so.
    public let expectedWireBytes: Int?

    init(url: URL, status: Int, headers: [(name: String, value: String)], expectedBytes: Int?, expectedWireBytes: Int? = nil) {
        self.url = url
        self.status = status
        self.headers = headers
        self.expectedBytes = expectedBytes
        self.expectedWireBytes = expectedWireBytes ?? expectedBytes
    }

    /// The first header of that name (lower case).
    public subscript(name: String) -> String? { headers.first { $0.name == name }?.value }

    /// Which bytes of the resource the body is, and how many that has, if it is a part (`Content-Range`).
    public var part: (bytes: Range<Int>, of: Int)? {
        guard status == 206, let text = self["content-range"], text.hasPrefix("bytes ") else { return nil }
        let numbers = text.dropFirst(6).split(whereSeparator: { $0 == "-" || $0 == "/" }).map { Int($0) }
        guard numbers.count == 3, let first = numbers[0], let last = numbers[1], let size = numbers[2], first >= 0, first <= last,
            last < size
        else { return nil }
        return (first..<last + 1, size)
    }

    /// How many bytes the whole has, where a part of it could not be given (416).
    public var wholeSize: Int? {
        guard status == 416, let text = self["content-range"], text.hasPrefix("bytes */") else { return nil }
        return Int(text.dropFirst(8))
    }

    /// Whether parts of this version can be asked for.
    public var givesParts: Bool { self["accept-ranges"]?.lowercased() == "bytes" && validators?.strong != nil }

    /// How long the answer says that it holds, less its age (`Cache-Control: max-age`, `Age`: RFC 9111); nil where it does not.
    public var freshness: Duration? {
        let directives = CacheControl(headers.filter { $0.name == "cache-control" }.map(\.value))
        guard !directives.has("no-cache"), !directives.has("no-store"), let seconds = directives.seconds("max-age") else { return nil }
        let age = self["age"].flatMap { FieldValue.seconds($0) } ?? 0
        return .seconds(max(0, seconds - age))
    }

    /// What kind of document the body is, and in which charset, as far as the server says: both in lower case.
    public var contentType: (mediaType: String, charset: String?)? {
        guard let text = self["content-type"] else { return nil }
        let (type, parameters) = FieldValue.parameterised(text)
        return (type.lowercased(), parameters["charset"]?.lowercased())
    }

    /// What to send next time.
    public var validators: Validators? { Validators(etag: self["etag"], lastModified: self["last-modified"]) }
}

/// What a job hands over, in this order: one head, then the body's pieces.
public enum Part: Sendable {
    /// The answer begins.
    case head(ResponseHead)
    /// A piece of the body, never empty, of any size.
    case body([UInt8])
}

/// How far a job is.
public struct JobProgress: Hashable, Sendable, Codable {
    /// Bytes of body received, unpacked.
    public var receivedBytes = 0
    /// Bytes of body received as they came over the wire.
    public var wireBytes = 0
    /// All bytes of the body; nil where nobody said, or where they come packed.
    public var expectedBytes: Int?
    /// All bytes of the wire; nil where nobody said, and then there is no percentage.
    public var expectedWireBytes: Int?
    /// Bytes of the wire a second since the body began; nil before there is anything to say.
    public var bytesPerSecond: Int?

    /// Nothing yet.
    public init() {}

    /// 0 to 1, of the wire's bytes; nil where the whole is not known.
    public var fraction: Double? {
        guard let expectedWireBytes, expectedWireBytes > 0 else { return nil }
        return min(1, Double(wireBytes) / Double(expectedWireBytes))
    }
}
