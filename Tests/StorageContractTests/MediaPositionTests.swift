import Foundation
import Records
import Storage
import StorageSupport
import TestSupport
import Testing

@Suite("How far people have come in films and music") struct MediaPositionTests {
    @Test("beginnings and ends are nothing to go on with; the rest is each person's own, the last first")
    func positions() async throws {
        let folder = try TemporaryFolder()
        let store = try Engine.store(in: folder.url)
        let ada = try #require(try await store.people.setUp(administrator: "ada", password: "x", at: .system()))
        let ben = try await store.people.person(named: "ben", at: .system())
        var files: [MediaFile.ID] = []
        for title in ["One", "Two"] {
            files.append(
                try await store.media.note(
                    .init(folder: "/music", path: "\(title).mp3", size: 1, modified: Timestamp(milliseconds: 3)),
                    .init(kind: .track, title: title), .unplayable(.other("a test")), at: .system()))
        }
        func note(_ seconds: Double, in file: MediaFile.ID, at milliseconds: Int64) async throws {
            try await store.media.note(
                MediaTime(seconds: seconds), in: file, lasting: MediaTime(seconds: 100), for: ada.id,
                at: Timestamp(milliseconds: milliseconds))
        }
        try await note(50, in: files[0], at: 1)
        try await note(20, in: files[1], at: 2)
        #expect(try await store.media.mediaPositions(of: ada.id, limit: 9).map(\.file.id) == [files[1], files[0]])
        #expect(try await store.media.mediaPosition(of: files[0], for: ada.id) == MediaTime(seconds: 50))
        #expect(try await store.media.mediaPosition(of: files[0], for: ben.id) == nil)
        try await note(90, in: files[0], at: 3)
        try await note(1, in: files[1], at: 4)
        #expect(try await store.media.mediaPositions(of: ada.id, limit: 9).isEmpty)
        #expect(try await store.media.mediaVersions(of: "/music").mapValues(\.id) == ["One.mp3": files[0], "Two.mp3": files[1]])
        #expect(try await store.media.mediaVersions(of: "/films").isEmpty)
        try await store.media.noteMedia(gone: [files[0]], back: [], at: .system())
        #expect(try await store.media.mediaFile(files[0]) == nil)
        #expect(try await store.media.mediaFile(files[1])?.name.title == "Two")
    }
}
