/// A person's request to be notified before a programme of a guide begins: one programme, every episode of a series, or the results of a
/// search.
///
/// What it knows of the guide, and what it has already sent, is its `state`, which the keeper of reminders stores.
package struct Reminder: Hashable, Sendable, Identifiable {
    package let id: Int64
    package let person: Int64
    package let board: String
    package let settings: Settings
    /// nil until the keeper has evaluated it.
    package let state: ReminderState?
    package let created: Timestamp
    /// Increases with every update, by the person or by the keeper.
    package let version: Int64

    package struct Settings: Hashable, Codable, Sendable {
        /// The chosen board parameters.
        package let given: [String: String]
        package let rule: Rule
        /// How long before the start.
        package let minutes: Int

        package init(_ rule: Rule, asking given: [String: String] = [:], minutes: Int = Limits.defaultMinutes) {
            (self.given, self.rule, self.minutes) = (given, rule, minutes)
        }

        /// Whether it has values that our forms can't send.
        package var isStrange: Bool {
            guard Limits.minutes.contains(minutes), given.count <= Limits.given else { return true }
            switch rule {
            case .programme(let showing): return showing.isStrange
            case .series(let title, let channel, let name):
                return !Limits.isText(title) || ![channel, name].compactMap { $0 }.allSatisfy(Limits.isText)
            case .search(let words): return !Limits.isText(words) || words.unicodeScalars.count > Limits.searchCharacters
            }
        }
    }

    package enum Rule: Hashable, Codable, Sendable {
        case programme(Showing)
        /// A title as the source writes it, on one channel, or on any if `channel` is nil. `name` is the channel's name for people.
        case series(title: String, channel: String?, name: String?)
        /// All of the words occur in the guide's texts for a programme.
        case search(words: String)
    }

    /// The data of a programme that a reminder needs to find it again and to name it.
    package struct Showing: Hashable, Codable, Sendable {
        /// The source's id.
        package let channel: String
        package let channelName: String
        package let start: Timestamp
        package let stop: Timestamp
        package let title: String
        package var subtitle: String?
        package var season: Int?
        package var episode: Int?
        /// The store's number for it, which changes when the programme moves.
        package var record: Int64

        package init(channel: String, channelName: String, start: Timestamp, stop: Timestamp, title: String, record: Int64) {
            (self.channel, self.channelName, self.title, self.record) = (channel, channelName, title, record)
            (self.start, self.stop) = (start, stop)
        }

        /// When there is nothing left to remind of. A programme without a duration counts as a minute long.
        package var over: Timestamp { max(stop, start + .seconds(60)) }

        /// Whether both can be the same broadcast at any time: same channel, same title, and same episode if both have one.
        package func isSameProgramme(as other: Self) -> Bool { channel == other.channel && isRepeat(of: other) }

        /// The same on any channel.
        package func isRepeat(of other: Self) -> Bool {
            guard title == other.title else { return false }
            if let episode, let theirs = other.episode {
                guard let season, let their = other.season else { return episode == theirs }
                return episode == theirs && season == their
            }
            if let subtitle, let theirs = other.subtitle { return subtitle == theirs }
            return true
        }

        /// The time between the two starts.
        package func distance(to other: Self) -> Duration { max(start, other.start) - min(start, other.start) }

        fileprivate var isStrange: Bool { ![channel, channelName, title, subtitle ?? "-"].allSatisfy(Limits.isText) }
    }

    package enum Limits {
        /// Limit of reminders per person.
        package static let reminders = 200
        package static let minutes: Set = [0, 5, 15, 60]
        package static let defaultMinutes = 5
        /// Notices that one reminder sends in 24 hours.
        package static let toldADay = 10
        /// Upcoming programmes that one reminder stores.
        package static let known = 20
        /// Length of a title or name.
        package static let characters = 400
        package static let searchCharacters = 200
        static let given = 20

        package static func isText(_ text: String) -> Bool { (1...characters).contains(text.unicodeScalars.count) }

        static func cut(_ text: String) -> String { text.limited(to: characters) }
    }

    package init(
        id: Int64, person: Int64, board: String, settings: Settings, state: ReminderState?, created: Timestamp, version: Int64
    ) {
        (self.id, self.person, self.board, self.settings, self.state) = (id, person, board, settings, state)
        (self.created, self.version) = (created, version)
    }

    /// Its upcoming and current programmes, the next first.
    package func ahead(at now: Timestamp) -> [ReminderState.Entry] {
        let entries: [ReminderState.Entry]
        if let state {
            entries = state.entries
        } else if case .programme(let showing) = settings.rule {
            entries = [.init(number: 1, showing, changed: created)]
        } else {
            entries = []
        }
        return entries.filter { $0.showing.over > now }.sorted { ($0.showing.start, $0.number) < ($1.showing.start, $1.number) }
    }

    /// Whether it is about exactly this programme.
    package func isAbout(_ showing: Showing) -> Bool {
        guard case .programme(let set) = settings.rule else { return false }
        let known = state?.entries.first?.showing ?? set
        return known.channel == showing.channel && known.title == showing.title && known.start == showing.start
    }

    /// Whether it asks for the same as other settings.
    package func isSame(as other: Settings) -> Bool {
        guard settings.given == other.given else { return false }
        switch (settings.rule, other.rule) {
        case (.programme, .programme(let showing)): return isAbout(showing)
        case (.series(let title, let channel, _), .series(let other, let on, _)): return title == other && channel == on
        case (.search(let words), .search(let others)): return words == others
        default: return false
        }
    }
}

/// A reminder's knowledge of the guide, and the notices it has already sent, so that nothing is sent twice.
package struct ReminderState: Hashable, Codable, Sendable {
    /// A programme that it reminds of.
    package struct Entry: Hashable, Codable, Sendable {
        /// Within the reminder, from 1. It stays the same when the programme moves.
        package let number: Int
        package var showing: Reminder.Showing
        /// How often its times have changed.
        package var moves = 0
        /// When its times last changed, or when it was found.
        package var changed: Timestamp
        /// When the person was reminded; nil if not yet.
        package var told: Timestamp?

        package init(number: Int, _ showing: Reminder.Showing, changed: Timestamp) {
            (self.number, self.showing, self.changed) = (number, showing, changed)
        }

        package mutating func follow(_ found: Reminder.Showing, at now: Timestamp) {
            if found.start != showing.start || found.stop != showing.stop { (moves, changed) = (moves + 1, now) }
            showing = found
        }
    }

    package var entries: [Entry] = []
    /// The number of the last entry.
    package var last = 0
    /// For one programme: starts of other programmes that could be mistaken for it.
    package var others: [Timestamp] = []
    /// For one programme: it moved after its reminder was sent, and a second reminder follows.
    package var isAgain = false
    /// For one programme: the guide no longer has it.
    package var isGone = false
    /// For one programme: the person was notified of that.
    package var hasSaidGone = false

    package init() {}
}
