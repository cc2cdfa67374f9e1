/// Watches and price alerts of people, their notices, and their channels.
package struct FollowingStore: Sendable {
    let database: Database

    var seal: AddressSeal { database.seal }
}
