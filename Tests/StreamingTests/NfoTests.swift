import Foundation
import Records
import Storage
import TestSupport
import Testing

@testable import Streaming

@Suite("Notes beside films (.nfo)") struct NfoTests {
    private func nfo(_ text: String) throws -> Nfo { try Nfo(Array(text.utf8)) }

    private func named(_ path: String, own: String? = nil, series: String? = nil, isShared: Bool = false) throws -> MediaFile.Name {
        var notes = NfoNotes()
        notes.own = try own.map(nfo)
        notes.series = try series.map(nfo)
        notes.isShared = isShared
        let tracks = MediaTracks(containers: ["mp4"], picture: .init(stream: 0, codec: "h264", width: 16, height: 9))
        return MediaNaming.name(of: path, tracks, .init(notes: notes))
    }

    @Test("a film's note says its title, year, plot and ids, against its name")
    func film() throws {
        let name = try named(
            "Films/kelp.1999.1080p.mkv",
            own: """
                <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
                <movie><title>Kelp &amp; Reef</title><year>2014</year><plot>Of the
                sea.</plot><uniqueid type="imdb" default="true">tt0012345</uniqueid><uniqueid type="tmdb">7</uniqueid></movie>
                """)
        #expect(name.title == "Kelp & Reef")
        #expect(name.year == 2014)
        #expect(name.details.plot == "Of the sea.")
        #expect(name.details.ids == ["imdb": "tt0012345", "tmdb": "7"])
    }

    @Test("an episode's note says its title; season and number are the name's where it has some")
    func episode() throws {
        let note = "<episodedetails><title>Arrival</title><season>4</season><episode>9</episode><aired>2017-11-27</aired></episodedetails>"
        let numbered = try named("Harbour Light/Season 2/Harbour Light S02E05.mkv", own: note)
        #expect(numbered.title == "Arrival")
        #expect(numbered.season == 2)
        #expect(numbered.episode == 5)
        let bare = try named("Harbour Light/arrival.mkv", own: note)
        #expect(bare.kind == .episode)
        #expect(bare.season == 4)
        #expect(bare.episode == 9)
    }

    @Test("of several episodes in one note the ones in the file count; all of them where the name has no number")
    func severalEpisodes() throws {
        let note = (1...3).map { "<episodedetails><title>Part \($0)</title><season>1</season><episode>\($0)</episode></episodedetails>" }
            .joined(separator: "\n")
        let two = try named("Show/Season 1/Show S01E02-E03.mkv", own: note)
        #expect(two.title == "Part 2 / Part 3")
        #expect(two.episode == 2)
        #expect(two.details.lastEpisode == 3)
        let bare = try named("Show/all of it.mkv", own: note)
        #expect(bare.episode == 1)
        #expect(bare.details.lastEpisode == 3)
    }

    @Test("a series is called as its note says, with the year of its folder")
    func series() throws {
        let note = "<tvshow><title>Harbour Lights</title><plot>By the sea.</plot></tvshow>"
        let name = try named("harbour (2005)/Season 1/S01E01 - One.mkv", series: note)
        #expect(name.series == "Harbour Lights (2005)")
        #expect(name.title == "One")
        #expect(name.details.seriesPlot == "By the sea.")
        #expect(try named("Show/Season 1/S01E01.mkv", series: note).series == "Harbour Lights")
    }

    @Test("a folder's note names the film of that folder, not others in it")
    func shared() throws {
        let note = "<movie><title>Kelp</title><year>2014</year></movie>"
        #expect(try named("Kelp (2014)/Kelp.mkv", own: note, isShared: true).year == 2014)
        #expect(try named("Mixed/Reef.mkv", own: note, isShared: true).title == "Reef")
    }

    @Test("an address alone, or behind the elements, gives an id; pictures of signs say nothing")
    func addresses() throws {
        #expect(try nfo("https://www.themoviedb.org/movie/603-the-film\n").ids == ["tmdb": "603"])
        #expect(try nfo("<movie><title>A</title></movie>\nhttps://www.imdb.com/title/tt0133093/").ids == ["imdb": "tt0133093"])
        #expect(try nfo("<movie><title>A</title></movie>\nhttps://www.imdb.com/title/tt0133093/").entries.first?.title == "A")
        #expect(try Nfo([0xDB, 0xDF, 0x20, 0xB2, 0xB1, 0xB0, 0x0A]).entries.isEmpty)
        #expect(try nfo("").entries.isEmpty)
        let film = try named("Kelp (2014).mkv", own: "https://www.themoviedb.org/movie/603")
        #expect(film.title == "Kelp")
        #expect(film.details.ids == ["tmdb": "603"])
    }

    @Test("what isn’t XML, has entities of its own, is nested too deeply or too large is told, and values that lie are left out")
    func bad() throws {
        for text in [
            "<movie><title>A</movie>", "<!DOCTYPE a [<!ENTITY b 'c'>]><movie><title>&b;</title></movie>",
            "<movie>\(String(repeating: "<a>", count: 100))\(String(repeating: "</a>", count: 100))</movie>",
        ] {
            #expect(throws: MediaFile.NoteFault.malformed, "\(text.prefix(40))") { try nfo(text) }
        }
        #expect(throws: MediaFile.NoteFault.tooLarge) { try Nfo([UInt8](repeating: 0x20, count: Nfo.byteLimit + 1)) }
        let lies = try nfo(
            "<episodedetails><season>-1</season><episode>4294967295</episode><year>0</year><aired>2017-13-40</aired></episodedetails>")
        #expect(lies.entries == [Nfo.Entry(.episodedetails)])
    }

    @Test("a note that comes, changes or goes names its film by the next scan, and a correction stays above it", .timeLimit(.minutes(15)))
    func scanned() async throws {
        let (samples, data) = (try Samples(), try TemporaryFolder())
        let store = try Store(in: data.url)
        let folder = samples.folder.url
        try samples.make("Reef (1999).mp4", Samples.picture + Samples.h264 + ["-t", "1"])
        let library = MediaLibrary([folder.path], ffmpeg: samples.ffmpeg, store: store, cache: data.url.appendingPathComponent("cache"))
        func film() async throws -> MediaFile { try #require(try await store.media.mediaFiles(limit: 9).first) }
        func scanned(_ note: String?) async throws -> String {
            let place = folder.appendingPathComponent("Reef (1999).nfo")
            if let note { try Data(note.utf8).write(to: place) } else { try FileManager.default.removeItem(at: place) }
            try await library.scan()
            return try await film().name.title
        }
        try await library.scan()
        let id = try await film().id
        #expect(try await scanned("<movie><title>The Reef</title></movie>") == "The Reef")
        #expect(try await scanned("<movie><title>The Outer Reef</title></movie>") == "The Outer Reef")
        #expect(try await scanned("<movie><title>Broken") == "Reef")
        #expect(try await store.media.mediaFile(id)?.name.details.noteFault == .malformed)
        _ = try await store.media.correct([id], MediaCorrection(title: "Mine"), at: .system())
        #expect(try await scanned("<movie><title>Whole</title></movie>") == "Mine")
        #expect(try await store.media.mediaFile(id)?.name.details.noteFault == nil)
        _ = try await store.media.removeCorrections(of: [id])
        #expect(try await scanned(nil) == "Reef")
        #expect(try await film().id == id)
    }
}
