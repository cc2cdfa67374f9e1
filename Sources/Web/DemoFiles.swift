import DemoPublishing
import Foundation
import HTTPTypes
import Hummingbird
import Serving

/// `/demo/…`: the sample embassy's web server. Supports validators like a good server (ETag, Last-Modified, 304), and can be slow or omit
/// lengths like a bad one: `?rate=` bytes a second, `?length=no`. The end of the file can be requested by itself (`Range: bytes=-N`, with
/// `If-Range`).
struct DemoFiles: Sendable {
    private let publisher: DemoPublisher

    init(_ publisher: DemoPublisher) { self.publisher = publisher }

    func visaList(for request: Request) async -> Response {
        let publication = await publisher.visaList()
        let query = request.uri.queryParameters
        let modified = InternetDate.text(unixSeconds: publication.lastModifiedUnixSeconds)
        var headers: HTTPFields = [
            .eTag: publication.etag, .lastModified: modified, .contentType: "application/pdf", .cacheControl: "no-cache",
            // Browsers show no PDF in a sandbox.
            .contentSecurityPolicy: SecurityHeaders.policy,
        ]
        if let known = request.headers[.ifNoneMatch], known.contains(publication.etag) {
            return Response(status: .notModified, headers: headers)
        }
        if let tail = Self.tail(of: publication.bytes.count, asked: request, headers), query["length"] != "no" {
            headers[.contentRange] = "bytes \(tail.lowerBound)-\(tail.upperBound - 1)/\(publication.bytes.count)"
            return Response(
                status: .partialContent, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: publication.bytes[tail])))
        }
        if query["length"] != "no" { headers[.acceptRanges] = "bytes" }
        headers[.contentDisposition] = #"inline; filename="admin_processing_dates.pdf""#
        let rate = query["rate"].flatMap { Int($0) }.map { min(max($0, 1_000), 1_000_000_000) }
        let bytes = publication.bytes
        let body = ResponseBody(contentLength: query["length"] == "no" ? nil : bytes.count) { writer in
            // Twenty chunks a second; without a rate, as fast as possible.
            let piece = rate.map { max(1, $0 / 20) } ?? 64 << 10
            for start in stride(from: 0, to: bytes.count, by: piece) {
                try await writer.write(ByteBuffer(bytes: bytes[start..<min(start + piece, bytes.count)]))
                if rate != nil { try await Task.sleep(for: .milliseconds(50)) }
            }
            try await writer.finish(nil)
        }
        return Response(status: .ok, headers: headers, body: body)
    }

    func setEdition(for request: Request) async throws -> Response {
        guard request.isFromOurPages() else { throw Refusal(.forbidden, text: "This was sent from another site.") }
        guard let number = request.uri.queryParameters["number"].flatMap({ Int($0) }),
            (0...1_000_000).contains(number)
        else { throw Refusal(.badRequest, text: "'number' is an edition from 0 to 1000000") }
        await publisher.setEdition(number)
        return Response(status: .noContent)
    }

    /// The end of the file, if the request asks for it in this version.
    private static func tail(of count: Int, asked request: Request, _ version: HTTPFields) -> Range<Int>? {
        guard request.headers[.range]?.hasPrefix("bytes=-") == true,
            case .part(let tail) = ByteRange(.get, request.headers, of: count, version: version)
        else { return nil }
        return tail
    }
}
