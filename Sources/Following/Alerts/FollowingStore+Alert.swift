package import Records
package import Storage

extension FollowingStore {
    /// The person's own alert with the id in an address.
    package func alert(_ id: String?, of person: Person) async throws -> PriceAlert? {
        guard let id = id.flatMap({ Int64($0) }), let alert = try await alert(id), alert.person == person.id else { return nil }
        return alert
    }
}
