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
}
