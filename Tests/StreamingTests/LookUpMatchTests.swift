import Fetching
import Foundation
import Records
import Testing

@testable import Streaming

@Suite("Which answer is about a work") struct LookUpMatchTests {
    private func match(
        _ candidates: [(String, Int?)], _ title: String, _ year: Int?, isWhole: Bool = true
    ) -> Int? {
        LookUpMatch.only(of: candidates.map { .init(titles: [$0.0], year: $0.1) }, for: (title, nil, year), isWhole: isWhole)
    }

    @Test("title and year have to agree; case, accents, punctuation and an article don’t")
    func agreeing() {
        #expect(match([("Kelp", 2014)], "Kelp", 2014) == 0)
        #expect(match([("The Kélp!", 2014)], "kelp", 2014) == 0)
        #expect(match([("Kelp II", 2014)], "Kelp", 2014) == nil)
        #expect(match([("Kelp", 2011)], "Kelp", 2014) == nil)
        #expect(match([("Kelp", nil)], "Kelp", 2014) == nil)
        #expect(match([], "Kelp", 2014) == nil)
        #expect(match([("Reef", 2014), ("Kelp", 2014)], "Kelp", 2014) == 1)
    }

    @Test("a year off counts only where no other answer has the title")
    func yearOff() {
        #expect(match([("Kelp", 2013)], "Kelp", 2014) == 0)
        #expect(match([("Kelp", 2013), ("Kelp", 1950)], "Kelp", 2014) == nil)
        #expect(match([("Kelp", 2013), ("Kelp", 2014)], "Kelp", 2014) == 1)
        #expect(match([("Kelp", 2012)], "Kelp", 2014) == nil)
    }

    @Test("two that agree, and one without a year among further answers, are none")
    func unsure() {
        #expect(match([("Kelp", 2014), ("Kelp", 2014)], "Kelp", 2014) == nil)
        #expect(match([("Kelp", 2014)], "Kelp", nil) == 0)
        #expect(match([("Kelp", 2014)], "Kelp", nil, isWhole: false) == nil)
        #expect(match([("Kelp", 2014), ("Kelp", 1950)], "Kelp", nil) == nil)
    }

    @Test("original titles count, titles of signs are compared as they are, and artists agree too")
    func others() {
        #expect(LookUpMatch.only(of: [.init(titles: ["Seaweed", "Tang"], year: 2014)], for: ("Tang", nil, 2014), isWhole: true) == 0)
        #expect(match([("!!!", 2014), ("???", 2014)], "???", 2014) == 1)
        let albums = [
            LookUpMatch.Candidate(titles: ["Best"], creator: "Bob", year: 1984), .init(titles: ["Best"], creator: "Ann", year: 1984),
        ]
        #expect(LookUpMatch.only(of: albums, for: ("Best", "ANN", 1984), isWhole: true) == 1)
        #expect(LookUpMatch.only(of: albums, for: ("Best", "Eve", 1984), isWhole: true) == nil)
    }
}

@Suite("What other servers are asked, and say") struct LookUpSourceTests {
    private static let token = "eyJhbGciOiJIUzI1NiJ9.made-up.token"

