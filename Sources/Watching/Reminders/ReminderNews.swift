import Foundation
package import Records

/// A reminder's message about a programme: stored with the notice, and translated to the reader's language.
package struct ReminderNews: Hashable, Codable, Sendable {
    package enum Event: String, Hashable, Codable, Sendable {
        case begins
        /// It moved to a later time after its start was reported.
        case moved
        /// The guide no longer has it.
        case gone
    }

    package let board: String
    package let event: Event
    package let showing: Reminder.Showing
    /// The start that its person knew, if it was different.
    package let before: Timestamp?

    package init(board: String, _ event: Event, _ showing: Reminder.Showing, before: Timestamp? = nil) {
        (self.board, self.event, self.showing) = (board, event, showing)
        self.before = before == showing.start ? nil : before
    }

    /// nil if another version wrote it.
    package init?(stored text: String) {
        guard let news = try? JSONDecoder().decode(Self.self, from: Data(text.utf8)) else { return nil }
        self = news
    }

    /// When it is over on all channels.
    package var staleFrom: Timestamp { showing.over }

    var json: String { FeedHealth.json(of: self) }
}
