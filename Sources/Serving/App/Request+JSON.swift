import Foundation
import Hummingbird
package import Localisation
import Notifying

extension Request {
    private static let jsonLimit = 8 << 10

    /// What a script of ours has sent. Throws what is answered if it cannot be read.
    package func json<Sent: Decodable>(as _: Sent.Type, _ words: Words) async throws -> Sent {
        let body = try await self.body.collect(upTo: Self.jsonLimit)
        do { return try JSONDecoder().decode(Sent.self, from: Data(body.readableBytesView)) } catch let error as AddressError {
            throw HTTPError(.unprocessableContent, message: "\(error)")
        } catch {
            throw HTTPError(.badRequest, message: words("Tidings can’t read this."))
        }
    }
}
