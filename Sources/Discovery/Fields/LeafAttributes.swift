/// Decides which attributes of an element may be part of a record.
enum LeafAttributes {
    static func isRead(_ name: String, of tag: String) -> Bool {
        switch name {
        case "href": tag == "a" || tag == "link" || tag == "area"
        case "src": tag == "img" || tag == "source"
        case "data-src", "data-original", "data-lazy-src": tag == "img"
        case "datetime", "content", "title": true
        case "value": tag == "data" || tag == "meter" || tag == "progress" || tag == "li"
        case "alt": tag == "img"
        default: name.hasPrefix("data-") && !looks.contains { name.hasPrefix($0) }
        }
    }

    /// Whether it is a value for people, and not a token or code.
    static func isWorth(_ value: String, _ name: String) -> Bool {
        if value.isEmpty || value.utf8.count > 2000 { return false }
        if name == "href" { return !value.hasPrefix("javascript:") && !value.hasPrefix("#") }
        if name.hasSuffix("src") { return !value.hasPrefix("data:") }
        guard name.hasPrefix("data-") else { return true }
        if value.hasPrefix("{") || value.hasPrefix("[") || value.hasPrefix("#") { return false }
        let isToken = value.utf8.count >= 16 && !value.contains(" ") && value.allSatisfy { $0.isHexDigit }
        return !isToken && value.utf8.count <= 200
    }

    /// Values set by frameworks and trackers.
    private static let looks = [
        "data-v-", "data-src", "data-original", "data-lazy", "data-react", "data-bs-", "data-toggle", "data-target", "data-testid",
        "data-test", "data-qa",
        "data-cy", "data-ga", "data-gtm", "data-track", "data-analytics", "data-ng", "data-w-", "data-aos", "data-turbo", "data-controller",
        "data-action",
        "data-component", "data-module", "data-role", "data-index", "data-position", "data-elementor", "data-hook", "data-mesh",
        "data-widget",
    ]
}
