import Records
import Storage
import StorageSupport
import TestSupport
import Testing

@Suite("Stored mailboxes of documents") struct DocumentMailboxTests {
    private func account(_ password: String = "pw", user: String = "ada@mail.example", folder: String = "INBOX") -> DocumentMailbox.Account
    {
        .init(host: "mail.example", port: 993, security: .tls, user: user, password: password, folder: folder)
    }

    private func withStore(_ body: (Store, Person, Person) async throws -> Void) async throws {
        let folder = try TemporaryFolder()
        let store = try Engine.store(in: folder.url)
        let ada = try #require(try await store.people.setUp(administrator: "ada", password: "x", at: .system()))
        try await body(store, ada, try await store.people.person(named: "ben", at: .system()))
    }

    private let now = Timestamp(milliseconds: 1_000_000)

    @Test("a person has one mailbox, which is theirs alone; in the same folder, mails that were taken stay taken")
    func life() async throws {
        try await withStore { store, ada, ben in
            #expect(try await store.documents.documentMailbox(of: ada.id) == nil)
            try await store.documents.keepDocumentMailbox(account(), takesOld: false, for: ada.id, at: now)
            var mailbox = try #require(try await store.documents.documentMailbox(of: ada.id))
            #expect(mailbox.account == account())
            #expect(!mailbox.takesOld)
            #expect(mailbox.state == .init(due: now))
            #expect(mailbox.added == now)
            #expect(try await store.documents.documentMailbox(of: ben.id) == nil)
            #expect(try await store.documents.removeDocumentMailbox(of: ben.id) == false)
            mailbox.state.place = .init(validity: 7, last: 12)
            (mailbox.state.looked, mailbox.state.due, mailbox.state.taken) = (now, now + .seconds(300), 2)
            (mailbox.state.failures, mailbox.state.fault) = (3, .interrupted)
            mailbox.state.skipped = (0..<DocumentMailbox.Limits.skipped + 2).map { .init(subject: "\($0)", reason: .nothing) }
            try await store.documents.note(mailbox.state, of: mailbox)
            var state = mailbox.state
            state.skipped = Array(state.skipped.suffix(DocumentMailbox.Limits.skipped))
            #expect(try await store.documents.documentMailbox(of: ada.id)?.state == state)
            // Another password.
            try await store.documents.keepDocumentMailbox(account("other"), takesOld: false, for: ada.id, at: now)
            let changed = try #require(try await store.documents.documentMailbox(of: ada.id))
            (state.due, state.failures, state.fault) = (now, 0, nil)
            #expect(changed.state == state)
            #expect(changed.account.password == SecretText("other"))
            #expect(changed.added > mailbox.added)
            // What came of the one before isn't noted any more.
            try await store.documents.note(.init(due: now + .seconds(9)), of: mailbox)
            #expect(try await store.documents.documentMailbox(of: ada.id) == changed)
            try await store.documents.keepDocumentMailbox(account(folder: "Listen"), takesOld: true, for: ada.id, at: now)
            #expect(try await store.documents.documentMailbox(of: ada.id)?.state == .init(due: now))
            #expect(try await store.documents.removeDocumentMailbox(of: ada.id))
            #expect(try await store.documents.documentMailbox(of: ada.id) == nil)
        }
    }

    @Test("those that are due are there in order, but none of somebody who is disabled; one can be hurried")
    func due() async throws {
        try await withStore { store, ada, ben in
            #expect(try await store.documents.hurryDocumentMailbox(of: ada.id, at: now) == .none)
            try await store.documents.keepDocumentMailbox(account(), takesOld: false, for: ada.id, at: now + .seconds(2))
            try await store.documents.keepDocumentMailbox(account(), takesOld: false, for: ben.id, at: now + .seconds(1))
            #expect(try await store.documents.documentMailboxes(dueBy: now).isEmpty)
            #expect(try await store.documents.documentMailboxes(dueBy: now + .seconds(2)).map(\.person) == [ben.id, ada.id])
            #expect(try await store.documents.hurryDocumentMailbox(of: ada.id, at: now) == .due)
            #expect(try await store.documents.documentMailboxes(dueBy: now).map(\.person) == [ada.id])
            _ = try await store.people.update(ben.id, isDisabled: true)
            #expect(try await store.documents.documentMailboxes(dueBy: now + .seconds(2)).map(\.person) == [ada.id])
        }
    }

    @Test("a password that was refused isn't sent again before its time, until another one is given")
    func refused() async throws {
        try await withStore { store, ada, _ in
            try await store.documents.keepDocumentMailbox(account(), takesOld: false, for: ada.id, at: now)
            let mailbox = try #require(try await store.documents.documentMailbox(of: ada.id))
            var state = mailbox.state
            (state.due, state.failures, state.fault) = (now + .seconds(3600), 1, .login)
            try await store.documents.note(state, of: mailbox)
            let rest = DocumentStore.MailboxHurry.resting(mailbox.account, until: now + .seconds(3600))
            #expect(try await store.documents.hurryDocumentMailbox(of: ada.id, at: now + .seconds(9)) == rest)
            #expect(try await store.documents.documentMailboxes(dueBy: now + .seconds(9)).isEmpty)
            // Another fault doesn't concern the password.
            state.fault = .unreachable
            try await store.documents.note(state, of: mailbox)
            #expect(try await store.documents.hurryDocumentMailbox(of: ada.id, at: now + .seconds(9)) == .due)
            state.fault = .login
            try await store.documents.note(state, of: mailbox)
            try await store.documents.keepDocumentMailbox(account("other"), takesOld: false, for: ada.id, at: now + .seconds(10))
            #expect(try await store.documents.documentMailboxes(dueBy: now + .seconds(10)).map(\.person) == [ada.id])
        }
    }
}
