import Foundation
import Records
import Storage
import StorageSupport
import TestSupport
import Testing

@Suite("Shelves of films, series, music and books") struct MediaShelfTests {
    private struct House {
        let store: Store
        let ada: Person
        let ben: Person
        /// In the order of noting.
        let clock = Clock()

        final class Clock: @unchecked Sendable {
            // Tests add one file after another.
            var time: Int64 = 1_700_000_000_000
            func next() -> Timestamp {
                time += 1000
                return Timestamp(milliseconds: time)
            }
        }

        func note(_ path: String, _ name: MediaFile.Name, isPlayable: Bool = true) async throws -> MediaFile.ID {
            let tracks = MediaTracks(containers: ["mp4"], picture: .init(stream: 0, codec: "h264", width: 16, height: 9))
            let contents: MediaFile.Contents =
                isPlayable ? .playable(tracks, MediaCuts(pictureEnd: MediaTime(seconds: 1000))) : .unplayable(.other("a test"))
            return try await store.media.note(
                .init(folder: "/media", path: path, size: 1, modified: Timestamp(milliseconds: 0)), name, contents,
                mark: MediaMark(text: path), at: clock.next())
        }

        func episode(_ series: String, _ season: Int?, _ number: Int?, last: Int? = nil, file: String = "") async throws -> MediaFile.ID {
            var name = MediaFile.Name(kind: .episode, title: "\(number ?? 0)", series: series, season: season, episode: number)
            name.details.lastEpisode = last
            return try await note("\(series)/\(season ?? -1)x\(number ?? -1)\(file).mkv", name)
        }

        func works(_ kind: MediaWork.Kind, _ search: String = "") async throws -> [MediaWork] {
            try await store.media.mediaWorks(kind, searching: search, limit: 99, for: ada.id)
        }

        func series() async throws -> MediaWork.ID { try #require(try await works(.series).first).id }

        /// `["2x1"]`, by the series in their order.
        func nextUp() async throws -> [String] {
            try await store.media.nextUp(for: ada.id, limit: 9, at: clock.next()).map {
                "\($0.entry.season ?? -1)x\($0.entry.episode ?? -1)"
            }
        }

        func watch(_ file: MediaFile.ID) async throws { try await store.media.mark(file, watched: true, for: ada.id, at: clock.next()) }
    }

    private func withHouse(_ body: (House) async throws -> Void) async throws {
        let folder = try TemporaryFolder()
        let store = try Engine.store(in: folder.url)
        let ada = try #require(try await store.people.setUp(administrator: "ada", password: "x", at: .system()))
        try await body(House(store: store, ada: ada, ben: try await store.people.person(named: "ben", at: .system())))
    }

    // MARK: Grouping

    @Test("versions and parts are one film, a trailer is none, and films of one title and two years are two")
    func films() async throws {
        try await withHouse { house in
            func film(_ title: String, _ year: Int?, version: String? = nil, part: Int? = nil) -> MediaFile.Name {
                var name = MediaFile.Name(kind: .film, title: "\(title) (x)", year: year)
                (name.details.film, name.details.version, name.details.part) = (title, version, part)
                return name
            }
            _ = try await house.note("a.mkv", film("Kelp", 2014, version: "1080p"))
            _ = try await house.note("b.mkv", film("KELP!", 2014, version: "720p"))
            _ = try await house.note("c.mkv", film("Kelp", 1999))
            _ = try await house.note("d.mkv", film("Reef", nil, part: 1))
            _ = try await house.note("e.mkv", film("Reef", nil, part: 2))
            var trailer = MediaFile.Name(kind: .film, title: "Kelp: One")
            (trailer.details.isExtra, trailer.details.owner) = (true, "Reef")
            let extra = try await house.note("f.mkv", trailer)
            try await house.store.media.settleMediaWorks()
            let films = try await house.works(.film)
            #expect(films.map { "\($0.title) \($0.year ?? 0) \($0.count)" } == ["Kelp 2014 2", "Kelp 1999 1", "Reef 0 2"])
            #expect(try await house.store.media.mediaEntries(of: films[2].id, limit: 9, for: house.ada.id).map(\.part) == [1, 2])
            #expect(
                try await house.store.media.mediaEntries(of: films[2].id, areExtras: true, limit: 9, for: house.ada.id).map(\.id) == [extra]
            )
            #expect(try await house.store.media.mediaShelves() == [.film])
        }
    }

