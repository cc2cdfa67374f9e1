import Localisation
import Records
import Testing

@testable import MediaPages

@Suite("Titles and numbers of episodes") struct EpisodeWordsTests {
    private func entry(_ title: String, season: Int? = 2, _ first: Int?, last: Int? = nil) -> MediaEntry {
        MediaEntry(id: 1, work: 1, kind: .episode, title: title, season: season, episode: first, lastEpisode: last)
    }

    @Test(
        "a file of several episodes without a title has their numbers as its title, in the language of the page",
        arguments: [
            ("en", "Episodes 2 and 3", "Episodes 2–4"), ("de", "Folgen 2 und 3", "Folgen 2–4"), ("fr", "Épisodes 2 et 3", "Épisodes 2–4"),
            ("es", "Episodios 2 y 3", "Episodios 2–4"), ("pl", "Odcinki 2 i 3", "Odcinki 2–4"),
        ])
    func several(language: String, two: String, three: String) {
        let words = Words(language: language)
        #expect(words.title(of: entry("S02E02E03", 2, last: 3)) == two)
        #expect(words.title(of: entry("S02E02E03E04", 2, last: 4)) == three)
    }

    @Test("an episode without a title has its number as its title, and no other title beside its number")
    func titles() {
        let words = Words.english
        #expect(words.title(of: entry("S02E05", 5)) == "Episode 5")
        #expect(words.ownTitle(of: entry("S02E05", 5)) == nil)
        #expect(words.number(of: entry("S02E05", 5)) == "Season 2, episode 5")
        #expect(words.number(of: entry("Part 2 / Part 3", 2, last: 3)) == "Season 2, episodes 2 and 3")
        #expect(words.title(of: entry("Part 2 / Part 3", 2, last: 3)) == "Part 2 / Part 3")
        #expect(words.number(of: entry("E136", season: nil, 136)) == "Episode 136")
        #expect(words.title(of: entry("E", season: nil, nil)) == "E")
        var name = MediaFile.Name(kind: .episode, title: "S02E02E03", series: "Quay", season: 2, episode: 2)
        name.details.lastEpisode = 3
        #expect(words.title(of: name) == "Episodes 2 and 3")
        #expect(words.number(of: name) == "Season 2, episodes 2 and 3")
    }
}
