import Fetching
import Foundation
import LongJobs
import Operating
import Records
import Storage
import Synchronization
import TestSupport
import Testing

@testable import Speaking

@Suite("Mailboxes whose mails become documents") struct DocumentMailboxesTests {
    @Test("a document that waits for a place is written once")
    func waiting() async throws {
        let folder = try TemporaryFolder()
        let store = try Store(in: folder.url)
        let ben = try await store.people.person(named: "ben", at: .system())
        let documents = folder.url.appendingPathComponent("documents")
        /// The files on disk at each attempt.
        let tries = Mutex<[[String]]>([])
        // Documents aren't extracted here.
        let library = try DocumentLibrary(in: documents, maker: nil, store: store) {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: documents.path)) ?? []
            tries.withLock { $0.append(names.filter { $0.hasPrefix(IncomingFile.prefix) }) }
            return .system()
        }
        let (fetcher, jobs) = (Fetcher(.loopback), try await Jobs(store: store))
        let mailboxes = DocumentMailboxes(library: library, store: store, fetcher: fetcher, jobs: jobs)
        var waiting: [StoredDocument.ID] = []
        for number in 0..<StoredDocument.Limits.waiting {
            let added = try await store.documents.addDocument("\(number)", .text, title: "", bytes: 1, for: ben.id, at: .system())
            if case .new(let id) = added { waiting.append(id) }
        }
        let adding = Task { try await mailboxes.add(.init(title: "Late", bytes: Array("A text.".utf8)), for: ben.id) }
        try await eventually("it was tried three times") { tries.withLock { $0.count } >= 3 }
        try await store.documents.failDocument(waiting[0], .noText)
        let result = await adding.result
        try await fetcher.shutdown()
        try result.get()
        let found = try #require(try await store.documents.all(of: ben.id).first { $0.title == "Late" })
        #expect(try Data(contentsOf: documents.appendingPathComponent("\(found.id)")) == Data("A text.".utf8))
        #expect(Set(tries.withLock { $0 }).count == 1)
        #expect(tries.withLock { $0.first?.count } == 1)
    }

    @Test("servers whose answers never end hold all places for no longer than their share, while others wait")
    func endless() async throws {
        let folder = try TemporaryFolder()
        let store = try Store(in: folder.url)
        let library = try DocumentLibrary(in: folder.url.appendingPathComponent("documents"), maker: nil, store: store)
        let (fetcher, jobs) = (Fetcher(.loopback), try await Jobs(store: store))
        let mailboxes = DocumentMailboxes(library: library, store: store, fetcher: fetcher, jobs: jobs, share: .zero)
        let endless = try ScriptedServer(isAsked: false) { connection in
            while true {
                try connection.send("*")
                Thread.sleep(forTimeInterval: 0.05)
            }
        }
        let other = try ScriptedServer(isAsked: false) { try $0.send("* BYE later\r\n") }
        var people: [Person.ID] = []
        /// A mailbox on that server, for a separate person.
        func add(port: Int) async throws {
            let person = try #require(try await store.people.add("p\(people.count)", .administrator, password: nil, at: .system()))
            let account = DocumentMailbox.Account(
                host: "127.0.0.1", port: port, security: .none, user: "a", password: "b", folder: "INBOX")
            try await store.documents.keepDocumentMailbox(account, takesOld: true, for: person.id, at: .init(milliseconds: 0))
            people.append(person.id)
        }
        for _ in 0..<DocumentMailboxes.concurrentLimit { try await add(port: endless.port) }
        let service = Task { try await mailboxes.run() }
        try await eventually("all places are held") { endless.connectionCount >= DocumentMailboxes.concurrentLimit }
        try await add(port: other.port)
        let last = try #require(people.last)
        try await eventually("the other mailbox is asked") {
            await mailboxes.hurry(last)
            return other.connectionCount > 0
        }
        try await eventually("one was put off as after a fault") {
            for person in people.dropLast() {
                let state = try await store.documents.documentMailbox(of: person)?.state
                if state?.fault == .interrupted, state?.failures == 1, state.map({ $0.due > .system() }) == true { return true }
            }
            return false
        }
        service.cancel()
        _ = await service.result
        try await fetcher.shutdown()
    }
}
