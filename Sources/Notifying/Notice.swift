package import Foundation
package import Records

/// A message to one person about one or more changes, with text that is ready to read, for all channels.
///
/// The creator knows the person's language and the board. A channel shortens it to its own limits and adds no text.
package struct Notice: Hashable, Sendable, Identifiable {
    /// The same for each attempt, so a receiver can detect duplicates. Letters, digits and hyphens.
    package let id: UUID
    /// One line.
    package let title: String
    /// The changes, one per line; may be empty.
    package let lines: [String]
    /// The page with details.
    package var link: URL?
    package var urgency: Urgency
    /// The subject: a later notice with the same topic replaces an earlier one, if the channel supports it. nil: it replaces none.
    package var topic: String?
    /// When the change was detected.
    package var time: Timestamp
    /// The board's name, for receivers that sort by it.
    package var board: String
    /// How long delivery is worthwhile.
    package var lifetime: Duration

    /// How urgent it is: the four levels of RFC 8030, section 5.3.
    package enum Urgency: String, CaseIterable, Hashable, Sendable, Codable {
        case veryLow = "very-low"
        case low
        case normal
        case high
    }

    /// Further lines become an ellipsis.
    package static let lineLimit = 500
    /// In characters; also applies to the title.
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

    /// Its id in messages and headers, in lower case.
    package var name: String { id.uuidString.lowercased() }

    package var body: String { lines.joined(separator: "\n") }

    /// How long delivery is still worthwhile; never negative.
    package func timeLeft(at now: Timestamp) -> Duration { max(.zero, min(lifetime, time + lifetime - now)) }
}
