import Foundation
import Glibc
import Records
import Storage
import Synchronization
import TestSupport
import Testing

@testable import Streaming

@Suite("Libraries that are hard to read") struct BadLibraryTests {
    private struct Place {
        let samples: Samples
        let store: Store
        let library: MediaLibrary
        let data: TemporaryFolder

        init() throws {
            (samples, data) = (try Samples(), try TemporaryFolder())
            store = try Store(in: data.url)
            library = MediaLibrary(
                [samples.folder.url.path], ffmpeg: samples.ffmpeg, store: store, cache: data.url.appendingPathComponent("cache"))
        }

        func files() async throws -> [String: MediaFile] {
            Dictionary(try await store.media.mediaFiles(limit: 99).map { ($0.place.path, $0) }) { first, _ in first }
        }
    }

    @Test("a folder that vanishes while it is read takes only its own files with it")
    func vanishing() throws {
        let folder = try TemporaryFolder()
        for name in ["a", "b"] {
            try FileManager.default.createDirectory(at: folder.url.appendingPathComponent(name), withIntermediateDirectories: true)
            _ = try folder.file("\(name)/film.mkv", [1])
        }
        let gone = folder.url.appendingPathComponent("b")
        let looking = LibraryFolder(folder.url.path) { path in
            if path.hasSuffix("/b") { try? FileManager.default.removeItem(at: gone) }
            return opendir(path)
        }
        #expect(try looking.files(atMost: 9).map(\.path) == ["a/film.mkv"])
    }

    @Test("a pipe and an empty file hide no others", .timeLimit(.minutes(15)))
    func oddFiles() async throws {
        let place = try Place()
        try place.samples.make("one.mp3", Samples.sound + ["-t", "1"])
        _ = try place.samples.folder.file("empty.mp3", [])
        #expect(mkfifo(place.samples.folder.url.appendingPathComponent("pipe.mp3").path, 0o600) == 0)
        try await place.library.scan()
        #expect(try await place.files().keys.sorted() == ["empty.mp3", "one.mp3"])
        #expect(try await place.files()["one.mp3"]?.duration != nil)
        guard case .unplayable = try await place.files()["empty.mp3"]?.contents else {
            Issue.record("an empty file is no music")
            return
        }
    }

    @Test("files whose names differ in case, form or ending only are each there", .timeLimit(.minutes(15)))
    func alike() async throws {
        let place = try Place()
        try place.samples.make("song.mp3", Samples.sound + ["-t", "1"])
        let names = ["Caf\u{E9}.mp3", "Cafe\u{301}.mp3", "CAF\u{C9}.mp3", "Caf\u{E9}.flac.mp3"]
        for name in names {
            try FileManager.default.copyItem(
                at: place.samples.folder.url.appendingPathComponent("song.mp3"), to: place.samples.folder.url.appendingPathComponent(name))
        }
        try await place.library.scan()
        func count() async throws -> Int { try await place.store.media.mediaFiles(limit: 99).count }
        #expect(try await count() == names.count + 1)
        #expect(unlink(place.samples.folder.url.appendingPathComponent(names[1]).path) == 0)
        try await place.library.scan()
        #expect(try await count() == names.count)
    }

    @Test("files of one name, in two folders and with two endings, are each there, and are one film", .timeLimit(.minutes(15)))
    func ofOneName() async throws {
        let place = try Place()
        let folder = place.samples.folder.url
        for name in ["a", "b"] {
            try FileManager.default.createDirectory(at: folder.appendingPathComponent(name), withIntermediateDirectories: true)
        }
        let names = ["a/Kelp (2014).mp4", "b/Kelp (2014).mkv", "b/Kelp (2014).mp4"]
        try place.samples.make(names[0], Samples.picture + Samples.h264 + ["-t", "1"])
        try place.samples.make(names[1], Samples.picture + Samples.h264 + ["-t", "2"])
        try FileManager.default.copyItem(at: folder.appendingPathComponent(names[0]), to: folder.appendingPathComponent(names[2]))
        try await place.library.scan()
        #expect(try await place.files().keys.sorted() == names)
        let films = try await place.store.media.mediaWorks(.film, limit: 9, for: 0)
        #expect(films.map(\.title) == ["Kelp"])
        #expect(films.first?.count == 3)
    }

