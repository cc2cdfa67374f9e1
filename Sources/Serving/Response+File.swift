package import HTTPTypes
package import Hummingbird
import NIOCore
package import Streaming

extension Response {
    /// What a connection has in memory of a file.
    private static let step = 64 << 10

    /// A file, or a piece of it that is sent as a file of its own, whole or in the part that is asked for, read while it is sent: as fast as it is taken.
    package static func file(_ file: OpenFile, piece: Range<Int>? = nil, to request: Request, headers: HTTPFields) -> Response {
        var headers = headers
        headers[.acceptRanges] = "bytes"
        if let etag = headers[.eTag], let known = request.headers[.ifNoneMatch], known == "*" || known.etags.contains(etag) {
            return Response(status: .notModified, headers: headers)
        }
        let (start, size) = (piece?.lowerBound ?? 0, piece?.count ?? file.size)
        let part: Range<Int>
        switch ByteRange(request.method, request.headers, of: size, version: headers) {
        case .whole: part = start..<start + size
        case .part(let asked):
            part = start + asked.lowerBound..<start + asked.upperBound
            headers[.contentRange] = "bytes \(asked.lowerBound)-\(asked.upperBound - 1)/\(size)"
        case .unsatisfiable:
            return Response(status: .rangeNotSatisfiable, headers: [.contentRange: "bytes */\(size)", .acceptRanges: "bytes"])
        }
        let body = ResponseBody(contentLength: part.count) { writer in
            var place = part.lowerBound
            while place < part.upperBound {
                let bytes = try await file.read(place..<min(place + step, part.upperBound))
                // It has become shorter: the connection ends before the length that was promised.
                guard !bytes.isEmpty else { throw StreamingError(.missing, "the file has become shorter") }
                place += bytes.count
                try await writer.send(ByteBuffer(bytes: bytes))
            }
            try await writer.finish(nil)
        }
        return Response(status: headers[.contentRange] == nil ? .ok : .partialContent, headers: headers, body: body)
    }
}
