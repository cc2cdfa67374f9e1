import Localisation
import Records
import Testing

@testable import MediaPages
@testable import Serving

@Suite("The page of a series or an album") struct MediaWorkViewTests {
    private func page(_ work: MediaWork, _ entries: [MediaEntry]) -> String {
        var model = MediaWorkModel(work: work, mayCorrect: false)
        model.entries = entries
        return MediaWorkView(words: .english, model: model, token: "").page(Reader(), assets: "/static/x").text
    }

    @Test("an album shows the artist of each song that isn’t by the album’s artist", arguments: ["Various", nil])
    func artists(creator: String?) {
        let html = page(
            MediaWork(id: 1, kind: .album, title: "Summer", creator: creator, parent: creator.map { _ in 2 }, count: 2),
            [
                MediaEntry(id: 3, work: 1, kind: .track, title: "Sun", artist: "Ann", track: 1),
                MediaEntry(id: 4, work: 1, kind: .track, title: "Rain", artist: "VARIOUS", track: 2),
            ])
        #expect(html.contains("<bdi>Sun</bdi><span class=\"media-facts\"><bdi>Ann</bdi></span>"))
        #expect(html.contains("<bdi>Rain</bdi><span class=\"media-facts\"><bdi>VARIOUS</bdi></span>") == (creator == nil))
    }

    @Test("Play leads to the first file and starts it; its line in the list only opens its page")
    func play() {
        let song = MediaEntry(id: 3, work: 1, kind: .track, title: "Sun", track: 1, duration: MediaTime(seconds: 60))
        let html = page(MediaWork(id: 1, kind: .album, title: "Summer", count: 1), [song])
        #expect(html.contains("<a class=\"button\" href=\"/media/items/3?play=1\">Play</a>"))
        #expect(html.contains("<li><a href=\"/media/items/3\">"))
    }

    @Test("a file of two episodes is in its season with both numbers, and its title names both if it has no other")
    func severalEpisodes() {
        let double = MediaEntry(id: 3, work: 1, kind: .episode, title: "S02E02E03", season: 2, episode: 2, lastEpisode: 3)
        let html = page(MediaWork(id: 1, kind: .series, title: "Quay", count: 2), [double])
        #expect(html.contains("<span class=\"figures media-number\">2–3</span><span class=\"media-name\"><bdi>Episodes 2 and 3</bdi>"))
        #expect(html.contains("aria-label=\"Mark Episodes 2 and 3 as watched\""))
        #expect(html.contains("2 episodes"))
        #expect(!html.contains("S02E02E03"))
    }
}
