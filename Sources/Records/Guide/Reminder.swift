/// A person's wish to hear when a programme of a guide begins: one programme, every episode of a series, or whatever a search finds.
///
/// What it knows of the guide and has told already is its `state`, which the keeper of reminders stores.
package struct Reminder: Hashable, Sendable, Identifiable {
    package let id: Int64
    package let person: Int64
    package let board: String
    package let settings: Settings
    /// nil while the keeper hasn't looked at it.
    package let state: ReminderState?
    package let created: Timestamp
    /// Another with every alteration, whoever makes it.
    package let version: Int64

    package struct Settings: Hashable, Codable, Sendable {
        /// What was chosen of the board, by parameter.
        package let given: [String: String]
        package let rule: Rule
        /// How long before the start.
        package let minutes: Int

        package init(_ rule: Rule, asking given: [String: String] = [:], minutes: Int = Limits.usualMinutes) {
            (self.given, self.rule, self.minutes) = (given, rule, minutes)
        }

        /// Whether no form of ours could have sent it.
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
        /// A title as the source writes it, on one channel, or on any where that is nil. `name` is what people call the channel.
        case series(title: String, channel: String?, name: String?)
        /// All of the words occur in what the guide says of a programme.
        case search(words: String)
    }

    /// A programme as a reminder knows it: as much as it takes to find it again, and to say what it is.
    package struct Showing: Hashable, Codable, Sendable {
        /// As the source names it.
        package let channel: String
        package let channelName: String
        package let start: Timestamp
        package let stop: Timestamp
        package let title: String
        package var subtitle: String?
        package var season: Int?
        package var episode: Int?
        /// The store's number for it, another when it has moved.
        package var record: Int64

        package init(channel: String, channelName: String, start: Timestamp, stop: Timestamp, title: String, record: Int64) {
            (self.channel, self.channelName, self.title, self.record) = (channel, channelName, title, record)
            (self.start, self.stop) = (start, stop)
        }

        /// From when on there is nothing to remind of. What has no length counts for a minute.
        package var over: Timestamp { max(stop, start + .seconds(60)) }

        /// Whether both can be the same broadcast, whenever it is: the channel, the title, and the episode as far as the source tells it of both.
        package func isSameProgramme(as other: Self) -> Bool { channel == other.channel && isRepeat(of: other) }

        /// The same on whichever channel.
        package func isRepeat(of other: Self) -> Bool {
            guard title == other.title else { return false }
            if let episode, let theirs = other.episode {
                guard let season, let their = other.season else { return episode == theirs }
                return episode == theirs && season == their
            }
            if let subtitle, let theirs = other.subtitle { return subtitle == theirs }
            return true
        }

        /// How far the starts are from each other.
        package func distance(to other: Self) -> Duration { max(start, other.start) - min(start, other.start) }

        fileprivate var isStrange: Bool { ![channel, channelName, title, subtitle ?? "-"].allSatisfy(Limits.isText) }
    }

    package enum Limits {
        /// Of one person.
        package static let reminders = 200
        package static let minutes: Set = [0, 5, 15, 60]
        package static let usualMinutes = 5
        /// Programmes that one reminder tells of in 24 hours.
        package static let toldADay = 10
        /// Programmes to come that one reminder knows.
        package static let known = 20
        /// Of a title, a name.
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

    /// What it knows to come, or to be on, the next first.
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

    /// Whether it is about this programme and no other.
    package func isAbout(_ showing: Showing) -> Bool {
        guard case .programme(let set) = settings.rule else { return false }
        let known = state?.entries.first?.showing ?? set
        return known.channel == showing.channel && known.title == showing.title && known.start == showing.start
    }

    /// Whether it asks for what another would.
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

/// What a reminder knows of the guide, and has told: so that nothing is told twice, whoever looks how often.
package struct ReminderState: Hashable, Codable, Sendable {
    /// A programme that it reminds of.
    package struct Entry: Hashable, Codable, Sendable {
        /// Within the reminder, from 1. The same when the programme moves.
        package let number: Int
        package var showing: Reminder.Showing
        /// How often its times have changed.
        package var moves = 0
        /// When they did last, or when it was found.
        package var changed: Timestamp
        /// When its person was reminded; nil: not yet.
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
    /// Of a programme: starts of others in the guide that could be taken for it.
    package var others: [Timestamp] = []
    /// Of a programme: it moved after its reminder, and this is the reminder's second time.
    package var isAgain = false
    /// Of a programme: the guide no longer has it.
    package var isGone = false
    /// Of a programme: its person knows that.
    package var hasSaidGone = false

    package init() {}
}
