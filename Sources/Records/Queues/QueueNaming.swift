import Foundation

/// The names of a queue and its services, the prefix of its numbers, and its time zone: an administrator's settings, which override the
/// board file's.
package struct QueueNaming: Hashable, Codable, Sendable {
    /// A service with the administrator's settings.
    package struct Service: Hashable, Codable, Sendable {
        /// The name in tickets: lower-case letters, digits and hyphens. It never changes.
        package var name: String
        /// nil: the board file's label, in each language.
        package var label: String?
        package var minutes: Int?
        package var counters: [String]

        package init(name: String, label: String?, minutes: Int?, counters: [String]) {
            self.name = name
            self.label = label
            self.minutes = minutes
            self.counters = counters
        }
    }

    /// Limit of a label in characters.
    package static let labelLimit = 60
    package static let minutes = 1...600

    /// nil: the board file's label, in each language.
    package var label: String?
    /// nil: the board file's prefix.
    package var prefix: String?
    /// Of the time-zone database; nil: the board file's zone.
    package var zone: String?
    /// In order; nil: the board file's services.
    package var services: [Service]?
    /// Increases with each change: a page with another edition is outdated.
    package var edition = 0

    package init() {}

    /// A label in its stored form; nil if it is invalid.
    package static func label(_ text: String) -> String? {
        let text = text.trimmingWhitespace()
        guard (1...labelLimit).contains(text.count), text.utf8.count <= 8 * labelLimit, !text.unicodeScalars.contains(where: isControl)
        else { return nil }
        return text
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        [.control, .lineSeparator, .paragraphSeparator].contains(scalar.properties.generalCategory)
    }

    /// A new service's name: letters and digits of its label, and a number if the name is taken.
    package static func serviceName(for label: String, besides taken: Set<String>) -> String {
        let kept = label.lowercased().unicodeScalars.map {
            $0.isASCII && ($0.properties.isAlphabetic || $0.properties.numericType != nil) ? Character($0) : "-"
        }
        let words = String(kept).split(separator: "-").joined(separator: "-").prefix(40)
        let stem = words.isEmpty ? "service" : String(words)
        var (name, count) = (stem, 1)
        while taken.contains(name) {
            count += 1
            name = "\(stem)-\(count)"
        }
        return name
    }
}

extension QueuePlan {
    package static let serviceLimit = 50
    private static let prefixLimit = 3

    /// Up to three characters without digits, so that `A17` is unambiguous.
    package static func isPrefix(_ text: String) -> Bool {
        text.count <= prefixLimit && text.utf8.count <= 8 * prefixLimit && !text.contains { $0.isNumber || $0.isWhitespace }
            && !text.unicodeScalars.contains { $0.properties.generalCategory == .control }
    }

    /// The plan with an administrator's settings applied. Labels that aren't set stay in the language of this plan.
    package func named(by naming: QueueNaming) -> QueuePlan {
        var plan = self
        if let label = naming.label { plan.label = label }
        if let prefix = naming.prefix { plan.prefix = prefix }
        if let zone = naming.zone.flatMap({ TimeZone(identifier: $0) }) { plan.setZone(zone) }
        guard let services = naming.services else { return plan }
        plan.services = services.map { set in
            let counters = counters.filter { set.counters.contains($0) }
            return Service(
                name: set.name, label: set.label ?? service(set.name)?.label ?? set.name, minutes: set.minutes,
                counters: counters.isEmpty ? self.counters : counters)
        }
        return plan
    }
}
