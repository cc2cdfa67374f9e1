import Operating

/// The open HTTP connections, and whether one more is admitted. Decides; `Connections` carries it out.
///
/// No address gets more than its share. When all places are taken, a new connection replaces a silent one, which has no request open: the
/// newest of the address with the most silent connections. An address can't take a place from one with as many silent connections as its
/// own or fewer. Adding and removing take constant time; only a replacement visits all silent connections of one address.
struct ConnectionBook {
    typealias Number = Int

    enum Answer: Equatable {
        /// `insteadOf`: the connection to close.
        case admitted(Number, insteadOf: Number?)
        /// The address has reached its share; or the server is full and no other address has enough silent connections.
        case refused
    }

    private struct Place {
        /// nil for a proxy's connection, which counts against no share and is never closed for another.
        let block: AddressBlock?
        var isSilent = true
    }

    private struct Holder {
        var count = 0
        var silent: Set<Number> = []
    }

    private let limit: Int
    private let share: Int
    private var places: [Number: Place] = [:]
    private var holders: [AddressBlock: Holder] = [:]
    /// Addresses by their number of silent connections, and the largest of these numbers.
    private var ranks: [Int: Set<AddressBlock>] = [:]
    private var largestSilent = 0
    private var last: Number = 0

    /// Without a share, one address may use all places.
    init(limit: Int, share: Int?) {
        self.limit = limit
        self.share = share ?? .max
    }

    var count: Int { places.count }

    /// `isTight`: a place is free, but descriptors are running out.
    mutating func admit(_ block: AddressBlock?, isTight: Bool = false) -> Answer {
        let holder = block.flatMap { holders[$0] } ?? Holder()
        guard holder.count < share else { return .refused }
        var gone: Number?
        if places.count >= limit || isTight {
            guard let greedy = ranks[largestSilent]?.first, largestSilent > holder.silent.count, let newest = holders[greedy]?.silent.max()
            else {
                return .refused
            }
            remove(newest)
            gone = newest
        }
        last += 1
        places[last] = Place(block: block)
        if let block {
            holders[block, default: Holder()].count += 1
            setSilent(true, last, of: block)
        }
        return .admitted(last, insteadOf: gone)
    }

    /// Records that a silent connection has begun a request, or that all of a connection's requests are answered.
    mutating func note(_ number: Number, isSilent: Bool) {
        guard let place = places[number], place.isSilent != isSilent else { return }
        places[number]?.isSilent = isSilent
        if let block = place.block { setSilent(isSilent, number, of: block) }
    }

    mutating func remove(_ number: Number) {
        guard let place = places.removeValue(forKey: number), let block = place.block else { return }
        if place.isSilent { setSilent(false, number, of: block) }
        holders[block]?.count -= 1
        if holders[block]?.count == 0 { holders[block] = nil }
    }

    private mutating func setSilent(_ isSilent: Bool, _ number: Number, of block: AddressBlock) {
        let before = holders[block]?.silent.count ?? 0
        if isSilent { holders[block]?.silent.insert(number) } else { holders[block]?.silent.remove(number) }
        let after = before + (isSilent ? 1 : -1)
        ranks[before]?.remove(block)
        if ranks[before]?.isEmpty == true { ranks[before] = nil }
        if after > 0 { ranks[after, default: []].insert(block) }
        // The number changes in steps of one.
        if after > largestSilent { largestSilent = after } else if ranks[largestSilent] == nil { largestSilent = max(0, largestSilent - 1) }
    }
}
