import Operating

/// Who is connected over HTTP, and whether one more is let in. Decides; `Connections` carries it out.
///
/// No address has more than its share. When all places are taken, a newcomer gets that of a silent connection, one on which nothing is
/// being asked: the newest of the address that has most of them. Nobody takes a place from an address with fewer silent ones than its own.
/// Letting in and going take constant time; only to find who has to go, all silent ones of one address are looked at.
struct ConnectionBook {
    typealias Number = Int

    enum Answer: Equatable {
        /// `insteadOf`: this one has to go.
        case admitted(Number, insteadOf: Number?)
        /// The address has its share; or everybody else is busy, or has fewer.
        case refused
    }

    private struct Place {
        /// nil: of a proxy, which has no share, and goes for nobody.
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
    /// Addresses by how many silent connections they have, and the most that any has.
    private var ranks: [Int: Set<AddressBlock>] = [:]
    private var mostSilent = 0
    private var last: Number = 0

    /// Without a share an address may have all there is.
    init(limit: Int, share: Int?) {
        self.limit = limit
        self.share = share ?? .max
    }

    var count: Int { places.count }

    /// `isTight`: there is a place, but nothing to make a connection of.
    mutating func admit(_ block: AddressBlock?, isTight: Bool = false) -> Answer {
        let holder = block.flatMap { holders[$0] } ?? Holder()
        guard holder.count < share else { return .refused }
        var gone: Number?
        if places.count >= limit || isTight {
            guard let greedy = ranks[mostSilent]?.first, mostSilent > holder.silent.count, let newest = holders[greedy]?.silent.max() else {
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

    /// A request has been begun on a connection that was silent, or all are answered.
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
        // It goes up and down one by one.
        if after > mostSilent { mostSilent = after } else if ranks[mostSilent] == nil { mostSilent = max(0, mostSilent - 1) }
    }
}
