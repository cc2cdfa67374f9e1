import Foundation
import Records
import Streaming
import Testing

@Suite("Names of media files")
struct NamingTests {
    private static let musicEndings: Set = ["mp3", "flac", "m4b"]

    private func identity(_ path: String, beside others: [String] = [], _ tags: [String: String] = [:]) -> MediaIdentity {
        let ending = path.split(separator: ".").last.map(String.init) ?? ""
        let name = path.split(separator: "/").last.map(String.init) ?? path
        return MediaNaming.identity(
            of: path, tags: tags, isMusic: Self.musicEndings.contains(ending), .init(neighbours: .init(others + [name]), thisYear: 2026))
    }

    /// A line of `Fixtures/names.tsv`: a path and its identity. An empty column isn't checked.
    struct Line: CustomStringConvertible, Sendable {
        let path: String
        let columns: [String: String]
        let beside: [String]
        var description: String { path }

        static let all: [Line] = {
            let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Fixtures/names.tsv")
            let rows = ((try? String(contentsOf: file, encoding: .utf8)) ?? "").split(separator: "\n").map {
                $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            }
            guard let head = rows.first else { return [] }
            func directory(_ path: String) -> Substring { path[..<(path.lastIndex(of: "/") ?? path.startIndex)] }
            return rows.dropFirst().map { row in
                Line(
                    path: row[0], columns: Dictionary(uniqueKeysWithValues: zip(head, row)),
                    beside: rows.map { $0[0] }.filter { directory($0) == directory(row[0]) }.map {
                        String($0.split(separator: "/").last ?? "")
                    })
            }
        }()
    }

    @Test("a path says what a file is", arguments: Line.all)
    func line(line: Line) {
        let found = identity(line.path, beside: line.beside)
        let episodes = found.episodes.map(String.init)
        func range(_ text: String) -> [String] {
            text.split(separator: ",").flatMap { part in
                let ends = part.split(separator: "-").compactMap { Int($0) }
                return ends.count == 2 ? (ends[0]...ends[1]).map(String.init) : [String(part)]
            }
        }
        let kind = found.kind == .book ? "audiobook" : found.kind.rawValue
        #expect(kind == line.columns["kind"])
        let values: [(String, String?)] = [
            ("title", found.title), ("year", found.year.map(String.init)), ("series", found.series),
            ("season", found.season.map(String.init)),
            ("date", found.date?.description), ("artist", found.artist), ("album", found.album), ("disc", found.disc.map(String.init)),
            ("track", found.track.map(String.init)), ("version", found.version), ("part", found.part.map(String.init)), ("of", found.owner),
            ("volume", found.volume),
        ]
        for (name, value) in values {
            guard let wanted = line.columns[name], !wanted.isEmpty else { continue }
            #expect(value == wanted, "\(name)")
        }
        #expect(episodes == range(line.columns["episodes"] ?? ""))
        // Missing values must not be invented.
        for (name, value) in values where ["season", "disc", "version", "part", "of", "date"].contains(name) && line.columns[name] == "" {
            #expect(value == nil, "\(name)")
        }
    }

