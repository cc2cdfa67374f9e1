/// Watches and price alerts of people, their notices, and the channels these come by.
package struct FollowingStore: Sendable {
    let database: Database

    var seal: AddressSeal { database.seal }
}
