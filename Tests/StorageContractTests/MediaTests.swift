import Foundation
import Records
import Storage
import StorageSupport
import TestSupport
import Testing

@Suite("Stored films and music") struct MediaTests {
    private func note(_ title: String, by artist: String? = nil, in store: Store) async throws -> MediaFile.ID {
        try await store.media.note(
            .init(folder: "/music", path: "\(title).mp3", size: 1, modified: Timestamp(milliseconds: 0)),
            .init(kind: .track, title: title, artist: artist), .unplayable(.other("a test")), at: .system())
    }

    private func withStore(_ body: (Store, Person, Person) async throws -> Void) async throws {
        let folder = try TemporaryFolder()
        let store = try Engine.store(in: folder.url)
        let ada = try #require(try await store.people.setUp(administrator: "ada", password: "x", at: .system()))
        try await body(store, ada, try await store.people.person(named: "ben", at: .system()))
    }

    @Test("a search finds all its words anywhere, in any order, case and accents aside, and what was renamed")
    func search() async throws {
        try await withStore { store, _, _ in
            let song = try await note("Für Élise", by: "Ludwig van Beethoven", in: store)
            _ = try await note("Elsewhere", in: store)
            func found(_ text: String) async throws -> [MediaFile.ID] {
                try await store.media.mediaFiles(searching: text, limit: 9).map(\.id)
            }
            for text in [
                "elise", "FUR", "beet eli", "ÉLISE", "van-ludwig", "\"elise\"", "elise*", " élise ", "lise", "hov dwi", "ï", "ov ür",
            ] {
                #expect(try await found(text) == [song], "\(text)")
            }
            for text in [
                "elise elsewhere", "NOT elsewhere", "*", "(", "title:elise", "''", "%", "eliseludwig", "ivan", "xy elise", "rel",
            ] {
                #expect(try await found(text).isEmpty, "\(text)")
            }
            for (text, count) in [("", 2), ("el", 2), ("els", 1)] { #expect(try await found(text).count == count, "\(text)") }
            try await store.media.note(
                .init(folder: "/music", path: "Für Élise.mp3", size: 2, modified: Timestamp(milliseconds: 0)),
                .init(kind: .track, title: "Moonlight"), .unplayable(.other("a test")), at: .system())
            #expect(try await found("elise").isEmpty)
            #expect(try await found("onlig") == [song])
            try await store.media.noteMedia(gone: [song], back: [], at: .system())
            #expect(try await found("moon").isEmpty)
        }
    }

    @Test("files are named again where others came or went, and only there; a search follows")
    func namedAgain() async throws {
        try await withStore { store, _, _ in
            func note(_ path: String) async throws -> MediaFile.ID {
                try await store.media.note(
                    .init(folder: "/films", path: path, size: 1, modified: Timestamp(milliseconds: 0)), .init(kind: .film, title: path),
                    .unplayable(.other("a test")), at: .system())
            }
            let (here, there, gone) = (try await note("Quay/1.mkv"), try await note("Else/1.mkv"), try await note("Quay/2.mkv"))
            try await store.media.noteMedia(gone: [gone], back: [], at: .system())
            try await store.media.nameMedia(of: "/films", in: ["Quay"]) { path, tracks in
                #expect(tracks == nil)
                return .init(kind: .episode, title: "Named", series: path, season: 2, episode: 1)
            }
            #expect(
                try await store.media.mediaFile(here)?.name
                    == .init(kind: .episode, title: "Named", series: "Quay/1.mkv", season: 2, episode: 1))
            #expect(try await store.media.mediaFile(there)?.name.title == "Else/1.mkv")
            #expect(try await store.media.mediaFiles(searching: "named", limit: 9).map(\.id) == [here])
            try await store.media.noteMedia(gone: [], back: [gone], at: .system())
            #expect(try await store.media.mediaFile(gone)?.name.title == "Quay/2.mkv")
        }
    }

