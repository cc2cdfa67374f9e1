package import Foundation
package import Records

/// One message to one person about one or more changes: what every channel sends, in words that are ready to be read.
///
/// Made by who knows the person's language and the board; a channel cuts it to its own measure and adds no words.
package struct Notice: Hashable, Sendable, Identifiable {
    /// The same each time it is tried, so that a receiver can tell a repetition. Letters, digits and hyphens.
    package let id: UUID
    /// One line.
    package let title: String
    /// What changed, a line each; may be empty.
    package let lines: [String]
    /// The page where the person sees more.
    package var link: URL?
    package var urgency: Urgency
    /// What it is about: a later notice of the same topic takes the place of an earlier one, where the channel can. nil: it stands alone.
    package var topic: String?
    /// When what it tells of was seen.
    package var time: Timestamp
    /// The board's name, for receivers that sort by it.
    package var board: String
    /// For how long it is worth delivering.
    package var lifetime: Duration

    /// How much it may disturb: the four steps of RFC 8030, section 5.3.
    package enum Urgency: String, CaseIterable, Hashable, Sendable, Codable {
        case veryLow = "very-low"
        case low
        case normal
        case high
    }

    /// More lines than these are an ellipsis.
    package static let lineLimit = 500
    /// In characters; of the title too.
    package static let lineLength = 2000

    package init(
        id: UUID = UUID(), title: String, lines: [String] = [], link: URL? = nil, urgency: Urgency = .normal, topic: String? = nil,
        time: Timestamp, board: String, lifetime: Duration = .seconds(3 * 86_400)
    ) {
        self.id = id
        self.title = String(title.prefix(Self.lineLength))
        let kept = lines.prefix(lines.count > Self.lineLimit ? Self.lineLimit - 1 : Self.lineLimit).map {
            String($0.prefix(Self.lineLength))
        }
        self.lines = kept.count < lines.count ? kept + ["…"] : kept
        self.link = link
        self.urgency = urgency
        self.topic = topic
        self.time = time
        self.board = board
        self.lifetime = lifetime
    }

    /// Its name in messages and headers: the identifier in lower case.
    package var name: String { id.uuidString.lowercased() }

    /// Its lines as one text.
    package var body: String { lines.joined(separator: "\n") }

    /// How long it is still worth delivering; never negative.
    package func timeLeft(at now: Timestamp) -> Duration { max(.zero, min(lifetime, time + lifetime - now)) }
}
