import Foundation
import Hummingbird
import Localisation

extension Request {
    private static let jsonLimit = 8 << 10

    /// A JSON body from one of our scripts. Throws a refusal if it can't be parsed.
    package func json<Sent: Decodable>(as _: Sent.Type) async throws -> Sent {
        let body = try await self.body.collect(upTo: Self.jsonLimit)
        do { return try JSONDecoder().decode(Sent.self, from: Data(body.readableBytesView)) } catch is DecodingError {
            throw Refusal(.badRequest, "Tidings can’t read this.")
        } catch {
            // The value's own description of the error, such as an invalid address.
            throw Refusal(.unprocessableContent, text: "\(error)")
        }
    }
}
