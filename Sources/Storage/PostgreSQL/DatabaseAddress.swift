import Foundation

/// Where a database of PostgreSQL is: `postgres://user@host/name`, as libpq takes it. It may hold a password, so it describes itself
/// without. (https://www.postgresql.org/docs/15/libpq-connect.html#LIBPQ-CONNSTRING)
package struct DatabaseAddress: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
    let text: String

    /// nil if the text isn't such an address.
    package init?(_ text: String) {
        guard ["postgres://", "postgresql://"].contains(where: text.hasPrefix), !text.utf8.contains(0) else { return nil }
        self.text = text
    }

    /// Host and name.
    package var description: String {
        let place = parts.place
        return "postgres://\(place.lastIndex(of: "@").map { place[place.index(after: $0)...] } ?? place)"
    }

    /// As libpq's programs take it, without a password.
    package var openText: String { withoutPassword.text }

    /// The same place; who connects there gives the password otherwise.
    package var withoutPassword: DatabaseAddress {
        let (place, query) = parts
        var open = place
        if let at = place.lastIndex(of: "@"), let colon = place[..<at].firstIndex(of: ":") { open.removeSubrange(colon..<at) }
        let settings = query.filter { setting in !["password=", "sslpassword="].contains(where: setting.hasPrefix) }
        return DatabaseAddress(text: "\(scheme)\(open)\(settings.isEmpty ? "" : "?\(settings.joined(separator: "&"))")")
    }

    private init(text: String) { self.text = text }

    private var scheme: Substring { text[..<(text.range(of: "://")?.upperBound ?? text.startIndex)] }

    /// What stands between the scheme and the settings, and those.
    private var parts: (place: Substring, settings: [Substring]) {
        let rest = text[scheme.endIndex...]
        let place = rest.prefix { $0 != "?" }
        return (place, rest[place.endIndex...].dropFirst().split(separator: "&"))
    }

    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
