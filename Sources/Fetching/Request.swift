public import Foundation

/// What to fetch, and within which limits.
public struct Request: Sendable {
    /// `http`, `https`, and `file` where the fetcher allows it.
    public var url: URL
    /// The HTTP method.
    public var method = Method.get
    /// Headers to send after our own, only to the server that `url` names and not to the target of a redirect.
    public var headers: [(name: String, value: String)]
    /// The body of a `post` or `put`.
    public var body: [UInt8] = []
    /// Whether to follow redirects. If not, a redirect is the error `FetchError.Code.status`, so a post never reaches another server.
    public var followsRedirects = true
    /// Whether the operator's list of private hosts applies. False for an address that a publisher has named.
    public var reachesListed = true
    /// Whether the address may be an endless stream. Set it only if the operator named the address.
    public var readsStream = false
    /// Validators of the last answer, which make the request conditional.
    public var validators: Validators?
    /// Asks for a part only. A server that doesn't serve parts answers with the whole document and status 200.
    public var range: ByteRange?
    /// Credentials for the server that `url` names. Use one value for all requests to it: it remembers the server's last challenge.
    public var access: Access?
    /// A secret in the query, only for the server that `url` names.
    public var secretQuery: SecretQuery?
    /// A secret header, only for the server that `url` names.
    public var secretHeader: SecretHeader?
    /// Keeps and sends cookies; nil for none.
    public var cookies: CookieJar?
    /// How to use the fetcher's cache, if it has one. Unused by default.
    public var cache = CacheMode.bypass
    /// How long to keep the answer, overriding its headers.
    public var keepsFor: Duration?
    /// Whether the server may compress the body (gzip, deflate). The job hands it over unpacked. Parts are never compressed.
    public var acceptsCodings = true
    /// Opens the address in a browser, and waits for this; nil asks for the document itself. A rendered answer is HTML, and never kept.
    package var renders: RenderOrder?
    /// Gets what the page looks like in the browser; nil: no picture is taken.
    package var picture: PagePicture?
    /// How urgent the request is.
    public var priority = Priority.visible
    /// Whether the request waits in line for its turn. Set it to false only for a request that another request of the same fetcher waits
    /// for: it would wait for itself.
    public var waitsInLine = true
    /// How long each stage may take at most.
    public var timeouts: Timeouts
    /// Unpacked bytes of body at most. More is the error `FetchError.Code.tooLarge`.
    public var bodyLimit: Int

    /// The HTTP method of a request.
    public enum Method: String, CaseIterable, Sendable {
        /// Reads something.
        case get = "GET"
        /// Sends something. Never repeated automatically.
        case post = "POST"
        /// Stores something under the address: the same however often it is sent. Never repeated automatically.
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

/// A part of a resource: RFC 9110, section 14.
public struct ByteRange: Hashable, Sendable {
    /// Which bytes.
    public enum Bytes: Hashable, Sendable {
        /// The last bytes, this many.
        case last(Int)
        /// Not empty, from base 0.
        case between(Range<Int>)
        /// To the end, from base 0.
        case from(Int)
    }

    /// Which bytes.
    public let bytes: Bytes
    /// The version that the part has to belong to: a strong entity tag or a date, as the server wrote it (`If-Range`). A server that has
    /// another version by now answers with all of that one.
    public let version: String

    /// This part of a version.
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

    /// The validator that parts of one version may be joined by. A weak entity tag doesn't qualify (RFC 9110, section 13.1.5).
    public var strong: String? { etag.map { $0.hasPrefix("W/") ? nil : $0 } ?? lastModified }
}

/// How long each stage of a job may take at most.
public struct Timeouts: Hashable, Sendable {
    /// Waiting in line.
    public var queued: Duration = .seconds(3600)
    /// From the request to the head of the answer, with connecting and redirects.
    public var firstByte: Duration = .seconds(30)
    /// Between two pieces of the body, without the time that the job's owner takes for them.
    public var idle: Duration = .seconds(30)
    /// The whole job after it leaves the line, with redirects.
    public var total: Duration = .seconds(900)
    /// Gives up on a slower body; nil leaves only `idle`.
    public var lowSpeed: LowSpeed?

    /// At least this many bytes on the wire in this time, without the time that the job's owner takes.
    public struct LowSpeed: Hashable, Sendable {
        /// Bytes that have to arrive within `window`.
        public var bytes: Int
        /// The time for them.
        public var window: Duration

        /// These bytes in this time.
        public init(bytes: Int, in window: Duration) {
            self.bytes = bytes
            self.window = window
        }
    }

    /// The defaults.
    public init() {}

    /// Takes those from `others` that are the defaults here.
    mutating func fill(from others: Timeouts) {
        let defaults = Timeouts()
        for field in [\Self.queued, \.firstByte, \.idle, \.total] where self[keyPath: field] == defaults[keyPath: field] {
            self[keyPath: field] = others[keyPath: field]
        }
        if lowSpeed == nil { lowSpeed = others.lowSpeed }
    }
}
