import Foundation
import Records
import Storage
import StorageSupport
import TestSupport
import Testing

@Suite("What was looked up about the media library") struct MediaLookUpTests {
    private static let start = Timestamp(milliseconds: 1_790_000_000_000)

    private func withStore(_ body: (Store) async throws -> Void) async throws {
        let folder = try TemporaryFolder()
        try await body(try Engine.store(in: folder.url))
    }

    @discardableResult
    private func note(
        _ name: MediaFile.Name, in store: Store, path: String? = nil, hasCover: Bool = false
    ) async throws -> MediaFile.ID {
        var tracks = MediaTracks(containers: ["mp4"], picture: .init(stream: 0, codec: "h264", width: 16, height: 9))
        if hasCover { tracks.cover = 1 }
        let path = path ?? "\(name.series ?? "")\(name.album ?? "")\(name.title).mp4"
        return try await store.media.note(
            .init(folder: "/media", path: path, size: 1, modified: Self.start), name,
            .playable(tracks, MediaCuts(pictureEnd: MediaTime(seconds: 1000))), mark: MediaMark(text: path), at: Self.start)
    }

    private func questions(
        _ store: Store, _ kinds: [MediaWork.Kind] = [.film, .series, .album], limit: Int = 99, at now: Timestamp = Self.start
    ) async throws -> [MediaQuestion] {
        try await store.media.mediaQuestions(of: kinds, limit: limit, at: now)
    }

    @Test("only what lacks something and is known well enough is asked about")
    func asked() async throws {
        try await withStore { store in
            var film = MediaFile.Name(kind: .film, title: "Kelp", year: 2014)
            film.details.ids = ["tmdb": "7"]
            try await note(film, in: store)
            try await note(.init(kind: .film, title: "Holidays"), in: store)
            var guess = MediaFile.Name(kind: .film, title: "Guess", year: 2000)
            guess.details.isUnsure = true
            try await note(guess, in: store)
            var whole = MediaFile.Name(kind: .film, title: "Reef", year: 1999)
            whole.details.plot = "Of a reef."
            try await note(whole, in: store, hasCover: true)
            var described = MediaFile.Name(kind: .film, title: "Shoal", year: 1998)
            described.details.plot = "Of a shoal."
            try await note(described, in: store)
            var extra = MediaFile.Name(kind: .film, title: "Kelp: trailer", year: 2014)
            (extra.details.isExtra, extra.details.owner) = (true, "Kelp")
            try await note(extra, in: store)
            try await note(.init(kind: .episode, title: "One", series: "Harbour Light", season: 1, episode: 1), in: store)
            var song = MediaFile.Name(kind: .track, title: "Song", artist: "Ann", album: "Best", year: 1984)
            song.details.albumArtist = "Ann"
            try await note(song, in: store)
            try await note(.init(kind: .track, title: "Alone", artist: "Ann"), in: store)
            let all = try await questions(store)
            #expect(all.map(\.title) == ["Kelp", "Shoal", "Harbour Light", "Best"])
            #expect(all[0].ids == ["tmdb": "7"])
            #expect(all[0].wantsPlot)
            #expect(all[0].wantsPicture)
            #expect(all[0].year == 2014)
            #expect(all[1].wantsPicture)
            #expect(!all[1].wantsPlot)
            #expect(all[3].creator == "Ann")
            #expect(!all[3].wantsPlot)
            #expect(try await questions(store, [.album]).map(\.title) == ["Best"])
            #expect(try await questions(store, []).isEmpty)
            #expect(try await questions(store, limit: 1).map(\.title) == ["Kelp"])
        }
    }

