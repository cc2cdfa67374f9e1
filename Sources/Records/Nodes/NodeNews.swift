/// What one of several servers sharing a store tells the others: where something has changed, never what. Messages may be lost, so each
/// server also compares versions now and then.
package enum NodeNews: Hashable, Sendable {
    /// The outcome of a fetch has been stored.
    case feed(Feed.ID)
    /// The queue has new events.
    case queue(String)
    /// Administrators have changed settings.
    case settings

    /// As it is sent: "feed 17".
    package var text: String {
        switch self {
        case .feed(let feed): "feed \(feed)"
        case .queue(let name): "queue \(name)"
        case .settings: "settings"
        }
    }

    /// nil for a text that only later versions understand.
    package init?(_ text: String) {
        let parts = text.split(separator: " ", maxSplits: 1).map(String.init)
        switch (parts.first, parts.dropFirst().first) {
        case ("feed", let id?):
            guard let feed = Feed.ID(id) else { return nil }
            self = .feed(feed)
        case ("queue", let name?): self = .queue(name)
        case ("settings", nil): self = .settings
        default: return nil
        }
    }
}

/// What a server has heard from the others.
package enum NodeHearing: Hashable, Sendable {
    case news(Set<NodeNews>)
    /// News may have been missed, so everything has to be compared.
    case anything
}
