/// A kind of job: what it is called, what its progress counts, and how many of it run at once. Each kind is declared where its jobs are
/// run, and listed by its feature.
package struct JobKind: Hashable, Sendable {
    package enum Unit: Hashable, Sendable { case bytes, things }

    /// As it is stored: letters, and never another.
    package let name: String
    package let label: Phrase
    package let counts: Unit
    /// How many run at once; others wait in line.
    package let limit: Int
    /// How many wait.
    package static let waitingLimit = 100

    /// Whether another reading of its board brings what it should have.
    package let isReading: Bool

    package init(_ name: String, _ label: Phrase, counts: Unit, limit: Int, isReading: Bool = false) {
        self.name = name
        self.label = label
        self.counts = counts
        self.limit = limit
        self.isReading = isReading
    }

    package static func == (left: Self, right: Self) -> Bool { left.name == right.name }

    package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
