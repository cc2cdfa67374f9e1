import Localisation

/// A programme's genre, detected from the genre words of many listings and languages; shown in the grid as a colour and a name. Films are
/// recognised by their flag.
enum GuideGenre: String, CaseIterable, Sendable {
    case series, news, sport, children, music, knowledge, show

    /// The first recognised word decides.
    init?(_ categories: [String]) {
        for category in categories {
            for word in category.lowercased().split(whereSeparator: { !$0.isLetter }) {
                guard let genre = Self.known[String(word)] else { continue }
                self = genre
                return
            }
        }
        return nil
    }

    func label(_ words: Words) -> String {
        switch self {
        case .series: words("Series", sense: "a genre")
        case .news: words("News", sense: "a genre")
        case .sport: words("Sport", sense: "a genre")
        case .children: words("Children", sense: "a genre")
        case .music: words("Music")
        case .knowledge: words("Documentary", sense: "a genre")
        case .show: words("Entertainment", sense: "a genre")
        }
    }

    private var names: String {
        switch self {
        case .series:
            "series serial serials drama soap sitcom serie serien krimi telenovela série séries feuilleton fiction novela seriale مسلسل ドラマ"
        case .news:
            """
            news newsmagazine nachrichten aktuell politik actualités actualité journal info noticias informativo informativos \
            wiadomości informacje أخبار ニュース
            """
        case .sport:
            "sport sports football soccer rugby cricket tennis golf cycling fußball fussball deporte deportes fútbol piłka رياضة スポーツ"
        case .children: "children kids cartoon cartoons kinder kindersendung jeunesse enfants infantil niños dzieci bajka أطفال 子供"
        case .music: "music concert concerts musik konzert musique música musica muzyka koncert موسيقى 音楽"
        case .knowledge:
            """
            documentary documentaries nature science history education dokumentation doku reportage wissen documentaire documentaires \
            documental documentales dokument dokumentalny وثائقي ドキュメンタリー
            """
        case .show:
            "entertainment show quiz game comedy variety unterhaltung divertissement jeu entretenimiento concurso rozrywka ترفيه バラエティ"
        }
    }

    private static let known: [String: GuideGenre] = Dictionary(
        allCases.flatMap { genre in genre.names.split(separator: " ").map { (String($0), genre) } }
    ) { first, _ in first }
}