    @Test("a film plays its best version first, and none that can’t be played")
    func bestVersion() async throws {
        try await withHouse { house in
            let name = MediaFile.Name(kind: .film, title: "Kelp", year: 2014)
            let bad = try await house.note("a.mkv", name, isPlayable: false)
            #expect(try await house.works(.film).first?.only == bad)
            let good = try await house.note("b.mkv", name)
            #expect(try await house.works(.film).first?.only == good)
        }
    }

    @Test("a list for other players has what can be played, in order, of a shelf or of one series")
    func listing() async throws {
        try await withHouse { house in
            _ = try await house.episode("Harbour", 1, 2, last: 3)
            _ = try await house.episode("Harbour", 1, 1)
            _ = try await house.note("film.mkv", MediaFile.Name(kind: .film, title: "Kelp", year: 2014))
            _ = try await house.note("broken.mkv", MediaFile.Name(kind: .film, title: "Reef", year: 1999), isPlayable: false)
            let films = try await house.store.media.mediaListing(of: .shelf(.film), limit: 9)
            #expect(films.map(\.path) == ["film.mkv"])
            #expect(films.map(\.duration) == [MediaTime(seconds: 1000)])
            let series = try await house.store.media.mediaListing(of: .work(try await house.series()), limit: 9)
            #expect(series.map(\.episode) == [1, 2])
            #expect(series.map(\.lastEpisode) == [nil, 3])
            #expect(series.map(\.creator) == ["Harbour", "Harbour"])
            #expect(try await house.store.media.mediaListing(of: .shelf(.series), limit: 1).map(\.episode) == [1])
        }
    }

    @Test("a guess joins no other film")
    func guesses() async throws {
        try await withHouse { house in
            var name = MediaFile.Name(kind: .film, title: "00001")
            name.details.isUnsure = true
            for folder in ["a", "b"] { _ = try await house.note("\(folder)/00001.mkv", name) }
            #expect(try await house.works(.film).count == 2)
        }
    }

