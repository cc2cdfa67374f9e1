import Foundation
package import Records

/// Mailboxes whose messages become documents, one per person. User and password are stored encrypted (`AddressSeal`).
extension DocumentStore {
    private struct Login: Codable {
        let user: String
        let password: String
    }

    package func documentMailbox(of person: Person.ID) async throws -> DocumentMailbox? {
        try await database.read("reading a mailbox") { database in
            try Row.fetchOne(database, sql: "SELECT * FROM document_mailboxes WHERE person = ?", arguments: [person])
                .flatMap(self.documentMailbox)
        }
    }

    /// The mailboxes that are due for a check, the longest waiting first. Leaves out those of disabled people.
    package func documentMailboxes(dueBy now: Timestamp) async throws -> [DocumentMailbox] {
        try await database.read("reading mailboxes") { database in
            try Row.fetchAll(
                database,
                sql: """
                    SELECT document_mailboxes.* FROM document_mailboxes JOIN people ON people.id = document_mailboxes.person
                    WHERE due <= ? AND people.disabled = 0 ORDER BY due, person
                    """, arguments: [now.milliseconds]
            ).compactMap(self.documentMailbox)
        }
    }

    /// Replaces the person's mailbox; the new one is due now. If it is the same folder of the same user, with the same `takesOld`, messages
    /// that were imported still count as imported.
    package func keepDocumentMailbox(
        _ account: DocumentMailbox.Account, takesOld: Bool, for person: Person.ID, at now: Timestamp
    ) async throws {
        try await database.write("keeping a mailbox") { [seal] database in
            let former = try Row.fetchOne(database, sql: "SELECT * FROM document_mailboxes WHERE person = ?", arguments: [person])
                .flatMap(self.documentMailbox)
            // Two changes within a millisecond still get different times.
            let added = former.map { max(now, $0.added + .milliseconds(1)) } ?? now
            let entered = Login(user: account.user, password: account.password.text(for: .theSeal))
            let login = String(decoding: try JSONEncoder().encode(entered), as: UTF8.self)
            try database.execute(sql: "DELETE FROM document_mailboxes WHERE person = ?", arguments: [person])
            try database.execute(
                sql: """
                    INSERT INTO document_mailboxes (person, host, port, security, folder, login, takes_old, added, due)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    person, account.host, account.port, account.security.rawValue, account.folder, try seal.seal(login, for: .mailbox),
                    takesOld, added.milliseconds, now.milliseconds,
                ])
            guard let former, former.account.isSameFolder(as: account), takesOld == former.takesOld else { return }
            var state = former.state
            (state.due, state.failures, state.fault) = (now, 0, nil)
            try Self.note(state, of: person, added, database)
        }
    }

    /// False if the person has no mailbox.
    package func removeDocumentMailbox(of person: Person.ID) async throws -> Bool {
        try await database.write("removing a mailbox") { database in
            try database.execute(sql: "DELETE FROM document_mailboxes WHERE person = ?", arguments: [person])
            return database.changesCount > 0
        }
    }

    package enum MailboxHurry: Hashable, Sendable {
        case none
        /// The mailbox is checked now.
        case due
        /// The server refused the password, which isn't sent again before this time.
        case resting(DocumentMailbox.Account, until: Timestamp)
    }

    /// Makes a person's mailbox due now, unless it is resting. `isOpen`: its server has just accepted the password.
    package func hurryDocumentMailbox(of person: Person.ID, isOpen: Bool = false, at now: Timestamp) async throws -> MailboxHurry {
        try await database.write("looking at a mailbox") { database in
            let row = try Row.fetchOne(database, sql: "SELECT * FROM document_mailboxes WHERE person = ?", arguments: [person])
            guard let mailbox = row.flatMap(self.documentMailbox) else { return .none }
            if !isOpen, mailbox.state.fault == .login, mailbox.state.due > now {
                return .resting(mailbox.account, until: mailbox.state.due)
            }
            try database.execute(
                sql: "UPDATE document_mailboxes SET due = ? WHERE person = ?", arguments: [now.milliseconds, person])
            return .due
        }
    }

    /// Stores the outcome of a check, unless the mailbox was changed or removed since.
    package func note(_ state: DocumentMailbox.State, of mailbox: DocumentMailbox) async throws {
        try await database.write("noting a look at a mailbox") { database in
            try Self.note(state, of: mailbox.person, mailbox.added, database)
        }
    }

    private static func note(
        _ state: DocumentMailbox.State, of person: Person.ID, _ added: Timestamp, _ database: Connection
    ) throws {
        let skipped = String(decoding: try JSONEncoder().encode(state.skipped.suffix(DocumentMailbox.Limits.skipped)), as: UTF8.self)
        try database.execute(
            sql: """
                UPDATE document_mailboxes SET validity = ?, last_mail = ?, looked = ?, due = ?, failures = ?, fault = ?, taken = ?,
                    skipped = ?
                WHERE person = ? AND added = ?
                """,
            arguments: [
                state.place?.validity, state.place?.last ?? 0, state.looked?.milliseconds, state.due.milliseconds, state.failures,
                state.fault?.rawValue, state.taken, skipped, person, added.milliseconds,
            ])
    }

    /// nil for a kind of security that another version wrote. If the seal's key is missing, the password is nil and a fault says so.
    private func documentMailbox(_ row: Row) -> DocumentMailbox? {
        guard let security = DocumentMailbox.Security(rawValue: row["security"]) else { return nil }
        let login = seal.open(row["login"], for: .mailbox).flatMap { try? JSONDecoder().decode(Login.self, from: Data($0.utf8)) }
        var state = DocumentMailbox.State(due: Timestamp(milliseconds: row["due"]))
        let validity: Int? = row["validity"]
        state.place = validity.map { DocumentMailbox.Place(validity: $0, last: row["last_mail"]) }
        state.looked = (row["looked"] as Int64?).map { Timestamp(milliseconds: $0) }
        (state.failures, state.taken) = (row["failures"], row["taken"])
        state.fault = login == nil ? .sealed : (row["fault"] as String?).flatMap { DocumentMailbox.Fault(rawValue: $0) }
        let skipped: String = row["skipped"]
        state.skipped = (try? JSONDecoder().decode([DocumentMailbox.Skipped].self, from: Data(skipped.utf8))) ?? []
        return DocumentMailbox(
            person: row["person"],
            account: .init(
                host: row["host"], port: row["port"], security: security, user: login?.user ?? "", password: login?.password ?? "",
                folder: row["folder"]), takesOld: row["takes_old"], added: Timestamp(milliseconds: row["added"]), state: state)
    }
}

extension DocumentMailbox.Account {
    fileprivate func isSameFolder(as other: Self) -> Bool { (host, user, folder) == (other.host, other.user, other.folder) }
}
