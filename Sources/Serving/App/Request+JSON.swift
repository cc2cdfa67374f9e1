import Foundation
import Hummingbird
import Localisation
import Notifying

extension Request {
    private static let jsonLimit = 8 << 10

    /// What a script of ours has sent. Throws what is answered if it cannot be read.
    package func json<Sent: Decodable>(as _: Sent.Type) async throws -> Sent {
        let body = try await self.body.collect(upTo: Self.jsonLimit)
        do { return try JSONDecoder().decode(Sent.self, from: Data(body.readableBytesView)) } catch let error as AddressError {
            throw Refusal(.unprocessableContent, text: "\(error)")
        } catch {
            throw Refusal(.badRequest, "Tidings can’t read this.")
        }
    }
}
