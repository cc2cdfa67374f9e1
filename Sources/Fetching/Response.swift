public import Foundation

/// The head of a final answer: no redirect, no error.
public struct ResponseHead: Sendable {
    /// Where the answer came from after all redirects.
    public let url: URL
    /// 200, or 304 for a conditional request, or 206 for a range.
    public let status: Int
    /// In the order received, names in lower case.
    public let headers: [(name: String, value: String)]
    /// Length of the body in bytes, where the server says so and it means the bytes we get.
    public let expectedBytes: Int?

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

    /// Whether parts of this version can be asked for.
    public var givesParts: Bool { self["accept-ranges"]?.lowercased() == "bytes" && validators?.strong != nil }

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
public struct JobProgress: Hashable, Sendable {
    /// Bytes of body received.
    public var receivedBytes = 0
    /// All bytes of the body; nil where nobody said, and then there is no percentage.
    public var expectedBytes: Int?
    /// Bytes a second since the body began; nil before there is anything to say.
    public var bytesPerSecond: Int?

    /// Nothing yet.
    public init() {}
}
