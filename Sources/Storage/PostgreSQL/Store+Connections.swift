extension Store {
    /// Whether servers may share it: it is in PostgreSQL, not in the folder.
    package var isInDatabase: Bool { database.pool.dialect == .postgres }

    /// The waits for this server's connections; empty for a store in the folder. With `isLast`, the next longest ones count from now.
    package func connectionWaits(isLast: Bool = false) -> [ConnectionUse: ConnectionWaits] {
        guard case .postgres(let pool) = database.pool else { return [:] }
        return pool.waits(isLast: isLast)
    }
}