    @Test("what was found is the work's, until it is due, and local pictures win over it")
    func found() async throws {
        try await withStore { store in
            try await note(.init(kind: .film, title: "Kelp", year: 2014), in: store)
            let question = try #require(try await questions(store).first)
            let finding = MediaFinding(.tmdb, id: "7", plot: "Of the sea.", picture: "7-a.jpg")
            #expect(
                try await store.media.noteLookUp(finding, from: .tmdb, of: question, at: Self.start, for: .seconds(9e9)) == nil)
            #expect(try await questions(store).isEmpty)
            // No answer counts for longer than 150 days.
            #expect(try await questions(store, at: Self.start + .seconds(151 * 86_400)).count == 1)
            #expect(try await store.media.foundMediaCount() == 1)
            var work = try #require(try await store.media.mediaWork(question.id, for: 0))
            #expect(work.found == finding)
            #expect(work.showsFoundPicture)
            #expect(work.hasPoster)
            #expect(!work.hasOwnPoster)
            #expect(try await store.media.mediaWorks(.film, limit: 9, for: 0) == [work])
            let other = MediaFinding(.tmdb, id: "7", plot: nil, picture: "7-b.jpg")
            #expect(
                try await store.media.noteLookUp(other, from: .tmdb, of: question, at: Self.start, for: .seconds(60)) == "7-a.jpg")
            try await note(.init(kind: .film, title: "Kelp", year: 2014), in: store, hasCover: true)
            work = try #require(try await store.media.mediaWork(question.id, for: 0))
            #expect(work.hasOwnPoster)
            #expect(!work.showsFoundPicture)
        }
    }

    @Test("a failure keeps what was found, a lost picture is fetched again, and all of it can be removed")
    func failed() async throws {
        try await withStore { store in
            try await note(.init(kind: .film, title: "Kelp", year: 2014), in: store)
            let question = try #require(try await questions(store).first)
            try await store.media.noteFailedLookUp(from: .tmdb, of: question, at: Self.start, for: .seconds(3600))
            #expect(try await questions(store).isEmpty)
            #expect(try await store.media.foundMediaCount() == 0)
            let finding = MediaFinding(.tmdb, id: "7", picture: "7-a.jpg")
            _ = try await store.media.noteLookUp(finding, from: .tmdb, of: question, at: Self.start, for: .seconds(86_400))
            try await store.media.noteFailedLookUp(from: .tmdb, of: question, at: Self.start, for: .seconds(3600))
            #expect(try await store.media.mediaWork(question.id, for: 0)?.found == finding)
            #expect(try await questions(store, at: Self.start + .seconds(3600)).count == 1)
            try await store.media.forgetMediaPicture(of: question.id, due: Self.start + .seconds(60))
            #expect(try await store.media.mediaWork(question.id, for: 0)?.hasPoster == false)
            #expect(try await questions(store, at: Self.start + .seconds(61)).count == 1)
            try await store.media.removeMediaLookUps()
            #expect(try await store.media.mediaWork(question.id, for: 0)?.found == nil)
            #expect(try await questions(store).count == 1)
        }
    }

    @Test("a correction has it asked about again, also one that only says what was known, and taking it back too")
    func corrected() async throws {
        try await withStore { store in
            let file = try await note(.init(kind: .film, title: "Kelp", year: 2014), in: store)
            func settle() async throws {
                let question = try #require(try await questions(store).first)
                _ = try await store.media.noteLookUp(nil, from: .tmdb, of: question, at: Self.start, for: .seconds(86_400))
                #expect(try await questions(store).isEmpty)
            }
            try await settle()
            _ = try await store.media.correct([file], MediaCorrection(year: 2015), at: Self.start)
            #expect(try await questions(store).first?.year == 2015)
            try await settle()
            _ = try await store.media.correct([file], MediaCorrection(year: 2015), at: Self.start)
            #expect(try await questions(store).count == 1)
            try await settle()
            #expect(try await store.media.removeCorrections(of: [file]))
            #expect(try await questions(store).count == 1)
        }
    }

    @Test("what was found goes with its work, and nothing is noted of one that has gone")
    func gone() async throws {
        try await withStore { store in
            let file = try await note(.init(kind: .film, title: "Kelp", year: 2014), in: store)
            let question = try #require(try await questions(store).first)
            let finding = MediaFinding(.tmdb, id: "7", picture: "7-a.jpg")
            _ = try await store.media.noteLookUp(finding, from: .tmdb, of: question, at: Self.start, for: .seconds(60))
            _ = try await store.media.correct([file], MediaCorrection(title: "Reef"), at: Self.start)
            try await store.media.settleMediaWorks()
            #expect(try await store.media.foundMediaCount() == 0)
            // Its picture isn't used.
            #expect(
                try await store.media.noteLookUp(finding, from: .tmdb, of: question, at: Self.start, for: .seconds(60)) == "7-a.jpg")
            #expect(try await store.media.foundMediaCount() == 0)
        }
    }

    @Test("answers from before a time go")
    func old() async throws {
        try await withStore { store in
            for title in ["Kelp", "Reef"] { try await note(.init(kind: .film, title: title, year: 2014), in: store) }
            let both = try await questions(store)
            for (place, question) in both.enumerated() {
                let finding = MediaFinding(.tmdb, id: "\(place + 1)", picture: place == 0 ? "1-a.jpg" : nil)
                let time = Self.start + .seconds(place * 10)
                _ = try await store.media.noteLookUp(finding, from: .tmdb, of: question, at: time, for: .seconds(86_400))
            }
            #expect(try await store.media.removeMediaLookUps(before: Self.start) == [])
            #expect(try await store.media.removeMediaLookUps(before: Self.start + .seconds(5)) == ["1-a.jpg"])
            #expect(try await questions(store) == [both[0]])
            #expect(try await store.media.removeMediaLookUps(before: Self.start + .seconds(20)) == [])
            #expect(try await store.media.foundMediaCount() == 0)
        }
    }

    @Test("a source rests until a time, or until another key is set")
    func rests() async throws {
        try await withStore { store in
            let (first, second) = (MediaSourceRest(.musicBrainz, until: Self.start), MediaSourceRest(.tmdb, until: nil, key: "0a"))
            try await store.media.note(first, of: .musicBrainz)
            try await store.media.note(second, of: .tmdb)
            #expect(try await store.media.mediaSourceRests() == [first, second])
            try await store.media.note(MediaSourceRest(.musicBrainz, until: Self.start + .seconds(1)), of: .musicBrainz)
            #expect(try await store.media.mediaSourceRests().first?.ends == Self.start + .seconds(1))
            // A refused key stays refused.
            try await store.media.removeMediaLookUps()
            #expect(try await store.media.mediaSourceRests() == [second])
            try await store.media.note(nil, of: .tmdb)
            #expect(try await store.media.mediaSourceRests().isEmpty)
        }
    }
}
