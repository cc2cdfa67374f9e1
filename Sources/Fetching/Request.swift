public import Foundation

/// The address to fetch, and the limits.
public struct Request: Sendable {
    /// `http`, `https`, and `file` if the fetcher allows it.
    public var url: URL
    /// The HTTP method.
    public var method = Method.get
    /// Headers to send after our own, only to the server that `url` names and not to the target of a redirect.
    public var headers: [(name: String, value: String)]
    /// The body of a `post` or `put`.
    public var body: [UInt8] = []
    /// Whether to follow redirects. If not, a redirect causes the error `FetchError.Code.status`, so a post never reaches another server.
    public var followsRedirects = true
    /// Whether the operator's list of private hosts applies. False for an address that a publisher has named.
    public var reachesListed = true
    /// Whether the address may be an endless stream. Set it only if the operator named the address.
    public var readsStream = false
    /// Validators of the last answer, which make the request conditional.
    public var validators: Validators?
    /// Requests only a range. A server that doesn't support ranges sends the whole document and status 200.
    public var range: ByteRange?
    /// Credentials for the server that `url` names. Use one instance for all requests to it: it stores the server's last challenge.
    public var access: Access?
    /// A secret in the query, only for the server that `url` names.
    public var secretQuery: SecretQuery?
    /// A secret header, only for the server that `url` names.
    public var secretHeader: SecretHeader?
    /// Stores and sends cookies; nil for none.
    public var cookies: CookieJar?
    /// How to use the fetcher's cache, if it has one. By default it isn't used.
    public var cache = CacheMode.bypass
    /// How long the cached answer is fresh, overriding its headers.
    public var keepsFor: Duration?
    /// Whether the server may compress the body (gzip, deflate). The job decodes it. Ranges are never compressed.
    public var acceptsCodings = true
    /// Opens the address in a browser, and waits for this; nil requests the document itself. A rendered answer is HTML, and never cached.
    package var renders: RenderOrder?
    /// Receives a screenshot from the browser; nil for none.
    package var picture: PagePicture?
    /// How urgent the request is.
    public var priority = Priority.visible
    /// Whether the request waits in the queue. Set it to false only for a request that another request of the same fetcher waits for:
    /// otherwise it would wait for itself.
    public var waitsInLine = true
    /// The timeout of each stage.
    public var timeouts: Timeouts
    /// Limit of the decoded body in bytes. A longer body causes the error `FetchError.Code.tooLarge`.
    public var bodyLimit: Int

    /// The HTTP method of a request.
    public enum Method: String, CaseIterable, Sendable {
        /// Reads a resource.
        case get = "GET"
        /// Sends data. Never repeated automatically.
        case post = "POST"
        /// Stores data at the address, with the same effect however often it is sent. Never repeated automatically.
        case put = "PUT"
    }

    /// A request with the default limits.
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

/// A range of a resource: RFC 9110, section 14.
public struct ByteRange: Hashable, Sendable {
    /// The forms of a range.
    public enum Bytes: Hashable, Sendable {
        /// The last bytes, this many.
        case last(Int)
        /// A range that isn't empty, base 0.
        case between(Range<Int>)
        /// From this byte to the end, base 0.
        case from(Int)
    }

    /// The requested bytes.
    public let bytes: Bytes
    /// The version that the range must belong to: a strong entity tag or a date, as the server wrote it (`If-Range`). A server that has
    /// another version sends all of that.
    public let version: String

    /// This range of a version.
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

/// Identifies a version of a resource (RFC 9110, section 8.8), as the server wrote it.
public struct Validators: Hashable, Sendable, Codable {
    /// The entity tag with its quotes, and `W/` if it is weak.
    public var etag: String?
    /// The date of `Last-Modified`.
    public var lastModified: String?

    /// Returns nil if both are missing.
    public init?(etag: String?, lastModified: String?) {
        guard etag != nil || lastModified != nil else { return nil }
        self.etag = etag
        self.lastModified = lastModified
    }

    /// The validator by which ranges of one version may be combined. A weak entity tag doesn't qualify (RFC 9110, section 13.1.5).
    public var strong: String? { etag.map { $0.hasPrefix("W/") ? nil : $0 } ?? lastModified }
}

/// The timeouts of the stages of a job.
public struct Timeouts: Hashable, Sendable {
    /// Waiting in the queue.
    public var queued: Duration = .seconds(3600)
    /// From the request to the head of the answer, including connecting and redirects.
    public var firstByte: Duration = .seconds(30)
    /// Between two pieces of the body, excluding the time that the job's owner needs for them.
    public var idle: Duration = .seconds(30)
    /// The whole job after it leaves the queue, including redirects.
    public var total: Duration = .seconds(900)
    /// Aborts a slower body; nil leaves only `idle`.
    public var lowSpeed: LowSpeed?

    /// At least this many bytes on the wire in this time, excluding the time that the job's owner needs.
    public struct LowSpeed: Hashable, Sendable {
        /// The minimum of bytes within `window`.
        public var bytes: Int
        /// The time window.
        public var window: Duration

        /// A minimum of bytes in a window.
        public init(bytes: Int, in window: Duration) {
            self.bytes = bytes
            self.window = window
        }
    }

    /// The defaults.
    public init() {}

    /// Replaces timeouts that have their defaults with those of `others`.
    mutating func fill(from others: Timeouts) {
        let defaults = Timeouts()
        for field in [\Self.queued, \.firstByte, \.idle, \.total] where self[keyPath: field] == defaults[keyPath: field] {
            self[keyPath: field] = others[keyPath: field]
        }
        if lowSpeed == nil { lowSpeed = others.lowSpeed }
    }
}
