/// The sample guide: a dozen fictional channels with the same programmes each time. `DemoGuide+XMLTV` and `DemoGuide+RadioTimes` publish it
/// in two formats, each with the difficulties of its format.
package struct DemoGuide: Sendable {
    package struct Channel: Sendable, Hashable {
        /// The Radio Times number.
        package let number: Int
        package let name: String
        /// How much later it repeats the first channel's programmes; 0 for a channel with its own programmes.
        let delayMinutes: Int
        let repeated: Int?

        /// The undeclared channel is shown by its id, and must not be the first.
        package var id: String { number == 108 ? "skerry.harbour.example" : "\(number).harbour.example" }
    }

    struct Programme: Sendable, Hashable {
        /// In minutes since 1970, UTC.
        let start: Int
        /// 0 for a part of a longer programme.
        let minutes: Int
        let title: String
        var subtitle = ""
        var description = ""
        var genre = ""
        var series = 0
        var episode = 0
        var year = 0
        var director = ""
        /// Role and actor.
        var cast: [(role: String, actor: String)] = []
        /// `0/2`: the first of two programmes that share their time.
        var share = ""
        var isFilm = false, isNew = false, isRepeat = false, hasSubtitles = false, isPremiere = false

        static func == (one: Self, other: Self) -> Bool {
            one.start == other.start && one.minutes == other.minutes && one.title == other.title
        }
        func hash(into hasher: inout Hasher) { hasher.combine(start) }
    }

    /// The number of published days, today's first.
    static let days = 14
    /// Each day begins at 06:00 UTC, as in the publisher's format.
    private static let firstMinute = 6 * 60

    package static let channels: [Channel] = {
        let names = [
            "Harbour One", "Harbour Two", "Lantern", "Gull News", "Breakwater Sport", "Tideline Films", "Anchor Classics", "Skerry",
            "Dune Kids",
        ]
        let own = names.enumerated().map { Channel(number: 101 + $0, name: $1, delayMinutes: 0, repeated: nil) }
        return own + [
            Channel(number: 201, name: "Harbour One HD", delayMinutes: 0, repeated: 101),
            Channel(number: 202, name: "Harbour One +1", delayMinutes: 60, repeated: 101),
            Channel(number: 203, name: "Tideline Films +1", delayMinutes: 60, repeated: 106),
        ]
    }()

    let seed: UInt64

    package init(seed: UInt64 = 7) { self.seed = seed }

    /// A channel's programmes from the day of a moment on, in order.
    func programmes(on channel: Channel, from unixSeconds: Int) -> [Programme] {
        let today = (unixSeconds / 60 - Self.firstMinute - channel.delayMinutes) / 1440
        let source = channel.repeated ?? channel.number
        return (today..<today + Self.days).flatMap { day in
            programmes(of: source, on: day).map { $0.later(by: channel.delayMinutes) }
        }
    }

    /// From 06:00 to 06:00, without gaps, except that the sport channel's longest programmes overrun by ten minutes, and the children's
    /// channel closes at night.
    private func programmes(of number: Int, on day: Int) -> [Programme] {
        var chance = SplitMix64(seed: seed &+ UInt64(number) &* 0x1_0001 &+ UInt64(bitPattern: Int64(day)) &* 0x9E37_79B9)
        let (begin, end) = (day * 1440 + Self.firstMinute, (day + 1) * 1440 + Self.firstMinute)
        var (now, all) = (begin, [Programme]())
        while now < end {
            let hour = (now / 60) % 24
            let kind = Self.kind(number, hour: hour, &chance)
            let wanted = kind.lengths[chance.below(kind.lengths.count)]
            let minutes = end - now - wanted < 10 ? end - now : wanted
            let over = number == 105 && minutes == 120 ? 10 : 0
            let programme = Self.programme(kind, start: now, minutes: minutes + over, day: day, &chance)
            all.append(programme)
            // Half an hour of news that includes the weather at an unspecified time.
            if number == 104, minutes == 30, (now / 60) % 4 == 2 {
                all[all.count - 1].share = "0/2"
                var weather = Programme(start: now, minutes: minutes, title: "Weather for the Coast", genre: "News")
                weather.share = "1/2"
                all.append(weather)
            }
            // News inside a long programme, and the weather at its end.
            if minutes >= 60, chance.below(5) == 0 {
                all.append(Programme(start: now + minutes / 2, minutes: 0, title: "Headlines", genre: "News"))
            }
            now += minutes
        }
        return number == 109 ? all.filter { $0.start < begin + 14 * 60 } : all
    }

    private static func kind(_ number: Int, hour: Int, _ chance: inout SplitMix64) -> DemoGuideKind {
        switch number {
        case 104: return DemoGuideKind.all[0]
        case 105: return DemoGuideKind.all[3]
        case 106, 107: return chance.below(4) == 0 ? DemoGuideKind.all[1] : DemoGuideKind.all[2]
        case 109: return DemoGuideKind.all[5]
        default: break
        }
        if hour == 6 || hour == 13 || hour == 18 || hour == 22 { return DemoGuideKind.all[0] }
        if hour >= 20, chance.below(3) == 0 { return DemoGuideKind.all[2] }
        return DemoGuideKind.all[[1, 1, 4, 5, 4, 1][chance.below(6)]]
    }

    private static func programme(
        _ kind: DemoGuideKind, start: Int, minutes: Int, day: Int, _ chance: inout SplitMix64
    ) -> Programme {
        func one(_ texts: [String]) -> String { texts[chance.below(texts.count)] }
        let place = chance.below(kind.titles.count)
        var programme = Programme(start: start, minutes: minutes, title: kind.titles[place])
        programme.genre = kind.genre
        programme.description = "\(one(kind.texts)) \(one(DemoGuideKind.endings))"
        programme.hasSubtitles = chance.below(3) > 0
        programme.isRepeat = chance.below(4) == 0
        if kind.hasEpisodes {
            programme.series = 1 + place % 4
            // A new episode each day.
            programme.episode = 1 + ((day % 24) + 24) % 24
            programme.subtitle = one(DemoGuideKind.episodes)
            programme.isNew = programme.episode == 1
            programme.cast = [(one(DemoGuideKind.roles), one(DemoGuideKind.people)), (one(DemoGuideKind.roles), one(DemoGuideKind.people))]
        }
        if kind.isFilm {
            programme.isFilm = true
            programme.year = 1931 + chance.below(90)
            programme.director = one(DemoGuideKind.people)
            programme.cast = [(one(DemoGuideKind.roles), one(DemoGuideKind.people)), (one(DemoGuideKind.roles), one(DemoGuideKind.people))]
            programme.isPremiere = chance.below(8) == 0
        }
        return programme
    }
}

extension DemoGuide.Programme {
    fileprivate func later(by minutes: Int) -> Self {
        guard minutes != 0 else { return self }
        var copy = Self(start: start + minutes, minutes: self.minutes, title: title)
        (copy.subtitle, copy.description, copy.genre, copy.director, copy.cast) = (subtitle, description, genre, director, cast)
        (copy.series, copy.episode, copy.year, copy.share) = (series, episode, year, share)
        (copy.isFilm, copy.isNew, copy.isRepeat, copy.hasSubtitles, copy.isPremiere) = (isFilm, isNew, isRepeat, hasSubtitles, isPremiere)
        return copy
    }
}