    @Test("albums are told apart by their artist, else by their folder; discs stay in order; one artist of all songs is the album’s")
    func albums() async throws {
        try await withHouse { house in
            func song(_ path: String, _ album: String?, by artist: String?, albumArtist: String? = nil, disc: Int? = nil, track: Int)
                async throws
            {
                var name = MediaFile.Name(kind: .track, title: path, artist: artist, album: album, track: track, year: 1984)
                (name.details.albumArtist, name.details.disc) = (albumArtist, disc)
                _ = try await house.note(path, name)
            }
            for (disc, track) in [(2, 1), (1, 2), (2, 2), (1, 1)] {
                try await song("a/CD\(disc)/\(track).mp3", "Greatest Hits", by: "Ann", albumArtist: "Ann", disc: disc, track: track)
            }
            try await song("b/1.mp3", "Greatest Hits", by: "Bob", albumArtist: "Bob", track: 1)
            try await song("c/1.mp3", "Summer", by: "Ann", track: 1)
            try await song("c/2.mp3", "Summer", by: "Cyd", track: 2)
            try await song("d/1.mp3", "Duets", by: "Ann", track: 1)
            try await song("d/2.mp3", "Duets", by: "Ann feat. Bob", track: 2)
            try await song("e/1.mp3", "Summer", by: "Dee", track: 1)
            try await song("f.mp3", nil, by: "Ann", track: 1)
            try await house.store.media.settleMediaWorks()
            let albums = try await house.works(.album)
            #expect(
                albums.map { "\($0.title): \($0.creator ?? "-") \($0.count)" } == [
                    ": Ann 1", "Duets: Ann 2", "Greatest Hits: Ann 4", "Greatest Hits: Bob 1", "Summer: - 2", "Summer: Dee 1",
                ])
            #expect(try await house.store.media.mediaWork(albums[2].id, for: house.ada.id) == albums[2])
            #expect(try await house.store.media.mediaWork(9999, for: house.ada.id) == nil)
            let hits = try await house.store.media.mediaEntries(of: albums[2].id, limit: 9, for: house.ada.id)
            #expect(hits.map { "\($0.disc ?? 0)-\($0.track ?? 0)" } == ["1-1", "1-2", "2-1", "2-2"])
            let artists = try await house.works(.artist)
            #expect(artists.map { "\($0.title) \($0.count)" } == ["Ann 3", "Bob 1", "Dee 1"])
            #expect(try await house.store.media.mediaAlbums(of: artists[0].id, limit: 9, for: house.ada.id).count == 3)
        }
    }

    @Test("a book is one by its author and title, with its chapters in order")
    func books() async throws {
        try await withHouse { house in
            for (disc, track) in [(1, 2), (2, 1), (1, 1)] {
                var name = MediaFile.Name(kind: .track, title: "Chapter", artist: "Mira Lund", album: "Lamp", track: track)
                (name.details.isBook, name.details.disc) = (true, disc)
                _ = try await house.note("Lund/Lamp/\(disc)-\(track).mp3", name)
            }
            let books = try await house.works(.book)
            try #require(books.map(\.creator) == ["Mira Lund"])
            #expect(books[0].count == 3)
            let chapters = try await house.store.media.mediaEntries(of: books[0].id, limit: 9, for: house.ada.id)
            #expect(chapters.map { [$0.disc, $0.track] } == [[1, 1], [1, 2], [2, 1]])
            #expect(try await house.store.media.mediaShelves() == [.book])
        }
    }

    @Test("a shelf is in the order of titles, without articles, numbers by size, and has letters; it is searched without accents")
    func orders() async throws {
        try await withHouse { house in
            for title in ["The Zebra", "Äpfel", "Apollo 13", "Apollo 2", "300", "1984", "Ωmega", "A Night", "???"] {
                _ = try await house.note("\(title).mkv", .init(kind: .film, title: title))
            }
            let titles = try await house.works(.film).map(\.title)
            #expect(titles == ["300", "1984", "???", "Äpfel", "Apollo 2", "Apollo 13", "A Night", "The Zebra", "Ωmega"])
            let letters = try await house.store.media.mediaLetters(.film)
            #expect(letters.map { "\($0.letter)\($0.count)" } == ["#3", "A3", "N1", "Z1", "Ω1"])
            #expect(try await house.works(.film, "apfel").map(\.title) == ["Äpfel"])
            #expect(try await house.works(.film, "13 apo").map(\.title) == ["Apollo 13"])
            #expect(try await house.works(.film, "%").isEmpty)
            let page = try await house.store.media.mediaWorks(.film, offset: 3, limit: 2, for: house.ada.id)
            #expect(page.map(\.title) == ["Äpfel", "Apollo 2"])
            let recent = try await house.store.media.recentMediaWorks(limit: 2, for: house.ada.id)
            #expect(recent.map(\.title) == ["???", "A Night"])
        }
    }

    @Test("what has gone is on no shelf, and comes back with its disk; what is moved and renamed is on its new one")
    func gone() async throws {
        try await withHouse { house in
            let file = try await house.episode("Quay", 1, 1)
            try await house.store.media.noteMedia(gone: [file], back: [], at: house.clock.next())
            try await house.store.media.settleMediaWorks()
            #expect(try await house.works(.series).isEmpty)
            try await house.store.media.noteMedia(gone: [], back: [file], at: house.clock.next())
            #expect(try await house.works(.series).map(\.title) == ["Quay"])
            try await house.store.media.move(
                [MediaMove(id: file, folder: "/media", path: "Pier/1x1.mkv")],
                naming: { _, _ in .init(kind: .episode, title: "1", series: "Pier", season: 1, episode: 1) }, at: house.clock.next())
            try await house.store.media.settleMediaWorks()
            #expect(try await house.works(.series).map(\.title) == ["Pier"])
            try await house.store.media.noteMedia(outside: [], at: house.clock.next())
            #expect(try await house.works(.series).isEmpty)
        }
    }

    @Test("tags that lie and names without end are stored within bounds")
    func hostile() async throws {
        try await withHouse { house in
            var name = MediaFile.Name(
                kind: .episode, title: String(repeating: "é", count: 9000), series: String(repeating: "x ", count: 9000), season: .max,
                episode: .max, year: .max)
            name.details.lastEpisode = .min
            _ = try await house.note("a.mkv", name)
            let work = try #require(try await house.works(.series).first)
            #expect(work.title.count <= 300)
            let entry = try await house.store.media.mediaEntries(of: work.id, limit: 9, for: house.ada.id).first
            #expect(entry?.title.count == 300)
            #expect(entry?.season == .max)
        }
    }

    @Test("seasons come in order with what is left, specials last")
    func seasons() async throws {
        try await withHouse { house in
            for (season, number) in [(0, 1), (10, 1), (2, 1), (2, 2)] { _ = try await house.episode("Quay", season, number) }
            let series = try await house.series()
            try await house.store.media.markWork(series, season: .number(10), watched: true, for: house.ada.id, at: house.clock.next())
            let seasons = try await house.store.media.mediaSeasons(of: series, for: house.ada.id)
            #expect(seasons.map(\.number) == [2, 10, 0])
            #expect(seasons.map(\.left) == [2, 0, 1])
            #expect(try await house.store.media.mediaSeasons(of: series, for: house.ben.id).map(\.left) == [2, 1, 1])
        }
    }

    @Test("episodes are counted, not files: a file may have several of them, and one may have several files")
    func severalEpisodes() async throws {
        try await withHouse { house in
            let double = try await house.episode("Quay", 2, 2, last: 3)
            for (number, file) in [(1, ""), (3, "again"), (4, ""), (4, "better")] {
                _ = try await house.episode("Quay", 2, number, file: file)
            }
            _ = try await house.episode("Quay", 1, 1, last: 4)
            for file in ["a", "b"] { _ = try await house.episode("Quay", nil, nil, file: file) }
            let series = try await house.series()
            #expect(try await house.works(.series).map(\.count) == [10])
            #expect(try await house.store.media.mediaWork(series, for: house.ada.id)?.count == 10)
            try await house.watch(double)
            let seasons = try await house.store.media.mediaSeasons(of: series, for: house.ada.id)
            #expect(seasons.map(\.number) == [nil, 1, 2])
            #expect(seasons.map(\.count) == [2, 4, 4])
            #expect(seasons.map(\.left) == [2, 4, 2])
        }
    }

    // MARK: Watched and next

    @Test(
        "what a position means",
        arguments: [
            (0, 1000, .beginning), (4.9, 1000, .beginning), (5, 1000, .underWay), (899, 1000, .underWay), (900, 1000, .nearEnd),
            (984, 1000, .nearEnd), (985, 1000, .over), (2000, 1000, .over), (50, 60, .over), (3, 10, .over),
        ] as [(Double, Double, MediaProgress)])
    func progress(position: Double, duration: Double, meaning: MediaProgress) {
        #expect(MediaProgress(MediaTime(seconds: position), of: MediaTime(seconds: duration)) == meaning)
    }

    @Test("from nine tenths on an episode is watched, for this person alone, and out of Continue; its place stays until it is over")
    func watchedByPlaying() async throws {
        try await withHouse { house in
            let (one, media) = (try await house.episode("Quay", 1, 1), house.store.media)
            func play(to seconds: Double) async throws {
                try await media.note(
                    MediaTime(seconds: seconds), in: one, lasting: MediaTime(seconds: 1000), for: house.ada.id, at: house.clock.next())
            }
            func entry(_ person: Person) async throws -> MediaEntry { try #require(try await media.mediaEntry(one, for: person.id)) }
            try await play(to: 500)
            #expect(try await media.begunMedia(by: house.ada.id, limit: 9).map(\.id) == [one])
            #expect(try await entry(house.ada).isWatched == false)
            try await play(to: 930)
            #expect(try await media.begunMedia(by: house.ada.id, limit: 9).isEmpty)
            #expect(try await entry(house.ada).isWatched)
            #expect(try await entry(house.ada).position == MediaTime(seconds: 930))
            #expect(try await entry(house.ben).isWatched == false)
            try await play(to: 999)
            #expect(try await entry(house.ada).position == nil)
            // Begun again, it stays watched.
            try await play(to: 100)
            #expect(try await entry(house.ada).isWatched)
            #expect(try await media.begunMedia(by: house.ada.id, limit: 9).map(\.id) == [one])
            try await media.mark(one, watched: false, for: house.ada.id, at: house.clock.next())
            #expect(try await entry(house.ada).isWatched == false)
            #expect(try await media.begunMedia(by: house.ada.id, limit: 9).isEmpty)
        }
    }

    @Test("songs aren’t counted as watched, chapters of books are")
    func counted() async throws {
        try await withHouse { house in
            var chapter = MediaFile.Name(kind: .track, title: "1", artist: "Lund", album: "Lamp", track: 1)
            chapter.details.isBook = true
            let files = [try await house.note("a.mp3", .init(kind: .track, title: "Song")), try await house.note("b.mp3", chapter)]
            for file in files { try await house.watch(file) }
            let entries = try await files.asyncMap { try await house.store.media.mediaEntry($0, for: house.ada.id)?.isWatched }
            #expect(entries == [false, true])
            #expect(try await house.works(.book).map(\.isWatched) == [true])
        }
    }

    @Test("Continue can be emptied; what is played again comes back with its place")
    func emptied() async throws {
        try await withHouse { house in
            let files = [try await house.episode("Quay", 1, 1), try await house.episode("Pier", 1, 1)]
            let media = house.store.media
            for person in [house.ada, house.ben] {
                for file in files {
                    try await media.note(
                        MediaTime(seconds: 50), in: file, lasting: MediaTime(seconds: 1000), for: person.id, at: house.clock.next())
                }
            }
            try await media.hideFromContinue(files[0], for: house.ada.id, at: house.clock.next())
            #expect(try await media.begunMedia(by: house.ada.id, limit: 9).map(\.id) == [files[1]])
            try await media.hideFromContinue(for: house.ada.id, at: house.clock.next())
            #expect(try await media.begunMedia(by: house.ada.id, limit: 9).isEmpty)
            #expect(try await media.mediaPosition(of: files[0], for: house.ada.id) == MediaTime(seconds: 50))
            #expect(try await media.mediaPositions(of: house.ada.id, all: true, limit: 9).count == 2)
            #expect(try await media.begunMedia(by: house.ben.id, limit: 9).count == 2)
            try await media.note(
                MediaTime(seconds: 60), in: files[0], lasting: MediaTime(seconds: 1000), for: house.ada.id, at: house.clock.next())
            #expect(try await media.begunMedia(by: house.ada.id, limit: 9).map(\.id) == [files[0]])
        }
    }

    @Test("next is the first unwatched episode after the one finished last, across seasons and gaps, never a special")
    func next() async throws {
        try await withHouse { house in
            var files: [String: MediaFile.ID] = [:]
            for (season, number) in [(0, 1), (1, 1), (1, 2), (2, 1), (2, 4), (2, 5)] {
                files["\(season)x\(number)"] = try await house.episode("Quay", season, number)
            }
            func watch(_ name: String) async throws { try await house.watch(try #require(files[name])) }
            #expect(try await house.nextUp().isEmpty)
            try await watch("1x1")
            #expect(try await house.nextUp() == ["1x2"])
            try await watch("1x2")
            #expect(try await house.nextUp() == ["2x1"])
            try await watch("0x1")
            #expect(try await house.nextUp() == ["2x1"])
            try await watch("2x1")
            #expect(try await house.nextUp() == ["2x4"])
            // Out of order: the last by time counts.
            try await watch("2x5")
            #expect(try await house.nextUp().isEmpty)
            let series = try await house.series()
            #expect(try await house.store.media.nextUp(in: series, for: house.ada.id)?.episode == 4)
            #expect(try await house.store.media.nextUp(in: series, for: house.ben.id)?.episode == 1)
            #expect(try await house.store.media.nextUp(for: house.ben.id, limit: 9, at: house.clock.next()).isEmpty)
        }
    }

    @Test("of a season marked at once the highest counts; after a file with several episodes comes the one behind the last of them")
    func marked() async throws {
        try await withHouse { house in
            for number in 1...3 { _ = try await house.episode("Quay", 1, number) }
            let double = try await house.episode("Quay", 2, 1, last: 2)
            _ = try await house.episode("Quay", 2, 2, file: "copy")
            _ = try await house.episode("Quay", 2, 3)
            let series = try await house.series()
            try await house.store.media.markWork(series, season: .number(1), watched: true, for: house.ada.id, at: house.clock.next())
            #expect(try await house.nextUp() == ["2x1"])
            try await house.watch(double)
            #expect(try await house.nextUp() == ["2x3"])
            try await house.store.media.markWork(series, watched: true, for: house.ada.id, at: house.clock.next())
            #expect(try await house.nextUp().isEmpty)
            #expect(try await house.works(.series).map(\.isWatched) == [true])
            _ = try await house.episode("Quay", 3, 1)
            #expect(try await house.nextUp() == ["3x1"])
            try await house.store.media.markWork(series, watched: false, for: house.ada.id, at: house.clock.next())
            #expect(try await house.nextUp().isEmpty)
        }
    }

    @Test("a series whose next episode is begun is in Continue only; a copy of a watched episode isn’t next")
    func begunNext() async throws {
        try await withHouse { house in
            let one = try await house.episode("Quay", 1, 1)
            _ = try await house.episode("Quay", 1, 1, file: "better")
            let two = try await house.episode("Quay", 1, 2)
            try await house.watch(one)
            #expect(try await house.nextUp() == ["1x2"])
            try await house.store.media.note(
                MediaTime(seconds: 50), in: two, lasting: MediaTime(seconds: 1000), for: house.ada.id, at: house.clock.next())
            #expect(try await house.nextUp().isEmpty)
            let next = try await house.store.media.nextUp(in: try await house.series(), for: house.ada.id)
            #expect(next?.id == two)
            #expect(next?.position == MediaTime(seconds: 50))
        }
    }

    @Test("a series left for half a year is out of the row until a new episode comes")
    func left() async throws {
        try await withHouse { house in
            let one = try await house.episode("Quay", 1, 1)
            let two = try await house.episode("Quay", 1, 2)
            try await house.watch(one)
            house.clock.time += 181 * 86_400_000
            #expect(try await house.nextUp().isEmpty)
            _ = try await house.episode("Quay", 1, 3)
            #expect(try await house.nextUp().isEmpty)
            try await house.store.media.noteMedia(gone: [two], back: [], at: house.clock.next())
            #expect(try await house.nextUp() == ["1x3"])
        }
    }

    @Test("what was watched is known when the file has been gone for long, and moves with it")
    func keptMarks() async throws {
        try await withHouse { house in
            let (one, two) = (try await house.episode("Quay", 1, 1), try await house.episode("Quay", 1, 2))
            try await house.watch(one)
            try await house.store.media.noteMedia(gone: [one, two], back: [], at: house.clock.next())
            house.clock.time += 91 * 86_400_000
            try await house.store.media.noteMedia(gone: [], back: [], at: house.clock.next())
            #expect(try await house.store.media.lostMedia().map(\.id) == [one])
            #expect(try await house.store.media.lostMedia().allSatisfy(\.isUsed))
        }
    }

    // MARK: Corrections

    @Test("a correction names a file at once, and stays through scans and moves until it is taken back")
    func corrections() async throws {
        try await withHouse { house in
            let media = house.store.media
            let file = try await house.note("Kwai/x.mkv", .init(kind: .film, title: "Kwai"))
            let work = try await media.correct([file], MediaCorrection(title: "Quay", year: 2014), at: house.clock.next())
            #expect(try await house.works(.film).map { "\($0.id) \($0.title) \($0.year ?? 0)" } == ["\(work ?? 0) Quay 2014"])
            _ = try await house.note("Kwai/x.mkv", .init(kind: .film, title: "Kwai"))
            #expect(try await media.mediaFile(file)?.name.title == "Quay")
            try await media.move(
                [MediaMove(id: file, folder: "/media", path: "y.mkv")], naming: { _, _ in .init(kind: .film, title: "y") },
                at: house.clock.next())
            #expect(try await media.mediaFile(file)?.name.title == "Quay")
            try await media.nameMedia(of: "/media", in: [""]) { _, _ in .init(kind: .film, title: "z") }
            #expect(try await media.mediaFile(file)?.name.title == "Quay")
            // As an episode.
            _ = try await media.correct([file], MediaCorrection(series: "Boats", season: 2, episode: 5), at: house.clock.next())
            try await media.settleMediaWorks()
            #expect(try await house.works(.film).isEmpty)
            #expect(try await house.works(.series).map(\.title) == ["Boats"])
            #expect(
                try await media.mediaCorrection(of: file)
                    == MediaCorrection(title: "Quay", year: 2014, series: "Boats", season: 2, episode: 5))
            #expect(try await media.removeCorrections(of: [file]))
            #expect(try await media.removeCorrections(of: [file]) == false)
            try await media.nameMedia(of: "/media", in: []) { _, _ in .init(kind: .film, title: "z") }
            try await media.settleMediaWorks()
            #expect(try await house.works(.film).map(\.title) == ["z"])
            #expect(try await media.correct([999], MediaCorrection(title: "x"), at: house.clock.next()) == nil)
        }
    }

    @Test("a correction of a series is one of all its episodes, and joins it to another")
    func joined() async throws {
        try await withHouse { house in
            for number in 1...2 { _ = try await house.episode("Quai", 1, number) }
            _ = try await house.episode("Quay", 1, 3)
            let wrong = try #require(try await house.works(.series).first { $0.title == "Quai" })
            let files = try await house.store.media.mediaFiles(of: wrong.id)
            _ = try await house.store.media.correct(files, MediaCorrection(series: "Quay"), at: house.clock.next())
            try await house.store.media.settleMediaWorks()
            #expect(try await house.works(.series).map { "\($0.title) \($0.count)" } == ["Quay 3"])
        }
    }

    @Test("a guess that was corrected is no guess")
    func sure() {
        var name = MediaFile.Name(kind: .film, title: "00001 (2)")
        (name.details.isUnsure, name.details.film, name.details.part) = (true, "00001", 2)
        let corrected = MediaCorrection(title: "Kelp").applied(to: name)
        #expect(corrected.title == "Kelp (2)")
        #expect(corrected.details.film == "Kelp")
        #expect(!corrected.details.isUnsure)
        #expect(MediaCorrection().applied(to: name) == name)
    }
}

extension Sequence where Element: Sendable {
    fileprivate func asyncMap<Result>(_ transform: (Element) async throws -> Result) async rethrows -> [Result] {
        var results: [Result] = []
        for element in self { results.append(try await transform(element)) }
        return results
    }
}
