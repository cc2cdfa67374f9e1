import Hummingbird
import Localisation
import Storage

extension Request {
    /// A posted form of ours: each name once. Throws what is to be answered.
    func form(upTo limit: Int = 65_536) async throws -> [String: String] {
        guard isFromOurPages() else { throw Refusal(.forbidden, "This form was sent from another site.") }
        let body = try await body.collect(upTo: limit)
        guard let form = try? URLEncodedFormDecoder().decode([String: String].self, from: String(buffer: body)) else {
            throw Refusal(.badRequest, "This form cannot be read.")
        }
        return form
    }

    /// What stands behind the question mark, as forms write it: a blank as a plus.
    var query: [String: String] { (try? URLEncodedFormDecoder().decode([String: String].self, from: uri.query ?? "")) ?? [:] }
}

extension PageContext {
    /// Who asks; a stranger is told to sign in.
    func knownPerson() throws -> Person {
        guard let person else { throw Refusal(.unauthorized, "Sign in, so that you can be told.") }
        return person
    }
}
