import HTTPTypes
package import Hummingbird
package import Records

/// A secret that a form has just made, on its way to the page that shows it once.
///
/// The form is answered by a redirect, so a reload makes no second secret. The secret travels in a cookie, so it is in no address and in no
/// log. The cookie is signed for the page and the person and lasts a minute; the page removes it.
package enum NewSecret {
    private static let cookie = "tidings_new_secret"
    private static let secondsKept = 60

    /// The answer to the form: leads to the page, with the secret and texts that belong to it. `place` is where the page shows them.
    package static func sent(
        _ texts: [String], to page: String, at place: String = "", for person: Person, by site: Site
    ) -> Response {
        let said = texts.map { String(base64URL: $0.utf8) }.joined(separator: ".")
        let signature = site.linkKey.signature(of: Array(said.utf8), for: purpose(page, person))
        var response = Response.on(to: page + place)
        set("\(said).\(String(base64URL: signature))", for: secondsKept, in: &response, by: site)
        return response
    }

    /// The page, made from these texts; they are empty if no form has sent any.
    package static func shown(
        on page: String, of request: Request, for person: Person, by site: Site, _ answer: ([String]) async throws -> Response
    ) async throws -> Response {
        let texts = texts(on: page, of: request, for: person, by: site)
        var response = try await answer(texts)
        guard !texts.isEmpty else { return response }
        response.headers[.cacheControl] = "no-store"
        set("", for: 0, in: &response, by: site)
        return response
    }

    private static func texts(on page: String, of request: Request, for person: Person, by site: Site) -> [String] {
        let parts = request.cookies[cookie]?.value.split(separator: ".", omittingEmptySubsequences: false) ?? []
        guard parts.count > 1, let signature = parts.last.flatMap({ [UInt8](base64URL: String($0)) }) else { return [] }
        let said = Array(parts.dropLast().joined(separator: ".").utf8)
        guard site.linkKey.isSignature(signature, of: said, for: purpose(page, person)) else { return [] }
        return parts.dropLast().map { part in
            [UInt8](base64URL: String(part)).flatMap { String(validating: $0, as: UTF8.self) } ?? ""
        }
    }

    private static func set(_ value: String, for seconds: Int, in response: inout Response, by site: Site) {
        response.setCookie(
            Cookie(name: cookie, value: value, maxAge: seconds, path: "/", secure: site.isSecure, httpOnly: true, sameSite: .lax))
    }

    private static func purpose(_ page: String, _ person: Person) -> String { "new secret \(person.id) \(page)" }
}
