public import Foundation

/// What to fetch, and within which bounds.
public struct Request: Sendable {
    /// `http`, `https`, and `file` where the fetcher allows it.
    public var url: URL
    /// Sent as they are, after our own.
    public var headers: [(name: String, value: String)]
    /// What the last answer said of itself: makes the request conditional.
    public var validators: Validators?
    /// How long each stage may take.
    public var timeouts: Timeouts
    /// Asks for a part only. A server that does not give parts answers with the whole, status 200.
    public var range: ByteRange?
    /// Bytes of body that are read at most; one more is `FetchError.Code.tooLarge`.
    public var bodyLimit: Int

    /// A request with the usual bounds.
    public init(
        url: URL, headers: [(name: String, value: String)] = [], validators: Validators? = nil, timeouts: Timeouts = Timeouts(),
        bodyLimit: Int = 256 << 20
    ) {
        self.url = url
        self.headers = headers
        self.validators = validators
        self.timeouts = timeouts
        self.bodyLimit = bodyLimit
    }
}

/// A part of a resource: RFC 9110, section 14.
public struct ByteRange: Hashable, Sendable {
    /// Which bytes.
    public enum Bytes: Hashable, Sendable {
        /// The last so many.
        case last(Int)
        /// From base 0; never empty.
        case between(Range<Int>)
    }

    /// Which bytes.
    public let bytes: Bytes
    /// The version it has to be a part of: a strong entity tag or a date, as the server wrote it (`If-Range`). A server that has
    /// another by now answers with the whole of that.
    public let version: String

    /// These bytes of a version.
    public init(_ bytes: Bytes, of version: String) {
        self.bytes = bytes
        self.version = version
    }

    var header: String {
        switch bytes {
        case .last(let count): "bytes=-\(count)"
        case .between(let range): "bytes=\(range.lowerBound)-\(range.upperBound - 1)"
        }
    }
}

/// What identifies a version of a resource: RFC 9110, section 8.8. Kept as the server wrote it.
public struct Validators: Hashable, Sendable {
    /// The entity tag, with its quotes and a `W/` if it has one.
    public var etag: String?
    /// The date of `Last-Modified`.
    public var lastModified: String?

    /// nil if neither is there: nothing to ask conditionally with.
    public init?(etag: String?, lastModified: String?) {
        guard etag != nil || lastModified != nil else { return nil }
        self.etag = etag
        self.lastModified = lastModified
    }

    /// What parts of one version may be put together by: not a weak entity tag (RFC 9110, section 13.1.5).
    public var strong: String? { etag.map { $0.hasPrefix("W/") ? nil : $0 } ?? lastModified }
}

/// How long each stage of a job may take.
public struct Timeouts: Hashable, Sendable {
    /// From asking to the head of the answer, connecting and redirects included.
    public var firstByte: Duration = .seconds(30)
    /// Between two pieces of the body, not counting what the job's owner does with them.
    public var idle: Duration = .seconds(30)
    /// The whole job, redirects included.
    public var total: Duration = .seconds(900)

    /// The defaults.
    public init() {}
}
