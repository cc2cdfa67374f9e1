/// The fields that a board of programmes may declare: their names, kinds and values.
package enum ProgrammeField: String, CaseIterable, Sendable {
    case channel, start, stop, title
    case channelName = "channel_name"
    case channelLogo = "channel_logo"
    case channelGroup = "channel_group"
    /// The delay of the channel relative to the source's times, from a playlist.
    case channelShift = "channel_shift"
    case subtitle, description, season, episode, part, numbering, categories, year
    case directors, cast, presenters, guests, writers, crew
    case language, originalLanguage = "original_language", countries, keywords, length, picture, url, rating, stars, review, share
    case film, `repeat`, new, premiere, lastChance = "last_chance", live, subtitles, signed, audioDescription = "audio_description"
    case widescreen, blackAndWhite = "black_and_white", choice, approximate

    /// Every board of programmes has these.
    package static let required: [ProgrammeField] = [.channel, .start, .stop, .title]

    package var kind: Field.Kind {
        switch self {
        case .start, .stop: .timestamp
        case .season, .episode, .part, .year: .number
        case .length, .channelShift: .duration
        case .picture, .channelLogo: .image
        case .url: .url
        case .categories, .directors, .cast, .presenters, .guests, .writers, .crew, .countries, .keywords: .list
        case _ where flag != nil: .flag
        default: .text
        }
    }

    private var flag: Programme.Flags? {
        switch self {
        case .film: .film
        case .repeat: .repeat
        case .new: .new
        case .premiere: .premiere
        case .lastChance: .lastChance
        case .live: .live
        case .subtitles: .subtitles
        case .signed: .signed
        case .audioDescription: .audioDescription
        case .widescreen: .widescreen
        case .blackAndWhite: .blackAndWhite
        case .choice: .choice
        case .approximate: .approximate
        default: nil
        }
    }

    /// nil if the source gives no value; a flag is true or nil.
    package func value(of programme: Programme) -> Value? {
        switch self {
        case .channel: .text(programme.channel)
        case .channelName: programme.channelName.map { .text($0) }
        case .start: .timestamp(programme.start)
        case .stop: .timestamp(programme.stop)
        case .title: .text(programme.title)
        case .channelLogo: programme.channelLogo.flatMap(Self.pictureAddress)
        case .channelGroup: programme.channelGroup.map { .text($0) }
        case .subtitle: programme.subtitle.map { .text($0) }
        case .description: programme.description.map { .text($0) }
        case .season: programme.season.map { .number(Double($0)) }
        case .episode: programme.episode.map { .number(Double($0)) }
        case .part: programme.part.map { .number(Double($0)) }
        case .numbering: programme.numbering.map { .text($0) }
        case .categories: Self.list(programme.categories)
        case .year: programme.year.map { .number(Double($0)) }
        case .directors: Self.list(programme.directors)
        case .cast: Self.list(programme.cast)
        case .presenters: Self.list(programme.presenters)
        case .guests: Self.list(programme.guests)
        case .writers: Self.list(programme.writers)
        case .crew: Self.list(programme.crew)
        case .language: programme.language.map { .text($0) }
        case .originalLanguage: programme.originalLanguage.map { .text($0) }
        case .countries: Self.list(programme.countries)
        case .keywords: Self.list(programme.keywords)
        case .length: programme.length.map { .duration($0) }
        case .picture: programme.picture.flatMap(Self.pictureAddress)
        case .url: programme.url.flatMap { Self.value($0, Self.page) }
        case .rating: programme.rating.map { .text($0) }
        case .stars: programme.stars.map { .text($0) }
        case .review: programme.review.map { .text($0) }
        case .share: programme.share.map { .text($0) }
        default: flag.flatMap { programme.flags.contains($0) ? .flag(true) : nil }
        }
    }

    private static let page = Field(name: "url", kind: .url)
    private static let image = Field(name: "picture", kind: .image)

    /// The address of a picture; nil for scripts and anything else that isn't an image address. Blanks, which occur in sources, are
    /// encoded.
    package static func pictureAddress(_ text: String) -> Value? {
        value(text.trimmingWhitespace().replacing(" ", with: "%20"), image)
    }

    private static func value(_ text: String, _ field: Field) -> Value? {
        do { return try field.value(from: text) } catch { return nil }
    }

    private static func list(_ texts: [String]) -> Value? { texts.isEmpty ? nil : .list(texts) }
}
