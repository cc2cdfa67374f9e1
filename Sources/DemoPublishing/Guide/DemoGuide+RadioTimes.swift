// The sample guide in the Radio Times format, as its publisher wrote it: `\r\n` before each row, hints in the hour that autumn has twice, cast with stars and
// bars, `null` for a year, rows of no minutes, descriptions over several lines and with a tilde.
extension DemoGuide {
    private static let notice =
        "In accessing this XML feed, you agree that you will only access its contents for your own personal and non-commercial use. A sample of Tidings: nothing in it is real."

    /// `id|name`, a line each, without an end of the last.
    package static let channelList = "\t\n\(notice)" + channels.map { "\n\($0.number)|\($0.name)" }.joined()

    /// nil: there is no such channel.
    package func radioTimes(_ number: Int, at unixSeconds: Int) -> String? {
        guard let channel = Self.channels.first(where: { $0.number == number }) else { return nil }
        let programmes = programmes(on: channel, from: unixSeconds)
        return "\t\n\(Self.notice)" + programmes.enumerated().map { "\r\n\(row($1, $0))" }.joined() + "\r\n"
    }

    private func row(_ programme: Programme, _ index: Int) -> String {
        let isSummer = LondonClock.isSummer(programme.start)
        let local = programme.start + (isSummer ? 60 : 0)
        let end = programme.start + programme.minutes
        let localEnd = end + (LondonClock.isSummer(end) ? 60 : 0)
        // In summer time with winter an hour later, and the first hour after.
        var hint = ""
        if isSummer, !LondonClock.isSummer(programme.start + 60) { hint = "(BST) " }
        if !isSummer, LondonClock.isSummer(programme.start - 60) { hint = "(GMT) " }
        func flag(_ isSet: Bool) -> String { isSet ? "true" : "false" }
        let cast = programme.cast.map { "\($0.role)*\($0.actor)" }.joined(separator: "|")
        var description = programme.description
        if index % 17 == 5 { description += "\n \nReviewed by nobody." }
        if index % 29 == 11 { description += " Rated ~9 of 10." }
        let fields = [
            hint + programme.title, programme.series > 0 ? "\(programme.episode)/24, series \(programme.series)" : "", programme.subtitle,
            programme.isFilm ? "\(programme.year)" : index % 13 == 2 ? "null" : "", programme.director, cast, flag(programme.isPremiere),
            flag(programme.isFilm), flag(programme.isRepeat), flag(programme.hasSubtitles), flag(true), flag(programme.isNew), flag(false),
            flag(false), "", "", programme.genre.isEmpty ? "No Genre" : programme.genre, description, flag(false),
            CalendarDay(daysSince1970: local / 1440).slashText, Self.clock(local), Self.clock(localEnd), "\(programme.minutes)",
        ]
        return fields.joined(separator: "~")
    }

    private static func clock(_ minute: Int) -> String { "\(twoDigits(minute % 1440 / 60)):\(twoDigits(minute % 60))" }
}
