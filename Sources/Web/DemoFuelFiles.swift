import DemoPublishing
import HTTPTypes
import Hummingbird
import Serving

/// `/demo/fuel.xml`: the sample metro's petrol prices, with FuelWatch's query parameters (`Product`, `Region`, `Suburb`, `Surrounding`,
/// `Brand`, `Day`).
///
/// A response's validators (ETag, Last-Modified) change with the prices: at midnight in Perth, and at 14:30 for tomorrow's.
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