    private func database() throws -> MovieDatabase { try #require(MovieDatabase(key: SecretText(Self.token))) }

    private func film(_ title: String = "Kelp", _ year: Int? = 2014, ids: [String: String] = [:]) -> MediaQuestion {
        MediaQuestion(id: 1, kind: .film, title: title, year: year, ids: ids)
    }

    private func said(_ answer: String, _ question: MediaQuestion) throws -> LookUpCandidate? {
        try database().candidate(in: Array(answer.utf8), for: question)
    }

    @Test("an id is asked for before a title; a title goes with its year and without a file's name")
    func addresses() throws {
        let database = try database()
        func asked(_ question: MediaQuestion) -> String? { database.address(for: question)?.absoluteString }
        #expect(asked(film(ids: ["tmdb": "7", "imdb": "tt0012345"])) == "https://api.themoviedb.org/3/movie/7")
        #expect(asked(film(ids: ["imdb": "tt0012345"])) == "https://api.themoviedb.org/3/find/tt0012345?external_source=imdb_id")
        #expect(
            asked(film("Kelp & +Reef"))
                == "https://api.themoviedb.org/3/search/movie?include_adult=false&query=Kelp%20%26%20%2BReef&year=2014")
        #expect(asked(film("Kelp", nil)) == nil)
        // Not a number, or not one of IMDb's: the title is searched.
        #expect(asked(film(ids: ["tmdb": "../7", "imdb": "tt1/../x"]))?.hasPrefix("https://api.themoviedb.org/3/search/") == true)
        let series = MediaQuestion(id: 1, kind: .series, title: "Harbour Light (2005)")
        #expect(
            asked(series) == "https://api.themoviedb.org/3/search/tv?first_air_date_year=2005&include_adult=false&query=Harbour%20Light")
        #expect(asked(MediaQuestion(id: 1, kind: .album, title: "Best", creator: "Ann")) == nil)
    }

    @Test("a token goes into a header and a key into the query, and neither is in a description")
    func keys() throws {
        let key = String(repeating: "0a", count: 16)
        for (text, isToken) in [(Self.token, true), (key, false)] {
            let database = try #require(MovieDatabase(key: SecretText(text)))
            var request = try Request(url: #require(database.address(for: film())))
            database.sign(&request)
            #expect((request.secretHeader != nil) == isToken)
            #expect((request.secretQuery != nil) == !isToken)
            #expect(!"\(database) \(request)".contains(text))
            #expect(!database.keyDigest.contains(text))
            #expect(database.keyDigest.count == 32)
        }
        for text in ["", "short", "twenty letters and blanks", "\(Self.token)\r\nX: y"] {
            #expect(MovieDatabase(key: SecretText(text)) == nil)
        }
    }

    @Test("a search's only match has its plot and the address of its poster")
    func search() throws {
        let answer = """
            {"total_results": 2, "results": [
              {"id": 5, "title": "Kelp Forever", "release_date": "2014-05-01"},
              {"id": 7, "title": "Tang", "original_title": "Kelp", "release_date": "2014-01-31", "overview": " Of\\nthe  sea. ", "poster_path": "/aB_1-2.jpg"}]}
            """
        let found = try said(answer, film())
        #expect(found?.id == "7")
        #expect(found?.plot == "Of the sea.")
        #expect(found?.picture?.absoluteString == "https://image.tmdb.org/t/p/w500/aB_1-2.jpg")
        #expect(try said(answer, film("Reef")) == nil)
    }

    @Test(
        "what lies in an answer is left out, and the rest counts",
        arguments: [
            #"{"results": [1, null, [], {"id": "7"}, {"id": 7, "title": "Kelp", "release_date": "2014", "poster_path": PATH}], "total_results": "many"}"#
        ],
        [
            #""//evil.example/x.jpg""#, #""http://127.0.0.1/x.jpg""#, #""/../x.jpg""#, #""/x.svg""#, "7", "null", #"{"a": []}"#,
            #""/x.jpg?y=1""#,
        ])
    func lies(answer: String, path: String) throws {
        let found = try said(answer.replacing("PATH", with: path), film())
        #expect(found?.id == "7")
        #expect(found?.picture == nil)
        #expect(found?.plot == nil)
    }

    @Test("an answer about something else is none, and what is no answer throws")
    func others() throws {
        let byID = film(ids: ["tmdb": "7"])
        #expect(try said(#"{"id": 7, "overview": "Sea."}"#, byID)?.plot == "Sea.")
        #expect(try said(#"{"id": 8, "overview": "Sea."}"#, byID) == nil)
        #expect(try said(#"{"movie_results": [{"id": 9}], "tv_results": [{"id": 1}]}"#, film(ids: ["imdb": "tt0012345"]))?.id == "9")
        #expect(try said(#"{"movie_results": [{"id": 9}, {"id": 10}]}"#, film(ids: ["imdb": "tt0012345"])) == nil)
        #expect(try said(#"{"results": "none"}"#, film()) == nil)
        #expect(try said(#"{"results": [{"id": -1, "title": "Kelp", "release_date": "2014"}]}"#, film()) == nil)
        let long =
            #"{"results": [{"id": 7, "title": "Kelp", "release_date": "2014", "overview": "\#(String(repeating: "sea ", count: 5000))"}]}"#
        #expect(try said(long, film())?.plot?.unicodeScalars.count ?? 9999 <= 4000)
        for text in ["", "<html>", "[]", String(repeating: "[", count: 100_000)] {
            #expect(throws: UnreadableLookUp.self) { try said(text, film()) }
        }
    }

    @Test("an album is searched by title and artist; its cover is at the archive")
    func album() throws {
        let brainz = try #require(MusicBrainz())
        let question = MediaQuestion(id: 1, kind: .album, title: #"The "Best""#, creator: "Ann", year: 1984)
        let asked = try #require(brainz.address(for: question))
        #expect(asked.absoluteString.hasPrefix("https://musicbrainz.org/ws/2/release-group?"))
        let query = URLComponents(url: asked, resolvingAgainstBaseURL: false)?.queryItems?.first { $0.name == "query" }?.value
        #expect(query == #"releasegroup:"The \"Best\"" AND artist:"Ann""#)
        let id = "0f9d6b7e-1111-4222-8333-0123456789ab"
        func said(_ id: String, _ artist: String) throws -> LookUpCandidate? {
            let group =
                #"{"id": "\#(id)", "title": "The Best", "first-release-date": "1984-03", "artist-credit": [{"name": "\#(artist)"}]}"#
            return try brainz.candidate(in: Array(#"{"count": 1, "release-groups": [\#(group)]}"#.utf8), for: question)
        }
        #expect(try said(id, "Ann")?.picture?.absoluteString == "https://coverartarchive.org/release-group/\(id)/front-500")
        #expect(try said(id, "Bob") == nil)
        #expect(try said("../../x", "Ann") == nil)
        #expect(brainz.address(for: MediaQuestion(id: 1, kind: .album, title: "Best")) == nil)
    }

    @Test("ids in names of films and of series' folders are read; others say nothing")
    func names() {
        func ids(_ path: String) -> [String: String] {
            let tracks = MediaTracks(containers: ["mp4"], picture: .init(stream: 0, codec: "h264", width: 16, height: 9))
            return MediaNaming.name(of: path, tracks, .init()).details.ids
        }
        #expect(ids("Kelp (2014) [tmdbid-7].mkv") == ["tmdb": "7"])
        #expect(ids("Kelp (2014) {imdb-tt0012345} [tmdb=7].mkv") == ["imdb": "tt0012345", "tmdb": "7"])
        #expect(ids("Kelp (2014) [imdbid-tt0012345]/Kelp (2014) - 1080p.mkv") == ["imdb": "tt0012345"])
        #expect(ids("All of them [tmdbid-10]/Kelp (2014).mkv").isEmpty)
        #expect(ids("Harbour Light [tvdbid-5]/Season 1/Harbour Light S01E02.mkv") == ["tvdb": "5"])
        #expect(ids("Kelp (2014) [tmdbid-abc] [imdb-7].mkv").isEmpty)
    }
}
