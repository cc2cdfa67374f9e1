/// Where a database of PostgreSQL is: `postgres://user@host/name`, as libpq takes it. It may hold a password, so it describes itself without.
/// (https://www.postgresql.org/docs/15/libpq-connect.html#LIBPQ-CONNSTRING)
package struct DatabaseAddress: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
    let text: String

    /// nil if the text isn't such an address.
    package init?(_ text: String) {
        guard ["postgres://", "postgresql://"].contains(where: text.hasPrefix), !text.utf8.contains(0) else { return nil }
        self.text = text
    }

    /// Host and name.
    package var description: String {
        let rest = text.split(separator: "://", maxSplits: 1).last ?? ""
        let place = rest.prefix { $0 != "?" }
        return "postgres://\(place.lastIndex(of: "@").map { place[place.index(after: $0)...] } ?? place)"
    }

    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
