import Operating

/// The memory that all connections together use for responses that their clients haven't received yet. Decides; `Connections` carries it
/// out.
///
/// Over the limit, a connection is closed: the largest one of the address that holds the most. A proxy carries many people's connections,
/// so each of its connections counts separately.
struct HeldBytes {
    private struct Place {
        let block: AddressBlock?
        var bytes = 0
    }

    private let limit: Int
    private var places: [ConnectionBook.Number: Place] = [:]
    private var blocks: [AddressBlock: Int] = [:]
    private(set) var sum = 0
    /// The highest sum since the last burst ended.
    private var peak = 0

    /// A peak below this frees too little memory to be worth returning.
    private static let burst = 16 << 20

    init(limit: Int) { self.limit = limit }

    /// Returns the connection to close, which is no longer counted.
    mutating func note(_ number: ConnectionBook.Number, of block: AddressBlock?, has bytes: Int) -> ConnectionBook.Number? {
        change(number, block, to: bytes)
        guard sum > limit, let largest = largest() else { return nil }
        remove(largest)
        return largest
    }

    mutating func remove(_ number: ConnectionBook.Number) {
        guard let place = places[number] else { return }
        change(number, place.block, to: 0)
    }

    /// Whether memory can be returned to the system: much was held and little is now. True once per burst.
    mutating func isBurstOver() -> Bool {
        guard peak >= Self.burst, sum <= peak / 4 else { return false }
        peak = sum
        return true
    }

    private mutating func change(_ number: ConnectionBook.Number, _ block: AddressBlock?, to bytes: Int) {
        let more = bytes - (places[number]?.bytes ?? 0)
        places[number] = bytes > 0 ? Place(block: block, bytes: bytes) : nil
        sum += more
        peak = max(peak, sum)
        guard let block else { return }
        let rest = blocks[block, default: 0] + more
        blocks[block] = rest > 0 ? rest : nil
    }

    /// Visits all connections, but only over the limit.
    private func largest() -> ConnectionBook.Number? {
        let proxied = places.filter { $0.value.block == nil }.max { $0.value.bytes < $1.value.bytes }
        guard let (greedy, bytes) = blocks.max(by: { $0.value < $1.value }), bytes >= proxied?.value.bytes ?? 0 else { return proxied?.key }
        return places.filter { $0.value.block == greedy }.max { $0.value.bytes < $1.value.bytes }?.key
    }
}