    @Test(
        "a name is found as people spell it, in any script",
        arguments: [
            ("Straße nach Øland", ["strasse", "STRAẞE", "oland", "raße"]), ("Łódź Ｆｉｌｍ", ["lodz", "ódź", "film"]),
            ("となりのトトロ", ["トトロ", "なりの", "トロ", "ト"]), ("الفُصُول الأربعة", ["فصول", "اربعة"]), ("Ёлки", ["елки", "ЛКИ"]),
            ("Ænima Œuvre", ["aenima", "uvre", "œuv"]), ("İstanbul", ["istanbul", "STAN"]),
        ] as [(String, [String])])
    func spellings(title: String, searches: [String]) async throws {
        try await withStore { store, _, _ in
            let song = try await note(title, in: store)
            _ = try await note("Another", in: store)
            for text in searches { #expect(try await store.media.mediaFiles(searching: text, limit: 9).map(\.id) == [song], "\(text)") }
        }
    }

    @Test(
        "an edit of a playlist moves one item, and makes none come twice",
        arguments: [
            (.set([3, 1, 3]), [3, 1]), (.add(2), [1, 2, 3]), (.add(4), [1, 2, 3, 4]), (.remove(2), [1, 3]), (.remove(9), [1, 2, 3]),
            (.move(3, by: -1), [1, 3, 2]), (.move(1, by: 1), [2, 1, 3]), (.move(1, by: -1), [1, 2, 3]), (.move(1, by: .max), [2, 3, 1]),
            (.move(3, by: .min), [3, 1, 2]), (.move(9, by: 1), [1, 2, 3]),
        ] as [(MediaPlaylist.Edit, [MediaFile.ID])])
    func edits(edit: MediaPlaylist.Edit, expected: [MediaFile.ID]) { #expect(edit.applied(to: [1, 2, 3]) == expected) }

    @Test("a playlist is its person's alone, in its order, and goes with them")
    func playlists() async throws {
        try await withStore { store, ada, ben in
            let songs = [try await note("One", in: store), try await note("Two", in: store)]
            let made = try await store.media.addMediaPlaylist(named: "Mine", [songs[1], songs[0]], for: ben.id, at: .system())
            let id = try #require(made.id)
            #expect(try await store.media.mediaPlaylist(id, of: ben.id)?.files.map(\.id) == [songs[1], songs[0]])
            #expect(try await store.media.mediaPlaylist(id, of: ada.id) == nil)
            #expect(try await store.media.changeMediaPlaylist(id, name: "Hers", .set([]), of: ada.id, at: .system()) == .missing)
            #expect(try await store.media.removeMediaPlaylist(id, of: ada.id) == false)
            #expect(try await store.media.changeMediaPlaylist(id, .add(999), of: ben.id, at: .system()) == .unknownItem)
            #expect(try await store.media.addMediaPlaylist(named: "x", [999], for: ben.id, at: .system()).outcome == .unknownItem)
            try await store.media.noteMedia(gone: [songs[1]], back: [], at: .system())
            #expect(try await store.media.mediaPlaylists(of: ben.id).map(\.count) == [1])
            #expect(try await store.media.changeMediaPlaylist(id, .move(songs[0], by: -1), of: ben.id, at: .system()) == .done)
            try await store.media.noteMedia(gone: [], back: [songs[1]], at: .system())
            #expect(try await store.media.mediaPlaylist(id, of: ben.id)?.files.map(\.id) == songs)
            for _ in 1..<MediaPlaylist.Limits.playlists {
                #expect(try await store.media.addMediaPlaylist(named: "More", [], for: ben.id, at: .system()).outcome == .done)
            }
            #expect(try await store.media.addMediaPlaylist(named: "More", [], for: ben.id, at: .system()).outcome == .full)
            #expect(try await store.media.mediaPlaylists(of: ada.id).isEmpty)
            #expect(try await store.media.removeMediaPlaylist(id, of: ben.id))
            #expect(try await store.media.mediaPlaylist(id, of: ben.id) == nil)
        }
    }

    @Test("the library is in the order of titles, accents and case aside, or of what was added last, page by page")
    func orders() async throws {
        try await withStore { store, _, _ in
            for (number, title) in ["Beta", "álpha", "Gamma", "alpine"].enumerated() {
                try await store.media.note(
                    .init(folder: "/music", path: "\(number).mp3", size: 1, modified: Timestamp(milliseconds: 0)),
                    .init(kind: .track, title: title), .unplayable(.other("a test")), at: Timestamp(milliseconds: Int64(number)))
            }
            func titles(_ order: MediaStore.MediaOrder, _ offset: Int = 0, _ limit: Int = 9) async throws -> [String] {
                try await store.media.mediaFiles(by: order, offset: offset, limit: limit).map(\.name.title)
            }
            #expect(try await titles(.title) == ["álpha", "alpine", "Beta", "Gamma"])
            #expect(try await titles(.added) == ["alpine", "Gamma", "álpha", "Beta"])
            #expect(try await titles(.added, 1, 2) == ["Gamma", "álpha"])
            #expect(try await store.media.mediaFiles(searching: "al", by: .added, limit: 9).map(\.name.title) == ["alpine", "álpha"])
        }
    }

    @Test("a picture beside a file is noted, exchanged and taken away, and stays when the file is noted again")
    func coverArt() async throws {
        try await withStore { store, _, _ in
            let (song, other) = (try await note("Song", in: store), try await note("Other", in: store))
            func coverArt(_ id: MediaFile.ID) async throws -> String? { try await store.media.mediaFile(id)?.coverArt }
            #expect(try await coverArt(song) == nil)
            try await store.media.noteMedia(coverArt: [song: "a/cover.jpg"])
            _ = try await note("Song", in: store)
            #expect(try await coverArt(song) == "a/cover.jpg")
            #expect(try await coverArt(other) == nil)
            #expect(try await store.media.mediaFiles(searching: "song", limit: 1).first?.coverArt == "a/cover.jpg")
            #expect(try await store.media.mediaVersions(of: "/music")["Song.mp3"]?.coverArt == "a/cover.jpg")
            try await store.media.noteMedia(coverArt: [song: nil, other: "b.png"])
            #expect(try await coverArt(song) == nil)
            #expect(try await coverArt(other) == "b.png")
        }
    }
}
