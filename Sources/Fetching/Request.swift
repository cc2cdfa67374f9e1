public import Foundation

/// What to fetch, and within which bounds.
public struct Request: Sendable {
    /// `http`, `https`, and `file` where the fetcher allows it.
    public var url: URL
    /// What is asked of the server.
    public var method = Method.get
    /// Sent as they are, after our own, to the server that `url` names and not to where it points.
    public var headers: [(name: String, value: String)]
    /// Sent with a `post`.
    public var body: [UInt8] = []
    /// What the last answer said of itself: makes the request conditional.
    public var validators: Validators?
    /// Asks for a part only. A server that does not give parts answers with the whole, status 200.
    public var range: ByteRange?
    /// What lets us in at the server that `url` names. One for all requests there: it remembers what the server said last.
    public var access: Access?
    /// A secret for the query, at the server that `url` names and nowhere else.
    public var secretQuery: SecretQuery?
    /// A secret header, likewise.
    public var secretHeader: SecretHeader?
    /// Where cookies are kept, and taken from; nil: none are.
    public var cookies: CookieJar?
    /// How what the fetcher keeps is used; without a folder for that, and by default, not at all.
    public var cache = CacheMode.bypass
    /// Keeps the answer for this long, whatever it says of itself.
    public var keepsFor: Duration?
    /// Whether the body may come packed (gzip, deflate); it is handed over unpacked. A part never is.
    public var acceptsCodings = true
    /// How urgent it is against others.
    public var priority = Priority.visible
    /// Whether it waits until the limits let it out. Only a request made while another of the same fetcher is held open for it
    /// must not: it would wait for itself.
    public var waitsInLine = true
    /// How long each stage may take.
    public var timeouts: Timeouts
    /// Bytes of body that are read at most, unpacked; one more is `FetchError.Code.tooLarge`.
    public var bodyLimit: Int

    /// What is asked of a server.
    public enum Method: String, CaseIterable, Sendable {
        /// To send something.
        case get = "GET"
        /// To take something: never repeated by itself.
        case post = "POST"
    }

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
        /// From base 0, to the end.
        case from(Int)
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
        case .from(let offset): "bytes=\(offset)-"
        }
    }
}

/// What identifies a version of a resource: RFC 9110, section 8.8. Kept as the server wrote it.
public struct Validators: Hashable, Sendable, Codable {
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
    /// In line, before anything is asked.
    public var queued: Duration = .seconds(3600)
    /// From asking to the head of the answer, connecting and redirects included.
    public var firstByte: Duration = .seconds(30)
    /// Between two pieces of the body, not counting what the job's owner does with them.
    public var idle: Duration = .seconds(30)
    /// The whole job from leaving the line on, redirects included.
    public var total: Duration = .seconds(900)
    /// A body that comes slower than this is given up; nil: only `idle` counts.
    public var lowSpeed: LowSpeed?

    /// Fewer bytes of the wire than this in that time, again not counting what the job's owner does.
    public struct LowSpeed: Hashable, Sendable {
        /// Bytes that have to come within `window`.
        public var bytes: Int
        /// The time they have.
        public var window: Duration

        /// So many bytes in that time.
        public init(bytes: Int, in window: Duration) {
            self.bytes = bytes
            self.window = window
        }
    }

    /// The defaults.
    public init() {}
}
