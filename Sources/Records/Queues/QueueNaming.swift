/// How a queue and its services are called, and what stands before its numbers: what an administrator has set in place of what its board declares.
package struct QueueNaming: Hashable, Codable, Sendable {
    /// A service as it is set here.
    package struct Service: Hashable, Codable, Sendable {
        /// As tickets know it: lower-case letters, digits and hyphens. It never changes.
        package var name: String
        /// nil: as the board declares it, in each language.
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

    /// Characters of a label.
    package static let labelLimit = 60
    package static let minutes = 1...600

    /// nil: as the board declares it, in each language.
    package var label: String?
    /// nil: as the board declares it.
    package var prefix: String?
    /// In their order; nil: as the board declares them.
    package var services: [Service]?
    /// One more with each change: a page that shows another one is of before.
    package var edition = 0

    package init() {}

    /// A label as it is kept; nil: it is none.
    package static func label(_ text: String) -> String? {
        let text = text.trimmingWhitespace()
        guard (1...labelLimit).contains(text.count), text.utf8.count <= 8 * labelLimit, !text.unicodeScalars.contains(where: isControl)
        else { return nil }
        return text
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        [.control, .lineSeparator, .paragraphSeparator].contains(scalar.properties.generalCategory)
    }

    /// What a new service is called inside: letters and digits of its label, and of several with the same a number too.
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

    /// Up to three characters, no digits: `A17` has one reading.
    package static func isPrefix(_ text: String) -> Bool {
        text.count <= prefixLimit && text.utf8.count <= 8 * prefixLimit && !text.contains { $0.isNumber || $0.isWhitespace }
            && !text.unicodeScalars.contains { $0.properties.generalCategory == .control }
    }

    /// As it is shown: what an administrator has set wins. Labels that nobody set stay in the language of this plan.
    package func named(by naming: QueueNaming) -> QueuePlan {
        var plan = self
        if let label = naming.label { plan.label = label }
        if let prefix = naming.prefix { plan.prefix = prefix }
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
