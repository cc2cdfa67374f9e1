extension FollowingStore {
    /// Calls `tell` after each commit of this process that posted a notice, while the store is open. Posts of other processes aren't
    /// reported.
    package func onPosted(_ tell: @escaping @Sendable () -> Void) { database.pool.onInsert(into: "notices", tell) }
}
