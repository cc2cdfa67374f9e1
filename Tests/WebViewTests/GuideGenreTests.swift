import Testing

@testable import GuidePages

@Suite("Genres of programmes")
struct GuideGenreTests {
    @Test(
        "the first of the words that tells is the genre",
        arguments: [
            (["Sports event"], .sport), (["Football. Sport"], .sport), (["Nachrichten"], .news), (["Actualités"], .news),
            (["CHILDREN'S"], .children),
            (["Feature film", "Drama"], .series), (["Musik/Ballett"], .music), (["ドキュメンタリー"], .knowledge), (["Quiz", "News"], .show),
            (["Newsreel"], nil), (["Film"], nil), (["", "-"], nil), ([], nil),
        ] as [([String], GuideGenre?)])
    func genres(categories: [String], genre: GuideGenre?) { #expect(GuideGenre(categories) == genre) }
}
