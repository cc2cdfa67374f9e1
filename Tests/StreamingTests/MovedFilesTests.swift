import Foundation
import Records
import Storage
import TestSupport
import Testing

@testable import Streaming

@Suite("Files that were moved") struct MovedFilesTests {
    private func lost(_ id: Int64, _ path: String, _ mark: String?, isUsed: Bool = false) -> LostMedia {
        LostMedia(id: id, folder: "/films", path: path, size: 1, mark: mark.map { MediaMark(text: $0) }, isUsed: isUsed)
    }

    private func found(_ path: String, _ mark: String, occupant: Int64? = nil, isSpare: Bool = false) -> MovedFiles.Found {
        .init(folder: "/films", path: path, mark: MediaMark(text: mark), occupant: occupant, isSpare: isSpare)
    }

    /// Numbers with their current paths, independent of the input order.
    private func moves(_ lost: [LostMedia], _ found: [MovedFiles.Found]) -> [Int64: String] {
        let moves = MovedFiles.moves(of: lost, to: found)
        #expect(moves == MovedFiles.moves(of: lost.reversed(), to: found.reversed()))
        return Dictionary(moves.map { ($0.id, $0.path) }) { first, _ in first }
    }

    @Test("what holds the same as one that has gone is that one; what holds anything else is new")
    func moved() {
        #expect(moves([lost(1, "a.mkv", "x")], [found("b/c.mkv", "x"), found("d.mkv", "y")]) == [1: "b/c.mkv"])
        #expect(moves([lost(1, "a.mkv", nil)], [found("b.mkv", "x")]).isEmpty)
        #expect(moves([], [found("b.mkv", "x")]).isEmpty)
    }

    @Test("of several with the same in them each goes to one place: the one of that name, one that is used, the first that was known")
    func alike() {
        let three = [lost(1, "a.mkv", "x"), lost(2, "b.mkv", "x"), lost(3, "c.mkv", "x", isUsed: true)]
        #expect(moves(three, [found("z/b.mkv", "x"), found("z/n.mkv", "x")]) == [2: "z/b.mkv", 3: "z/n.mkv"])
        #expect(moves(three, [found("z/k.mkv", "x"), found("z/l.mkv", "x")]) == [3: "z/k.mkv", 1: "z/l.mkv"])
        // Two copies of a former file: the other one is new.
        #expect(moves([lost(1, "a.mkv", "x")], [found("b.mkv", "x"), found("c.mkv", "x")]) == [1: "b.mkv"])
    }

    @Test("two files can exchange their names, and a row of them can each take the next one's")
    func exchanged() {
        let two = [lost(1, "a.mkv", "x"), lost(2, "b.mkv", "y")]
        #expect(moves(two, [found("a.mkv", "y", occupant: 1), found("b.mkv", "x", occupant: 2)]) == [1: "b.mkv", 2: "a.mkv"])
        #expect(moves(two, [found("a.mkv", "y", occupant: 1), found("c.mkv", "x")]) == [1: "c.mkv", 2: "a.mkv"])
    }

    @Test("a file that was written again stays, and so does one in use over which an unused one was moved")
    func staying() {
        #expect(moves([lost(1, "a.mkv", "x")], [found("a.mkv", "x", occupant: 1), found("b.mkv", "x")]).isEmpty)
        #expect(moves([lost(1, "a.mkv", "x")], [found("a.mkv", "y", occupant: 1)]).isEmpty)
        let over = found("a.mkv", "y", occupant: 1)
        #expect(moves([lost(1, "a.mkv", "x", isUsed: true), lost(2, "new.mkv", "y")], [over]).isEmpty)
        #expect(moves([lost(1, "a.mkv", "x", isUsed: true), lost(2, "new.mkv", "y", isUsed: true)], [over]) == [2: "a.mkv"])
        #expect(moves([lost(1, "a.mkv", "x"), lost(2, "new.mkv", "y")], [over]) == [2: "a.mkv"])
    }

    @Test("a spare copy makes way for the one that has gone, if that one is nowhere else")
    func spare() {
        let copy = found("copy/a.mkv", "x", occupant: 2, isSpare: true)
        #expect(moves([lost(1, "a.mkv", "x")], [copy]) == [1: "copy/a.mkv"])
        #expect(moves([lost(1, "a.mkv", "x")], [copy, found("z/a.mkv", "x")]) == [1: "z/a.mkv"])
    }

    @Test("a mark tells a byte at the beginning, in the middle and at the end, and the size")
    func marks() async throws {
        let folder = try TemporaryFolder()
        func mark(_ bytes: [UInt8]) async throws -> MediaMark {
            _ = try folder.file("film.mkv", bytes)
            return try await OpenFile("film.mkv", in: folder.url.path).mark()
        }
        for size in [1, 1000, 64 << 10, 100_000, 3 * 64 << 10, (3 * 64 << 10) + 1, 1 << 20] {
            let plain = [UInt8](repeating: 7, count: size)
            let known = try await mark(plain)
            #expect(try await mark(plain) == known)
            #expect(try await mark(plain + [7]) != known, "\(size) bytes and one more")
            for place in [0, size / 2, size - 1] {
                var other = plain
                other[place] = 8
                #expect(try await mark(other) != known, "byte \(place) of \(size)")
            }
        }
        #expect(try await mark([]) != mark([0]))
    }

