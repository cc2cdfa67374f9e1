/// The time that a reading of a guide covers, and what happens to stored programmes outside of it: a reading replaces only what it covers.
///
/// A source publishes from today on; a faulty one publishes half of its days. So a stored programme that begins after the covered time
/// stays. One from before it stays for two days, for lookups, and is then removed, which isn't a change.
package struct GuideCover: Sendable {
    /// How long a programme is stored after its end.
    package static let keptFor = Duration.seconds(2 * 86_400)
    /// The limit of stored programmes: about two weeks of four hundred channels.
    package var limit = 250_000

    private let slot: (start: Int, stop: Int)
    private let window: Range<Timestamp>
    private let count: Int

    /// Counts the records of a reading as they arrive.
    package struct Tally: Sendable {
        fileprivate let slot: (start: Int, stop: Int)
        fileprivate var (first, last): (Timestamp?, Timestamp?)
        fileprivate var count = 0

        /// nil if the records aren't programmes.
        package init?(_ schema: Schema) {
            guard schema.slotChannel != nil, let slot = schema.slot else { return nil }
            self.slot = slot
        }

        package mutating func add(_ record: Record) {
            count += 1
            guard case .timestamp(let start)? = record.values[slot.start] else { return }
            let stop = if case .timestamp(let stop)? = record.values[slot.stop] { max(start, stop) } else { start }
            (first, last) = (min(first ?? start, start), max(last ?? stop, stop))
        }
    }

    /// nil if there are no programmes.
    package init?(_ tally: Tally) {
        guard let first = tally.first, let last = tally.last else { return nil }
        (slot, window, count) = (tally.slot, first..<last, tally.count)
    }

    /// Keeps stored programmes outside of the window, up to the limit, positioned after those of the reading.
    package func keepOthers(in difference: inout Difference, at now: Timestamp) {
        let gone = difference.gone
        difference.gone = []
        var kept = 0
        for stored in gone {
            guard case .timestamp(let start)? = stored.record.values[slot.start], !window.contains(start) else {
                difference.gone.append(stored)
                continue
            }
            let stop = if case .timestamp(let stop)? = stored.record.values[slot.stop] { max(start, stop) } else { start }
            guard stop > now + (.zero - Self.keptFor), kept < limit else {
                difference.forgotten.append(stored.id)
                continue
            }
            if stored.position != count + kept { difference.moved.append((stored.id, count + kept)) }
            kept += 1
        }
    }
}
