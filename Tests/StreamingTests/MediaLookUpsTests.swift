import Fetching
import Foundation
import Records
import Storage
import Synchronization
import TestSupport
import Testing

@testable import Streaming

/// Over real connections, to servers in place of the real ones.
@Suite("Looking up posters and plots", .timeLimit(.minutes(15))) struct MediaLookUpsTests {
    private static let token = "made-up-token-of-the-tests"
    private let data: TemporaryFolder
    private let store: Store
    private let samples: Samples
    private let pictures: FoundPictures

    init() throws {
        data = try TemporaryFolder()
        store = try Store(in: data.url)
        samples = try Samples()
        pictures = FoundPictures(in: data.url.appendingPathComponent("pictures"), ffmpeg: samples.ffmpeg)
    }

    /// Notes a film that can be played and has no picture of its own.
    private func film(_ title: String, _ year: Int? = 2014) async throws -> MediaFile.ID {
        let tracks = MediaTracks(containers: ["mp4"], picture: .init(stream: 0, codec: "h264", width: 16, height: 9))
        return try await store.media.note(
            .init(folder: "/media", path: "\(title).mkv", size: 1, modified: Timestamp(milliseconds: 0)),
            .init(kind: .film, title: title, year: year), .playable(tracks, MediaCuts(pictureEnd: MediaTime(seconds: 1000))),
            mark: MediaMark(text: title), at: .system())
    }

    private func works() async throws -> [MediaWork] {
        try await store.media.mediaWorks(.film, limit: 99, for: 0)
    }

    private func poster() throws -> [UInt8] {
        try Array(Data(contentsOf: samples.make("poster.png", ["-f", "lavfi", "-i", "color=c=teal:size=900x1350", "-frames:v", "1"])))
    }

    /// One round, with the pauses that it made.
    @discardableResult
    private func round(
        at server: ScriptedServer, token: String = Self.token, brainz: Bool = false, now: Timestamp = .system(), allows: Set<String>? = nil
    ) async throws -> [Duration] {
        var configuration = Fetcher.Configuration.loopback
        configuration.allowedHosts = allows ?? [server.host]
        configuration.limits.backgroundSpacing = .zero
        let fetcher = Fetcher(configuration)
        let pauses = Pauses()
        var sources: [any LookUpSource] = [
            try #require(MovieDatabase(key: SecretText(token), address: server.url("/3/"), pictures: server.url("/t/")))
        ]
        if brainz { sources.append(try #require(MusicBrainz(address: server.url("/ws/"), covers: server.url("/covers/")))) }
        let lookUps = MediaLookUps(
            sources, pictures: pictures, store: store, fetcher: fetcher, news: AsyncSignal(), now: { now },
            sleep: { pause in pauses.list.withLock { $0.append(pause) } })
        let result: Result<Void, any Error>
        do {
            try await lookUps.round()
            result = .success(())
        } catch { result = .failure(error) }
        try await fetcher.shutdown()
        try result.get()
        return pauses.list.withLock { $0 }
    }

    private final class Pauses: Sendable {
        let list = Mutex<[Duration]>([])
    }

    private static func answer(_ title: String, _ path: String = "/a.jpg") -> [UInt8] {
        Array(
            #"{"results": [{"id": 7, "title": "\#(title)", "release_date": "2014-01-01", "overview": "Of the sea.", "poster_path": "\#(path)"}]}"#
                .utf8)
    }

    @Test("a poster and a plot are found, drawn small, kept, and asked for once")
    func found() async throws {
        let poster = try poster()
        let server = try ScriptedServer { connection in
            let isPicture = connection.request.target.hasPrefix("/t/")
            try connection.answer(body: isPicture ? poster : Self.answer("Kelp"))
        }
        _ = try await film("Kelp")
        let pauses = try await round(at: server)
        #expect(pauses == [.milliseconds(250), .milliseconds(250)])
        let work = try #require(try await works().first)
        #expect(work.hasPoster)
        #expect(work.showsFoundPicture)
        #expect(!work.hasOwnPoster)
        #expect(work.found?.source == .tmdb)
        #expect(work.found?.id == "7")
        #expect(work.found?.plot == "Of the sea.")
        let name = try #require(work.found?.picture)
        let jpeg = try #require(pictures.picture(named: name)).jpeg
        #expect(jpeg.starts(with: [0xFF, 0xD8, 0xFF] as [UInt8]))
        #expect(jpeg.count < 100_000)
        #expect(server.requests.map { $0["Authorization"] } == [["Bearer \(Self.token)"], []])
        try await round(at: server)
        #expect(server.requests.count == 2)
        // Half a year is the longest that it may be kept.
        try await round(at: server, now: Timestamp.system() + .seconds(151 * 86_400))
        #expect(server.requests.count == 4)
        pictures.removeAll()
        #expect(pictures.picture(named: name) == nil)
    }

    @Test("nothing found isn't asked again for a month, but at once when a person corrects the name")
    func nothing() async throws {
        let server = try ScriptedServer { try $0.answer(body: Array(#"{"results": []}"#.utf8)) }
        let file = try await film("Klep")
        try await round(at: server)
        try await round(at: server)
        #expect(server.requests.count == 1)
        _ = try await store.media.correct([file], MediaCorrection(title: "Kelp"), at: .system())
        try await round(at: server)
        #expect(server.requests.count == 2)
        #expect(server.requests.last?.target.contains("query=Kelp") == true)
        try await round(at: server, now: Timestamp.system() + .seconds(31 * 86_400))
        #expect(server.requests.count == 3)
    }

    @Test("a refused key is tried once, until another one is set")
    func refusedKey() async throws {
        let server = try ScriptedServer { try $0.answer("401 Unauthorized", body: Array(#"{"status_code": 7}"#.utf8)) }
        for title in ["Kelp", "Reef"] { _ = try await film(title) }
        try await round(at: server)
        try await round(at: server, now: Timestamp.system() + .seconds(400 * 86_400))
        #expect(server.requests.count == 1)
        let rests = try await store.media.mediaSourceRests()
        #expect(rests.map(\.source) == [.tmdb])
        #expect(rests.first?.ends == nil)
        #expect(rests.first?.key.contains(Self.token) == false)
        try await round(at: server, token: "another-token-of-the-tests")
        #expect(server.requests.count == 2)
    }

    @Test("too many requests: it is left alone as long as it asks for", arguments: ["429 Too Many Requests", "503 Service Unavailable"])
    func pause(status: String) async throws {
        let server = try ScriptedServer { try $0.answer(status, [("Retry-After", "120")]) }
        for title in ["Kelp", "Reef"] { _ = try await film(title) }
        try await round(at: server)
        try await round(at: server, now: Timestamp.system() + .seconds(60))
        #expect(server.requests.count == 1)
        // The other film first: it may be the fault of this one.
        try await round(at: server, now: Timestamp.system() + .seconds(130))
        #expect(server.requests.count == 2)
        #expect(server.requests.last?.target.contains("query=Reef") == true)
    }

    @Test("a fault of one film ends nothing: lies, a web page, a poster of 100 MB, one that is no picture, a way into the house")
    func faults() async throws {
        let (poster, inside) = (try poster(), try ScriptedServer { try $0.answer(body: [1]) })
        let titles = ["Lies", "Page", "Large", "NoPicture", "Inside", "Moved", "Kelp"]
        for title in titles { _ = try await film(title) }
        let server = try ScriptedServer { connection in
            let target = connection.request.target
            if target.hasPrefix("/t/Large") {
                try connection.sendHead("200 OK", [("Content-Type", "image/jpeg")])
                let piece = [UInt8](repeating: 0xFF, count: 1 << 20)
                for _ in 0..<100 { try connection.send(piece) }
            } else if target.hasPrefix("/t/NoPicture") {
                try connection.answer(body: Array("<html>".utf8))
            } else if target.hasPrefix("/t/Inside") {
                try connection.redirect(to: inside.url("/secret.jpg").absoluteString)
            } else if target.hasPrefix("/t/") {
                try connection.answer(body: poster)
            } else if target.contains("query=Lies") {
                try connection.answer(body: Array(#"{"results": {"id": {}}, "total_results": -1e99}"#.utf8))
            } else if target.contains("query=Page") {
                try connection.answer(body: Array("<!DOCTYPE html>".utf8))
            } else if target.contains("query=Moved") {
                try connection.redirect(to: inside.url("/3/").absoluteString)
            } else {
                let title = titles.first { target.contains("query=\($0)") } ?? ""
                try connection.answer(body: Self.answer(title, "/\(title).jpg"))
            }
        }
        try await round(at: server)
        let works = Dictionary(try await works().map { ($0.title, $0) }) { first, _ in first }
        for title in ["Lies", "Page", "Moved"] { #expect(works[title]?.found == nil, "\(title)") }
        for title in ["Large", "NoPicture", "Inside"] {
            #expect(works[title]?.found?.plot == "Of the sea.", "\(title)")
            #expect(works[title]?.hasPoster == false, "\(title)")
        }
        #expect(works["Kelp"]?.hasPoster == true)
        #expect(inside.connectionCount == 0)
        #expect(try await store.media.mediaSourceRests().isEmpty)
        let count = server.requests.count
        try await round(at: server)
        #expect(server.requests.count == count)
    }

    @Test("a server that fails is left alone after three films")
    func unreached() async throws {
        let server = try ScriptedServer { $0.reset() }
        for number in 1...5 { _ = try await film("Kelp \(number)") }
        try await round(at: server, allows: [])
        #expect(server.connectionCount == 0)
        #expect(try await store.media.mediaSourceRests().count <= 1)
        let failing = try ScriptedServer { try $0.answer("500 Internal Server Error") }
        try await round(at: failing, now: Timestamp.system() + .seconds(8 * 86_400))
        #expect(failing.requests.count == 3)
        #expect(try await store.media.mediaSourceRests().first?.ends != nil)
    }

    @Test("a cover's address leads elsewhere, but not into the house", arguments: [true, false])
    func cover(isAllowed: Bool) async throws {
        let cover = try poster()
        let archive = try ScriptedServer { try $0.answer(body: cover) }
        let group =
            #"{"id": "0f9d6b7e-1111-4222-8333-0123456789ab", "title": "Best", "first-release-date": "1984", "artist-credit": [{"name": "Ann"}]}"#
        let server = try ScriptedServer { connection in
            guard connection.request.target.hasPrefix("/ws/") else {
                return try connection.redirect(to: archive.url("/front.jpg").absoluteString, "307 Temporary Redirect")
            }
            try connection.answer(body: Array(#"{"count": 1, "release-groups": [\#(group)]}"#.utf8))
        }
        var name = MediaFile.Name(kind: .track, title: "Song", artist: "Ann", album: "Best", year: 1984)
        name.details.albumArtist = "Ann"
        _ = try await store.media.note(
            .init(folder: "/media", path: "best.mp3", size: 1, modified: Timestamp(milliseconds: 0)), name,
            .playable(MediaTracks(containers: ["mp3"]), MediaCuts(pictureEnd: MediaTime(seconds: 100))), mark: MediaMark(text: "best"),
            at: .system())
        let pauses = try await round(at: server, brainz: true, allows: isAllowed ? [server.host, archive.host] : [server.host])
        #expect(pauses == [.seconds(1), .seconds(1)])
        let album = try #require(try await store.media.mediaWorks(.album, limit: 9, for: 0).first)
        #expect(album.hasPoster == isAllowed)
        #expect(archive.requests.count == (isAllowed ? 1 : 0))
    }
}
