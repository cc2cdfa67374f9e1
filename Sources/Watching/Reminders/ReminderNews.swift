import Foundation
package import Records

/// What a reminder says of a programme: a value that is stored with the notice and put into words for whoever reads it.
package struct ReminderNews: Hashable, Codable, Sendable {
    package enum Event: String, Hashable, Codable, Sendable {
        case begins
        /// To a later time, after it was told that it begins.
        case moved
        /// The guide no longer has it.
        case gone
    }

    package let board: String
    package let event: Event
    package let showing: Reminder.Showing
    /// When it was to begin as far as its person knew, if that is another time.
    package let before: Timestamp?

    package init(board: String, _ event: Event, _ showing: Reminder.Showing, before: Timestamp? = nil) {
        (self.board, self.event, self.showing) = (board, event, showing)
        self.before = before == showing.start ? nil : before
    }

    /// nil if another version of the program wrote it.
    package init?(stored text: String) {
        guard let news = try? JSONDecoder().decode(Self.self, from: Data(text.utf8)) else { return nil }
        self = news
    }

    /// From when on no channel sends it any more.
    package var staleFrom: Timestamp { showing.over }

    var json: String { FeedHealth.json(of: self) }
}
