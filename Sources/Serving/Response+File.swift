package import HTTPTypes
package import Hummingbird
import NIOCore

extension Response {
    /// The most that a connection has in memory of a file.
    private static let step = 64 << 10

    /// A file of `size` bytes, or a slice that is served as its own file; whole, or the requested range. It is read while it is
    /// sent, at the client's pace. `read` returns the bytes of a range, fewer at the end.
    package static func file(
        _ size: Int, piece: Range<Int>? = nil, to request: Request, headers: HTTPFields,
        read: @escaping @Sendable (Range<Int>) async throws -> [UInt8]
    ) -> Response {
        var headers = headers
        headers[.acceptRanges] = "bytes"
        if let etag = headers[.eTag], let known = request.headers[.ifNoneMatch], known == "*" || known.etags.contains(etag) {
            return Response(status: .notModified, headers: headers)
        }
        let (start, length) = (piece?.lowerBound ?? 0, piece?.count ?? size)
        let part: Range<Int>
        switch ByteRange(request.method, request.headers, of: length, version: headers) {
        case .whole: part = start..<start + length
        case .part(let asked):
            part = start + asked.lowerBound..<start + asked.upperBound
            headers[.contentRange] = "bytes \(asked.lowerBound)-\(asked.upperBound - 1)/\(length)"
        case .unsatisfiable:
            return Response(status: .rangeNotSatisfiable, headers: [.contentRange: "bytes */\(length)", .acceptRanges: "bytes"])
        }
        let body = ResponseBody(contentLength: part.count) { writer in
            var place = part.lowerBound
            while place < part.upperBound {
                let bytes = try await read(place..<min(place + step, part.upperBound))
                // The file has become shorter: the connection ends before the promised length.
                guard !bytes.isEmpty else { throw FileHasShrunk() }
                place += bytes.count
                try await writer.send(ByteBuffer(bytes: bytes))
            }
            try await writer.finish(nil)
        }
        return Response(status: headers[.contentRange] == nil ? .ok : .partialContent, headers: headers, body: body)
    }
}

/// A file is shorter than when its response began.
private struct FileHasShrunk: Error {}
