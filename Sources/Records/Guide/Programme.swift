/// One programme of a guide, as its source announces it.
///
/// Times are half-open: at `stop` it is over. `stop` equals `start` for a part of a longer programme, like headlines.
package struct Programme: Hashable, Sendable {
    /// The source's id: an id of XMLTV, a number of Radio Times.
    package var channel: String
    /// The channel's name for people; nil if the source doesn't give it before its programmes.
    package var channelName: String?
    /// The URL of the channel's picture.
    package var channelLogo: String?
    /// The source's group of channels: `News`.
    package var channelGroup: String?
    package var start: Timestamp
    package var stop: Timestamp
    package var title: String

    package var subtitle: String?
    package var description: String?
    /// Base 1.
    package var season: Int?
    package var episode: Int?
    package var part: Int?
    /// The episode in the source's words: `S02E05`.
    package var numbering: String?
    package var categories: [String] = []
    /// The year of production.
    package var year: Int?
    package var directors: [String] = []
    /// `Actor (Role)`, the most important first.
    package var cast: [String] = []
    package var presenters: [String] = []
    package var guests: [String] = []
    package var writers: [String] = []
    /// `Name (producer)`: people without a field of their own.
    package var crew: [String] = []
    package var language: String?
    package var originalLanguage: String?
    package var countries: [String] = []
    package var keywords: [String] = []
    /// Without adverts, so it differs from the time between `start` and `stop`.
    package var length: Duration?
    package var picture: String?
    package var url: String?
    /// The age rating: `BBFC 15`.
    package var rating: String?
    /// `4/5`.
    package var stars: String?
    package var review: String?
    package var flags: Flags = []
    /// Set if several programmes share one slot: `0/2` is the first of two.
    package var share: String?

    package init(channel: String, start: Timestamp, stop: Timestamp, title: String) {
        (self.channel, self.start, self.stop, self.title) = (channel, start, stop, title)
    }

    package struct Flags: OptionSet, Hashable, Sendable {
        package let rawValue: UInt16
        package init(rawValue: UInt16) { self.rawValue = rawValue }

        package static let film = Flags(rawValue: 1)
        package static let `repeat` = Flags(rawValue: 1 << 1)
        package static let new = Flags(rawValue: 1 << 2)
        package static let premiere = Flags(rawValue: 1 << 3)
        package static let lastChance = Flags(rawValue: 1 << 4)
        package static let live = Flags(rawValue: 1 << 5)
        package static let subtitles = Flags(rawValue: 1 << 6)
        package static let signed = Flags(rawValue: 1 << 7)
        package static let audioDescription = Flags(rawValue: 1 << 8)
        package static let widescreen = Flags(rawValue: 1 << 9)
        package static let blackAndWhite = Flags(rawValue: 1 << 10)
        /// The publisher recommends it.
        package static let choice = Flags(rawValue: 1 << 11)
        /// The source doesn't give the end; `stop` is derived from other programmes.
        package static let approximate = Flags(rawValue: 1 << 12)
    }
}