    @Test("a file keeps its number wherever it is moved, and is looked into once; a copy has its own")
    func library() async throws {
        let (samples, other, data) = (try Samples(), try TemporaryFolder(), try TemporaryFolder())
        let store = try Store(in: data.url)
        let ada = try #require(try await store.people.setUp(administrator: "ada", password: "x", at: .system()))
        let manager = FileManager.default
        func place(_ path: String) -> URL { samples.folder.url.appendingPathComponent(path) }
        func library(_ folders: [TemporaryFolder]) -> MediaLibrary {
            MediaLibrary(
                folders.map(\.url.path), ffmpeg: samples.ffmpeg, store: store, cache: data.url.appendingPathComponent("cache"))
        }
        func known() async throws -> [String: MediaFile.ID] {
            Dictionary(try await store.media.mediaFiles(limit: 99).map { ($0.place.path, $0.id) }) { first, _ in first }
        }
        try samples.make("one.mp3", Samples.sound + ["-t", "1"])
        try samples.make("two.mp3", Samples.sound + ["-t", "2"])
        let both = library([samples.folder, other])
        try await both.scan()
        let (one, two) = (try #require(try await known()["one.mp3"]), try #require(try await known()["two.mp3"]))
        try await store.media.note(MediaTime(seconds: 50), in: one, lasting: MediaTime(seconds: 100), for: ada.id, at: .system())

        // Renamed within the folder: its data is available at once.
        try manager.createDirectory(at: place("Band"), withIntermediateDirectories: true)
        try manager.moveItem(at: place("one.mp3"), to: place("Band/01 - First.mp3"))
        try await both.scan()
        #expect(try await known() == ["Band/01 - First.mp3": one, "two.mp3": two])
        let renamed = try #require(try await store.media.mediaFile(one))
        #expect(renamed.name.title == "First")
        #expect(renamed.name.track == 1)
        #expect(renamed.duration != nil)
        #expect(try await store.media.mediaFiles(searching: "first", limit: 9).map(\.id) == [one])
        #expect(try await store.media.mediaPosition(of: one, for: ada.id)?.seconds == 50)
        #expect((try? await both.open(renamed)) != nil)

        // Swapped.
        try manager.moveItem(at: place("two.mp3"), to: place("aside.mp3"))
        try manager.moveItem(at: place("Band/01 - First.mp3"), to: place("two.mp3"))
        try manager.moveItem(at: place("aside.mp3"), to: place("Band/01 - First.mp3"))
        try await both.scan()
        #expect(try await known() == ["Band/01 - First.mp3": two, "two.mp3": one])

        // A copy is another file; after a move to another disk, the copy takes the number.
        try manager.copyItem(at: place("two.mp3"), to: other.url.appendingPathComponent("two.mp3"))
        try await both.scan()
        let copied = try await store.media.mediaFiles(limit: 99)
        #expect(copied.count == 3)
        #expect(copied.count { $0.id != one && $0.id != two } == 1)
        try manager.removeItem(at: place("two.mp3"))
        try await both.scan()
        #expect(try await known() == ["Band/01 - First.mp3": two, "two.mp3": one])
        #expect(try await store.media.mediaFile(one)?.place.folder == other.url.path)
        #expect(try await store.media.lostMedia().isEmpty)

        // The setting names another folder, which now has everything.
        let whole = try TemporaryFolder()
        try manager.moveItem(at: place("Band"), to: whole.url.appendingPathComponent("Band"))
        try manager.moveItem(at: other.url.appendingPathComponent("two.mp3"), to: whole.url.appendingPathComponent("two.mp3"))
        try await library([whole]).scan()
        #expect(try await known() == ["Band/01 - First.mp3": two, "two.mp3": one])
        #expect(try await store.media.lostMedia().isEmpty)
        #expect(try await store.media.mediaPosition(of: one, for: ada.id)?.seconds == 50)
    }

    @Test("a file that was known before there were marks gets one without another look, and keeps its number from then on")
    func formerFiles() async throws {
        let (folder, data) = (try TemporaryFolder(), try TemporaryFolder())
        let store = try Store(in: data.url)
        _ = try folder.file("old.mp3", [1, 2, 3])
        let open = try OpenFile("old.mp3", in: folder.url.path)
        let id = try await store.media.note(
            .init(folder: folder.url.path, path: "old.mp3", size: open.size, modified: open.modified), .init(kind: .track, title: "Old"),
            .unplayable(.other("it was looked into long ago")), at: .system())
        let ffmpeg = try #require(FFmpeg.installed(), "Scripts/prepare installs ffmpeg")
        let library = MediaLibrary([folder.url.path], ffmpeg: ffmpeg, store: store, cache: data.url.appendingPathComponent("cache"))
        try await library.scan()
        #expect(try await store.media.mediaFile(id)?.contents == .unplayable(.other("it was looked into long ago")))
        try FileManager.default.moveItem(
            at: folder.url.appendingPathComponent("old.mp3"), to: folder.url.appendingPathComponent("new.mp3"))
        try await library.scan()
        #expect(try await store.media.mediaFiles(limit: 9).map(\.id) == [id])
        #expect(try await store.media.mediaFile(id)?.place.path == "new.mp3")
    }
}
