package import Records
package import Storage

extension FollowingStore {
    /// A person's alert, by its number as it stands in an address; nobody else's.
    package func alert(_ id: String?, of person: Person) async throws -> PriceAlert? {
        guard let id = id.flatMap({ Int64($0) }), let alert = try await alert(id), alert.person == person.id else { return nil }
        return alert
    }
}
