import Foundation

/// The address of a PostgreSQL database: `postgres://user@host/name`, as libpq accepts it. It may contain a password, so its description
/// leaves the password out. (https://www.postgresql.org/docs/15/libpq-connect.html#LIBPQ-CONNSTRING)
package struct DatabaseAddress: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
    let text: String

    /// nil if the text isn't such an address.
    package init?(_ text: String) {
        guard ["postgres://", "postgresql://"].contains(where: text.hasPrefix), !text.utf8.contains(0) else { return nil }
        self.text = text
    }

    /// Host and name of the database.
    package var description: String {
        let place = parts.place
        return "postgres://\(place.lastIndex(of: "@").map { place[place.index(after: $0)...] } ?? place)"
    }

    /// For libpq's programs, without a password.
    package var openText: String { withoutPassword.text }

    /// The same address; the password comes from elsewhere when connecting.
    package var withoutPassword: DatabaseAddress {
        let (place, query) = parts
        var open = place
        if let at = place.lastIndex(of: "@"), let colon = place[..<at].firstIndex(of: ":") { open.removeSubrange(colon..<at) }
        let settings = query.filter { setting in !["password=", "sslpassword="].contains(where: setting.hasPrefix) }
        return DatabaseAddress(text: "\(scheme)\(open)\(settings.isEmpty ? "" : "?\(settings.joined(separator: "&"))")")
    }

    private init(text: String) { self.text = text }

    private var scheme: Substring { text[..<(text.range(of: "://")?.upperBound ?? text.startIndex)] }

    /// The part between the scheme and the settings, and the settings.
    private var parts: (place: Substring, settings: [Substring]) {
        let rest = text[scheme.endIndex...]
        let place = rest.prefix { $0 != "?" }
        return (place, rest[place.endIndex...].dropFirst().split(separator: "&"))
    }

    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