    @Test("names as long as a disk takes are there, and so are others beside names in no charset", .timeLimit(.minutes(15)))
    func strangeNames() async throws {
        let place = try Place()
        let folder = place.samples.folder.url
        try place.samples.make("song.mp3", Samples.sound + ["-t", "1"])
        let long = String(repeating: "ü", count: 125) + ".mp3"
        try FileManager.default.copyItem(at: folder.appendingPathComponent("song.mp3"), to: folder.appendingPathComponent(long))
        let latin = Array(folder.path.utf8) + Array("/Caf".utf8) + [0xE9] + Array(".mp3".utf8) + [0]
        let made = latin.map { CChar(bitPattern: $0) }.withUnsafeBufferPointer { name in
            name.baseAddress.map { open($0, O_CREAT | O_WRONLY, 0o600) }
        }
        close(try #require(made))
        try await place.library.scan()
        #expect(try await place.files().keys.sorted() == ["song.mp3", long].sorted())
        let found = try LibraryFolder(folder.path).scan(atMost: 9)
        #expect(found.unreadable == 1)
    }

    @Test("tags that lie are left out, and their file is there", .timeLimit(.minutes(15)))
    func lyingTags() async throws {
        let place = try Place()
        let album = String(repeating: "é", count: 150)
        let tags = ["track=4294967295", "date=0000", "disc=0", "title=", "album=\(album)"].flatMap { ["-metadata", $0] }
        try place.samples.make("07 - Real.mp3", Samples.sound + ["-t", "1"] + tags)
        try await place.library.scan()
        let song = try #require(try await place.files()["07 - Real.mp3"])
        #expect(song.name.title == "Real")
        #expect(song.name.year == nil)
        #expect(song.name.album == album)
        #expect(song.name.details.disc == nil)
        #expect((song.name.track ?? 1) < 10_000)
    }

    @Test("a poster of 100 MB is passed over, and a frame is shown in its place", .timeLimit(.minutes(15)))
    func largePoster() async throws {
        let place = try Place()
        try place.samples.make("Film.mp4", Samples.picture + Samples.h264 + ["-t", "1"])
        let poster = place.samples.folder.url.appendingPathComponent("Film.jpg")
        try Data([0xFF, 0xD8, 0xFF]).write(to: poster)
        #expect(truncate(poster.path, 100 << 20) == 0)
        try await place.library.scan()
        let film = try #require(try await place.files()["Film.mp4"])
        #expect(film.coverArt == nil)
        #expect(try await place.library.maker.art(of: film, for: 1)?.jpeg.starts(with: [0xFF, 0xD8]) == true)
    }

    @Test("the poster in a series’ folder stands for the series, above its seasons too", .timeLimit(.minutes(15)))
    func seriesPoster() async throws {
        let place = try Place()
        let folder = place.samples.folder.url
        try FileManager.default.createDirectory(at: folder.appendingPathComponent("Show/Season 1"), withIntermediateDirectories: true)
        try place.samples.make("Show/Season 1/Show S01E01.mp4", Samples.picture + Samples.h264 + ["-t", "1"])
        try place.samples.make("Show/poster.jpg", ["-f", "lavfi", "-i", "color=c=teal:size=200x300", "-frames:v", "1"])
        try await place.library.scan()
        let ada = try #require(try await place.store.people.setUp(administrator: "ada", password: "x", at: .system()))
        let show = try #require(try await place.store.media.mediaWorks(.series, limit: 9, for: ada.id).first)
        #expect(show.hasPoster)
        #expect(show.poster?.path == "Show/poster.jpg")
        #expect(try await place.library.poster(of: show, for: ada.id)?.jpeg.isEmpty == false)
        // The episode has a frame of its own.
        #expect(try await place.files().values.first?.coverArt == nil)
    }

    @Test("a renamed folder of a series keeps places and marks", .timeLimit(.minutes(15)))
    func renamed() async throws {
        let place = try Place()
        let folder = place.samples.folder.url
        try FileManager.default.createDirectory(at: folder.appendingPathComponent("Quay/Season 1"), withIntermediateDirectories: true)
        for number in 1...3 {
            try place.samples.make("Quay/Season 1/Quay S01E0\(number).mp4", Samples.picture + Samples.h264 + ["-t", "\(number)"])
        }
        try await place.library.scan()
        let ada = try #require(try await place.store.people.setUp(administrator: "ada", password: "x", at: .system()))
        let former = try await place.files().values.sorted { $0.place.path < $1.place.path }
        try await place.store.media.mark(former[0].id, watched: true, for: ada.id, at: .system())
        try await place.store.media.note(
            MediaTime(seconds: 50), in: former[1].id, lasting: MediaTime(seconds: 100), for: ada.id, at: .system())
        try FileManager.default.moveItem(at: folder.appendingPathComponent("Quay"), to: folder.appendingPathComponent("Pier"))
        try await place.library.scan()
        let now = try await place.files().values.sorted { $0.place.path < $1.place.path }
        #expect(now.map(\.id) == former.map(\.id))
        #expect(now.map(\.name.series) == ["Pier", "Pier", "Pier"])
        let works = try await place.store.media.mediaWorks(.series, limit: 9, for: ada.id)
        #expect(works.map(\.title) == ["Pier"])
        let entries = try await place.store.media.mediaEntries(of: try #require(works.first).id, limit: 9, for: ada.id)
        #expect(entries.map(\.isWatched) == [true, false, false])
        #expect(entries[1].position?.seconds == 50)
    }
}
