package import Foundation
package import Records

extension FollowingStore {
    /// The watch that a notice to this person was about, by the identifier that receivers know; nil for digests, notices about a feed's
    /// health, and removed watches.
    package func watch(ofNotice identifier: UUID, to person: Person) async throws -> Watch? {
        let id = try await database.read("looking for the watch of a notice") {
            try Int64.fetchOne(
                $0, sql: "SELECT watch FROM notices WHERE person = ? AND identifier = ? AND watch IS NOT NULL",
                arguments: [person.id, identifier])
        }
        guard let id else { return nil }
        return try await watch(id)
    }
}
