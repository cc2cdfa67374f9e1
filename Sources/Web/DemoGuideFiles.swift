import DemoPublishing
import HTTPTypes
import Hummingbird
import Serving

/// `/demo/guide.xml`, `/demo/guide/packed.xml.gz`, `/demo/guide/channels.dat`, `/demo/guide/101.dat`, `/demo/guide/logos/101.png`: the
/// sample guide in both formats.
///
/// Its version changes daily: at 06:00 UTC one day is dropped and another is added.
struct DemoGuideFiles: Sendable {
    private let publisher: DemoPublisher
    private static let guide = DemoGuide()

    init(_ publisher: DemoPublisher) { self.publisher = publisher }

    func xmltv(for request: Request) -> Response {
        let xml = Self.guide.xmltv(at: publisher.seconds, base: Self.base(of: request))
        return Self.answer(Array(xml.utf8), "text/xml;charset=UTF-8", for: request)
    }

    /// `channels.dat`, a channel's file such as `101.dat`, or `packed.xml.gz`, which holds all channels in the other format.
    func file(_ name: String?, for request: Request) throws -> Response {
        if name == "packed.xml.gz" {
            let bytes = Self.guide.packedXMLTV(at: publisher.seconds, base: Self.base(of: request))
            return Self.answer(bytes, "application/gzip", for: request)
        }
        guard let name, name.hasSuffix(".dat"), case let stem = name.dropLast(4),
            let bytes = stem == "channels"
                ? Array(DemoGuide.channelList.utf8) : Int(stem).flatMap({ Self.guide.radioTimesFile($0, at: publisher.seconds) })
        else { throw Refusal(.notFound, text: "There is no such channel.") }
        return Self.answer(bytes, Int(stem) == DemoGuide.olderChannel ? "text/plain" : "text/plain;charset=UTF-8", for: request)
    }

    private static func base(of request: Request) -> String { request.head.authority.map { "http://\($0)/demo/guide/" } ?? "/demo/guide/" }

    func logo(_ name: String?, for request: Request) throws -> Response {
        guard let name, name.hasSuffix(".png"), let number = Int(name.dropLast(4)), let png = DemoGuide.logo(number) else {
            throw Refusal(.notFound, text: "There is no such channel.")
        }
        return Self.answer(png, "image/png", for: request)
    }

    private static func answer(_ bytes: [UInt8], _ type: String, for request: Request) -> Response {
        let etag = entityTag(of: bytes)
        var headers: HTTPFields = [.eTag: etag, .cacheControl: "no-cache"]
        if let known = request.headers[.ifNoneMatch], known == "*" || known.contains(etag) {
            return Response(status: .notModified, headers: headers)
        }
        headers[.contentType] = type
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }
}
