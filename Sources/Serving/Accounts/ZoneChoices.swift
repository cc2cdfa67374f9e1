import Foundation

/// Time zones to choose from, sorted by name: `Europe/Berlin`.
package enum ZoneChoices {
    package static let all = TimeZone.knownTimeZoneIdentifiers.filter { $0.contains("/") && !$0.hasPrefix("Etc/") }.sorted()
}
