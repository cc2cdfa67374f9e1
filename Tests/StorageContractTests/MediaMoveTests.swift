import Records
import Storage
import StorageSupport
import TestSupport
import Testing

@Suite("Stored films and music that are moved") struct MediaMoveTests {
    private func note(_ path: String, holding mark: String?, in store: Store, atMost limit: Int = MediaStore.mediaLimit) async throws
        -> MediaFile.ID
    {
        try await store.media.note(
            .init(folder: "/music", path: path, size: 3, modified: Timestamp(milliseconds: 0)), .init(kind: .track, title: path),
            .unplayable(.other("a test")), mark: mark.map { MediaMark(text: $0) }, atMost: limit, at: .system())
    }

    private func move(_ moves: [MediaFile.ID: String], in store: Store) async throws {
        try await store.media.move(
            moves.map { MediaMove(id: $0.key, folder: "/music", path: $0.value) },
            naming: { move, _ in .init(kind: .track, title: "now \(move.path)") }, at: .system())
    }

    private func paths(in store: Store) async throws -> [MediaFile.ID: String] {
        Dictionary(try await store.media.mediaFiles(limit: 9).map { ($0.id, $0.place.path) }) { first, _ in first }
    }

    @Test("what has gone is known by what it holds, until it is somewhere else with another name")
    func moved() async throws {
        let store = try Engine.store(in: try TemporaryFolder().url)
        let ada = try #require(try await store.people.setUp(administrator: "ada", password: "x", at: .system()))
        let (one, two) = (try await note("one", holding: "x", in: store), try await note("two", holding: nil, in: store))
        #expect(try await store.media.mediaVersions(of: "/music").mapValues(\.isMarked) == ["one": true, "two": false])
        try await store.media.noteMedia(marks: [two: MediaMark(text: "y")])
        #expect(try await store.media.lostMedia().isEmpty)
        #expect(try await store.media.lostMedia(and: [two]).map(\.mark) == [MediaMark(text: "y")])
        try await store.media.noteMedia(gone: [one], back: [], at: .system())
        func lost(isUsed: Bool) -> [LostMedia] {
            [LostMedia(id: one, folder: "/music", path: "one", size: 3, mark: MediaMark(text: "x"), isUsed: isUsed)]
        }
        #expect(try await store.media.lostMedia(and: [one]) == lost(isUsed: false))
        _ = try await store.media.addMediaPlaylist(named: "Mine", [one], for: ada.id, at: .system())
        #expect(try await store.media.lostMedia() == lost(isUsed: true))
        try await move([one: "three"], in: store)
        #expect(try await paths(in: store) == [one: "three", two: "two"])
        #expect(try await store.media.lostMedia().isEmpty)
        #expect(try await store.media.mediaFiles(searching: "now three", limit: 9).map(\.name.title) == ["now three"])
    }

    @Test("files exchange their places, and one whose place is taken has gone")
    func exchanged() async throws {
        let store = try Engine.store(in: try TemporaryFolder().url)
        let (one, two) = (try await note("one", holding: "x", in: store), try await note("two", holding: "y", in: store))
        try await move([one: "two", two: "one"], in: store)
        #expect(try await paths(in: store) == [one: "two", two: "one"])
        try await move([one: "one"], in: store)
        #expect(try await paths(in: store) == [one: "one"])
        #expect(try await store.media.lostMedia().map(\.id) == [two])
        // It is back one day, under any name.
        try await move([two: "two"], in: store)
        #expect(try await paths(in: store) == [one: "one", two: "two"])
    }

    @Test("a copy that came later and that nobody uses makes way for one that has gone")
    func spare() async throws {
        let store = try Engine.store(in: try TemporaryFolder().url)
        let ada = try #require(try await store.people.setUp(administrator: "ada", password: "x", at: .system()))
        let (one, copy) = (try await note("one", holding: "x", in: store), try await note("copy", holding: "x", in: store))
        #expect(try await store.media.spareMedia().isEmpty)
        try await store.media.noteMedia(gone: [copy], back: [], at: .system())
        #expect(try await store.media.spareMedia().isEmpty)
        try await store.media.noteMedia(gone: [one], back: [copy], at: .system())
        #expect(try await store.media.spareMedia().map(\.id) == [copy])
        try await store.media.note(MediaTime(seconds: 50), in: copy, lasting: MediaTime(seconds: 100), for: ada.id, at: .system())
        #expect(try await store.media.spareMedia().isEmpty)
        try await store.media.note(.zero, in: copy, lasting: MediaTime(seconds: 100), for: ada.id, at: .system())
        try await move([one: "copy"], in: store)
        #expect(try await paths(in: store) == [one: "copy"])
        #expect(try await store.media.lostMedia().isEmpty)
    }

    @Test("what has gone makes room for what is there, and what is there for nothing")
    func full() async throws {
        let store = try Engine.store(in: try TemporaryFolder().url)
        let one = try await note("one", holding: "x", in: store, atMost: 2)
        _ = try await note("two", holding: "y", in: store, atMost: 2)
        let error = await #expect(throws: StorageError.self) { _ = try await note("three", holding: "z", in: store, atMost: 2) }
        #expect(error?.code == .full)
        _ = try await note("two", holding: "z", in: store, atMost: 2)
        try await store.media.noteMedia(gone: [one], back: [], at: .system())
        _ = try await note("three", holding: "z", in: store, atMost: 2)
        #expect(try await store.media.mediaFiles(limit: 9).map(\.name.title) == ["three", "two"])
        #expect(try await store.media.lostMedia().isEmpty)
    }

    @Test("what lies in a folder that isn’t one of the library any more has gone")
    func outside() async throws {
        let store = try Engine.store(in: try TemporaryFolder().url)
        let one = try await note("one", holding: "x", in: store)
        #expect(try await store.media.noteMedia(outside: ["/music"], at: .system()) == false)
        #expect(try await store.media.noteMedia(outside: ["/films"], at: .system()))
        #expect(try await store.media.lostMedia().map(\.id) == [one])
    }
}
