/// The channels that somebody has chosen of a guide: they come first, in this order.
package struct GuideSettings: Hashable, Codable, Sendable {
    package enum Limits {
        package static let boards = 20
        package static let channels = 100
        /// Of the source's name of a channel.
        package static let bytes = 200
    }

    package let board: String
    /// Of channels, as their source names them.
    package private(set) var channels: [String] = []
    /// How long before the start reminders were wanted last; nil: never.
    package private(set) var minutes: Int?

    package init(board: String) { self.board = board }

    /// The same without what no form of ours could have sent.
    package var checked: Self {
        var checked = Self(board: board)
        for channel in channels { checked.add(channel) }
        if let minutes { checked.remind(minutes: minutes) }
        return checked
    }

    /// What can be a source's name of a channel.
    package static func isName(_ channel: String) -> Bool { (1...Limits.bytes).contains(channel.utf8.count) }

    package func hasRoom(for channel: String) -> Bool { channels.count < Limits.channels || channels.contains(channel) }

    /// After the others, if there is room.
    package mutating func add(_ channel: String) {
        if Self.isName(channel), hasRoom(for: channel), !channels.contains(channel) { channels.append(channel) }
    }

    package mutating func remove(_ channel: String) { channels.removeAll { $0 == channel } }

    /// Reminders are wanted so long before the start.
    package mutating func remind(minutes: Int) {
        if Reminder.Limits.minutes.contains(minutes) { self.minutes = minutes }
    }

    /// By a place: up, nearer to the first, or down.
    package mutating func move(_ channel: String, up isUp: Bool) {
        guard let place = channels.firstIndex(of: channel), case let other = isUp ? place - 1 : place + 1, channels.indices.contains(other)
        else { return }
        channels.swapAt(place, other)
    }
}

extension PersonSettings {
    /// What is set for a guide.
    package func guide(_ board: String) -> GuideSettings { guides.first { $0.board == board } ?? GuideSettings(board: board) }

    package mutating func set(_ settings: GuideSettings) {
        guides.removeAll { $0.board == settings.board }
        guides.append(settings.checked)
        guides = guides.suffix(GuideSettings.Limits.boards)
    }
}
