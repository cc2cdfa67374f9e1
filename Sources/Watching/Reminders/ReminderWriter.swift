package import Localisation
package import Records

/// Formats reminders and their notices in the reader's language.
package struct ReminderWriter: Sendable {
    private let words: Words

    package init(_ words: Words) { self.words = words }

    package func title(of news: ReminderNews) -> String {
        let showing = news.showing
        switch news.event {
        case .begins: return words("\(words.timeOfDay(showing.start)): \(showing.title)")
        case .moved: return words("\(showing.title) has moved to \(words.timeOfDay(showing.start))")
        case .gone: return words("\(showing.title) is no longer in the guide")
        }
    }

    /// Channel and times, the episode, and the start that the person knew.
    package func lines(of news: ReminderNews) -> [String] {
        let showing = news.showing
        let episode = [numbers(of: showing), showing.subtitle].compactMap { $0 }
        var lines = ["\(showing.channelName) · \(times(of: showing))"]
        if !episode.isEmpty { lines.append(episode.joined(separator: " · ")) }
        if let before = news.before { lines.append(words("Originally scheduled for \(words.moment(before))")) }
        return lines
    }

    /// `Tue, 24 Nov, 20:00–21:00`
    package func times(of showing: Reminder.Showing) -> String { "\(words.moment(showing.start))–\(words.timeOfDay(showing.stop))" }

    /// The subject of the reminder.
    package func rule(of settings: Reminder.Settings) -> String {
        switch settings.rule {
        case .programme(let showing): showing.title
        case .series(let title, _, let name?): words("Every episode of \(title) on \(name)")
        case .series(let title, _, nil): words("Every episode of \(title)")
        case .search(let text): words("Search: \(text)")
        }
    }

    /// `5 min before`
    package func lead(_ minutes: Int) -> String {
        minutes == 0 ? words("When it begins") : words("\(words.duration(.seconds(60 * minutes))) before")
    }

    private func numbers(of showing: Reminder.Showing) -> String? {
        switch (showing.season, showing.episode) {
        case (let season?, let episode?): words("Series \(String(season)), episode \(String(episode))")
        case (nil, let episode?): words("Episode \(String(episode))")
        case (let season?, nil): words("Series \(String(season))")
        case (nil, nil): nil
        }
    }
}
