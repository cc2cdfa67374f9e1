package import HTTPTypes
package import Hummingbird
import Records

/// The common responses.
extension Response {
    package static func page(_ html: HTML, status: HTTPResponse.Status = .ok) -> Response {
        Response(
            status: status, headers: [.contentType: "text/html; charset=utf-8", .cacheControl: "no-cache, private"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: html.description)))
    }

    package static func json(_ text: String, status: HTTPResponse.Status = .ok, type: String = "application/json") -> Response {
        Response(
            status: status, headers: [.contentType: type, .cacheControl: "no-cache, private"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: text + "\n")))
    }
}

extension Request {
    package var wantsJSON: Bool { headers[.accept]?.contains("application/json") == true }

    /// Whether a form was sent from one of our pages and not from another site, from `Sec-Fetch-Site`, or `Origin` in older browsers
    /// (OWASP, Cross-Site Request Forgery Prevention). Programs send neither, and have no cookies of a person.
    package func isFromOurPages() -> Bool {
        if let site = headers[HTTPField.Name("Sec-Fetch-Site")!] { return site == "same-origin" || site == "none" }
        guard let origin = headers[.origin] else { return true }
        let host = head.authority ?? headers[.init("Host")!]
        return host != nil && origin.split(separator: "/").last.map(String.init) == host
    }

    package var isJSON: Bool { headers[.contentType]?.prefix(while: { $0 != ";" }).lowercased() == "application/json" }
}
