import HTTPTypes
package import Hummingbird
import NIOCore
import Records

extension APIAnswer {
    /// The response with its ETag, or 304 without a body if the client already has it (RFC 9110, section 13.1.2).
    package func response(to request: Request) -> Response {
        var headers = headers
        headers[.cacheControl] = headers[.cacheControl] ?? "no-cache, private"
        guard let text else { return Response(status: status, headers: headers) }
        if request.method == .get || request.method == .head, status == .ok, let etag {
            headers[.eTag] = etag
            if let known = request.headers[.ifNoneMatch], known == "*" || known.etags.contains(etag) {
                return Response(status: .notModified, headers: headers)
            }
        }
        headers[.contentType] = type
        return Response(status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(string: text + "\n")))
    }
}

extension Request {
    /// Whether the Accept header allows a media type (RFC 9110, section 12.5.1). A weight of 0 excludes it.
    package func accepts(_ type: String) -> Bool {
        let ranges = headers[values: .accept].joined(separator: ",").split(separator: ",")
        guard !ranges.isEmpty else { return true }
        let main = type.prefix { $0 != "/" }
        return ranges.contains { range in
            let parts = range.split(separator: ";").map { $0.trimmingWhitespace().lowercased() }
            guard let name = parts.first, !parts.dropFirst().contains(where: { ["q=0", "q=0.0", "q=0.00", "q=0.000"].contains($0) }) else {
                return false
            }
            return name == type || name == "*/*" || name == "\(main)/*"
                || (name == "application/problem+json" && type == "application/json")
        }
    }
}
