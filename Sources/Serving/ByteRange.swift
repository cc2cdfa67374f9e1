package import HTTPTypes
package import Hummingbird
import NIOCore

/// The part of a representation that a request asks for, in bytes (RFC 9110, section 14).
package enum ByteRange: Hashable, Sendable {
    /// The whole representation, which a server may always send: the request has no range, several ranges, a malformed range or another
    /// unit, or it is for another version (`If-Range`).
    case whole
    case part(Range<Int>)
    /// The range is outside the representation: 416.
    case unsatisfiable

    /// `count`: the representation's length in bytes. `headers` are the request's; `version` holds the response's `ETag` or
    /// `Last-Modified`.
    package init(_ method: HTTPRequest.Method, _ headers: HTTPFields, of count: Int, version: HTTPFields) {
        self = .whole
        guard method == .get, let field = headers[.range], Self.isOfThis(headers[.ifRange], version),
            let asked = field.wholeMatch(of: /(?i:bytes)=[ \t]*([0-9]*)-([0-9]*)[ \t]*/)
        else { return }
        switch (asked.1.isEmpty, asked.2.isEmpty) {
        case (true, true): return
        case (true, false):
            let suffix = Self.number(asked.2)
            // A suffix of an empty representation is the whole of it.
            guard count > 0 || suffix == 0 else { return }
            self = suffix == 0 ? .unsatisfiable : .part(max(0, count - suffix)..<count)
        case (false, _):
            let first = Self.number(asked.1)
            let last = asked.2.isEmpty ? Int.max : Self.number(asked.2)
            guard first <= last else { return }
            self = first < count ? .part(first..<min(last, count - 1) + 1) : .unsatisfiable
        }
    }

    /// A number that overflows means as much as possible.
    private static func number(_ digits: Substring) -> Int { Int(digits) ?? .max }

    /// Section 13.1.5: only a strong validator or the exact date matches.
    private static func isOfThis(_ condition: String?, _ version: HTTPFields) -> Bool {
        guard let condition else { return true }
        return condition.hasPrefix("\"") ? condition == version[.eTag] : condition == version[.lastModified]
    }
}

extension Response {
    /// Bytes in memory, whole or the requested range; 304 if the client has them (by `ETag`), 416 if the range is outside them.
    package static func bytes(_ bytes: [UInt8], to request: Request, headers: HTTPFields) -> Response {
        var headers = headers
        headers[.acceptRanges] = "bytes"
        if let etag = headers[.eTag], let known = request.headers[.ifNoneMatch], known == "*" || known.etags.contains(etag) {
            return Response(status: .notModified, headers: headers)
        }
        switch ByteRange(request.method, request.headers, of: bytes.count, version: headers) {
        case .whole: return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
        case .part(let part):
            headers[.contentRange] = "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(bytes.count)"
            return Response(status: .partialContent, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes[part])))
        case .unsatisfiable:
            return Response(status: .rangeNotSatisfiable, headers: [.contentRange: "bytes */\(bytes.count)", .acceptRanges: "bytes"])
        }
    }
}