    @Test("all lines are read")
    func lines() { #expect(Line.all.count == 89) }

    @Test(
        "titles of films that look like something else",
        arguments: [
            ("Toy Story 2.mkv", "Toy Story 2", nil), ("Apollo 13.mkv", "Apollo 13", nil), ("Room 237.mkv", "Room 237", nil),
            ("THX 1138.mkv", "THX 1138", nil), ("1984.mkv", "1984", nil), ("300 (2006)/300.mkv", "300", 2006),
            ("28 Weeks Later (2007)/28 Weeks Later.mkv", "28 Weeks Later", 2007),
            ("(500) Days of Summer (2009).mkv", "(500) Days of Summer", 2009),
            ("[REC] (2007).mkv", "[REC]", 2007), ("[REC]² (2009).mkv", "[REC]²", 2009), ("[REC] 2 (2009).mkv", "[REC] 2", 2009),
            ("3x3 Eyes.mkv", "3x3 Eyes", nil), ("4x4.mkv", "4x4", nil), ("The Dutch Cam Limited (1999).mkv", "The Dutch Cam Limited", 1999),
            ("2001 A Space Odyssey (1968).mkv", "2001 A Space Odyssey", 1968), ("2001 A Space Odyssey.mkv", "2001 A Space Odyssey", nil),
            ("Wonder.Woman.1984.2020.2160p.mkv", "Wonder Woman 1984", 2020), ("Blade Runner 2049.mkv", "Blade Runner 2049", nil),
            ("10.000.BC.2008.mkv", "10.000 BC", 2008), ("E.T..1982.mkv", "E.T.", 1982), ("S.W.A.T..2003.mkv", "S.W.A.T.", 2003),
            ("Star Wars Episode 4 A New Hope (1977).mkv", "Star Wars Episode 4 A New Hope", 1977),
            ("Matrix, The (1999).mkv", "The Matrix", 1999),
            ("Kill Bill (Vol. 2) (2004).mkv", "Kill Bill (Vol. 2)", 2004), ("The Final Cut (2004).mkv", "The Final Cut", 2004),
            ("Other (2001)/Other.mkv", "Other", 2001), ("Mission Impossible (1996)/title_t00.mkv", "Mission Impossible", 1996),
            ("La La Land 2016 German DL 1080p.mkv", "La La Land", 2016), ("Bad Santa 2 Extended.mkv", "Bad Santa 2", nil),
            ("The.Film.1999.1080p.BluRay.x264-GRP.mkv", "The Film", 1999), ("The.Film.2009.DVDRip.XviD-GRP/grp-tf.avi", "The Film", 2009),
            ("Plain name.avi", "Plain name", nil), ("-y.mkv", "y", nil), ("....mkv", "...", nil), ("A Bug's Life.mkv", "A Bug's Life", nil),
            ("20240102_150405.mp4", "20240102 150405", nil), ("Fahrenheit.9.11.2004.mkv", "Fahrenheit 9 11", 2004),
        ] as [(String, String, Int?)])
    func films(path: String, title: String, year: Int?) {
        let found = identity("Films/" + path)
        #expect(found.kind == .film)
        #expect(found.title == title)
        #expect(found.year == year)
    }

    @Test("a film and its sequels are no episodes")
    func sequels() {
        let names = ["Ocean's 11.mkv", "Ocean's 12.mkv", "Ocean's 13.mkv"]
        for name in names { #expect(identity("Films/" + name, beside: names).kind == .film) }
    }

    @Test(
        "numbers of episodes",
        arguments: [
            ("Show.Name.S01E02.The.Title.720p.HDTV.mkv", "Show Name", 1, [2], "The Title"),
            ("Show Name - s1e10 - Title.mp4", "Show Name", 1, [10], "Title"),
            ("Quay/Season 2/S02E03.mkv", "Quay", 2, [3], nil), ("Quay/Season 2/205.mkv", "Quay", 2, [5], nil),
            ("Quay/2/05.mkv", "Quay", 2, [5], nil),
            ("Quay/Season 2/7 - 12 Angry Men.mkv", "Quay", 2, [7], "12 Angry Men"), ("Quay/Season 2/2. Ashes.mkv", "Quay", 2, [2], "Ashes"),
            ("24/24 S01E24.mkv", "24", 1, [24], nil), ("24/Season 1/24 - 1x24.mkv", "24", 1, [24], nil),
            ("Gundam 00 S01E02.mkv", "Gundam 00", 1, [2], nil),
            ("The 100/Season 3/The 100 - 305.mkv", "The 100", 3, [5], nil), ("Quay S01E01 1-23-45.mkv", "Quay", 1, [1], nil),
            ("Quay S05E23 11-59.mkv", "Quay", 5, [23], nil), ("Quay 1x05a.mkv", "Quay", 1, [5], nil),
            ("Quay 5x44x45x46.mkv", "Quay", 5, [44, 45, 46], nil),
            ("Harbour Light - 112.mkv", "Harbour Light", nil, [112], nil),
            ("[Group] Title - 02-04 [1080p].mkv", "Title", nil, [2, 3, 4], nil),
            ("[G][Title][05].mkv", "Title", nil, [5], nil), ("[G] 05 Title.mkv", "Title", nil, [5], nil),
            ("Quay/第12話.mkv", "Quay", nil, [12], nil),
            ("Serie/Staffel 2/Folge 12.mkv", "Serie", 2, [12], nil), ("Serial Sezon 1 Odcinek 5 720p.mkv", "Serial", 1, [5], nil),
            ("Show - Temporada 4 [HDTV][Cap.408].mkv", "Show", 4, [8], nil),
            ("The.Quay.S02E09.1080p.x264-GRP/c48db7d2aeb040e8a920a9fd6effcbf4.mkv", "The Quay", 2, [9], nil),
            ("Looney Boats 1940x01 Porthole.mkv", "Looney Boats", 1940, [1], "Porthole"),
            ("The 4400 S01E03 720p HDTV x264-GRP.mkv", "The 4400", 1, [3], nil),
            ("Quay/Season 1/Quay S01E05 Chapter 2.mkv", "Quay", 1, [5], "Chapter 2"), ("Quay S09E14-1080p.mkv", "Quay", 9, [14], nil),
        ] as [(String, String, Int?, [Int], String?)])
    func episodes(path: String, series: String, season: Int?, episodes: [Int], title: String?) {
        let found = identity("Shows/" + path)
        #expect(found.kind == .episode)
        #expect(found.series == series)
        #expect(found.season == season)
        #expect(found.episodes == episodes)
        #expect(found.title == title)
    }

    @Test("files alike but for their numbers are episodes of their folder's series")
    func siblings() {
        let names = ["Small Boats 07.mkv", "Small Boats 08.mkv", "Small Boats 09.mkv"]
        let found = identity("Shows/The Boats/Small Boats 08.mkv", beside: names)
        #expect(found.kind == .episode)
        #expect(found.episodes == [8])
    }

    @Test("a part needs another part beside it")
    func parts() {
        #expect(identity("Films/Deathly (2010)/Deathly part1.mkv", beside: ["Deathly part2.mkv"]).part == 1)
        #expect(identity("Films/Deathly part1.mkv").part == nil)
        #expect(identity("Films/Deathly part1.mkv").title == "Deathly part1")
    }

    @Test("lists show what tells copies apart, and an episode without a title by its number")
    func shown() {
        let tracks = MediaTracks(containers: [], picture: .init(stream: 0, codec: "h264", width: 1, height: 1))
        func name(_ path: String) -> MediaFile.Name { MediaNaming.name(of: path, tracks, .init(thisYear: 2026)) }
        #expect(name("Quay/Season 2/S02E03.mkv") == .init(kind: .episode, title: "S02E03", series: "Quay", season: 2, episode: 3))
        #expect(name("Quay/Quay 2017-11-27.mkv").title == "2017-11-27")
        var version = MediaFile.Name(kind: .film, title: "Kelp (1080p)", year: 2014)
        (version.details.film, version.details.version) = ("Kelp", "1080p")
        #expect(name("Kelp (2014)/Kelp (2014) - 1080p.mkv") == version)
        var extra = MediaFile.Name(kind: .film, title: "Kelp: One")
        (extra.details.isExtra, extra.details.owner) = (true, "Kelp")
        #expect(name("Kelp (2014)/trailers/One.mkv") == extra)
        let several = name("Quay/Season 2/S02E03E04.mkv")
        #expect(several.details.lastEpisode == 4)
        #expect(several.order == (200_003, 200_004))
        for title in ["S02E03", several.title, "E136"] { #expect(MediaFile.Name.isNumber(title)) }
        for title in ["", "E", "S02", "S02E03 Arrival", "2017-11-27"] { #expect(!MediaFile.Name.isNumber(title)) }
        #expect(name("Quay/Quay 2017-11-27.mkv").order == (20_171_127, 20_171_127))
    }

    @Test("a name that is a guess says so, and no other does")
    func unsure() {
        let names = ["Small Boats 07.mkv", "Small Boats 08.mkv", "Small Boats 09.mkv"]
        #expect(identity("Shows/The Boats/Small Boats 08.mkv", beside: names).isUnsure)
        #expect(identity("Films/00001.mkv").isUnsure)
        for path in [
            "Quay/Season 2/05.mkv", "Quay S01E02.mkv", "[Group] Quay - 05.mkv", "Films/Plain name.avi", "Films/Kelp (2014)/movie.mkv",
        ] {
            #expect(!identity(path).isUnsure, "\(path)")
        }
    }

    @Test("music is called by its tags, else by its folders and its file")
    func music() {
        #expect(identity("Music/Ann/Best (1984)/CD2/07 - My Song.mp3").disc == 2)
        let tags = [
            "title": " A  title\n", "artist": "Ann", "album": "Best of", "track": "3/12", "disc": "2/2", "date": "1984-05-01",
            "album_artist": "Ann & Co",
        ]
        let found = identity("Music/Other/Else/07 - My Song.mp3", tags)
        #expect(found.title == "A title")
        #expect(found.artist == "Ann")
        #expect(found.albumArtist == "Ann & Co")
        #expect(found.album == "Best of")
        #expect(found.track == 3)
        #expect(found.disc == 2)
        #expect(found.year == 1984)
    }

    @Test("tags that lie say nothing", arguments: ["0", "4294967295", "-3", "", "x", "99999999999999999999"])
    func lying(number: String) {
        let found = identity("Music/Ann/Best/07 - My Song.mp3", ["track": number, "disc": number, "date": number])
        #expect(found.track == 7)
        #expect(found.disc == nil)
        #expect(found.year == nil)
    }

    @Test("a release's name in a tag is no title")
    func releaseTag() {
        #expect(identity("Films/movie.mkv", ["title": "The.Film.1080p.x264-GRP"]).title == "movie")
        #expect(identity("Films/movie.mkv", ["title": "The Film"]).title == "The Film")
    }

    @Test("names of every kind of letters are read to their end")
    func hostile() {
        let pieces = [
            "S01E", "1x", "[", "(", ")", "]", "-", ".", "_", " ", "2019", "第", "話", "e\u{301}", "\u{0}", "\u{202E}", "99999999999999999999",
            "part", "cd1", "1080p", "/", "{edition-", "Season ",
        ]
        var state: UInt64 = 7
        func next(_ count: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % count
        }
        for _ in 0..<500 {
            let path = (0..<next(40) + 1).map { _ in pieces[next(pieces.count)] }.joined()
            for isMusic in [false, true] {
                let found = MediaNaming.identity(of: path, isMusic: isMusic, .init(thisYear: 2026))
                #expect(found.episodes.count <= 61)
                #expect((found.title ?? "").count <= 260)
            }
        }
        let long = String(repeating: "a.b-c ", count: 170)
        #expect(identity("Films/" + long + ".mkv").kind == .film)
    }
}
