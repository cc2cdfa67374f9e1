/// The words for *season* and *episode* in common languages of file names, as regex alternatives.
enum NumberWords {
    static let season = [
        "season", "series", "staffel", "saison", "temporada", "stagione", "seizoen", "säsong", "sæson", "sesong", "kausi", "sezon(?:ul)?",
        "série", "sezóna", "řada", "séria",
        "évad", "сезон", "κύκλος", "σεζόν", "sezona", "シーズン", "시즌",
    ].joined(separator: "|")

    static let episode = [
        "episodes?", "epis", "ep", "eps", "folge", "épisode", "episodio", "capítulo", "capitulo", "cap", "episódio", "puntata",
        "aflevering", "avsnitt", "afsnit", "jakso", "odcinek",
        "díl", "epizoda", "časť", "rész", "epizód", "episodul", "серия", "эпизод", "выпуск", "серія", "επεισόδιο", "bölüm",
    ].joined(separator: "|")

    static let specials: Set = [
        "specials", "special", "sonderfolgen", "extras season", "especiales", "spéciaux", "speciali", "ova", "ovas", "oad",
    ]
}
