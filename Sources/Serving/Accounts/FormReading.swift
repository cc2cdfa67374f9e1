import Hummingbird
import Localisation
package import Records

extension Request {
    /// The fields of a form posted from our pages, each name once. Throws a refusal.
    package func form(upTo limit: Int = 65_536) async throws -> [String: String] {
        guard isFromOurPages() else { throw Refusal(.forbidden, "Another site sent this form.") }
        let body = try await body.collect(upTo: limit)
        guard let fields = Percent.fields(String(buffer: body)) else { throw Refusal(.badRequest, "Tidings can’t read this form.") }
        return fields
    }

    /// The query, decoded as forms encode it: a plus is a space.
    package var query: [String: String] { (try? URLEncodedFormDecoder().decode([String: String].self, from: uri.query ?? "")) ?? [:] }
}

extension PageContext {
    /// The signed-in person; a visitor is asked to sign in.
    package func knownPerson() throws -> Person {
        guard let person else { throw Refusal(.unauthorized, "Sign in first.") }
        return person
    }
}
