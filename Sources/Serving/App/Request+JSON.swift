import Foundation
import Hummingbird
import Localisation

extension Request {
    private static let jsonLimit = 8 << 10

    /// What a script of ours has sent. Throws what is answered if it cannot be read.
    package func json<Sent: Decodable>(as _: Sent.Type) async throws -> Sent {
        let body = try await self.body.collect(upTo: Self.jsonLimit)
        do { return try JSONDecoder().decode(Sent.self, from: Data(body.readableBytesView)) } catch is DecodingError {
            throw Refusal(.badRequest, "Tidings can’t read this.")
        } catch {
            // What a value of it says of itself: an address that is none.
            throw Refusal(.unprocessableContent, text: "\(error)")
        }
    }
}
