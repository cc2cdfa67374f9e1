import Foundation
import Records
import TestSupport
import Testing

@testable import Storage

@Suite("Sealed addresses") struct SealingTests {
    private let folder: TemporaryFolder
    private let secret = "s3cr3t-topic"
    private let time = Timestamp(milliseconds: 1_772_876_400_000)

    init() throws { folder = try TemporaryFolder() }

    /// Which files of a folder hold the secret, in any page.
    private func tellers(in folder: URL) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).filter {
            try Data(contentsOf: folder.appendingPathComponent($0)).range(of: Data(secret.utf8)) != nil
        }
    }

    private func ticket(in store: Store) async throws {
        try await store.database.pool.write {
            try $0.execute(
                sql: """
                    INSERT INTO queue_tickets (id, queue, day, number, label, line, place, state, services, calls, joined)
                    VALUES (7, 'main', 1, 1, 'A1', 'main', 1, 'waiting', '[]', 0, 0)
                    """)
        }
    }

    @Test("no file of the folder gives an address away, of a channel, of one to be confirmed, of a ticket, or in what a server said of it")
    func sealed() async throws {
        let store = try Store(in: folder.url)
        let ada = try #require(try await store.people.add("Ada", .member, password: nil, at: time))
        let address = #"{"topic":"\#(secret)"}"#
        let channel = try await store.following.addChannel(of: ada, named: "ntfy", kind: "ntfy", address: address, at: time)
        try await store.following.note(.failed("\(secret) answered 500"), of: channel, at: time)
        _ = try await store.following.keep(
            ChannelConfirmation(token: "t", person: ada, name: "mail", kind: "email", address: address, created: time))
        try await ticket(in: store)
        let listener = TicketListener(
            ticket: 7, queue: "main", endpoint: "https://push.example/\(secret)", address: address, language: "en", page: "queue/main",
            ahead: 2)
        #expect(try await store.queues.add(listener, whileAhead: 5))
        let account = DocumentMailbox.Account(
            host: "mail.example", port: 993, security: .tls, user: "ada-\(secret)", password: secret, folder: "INBOX")
        try await store.documents.keepDocumentMailbox(account, takesOld: false, for: ada.id, at: time)

        #expect(try tellers(in: folder.url) == [])
        let again = try Store(in: folder.url)
        #expect(try await again.following.channels(of: ada).map(\.address) == [address])
        #expect(try await again.following.channel(channel.id)?.failure == "\(secret) answered 500")
        #expect(try await again.following.confirmations(of: ada).map(\.address) == [address])
        #expect(try await again.documents.documentMailbox(of: ada.id)?.account == account)
        // With another key there is no password, and its mailbox says so.
        let other = AddressSeal(Data(repeating: 7, count: 32)).id
        try await again.database.pool.write {
            try $0.execute(sql: "UPDATE document_mailboxes SET login = replace(login, ?, ?)", arguments: [again.database.seal.id, other])
        }
        #expect(try await again.documents.documentMailbox(of: ada.id)?.state.fault == .sealed)
        // The same address is the same channel, and the same browser the same listener.
        #expect(try await again.following.addChannel(of: ada, named: "other", kind: "ntfy", address: address, at: time).id == channel.id)
        #expect(try await again.queues.add(listener, whileAhead: 5))
        #expect(try await again.database.pool.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM queue_listeners") } == 1)
        try await again.queues.removeListener(of: 7, at: listener.endpoint)
        #expect(try await again.database.pool.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM queue_listeners") } == 0)
    }

    @Test("the addresses of a store of before are sealed when it is opened, and no page of it keeps one, free pages included")
    func migrated() async throws {
        let ada: Person
        do {
            let store = try Store(in: folder.url)
            ada = try #require(try await store.people.add("Ada", .member, password: nil, at: time))
            try await ticket(in: store)
            try await store.database.pool.write { [secret] database in
                for number in 0..<300 {
                    try database.execute(
                        sql: "INSERT INTO channels (person, name, kind, address, created, failure) VALUES (?, ?, 'ntfy', ?, 0, ?)",
                        arguments: [
                            ada.id, "ntfy \(number)", #"{"topic":"\#(secret)-\#(number)"}"# + String(repeating: " ", count: 200),
                            "\(secret) failed",
                        ])
                }
                try database.execute(
                    sql: """
                        INSERT INTO queue_listeners (ticket, queue, endpoint, address, language, page, ahead, was_near)
                        VALUES (7, 'main', 'https://push.example/\(secret)', '{}', 'en', 'queue/main', 2, 0);
                        INSERT INTO channel_confirmations VALUES ('t', 1, 'mail', 'email', '{"address":"\(secret)@home.example"}', \(time.milliseconds));
                        -- Most pages are free then, and hold what was in them.
                        PRAGMA secure_delete = OFF;
                        DELETE FROM channels WHERE id > 2;
                        DROP TABLE sealed_secrets;
                        ALTER TABLE channels DROP COLUMN mark;
                        DELETE FROM grdb_migrations WHERE identifier = 'sealed addresses';
                        """)
            }
            try store.database.pool.withWriter { try $0.emptyLog() }
            try store.database.pool.close()
        }
        #expect(try tellers(in: folder.url).contains("tidings.sqlite"))

        let store = try Store(in: folder.url)
        #expect(try tellers(in: folder.url) == [])
        let channels = try await store.following.channels(of: ada)
        #expect(channels.map { $0.address.prefix(26) } == [#"{"topic":"s3cr3t-topic-0"}"#, #"{"topic":"s3cr3t-topic-1"}"#])
        #expect(channels.allSatisfy { !$0.isGone && $0.failure == "\(secret) failed" })
        #expect(try await store.following.confirmations(of: ada).map(\.address) == [#"{"address":"s3cr3t-topic@home.example"}"#])
        #expect(
            try await store.following.addChannel(of: ada, named: "x", kind: "ntfy", address: channels[0].address, at: time).id
                == channels[0].id)
        try await store.queues.removeListener(of: 7, at: "https://push.example/\(secret)")
        #expect(try await store.database.pool.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM queue_listeners") } == 0)
    }

    @Test("with another key a channel says what to do, and nothing of it is guessed; the key has one owner and one reader")
    func lostKey() async throws {
        let store = try Store(in: folder.url)
        let ada = try #require(try await store.people.add("Ada", .member, password: nil, at: time))
        _ = try await store.following.addChannel(of: ada, named: "ntfy", kind: "ntfy", address: "{}", at: time)
        let key = folder.url.appendingPathComponent("channels.key")
        #expect(try FileManager.default.attributesOfItem(atPath: key.path)[.posixPermissions] as? Int == 0o600)
        try FileManager.default.removeItem(at: key)

        let stranger = try Store(in: folder.url)
        let channel = try #require(try await stranger.following.channels(of: ada).first)
        #expect(channel.isGone)
        #expect(channel.address.isEmpty)
        #expect(channel.failure?.contains("add it again") == true)
        #expect(try await stranger.following.addChannel(of: ada, named: "ntfy", kind: "ntfy", address: "{}", at: time).id != channel.id)
        try Data("short".utf8).write(to: key)
        #expect(throws: StorageError.self) { try Store(in: folder.url) }
    }

    @Test("a sealed text is good for what it was sealed for, and not once it was altered")
    func bound() throws {
        let (seal, other) = (AddressSeal(Data(repeating: 1, count: 32)), AddressSeal(Data(repeating: 2, count: 32)))
        let sealed = try seal.seal("ada@home.example", for: .channel)
        #expect(seal.open(sealed, for: .channel) == "ada@home.example")
        #expect(try seal.seal("ada@home.example", for: .channel) != sealed)
        #expect(seal.open(sealed, for: .confirmation) == nil)
        #expect(other.open(sealed, for: .channel) == nil)
        #expect(seal.open("{\"address\":\"x\"}", for: .channel) == nil)
        #expect(seal.open("", for: .channel) == nil)
        var bytes = Array(sealed.utf8)
        bytes[bytes.count - 6] ^= 1
        #expect(seal.open(String(decoding: bytes, as: UTF8.self), for: .channel) == nil)
        #expect(seal.mark("a", for: .channel) == seal.mark("a", for: .channel))
        #expect(seal.mark("a", for: .channel) != seal.mark("a", for: .listener))
        #expect(seal.mark("a", for: .channel) != other.mark("a", for: .channel))
        #expect(!"\(seal)".contains("SymmetricKey(") || Mirror(reflecting: seal).children.isEmpty)
    }
}
