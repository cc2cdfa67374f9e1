/// Feeds of boards, their records, and how those changed.
package struct FeedStore: Sendable {
    let database: Database
}
