/// What counts as one client where limits are shared out: an IPv4 address, or the /64 network of an IPv6 address, which is what one home or one
/// machine is given (RFC 6177) and can number as it likes.
package struct AddressBlock: Hashable, Sendable {
    private let isLong: Bool
    private let prefix: UInt64

    package init(_ address: InternetAddress) {
        isLong = address.bytes.count > 4
        prefix = address.bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    }
}

/// How much of something each address has, and that none has more than its share. Each call takes constant time.
///
/// An address that has some has a slot, a small number that stands for it: whoever keeps thousands of takers keeps four bytes for each.
package struct AddressShares: Sendable {
    package typealias Slot = Int32
    /// Of those who are not counted.
    package static let uncounted: Slot = -1

    private struct Holder {
        var block: AddressBlock
        var count: Int
    }

    /// What one address may have; nil: as much as it likes.
    package let limit: Int?
    private var slots: [AddressBlock: Slot] = [:]
    private var holders: [Holder] = []
    private var free: [Slot] = []

    package init(limit: Int?) { self.limit = limit }

    /// One more for this address, which `release` gives back; nil: it has its share already. Nobody knows whose a nil block is: not counted.
    package mutating func take(_ block: AddressBlock?) -> Slot? {
        guard let block, let limit else { return Self.uncounted }
        if let slot = slots[block] {
            guard holders[Int(slot)].count < limit else { return nil }
            holders[Int(slot)].count += 1
            return slot
        }
        guard limit > 0 else { return nil }
        let holder = Holder(block: block, count: 1)
        let slot: Slot
        if let old = free.popLast() {
            (slot, holders[Int(old)]) = (old, holder)
        } else {
            slot = Slot(holders.count)
            holders.append(holder)
        }
        slots[block] = slot
        return slot
    }

    package mutating func release(_ slot: Slot) {
        guard slot != Self.uncounted else { return }
        holders[Int(slot)].count -= 1
        guard holders[Int(slot)].count == 0 else { return }
        slots[holders[Int(slot)].block] = nil
        free.append(slot)
    }

    /// Whether this address would be given no more.
    package func isSpent(_ block: AddressBlock?) -> Bool {
        guard let block, let limit else { return false }
        return (slots[block].map { holders[Int($0)].count } ?? 0) >= limit
    }

    /// How many addresses have some.
    package var count: Int { slots.count }
}
