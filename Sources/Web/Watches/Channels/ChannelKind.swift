import Localisation

/// The kinds of ways to be told, as people know them.
enum ChannelKind: String, CaseIterable, Hashable, Sendable {
    case push, email, webhook, ntfy

    init?(_ name: String?) {
        guard let kind = name.flatMap({ ChannelKind(rawValue: $0) }) else { return nil }
        self = kind
    }

    func label(_ words: Words) -> String {
        switch self {
        case .push: words("Phone or browser")
        case .email: words("Mail")
        case .webhook: words("Webhook")
        case .ntfy: "ntfy"
        }
    }
}
