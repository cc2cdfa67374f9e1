// Addresses of channels are stored sealed (`AddressSeal`). An older store is sealed when it is first opened.
extension Store {
    /// The migration: columns for the marks and the state of the sealing. `sealAddresses`, which has the key, seals the texts themselves.
    static let sealedAddresses = """
        -- By which an address is found again: an HMAC.
        ALTER TABLE channels ADD COLUMN mark TEXT;
        -- 1: no page of the file holds an address that isn't sealed, free ones included.
        CREATE TABLE sealed_secrets (is_complete INTEGER NOT NULL) STRICT;
        INSERT INTO sealed_secrets SELECT NOT EXISTS (SELECT 1 FROM people) AND NOT EXISTS (SELECT 1 FROM queue_tickets);
        """

    /// Seals all unsealed texts and rewrites the file, so that no plain text stays in free pages or in the write-ahead log. Does nothing if
    /// that is complete. If the process dies midway, the next one completes it.
    static func sealAddresses(_ pool: SQLitePool, _ seal: AddressSeal) throws {
        let isComplete = try pool.readNow { database in
            try Bool.fetchOne(
                database,
                sql: """
                    SELECT is_complete AND NOT EXISTS (SELECT 1 FROM channels WHERE address NOT LIKE 'sealed:%') FROM sealed_secrets
                    """) ?? false
        }
        guard !isComplete else { return }
        try pool.withWriter { database in
            try database.execute(sql: "PRAGMA secure_delete = ON")
            try database.with(functions(of: seal)) { try database.inTransaction { try database.execute(sql: sealing) } }
        }
        // If another process has the file open, or the disk has no room for another copy, the next process to open the store tries again.
        let isClean = try? pool.withWriter { database in
            try database.execute(sql: "VACUUM")
            try database.emptyLog()
            return true
        }
        guard isClean == true else { return }
        try pool.writeNow { try $0.execute(sql: "UPDATE sealed_secrets SET is_complete = 1") }
    }

    private static let sealing = """
        UPDATE channels SET mark = mark_of(address, 'channel'), address = seal_of(address, 'channel') WHERE address NOT LIKE 'sealed:%';
        UPDATE channel_confirmations SET address = seal_of(address, 'confirmation') WHERE address NOT LIKE 'sealed:%';
        UPDATE queue_listeners SET endpoint = mark_of(endpoint, 'listener'), address = seal_of(address, 'listener')
            WHERE address NOT LIKE 'sealed:%';
        UPDATE channels SET failure = seal_of(failure, 'failure') WHERE failure NOT LIKE 'sealed:%';
        UPDATE notices SET failure = seal_of(failure, 'failure') WHERE failure NOT LIKE 'sealed:%';
        UPDATE queue_words SET failure = seal_of(failure, 'failure') WHERE failure NOT LIKE 'sealed:%';
        """

    /// `seal_of(text, purpose)` and `mark_of(text, purpose)`.
    private static func functions(of seal: AddressSeal) -> [SQLFunction] {
        func function(_ name: String, _ body: @Sendable @escaping (String, AddressSeal.Purpose) throws -> String) -> SQLFunction {
            SQLFunction(name, argumentCount: 2) { texts in
                guard let text = texts[0], let purpose = texts[1].flatMap(AddressSeal.Purpose.init) else { return nil }
                return try body(text, purpose)
            }
        }
        return [function("seal_of", seal.seal), function("mark_of", seal.mark)]
    }
}
