import Foundation
import LongJobs
import Operating
import Records
import Storage
import TestSupport
import Testing

@testable import Speaking

/// Uses the store, real files, and the helper with the library of espeak-ng.
@Suite("The library of documents") struct DocumentLibraryTests {
    private static let text = "One of the men is here. It costs $5.\n\nThe end of it is near, and that was all."

    private struct Fixture {
        let folder: TemporaryFolder
        let store: Store
        let jobs: Jobs
        let library: DocumentLibrary
        let ben: Person
        var documents: URL { folder.url.appendingPathComponent("documents") }

        func add(_ text: String, named name: String = "") async throws -> DocumentStore.AddedDocument {
            let file = try #require(try await library.receive(for: ben.id) { try await $0.take(Array(text.utf8)) })
            return try await library.add(file, named: name, for: ben.id, through: store)
        }

        func files() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: documents.path).sorted() }
    }

    private func with(_ body: (Fixture) async throws -> Void) async throws {
        let folder = try TemporaryFolder()
        let store = try Store(in: folder.url)
        let jobs = try await Jobs(store: store)
        let narrator = Narrator([try #require(SpeechProcess.Program.installed())])
        let library = try DocumentLibrary(
            in: folder.url.appendingPathComponent("documents"),
            maker: PartMaker(narrator, keptIn: folder.url.appendingPathComponent("sounds")), store: store, jobs: jobs)
        let fixture = Fixture(
            folder: folder, store: store, jobs: jobs, library: library, ben: try await store.people.person(named: "ben", at: .system()))
        let running = Task { try await library.run() }
        let result: Result<Void, any Error>
        do { result = .success(try await body(fixture)) } catch { result = .failure(error) }
        running.cancel()
        _ = await running.result
        await narrator.close()
        try result.get()
    }

    private func read(_ id: StoredDocument.ID, _ fixture: Fixture) async throws -> StoredDocument {
        try await eventually("it is read") { try await fixture.store.documents.document(id, of: fixture.ben.id)?.state != .reading }
        return try #require(try await fixture.store.documents.document(id, of: fixture.ben.id))
    }

    @Test("of several servers one reads what another has taken, and leaves alone what the other is still taking")
    func nodes() async throws {
        let folder = try TemporaryFolder()
        let (store, documents) = (try Store(in: folder.url), folder.url.appendingPathComponent("documents"))
        let ben = try await store.people.person(named: "ben", at: .system())
        func leases(_ name: String) async throws -> RoleLeases {
            try await store.leases.join("run of \(name)", named: name, version: "1")
            return RoleLeases(store.leases, of: "run of \(name)", named: name, lasting: .seconds(6))
        }
        let (east, west) = (try await leases("east"), try await leases("west"))
        let taking = try DocumentLibrary(in: documents, maker: nil, store: store, roles: Roles(east))
        let file = try #require(try await taking.receive(for: ben.id) { try await $0.take(Array(Self.text.utf8)) })
        let reading = try DocumentLibrary(in: documents, maker: nil, store: store, roles: Roles(west))
        let (keeping, running) = (Task { try await west.run() }, Task { try await reading.run() })
        try await eventually("the other reads documents") { await Roles(west).holds(.documents) }
        let added = try await taking.add(file, named: "", for: ben.id, through: store)
        if case .new(let id) = added {
            try await eventually("it is read") { try await store.documents.document(id, of: ben.id)?.state != .reading }
            #expect(try await store.documents.document(id, of: ben.id)?.extent?.words == 19)
        } else {
            Issue.record("\(added)")
        }
        running.cancel()
        _ = await running.result
        keeping.cancel()
        _ = await keeping.result
    }

    @Test("a text is read as a job, and its file is its owner's alone")
    func text() async throws {
        try await with { fixture in
            guard case .new(let id) = try await fixture.add(Self.text) else { return }
            let document = try await read(id, fixture)
            #expect(document.extent == .init(words: 19, language: "en"))
            #expect(document.title == "One of the men is here")
            let file = fixture.documents.appendingPathComponent("\(id)")
            #expect(try String(contentsOf: file, encoding: .utf8) == Self.text)
            #expect(try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int == 0o600)
            #expect(try await fixture.add(Self.text) == .known(id))
            #expect(try fixture.files() == ["\(id)"])
            try await eventually("the job ends") {
                try await fixture.store.jobs.all(seenBy: fixture.ben, limit: 5).map(\.state) == [.done]
            }
            #expect(try await fixture.store.documents.removeDocument(id, of: fixture.ben.id))
            fixture.library.tidy()
            try await eventually("its file is gone") { try fixture.files().isEmpty }
        }
    }

    @Test("what can't be read says why, and the next one is read")
    func faults() async throws {
        try await with { fixture in
            let faults: [(String, StoredDocument.Fault)] = [
                ("  \n", .noText), ("%PDF-1.7 nothing", .noText), (String(repeating: "\0\u{1}", count: 500), .unknownFormat),
            ]
            for (text, fault) in faults {
                guard case .new(let id) = try await fixture.add(text) else { continue }
                let state = try await read(id, fixture).state
                #expect(state == .failed(fault) || fault == .noText && state == .failed(.damaged), "\(state)")
            }
            guard case .new(let id) = try await fixture.add("All is well.", named: "Good") else { return }
            #expect(try await read(id, fixture).title == "Good")
        }
    }

    @Test("a part's sound has a time for each word, is made once, and is kept")
    func sound() async throws {
        try await with { fixture in
            guard case .new(let id) = try await fixture.add(Self.text) else { return }
            let document = try await read(id, fixture)
            let part = try #require(try await fixture.store.documents.documentPart(0, of: id))
            let maker = try #require(fixture.library.maker)
            let voice = try await maker.voice(nil, for: document.extent?.language)
            let (ben, jobs) = (fixture.ben.id, 0..<3)
            let sounds = try await withThrowingTaskGroup(of: PartSound.self) { group in
                for _ in jobs { group.addTask { try await maker.sound(of: part, with: voice, for: ben) } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(Set(sounds).count == 1)
            let sound = sounds[0]
            try #require(sound.times.count == part.wordCount + 1)
            #expect(sound.times == sound.times.sorted())
            #expect(sound.times[19] > 3000)
            let files = try FileManager.default.contentsOfDirectory(atPath: maker.folder).sorted()
            #expect(files == [sound.file, "\(sound.file.split(separator: ".")[0]).json"].sorted())
            #expect(try await maker.sound(of: part, with: voice, for: ben) == sound)
            let other = try await maker.voice("gmw/de", for: nil)
            #expect(try await maker.sound(of: part, with: other, for: ben).file != sound.file)
        }
    }

    @Test("long work is left by a caller that is cancelled, and says when it has ended")
    func left() async throws {
        let gate = DispatchSemaphore(value: 0)
        let (ends, end) = AsyncStream.makeStream(of: Void.self)
        let work = Task {
            try await BlockingWork.runUnlessCancelled({ gate.wait() }, onEnd: { end.finish() })
        }
        work.cancel()
        await #expect(throws: CancellationError.self) { try await work.value }
        gate.signal()
        for await _ in ends {}
    }

    @Test("a document that ends the server again and again is given up")
    func attempts() async throws {
        let folder = try TemporaryFolder()
        let store = try Store(in: folder.url)
        let ben = try await store.people.person(named: "ben", at: .system())
        guard case .new(let id) = try await store.documents.addDocument("a", .text, title: "", bytes: 1, for: ben.id, at: .system()) else {
            return
        }
        for _ in 0..<3 { _ = try await store.documents.beginDocument(id) }
        let library = try DocumentLibrary(in: folder.url.appendingPathComponent("documents"), maker: nil, store: store)
        let running = Task { try await library.run() }
        try await eventually("it is given up") { try await store.documents.document(id, of: ben.id)?.state == .failed(.damaged) }
        running.cancel()
        _ = await running.result
    }

    @Test("a document isn't to blame for a server that is stopped while it is read")
    func stopped() async throws {
        let folder = try TemporaryFolder()
        let store = try Store(in: folder.url)
        let ben = try await store.people.person(named: "ben", at: .system())
        guard case .new(let id) = try await store.documents.addDocument("a", .text, title: "", bytes: 1, for: ben.id, at: .system()) else {
            return
        }
        let jobs = try await Jobs(store: store)
        // Another upload occupies the only slot.
        let gate = Gate()
        let other = Task { try await jobs.run(.documents, about: DocumentLibrary.subject) { _ in try await gate.pass() } }
        try await eventually("the other is there") { try await jobs.list().count == 1 }
        let library = try DocumentLibrary(
            in: folder.url.appendingPathComponent("documents"), maker: nil, store: store, jobs: jobs)
        let running = Task { try await library.run() }
        try await eventually("it waits for its turn") { try await jobs.list().count == 2 }
        running.cancel()
        _ = await running.result
        gate.open()
        _ = await other.result
        #expect(try await store.documents.document(id, of: ben.id)?.state == .reading)
        #expect(try await store.documents.beginDocument(id) == 1)
    }
}
