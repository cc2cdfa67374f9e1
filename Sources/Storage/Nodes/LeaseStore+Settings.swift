import Foundation

/// The settings that administrators have made on a page of one of several servers, for all of them.
package struct SharedSettings: Hashable, Sendable {
    /// Increases with each change.
    package let version: Int64
    /// By name; nil if they are sealed with another key than this server's.
    package let texts: [String: String]?
}

extension LeaseStore {
    /// nil if none are shared.
    package func settings() async throws -> SharedSettings? {
        try await database.read("reading the settings of all servers") { [seal = database.seal] database in
            guard let row = try Row.fetchOne(database, sql: "SELECT version, sealed FROM node_settings WHERE id = 1") else { return nil }
            let texts = try seal.open(row["sealed"], for: .settings).map { json in
                try JSONDecoder().decode([String: String].self, from: Data(json.utf8))
            }
            return SharedSettings(version: row["version"], texts: texts)
        }
    }

    /// Shares settings, which may contain secrets and are sealed. Returns their version. nil: another server has shared some since
    /// `version`; nothing is changed.
    package func share(_ texts: [String: String], after version: Int64) async throws -> Int64? {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let sealed = try database.seal.seal(String(decoding: try encoder.encode(texts), as: UTF8.self), for: .settings)
        return try await database.write("sharing settings with all servers") { database in
            let statement = try database.cachedStatement(
                sql: """
                    INSERT INTO node_settings (id, version, sealed) VALUES (1, ?1 + 1, ?2)
                    ON CONFLICT (id) DO UPDATE SET version = node_settings.version + 1, sealed = excluded.sealed
                    WHERE node_settings.version = ?1
                    RETURNING version
                    """)
            return try Int64.fetchOne(statement, arguments: [version, sealed])
        }
    }

    static func addSettings(_ database: Connection) throws {
        let dialect = database.dialect
        try database.execute(
            sql: """
                CREATE TABLE node_settings (
                    -- 1: there is one row at most.
                    id \(dialect.integer) PRIMARY KEY,
                    version \(dialect.integer) NOT NULL,
                    -- JSON: texts by name.
                    sealed \(dialect.text) NOT NULL
                ) \(dialect.strict)
                """)
    }
}
