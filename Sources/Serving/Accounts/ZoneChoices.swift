import Foundation

/// Time zones for a field that asks for one: `Europe/Berlin`, in the order of their names.
package enum ZoneChoices {
    package static let all = TimeZone.knownTimeZoneIdentifiers.filter { $0.contains("/") && !$0.hasPrefix("Etc/") }.sorted()
}
