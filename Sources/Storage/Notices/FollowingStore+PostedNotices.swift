extension FollowingStore {
    /// Calls whenever this process has posted a notice, once that is committed, for as long as the store is open. Of what other processes
    /// post it knows nothing.
    package func onPosted(_ tell: @escaping @Sendable () -> Void) { database.pool.onInsert(into: "notices", tell) }
}
