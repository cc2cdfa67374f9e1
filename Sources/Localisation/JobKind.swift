/// A kind of job: its name, the unit of its progress, and how many run at once. Each kind is declared where its jobs run, and listed by its
/// feature.
package struct JobKind: Hashable, Sendable {
    package enum Unit: Hashable, Sendable { case bytes, things }

    /// The stored name: letters, never changed.
    package let name: String
    package let label: Phrase
    package let counts: Unit
    /// How many run at once; others wait.
    package let limit: Int
    /// How many may be waiting.
    package static let waitingLimit = 100

    /// Whether reading the board again repeats its work.
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
