package import Foundation
package import Records

/// Stores failed logins, so that they survive a restart. An account is identified by a hash of the name that was typed, whether or not the
/// account exists.
extension PersonStore {
    private static let failedLoginLimit = 10_000
    private static let failedLoginsAreKept = Duration.seconds(86_400)

    package func failedLogins(_ account: Data, from network: String) async throws -> FailedLogins? {
        try await database.read("reading failed sign-ins") {
            try Row.fetchOne(
                $0, sql: "SELECT failures, last FROM failed_logins WHERE account = ? AND network = ?", arguments: [account, network]
            ).map { FailedLogins(failures: $0["failures"], last: Timestamp(milliseconds: $0["last"])) }
        }
    }

    /// Stores another failed login, and deletes entries older than a day and the oldest beyond ten thousand.
    package func noteFailedLogin(_ account: Data, from network: String, at now: Timestamp) async throws {
        try await database.write("noting a failed sign-in") { database in
            try database.execute(
                sql: "DELETE FROM failed_logins WHERE last < ?", arguments: [(now + (.zero - Self.failedLoginsAreKept)).milliseconds])
            try database.execute(
                sql: """
                    INSERT INTO failed_logins (account, network, failures, last) VALUES (?, ?, 1, ?)
                    ON CONFLICT (account, network) DO UPDATE SET failures = failed_logins.failures + 1, last = excluded.last
                    """, arguments: [account, network, now.milliseconds])
            let excess = (try Int.fetchOne(database, sql: "SELECT count(*) FROM failed_logins") ?? 0) - Self.failedLoginLimit
            guard excess > 0 else { return }
            try database.execute(
                sql: """
                    DELETE FROM failed_logins WHERE (account, network) IN
                        (SELECT account, network FROM failed_logins ORDER BY last LIMIT ?)
                    """, arguments: [excess])
        }
    }

    package func forgetFailedLogins(_ account: Data, from network: String) async throws {
        try await database.write("forgetting failed logins") {
            try $0.execute(sql: "DELETE FROM failed_logins WHERE account = ? AND network = ?", arguments: [account, network])
        }
    }

    /// Whether the account has a session from that address, so a login from there isn't a stranger's.
    package func isKnown(_ name: String, from address: String, at now: Timestamp) async throws -> Bool {
        try await database.read("looking for a session") {
            try Bool.fetchOne(
                $0,
                sql: """
                    SELECT EXISTS (SELECT 1 FROM sessions JOIN people ON people.id = person
                        WHERE \($0.dialect.isSame("people.name")) AND address = ? AND expires > ?)
                    """, arguments: [name, address, now.milliseconds]) ?? false
        }
    }
}
