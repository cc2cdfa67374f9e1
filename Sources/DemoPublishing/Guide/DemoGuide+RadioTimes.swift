// The sample guide in the Radio Times format, with its publisher's quirks: `\r\n` before each row, hints for the hour that is repeated in
// autumn, casts with stars and bars, `null` for a year, rows with zero minutes, two programmes at one time, ends that contradict the
// minutes, doubly encoded titles, descriptions over several lines and with a tilde; and one channel in the charset of older files.
extension DemoGuide {
    private static let notice =
        """
        In accessing this XML feed, you agree that you will only access its contents for your own personal and non-commercial use. \
        A sample of Tidings: nothing in it is real.
        """

    /// `id|name`, one per line, without a final line break.
    package static let channelList = "\t\n\(notice)" + channels.map { "\n\($0.number)|\($0.name)" }.joined()

    /// A film channel in windows-1252. The others are UTF-8.
    package static let olderChannel = 106

    /// A channel's published file; nil if the channel doesn't exist.
    package func radioTimesFile(_ number: Int, at unixSeconds: Int) -> [UInt8]? {
        radioTimes(number, at: unixSeconds).map { text in
            number == Self.olderChannel
                ? text.unicodeScalars.map { Self.windows1252[$0.value] ?? UInt8(truncatingIfNeeded: $0.value) } : Array(text.utf8)
        }
    }

    /// The sample's characters that windows-1252 and Unicode number differently.
    private static let windows1252: [UInt32: UInt8] = [0x2018: 0x91, 0x2019: 0x92, 0x201C: 0x93, 0x201D: 0x94, 0x2013: 0x96]

    /// Returns nil if the channel doesn't exist.
    package func radioTimes(_ number: Int, at unixSeconds: Int) -> String? {
        guard let channel = Self.channels.first(where: { $0.number == number }) else { return nil }
        let programmes = programmes(on: channel, from: unixSeconds)
        return "\t\n\(Self.notice)" + programmes.enumerated().map { "\r\n\(row($1, on: channel, $0))" }.joined() + "\r\n"
    }

    private func row(_ programme: Programme, on channel: Channel, _ index: Int) -> String {
        let isSummer = LondonClock.isSummer(programme.start)
        let local = programme.start + (isSummer ? 60 : 0)
        let end = programme.start + programme.minutes
        let wrong = index % 19 == 4 ? -25 : 0
        let localEnd = end + wrong + (LondonClock.isSummer(end) ? 60 : 0)
        // During summer time that ends within an hour, and in the first hour after it.
        var hint = ""
        if isSummer, !LondonClock.isSummer(programme.start + 60) { hint = "(BST) " }
        if !isSummer, LondonClock.isSummer(programme.start - 60) { hint = "(GMT) " }
        func flag(_ isSet: Bool) -> String { isSet ? "true" : "false" }
        let cast = programme.cast.map { "\($0.role)*\($0.actor)" }.joined(separator: "|")
        let isTwice = index % 6 == 4 && channel.number != Self.olderChannel
        var description = programme.description
        if index % 17 == 5 { description += "\n \nReviewed by no one." }
        if index % 29 == 11 { description += " Rated ~9 of 10." }
        let fields = [
            hint + (isTwice ? Self.encodedTwice(programme.title) : programme.title),
            programme.series > 0 ? "\(programme.episode)/24, series \(programme.series)" : "", programme.subtitle,
            programme.isFilm ? "\(programme.year)" : index % 13 == 2 ? "null" : "", programme.director, cast, flag(programme.isPremiere),
            flag(programme.isFilm), flag(programme.isRepeat), flag(programme.hasSubtitles), flag(true), flag(programme.isNew), flag(false),
            flag(false), "", "", programme.genre.isEmpty ? "No Genre" : programme.genre, description, flag(false),
            CalendarDay(daysSince1970: local / 1440).slashText, Self.clock(local), Self.clock(localEnd), "\(programme.minutes)",
        ]
        return fields.joined(separator: "~")
    }

    private static func clock(_ minute: Int) -> String { "\(twoDigits(minute % 1440 / 60)):\(twoDigits(minute % 60))" }
}
