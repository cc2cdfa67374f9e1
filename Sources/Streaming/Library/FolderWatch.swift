/// Tells soon when something changes in folders. What it misses is found by the next look through the library.
protocol FolderWatch: Sendable {
    /// Watches these from now on, and no others. Whether some of them weren't watched before: what came into those meanwhile wasn't told.
    func watch(_ folders: [String]) -> Bool
}
