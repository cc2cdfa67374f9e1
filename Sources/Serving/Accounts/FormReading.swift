import Hummingbird
import Localisation
package import Records

extension Request {
    /// A posted form of ours: each name once. Throws what is to be answered.
    package func form(upTo limit: Int = 65_536) async throws -> [String: String] {
        guard isFromOurPages() else { throw Refusal(.forbidden, "Another site sent this form.") }
        let body = try await body.collect(upTo: limit)
        guard let fields = Percent.fields(String(buffer: body)) else { throw Refusal(.badRequest, "Tidings can’t read this form.") }
        return fields
    }

    /// What stands behind the question mark, as forms write it: a blank as a plus.
    package var query: [String: String] { (try? URLEncodedFormDecoder().decode([String: String].self, from: uri.query ?? "")) ?? [:] }
}

extension PageContext {
    /// Who asks; a stranger is told to sign in.
    package func knownPerson() throws -> Person {
        guard let person else { throw Refusal(.unauthorized, "Sign in first.") }
        return person
    }
}
