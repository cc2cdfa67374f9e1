import DemoPublishing
import HTTPTypes
import Hummingbird
import Serving

/// `/demo/fuel.xml`: the sample metro's petrol prices, asked for as FuelWatch is
/// (`Product`, `Region`, `Suburb`, `Surrounding`, `Brand`, `Day`).
///
/// An answer has a version (ETag, Last-Modified) that changes when the prices do: at midnight in Perth, and at 14:30 for tomorrow's.
struct DemoFuelFiles: Sendable {
    private let publisher: DemoPublisher

    init(_ publisher: DemoPublisher) { self.publisher = publisher }

    func prices(for request: Request) -> Response {
        let query = request.uri.queryParameters
        let feed = publisher.fuel(DemoFuelQuery { name in query[name[...]].map(String.init) })
        let bytes = Array(feed.xml.utf8)
        let etag = entityTag(of: bytes)
        var headers: HTTPFields = [
            .eTag: etag, .lastModified: InternetDate.text(unixSeconds: feed.sinceUnixSeconds), .cacheControl: "no-cache",
        ]
        if let known = request.headers[.ifNoneMatch], known == "*" || known.contains(etag) {
            return Response(status: .notModified, headers: headers)
        }
        headers[.contentType] = "text/xml;charset=UTF-8"
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }
}
