import Hummingbird
import Localisation
package import Records

extension Request {
    /// A posted form of ours: each name once. Throws what is to be answered.
    package func form(upTo limit: Int = 65_536) async throws -> [String: String] {
        guard isFromOurPages() else { throw Refusal(.forbidden, "Another site sent this form.") }
        let body = try await body.collect(upTo: limit)
        // Not by URLEncodedFormDecoder, which leaves a plus in a name: names of boxes are what people call things.
        // No form of ours has a name twice.
        guard let pairs = try? Percent.form(String(buffer: body)), Set(pairs.map(\.name)).count == pairs.count else {
            throw Refusal(.badRequest, "Tidings can’t read this form.")
        }
        return Dictionary(uniqueKeysWithValues: pairs.map { ($0.name, $0.value) })
    }

    /// What stands behind the question mark, as forms write it: a blank as a plus.
    package var query: [String: String] { (try? URLEncodedFormDecoder().decode([String: String].self, from: uri.query ?? "")) ?? [:] }
}

extension PageContext {
    /// Who asks; a stranger is told to sign in.
    package func knownPerson() throws -> Person {
        guard let person else { throw Refusal(.unauthorized, "Sign in to get notices.") }
        return person
    }
}
