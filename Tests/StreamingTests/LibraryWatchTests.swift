import Foundation
import Glibc
import Records
import Storage
import TestSupport
import Testing

@testable import Streaming

@Suite("Watched folders") struct LibraryWatchTests {
    @Test("a file that is new, moved or gone is noticed without a rescan, in folders that are new too", .timeLimit(.minutes(15)))
    func noticed() async throws {
        let (samples, data, outside) = (try Samples(), try TemporaryFolder(), try TemporaryFolder())
        let store = try Store(in: data.url)
        let manager = FileManager.default
        func place(_ path: String) -> URL { samples.folder.url.appendingPathComponent(path) }
        func titles() async throws -> [String] { try await store.media.mediaFiles(limit: 10).map(\.name.title) }
        try samples.make("first.mp3", Samples.sound + ["-t", "1"])
        let spare = outside.url.appendingPathComponent("second.mp3")
        try manager.copyItem(at: place("first.mp3"), to: spare)
        // Its next scheduled scan would be in an hour.
        let library = MediaLibrary(
            [samples.folder.url.path], ffmpeg: samples.ffmpeg, store: store, cache: data.url.appendingPathComponent("cache"),
            pause: .seconds(3600))
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await library.run() }
            try await eventually("the library was looked through") { try await titles() == ["first"] }
            try manager.moveItem(at: spare, to: place("second.mp3"))
            try await eventually("a file that came is there") { try await titles() == ["first", "second"] }
            try manager.createDirectory(at: place("a/b"), withIntermediateDirectories: true)
            try manager.copyItem(at: place("first.mp3"), to: place("a/b/third.mp3"))
            try await eventually("one in a new folder is there") { try await titles() == ["first", "second", "third"] }
            try manager.moveItem(at: place("a"), to: place("z"))
            try manager.copyItem(at: place("first.mp3"), to: place("z/b/fourth.mp3"))
            try await eventually("one in a folder with another name is there") {
                try await titles() == ["first", "fourth", "second", "third"]
            }
            try manager.linkItem(at: place("first.mp3"), to: place("z/fifth.mp3"))
            try await eventually("another name is there") { try await titles() == ["fifth", "first", "fourth", "second", "third"] }
            try manager.removeItem(at: place("second.mp3"))
            try await eventually("one that was removed isn’t") { try await titles() == ["fifth", "first", "fourth", "third"] }
            group.cancelAll()
        }
    }

    @Test("files that come change what those beside them are, and go back when they go", .timeLimit(.minutes(15)))
    func namedAgain() async throws {
        let (samples, data) = (try Samples(), try TemporaryFolder())
        let store = try Store(in: data.url)
        let manager = FileManager.default
        let boats = samples.folder.url.appendingPathComponent("Shows/The Boats")
        try manager.createDirectory(at: boats, withIntermediateDirectories: true)
        let library = MediaLibrary(
            [samples.folder.url.path], ffmpeg: samples.ffmpeg, store: store, cache: data.url.appendingPathComponent("cache"))
        func episodes() async throws -> [Int?] { try await store.media.mediaFiles(kind: .episode, limit: 9).map(\.name.episode) }
        // Unplayable files have names too.
        for number in [11, 12] { try Data("\(number)".utf8).write(to: boats.appendingPathComponent("Small Boats \(number).mkv")) }
        try await library.scan()
        #expect(try await episodes() == [])
        try Data("13".utf8).write(to: boats.appendingPathComponent("Small Boats 13.mkv"))
        try await library.scan()
        #expect(try await episodes() == [11, 12, 13])
        let away = samples.folder.url.appendingPathComponent(".away")
        try manager.moveItem(at: boats.appendingPathComponent("Small Boats 12.mkv"), to: away)
        try await library.scan()
        #expect(try await episodes() == [])
        #expect(try await store.media.mediaFiles(limit: 9).map(\.name.title) == ["Small Boats 11", "Small Boats 13"])
        // The same file again: nothing is new, but all three are episodes.
        try manager.moveItem(at: away, to: boats.appendingPathComponent("Small Boats 12.mkv"))
        try await library.scan()
        #expect(try await episodes() == [11, 12, 13])
    }

    @Test("the watch tells what was written, came or went, of files that may be media, and of folders")
    func news() {
        func event(_ mask: Int32, _ name: String) -> [UInt8] {
            let padded = Array(name.utf8) + [UInt8](repeating: 0, count: 16 - name.utf8.count % 16)
            let head = [1, UInt32(bitPattern: mask), 0, UInt32(padded.count)]
            return head.flatMap { number in withUnsafeBytes(of: number) { Array($0) } } + padded
        }
        func isNews(_ events: [UInt8]) -> Bool { InotifyWatch.isNews(events[...]) { name, folder in name == "linked.mkv" && folder == 1 } }
        #expect(isNews(event(IN_CLOSE_WRITE, "film.mkv")) && isNews(event(IN_MOVED_FROM, "film.mkv")) && isNews(event(IN_DELETE, "a.mp3")))
        #expect(isNews(event(IN_CREATE | IN_ISDIR, "folder")) && isNews(event(IN_Q_OVERFLOW, "")))
        #expect(
            !isNews(event(IN_CREATE, "film.mkv")) && !isNews(event(IN_CLOSE_WRITE, "film.nfo"))
                && !isNews(event(IN_CLOSE_WRITE, ".film.mkv")))
        #expect(isNews(event(IN_CLOSE_WRITE, "film.nfo") + event(IN_MOVED_TO, "film.mkv")))
        #expect(isNews(event(IN_CREATE, "linked.mkv")) && isNews(event(IN_CLOSE_WRITE, "Cover.JPG")) && isNews(event(IN_DELETE, "a.webp")))
        #expect(!isNews([]) && !isNews([1, 2, 3]) && !isNews(Array(event(IN_CLOSE_WRITE, "film.mkv").prefix(12))))
    }

    @Test("what is watched already is no news, and what isn’t asked for any more is watched no longer")
    func bounded() throws {
        let (one, other) = (try TemporaryFolder(), try TemporaryFolder())
        let watch = try #require(InotifyWatch(atMost: 1) {})
        #expect(watch.watch([one.url.path]) && !watch.watch([one.url.path]))
        #expect(!watch.watch([one.url.path, other.url.path]))
        #expect(watch.watch([other.url.path]) && watch.watch([one.url.path]) && !watch.watch(["/none"]))
    }
}
