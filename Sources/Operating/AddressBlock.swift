/// The unit that counts as one client for limits: an IPv4 address, or the /64 network of an IPv6 address, which is assigned to one home or
/// machine (RFC 6177), whose owner can use any address in it.
package struct AddressBlock: Hashable, Sendable {
    private let isLong: Bool
    private let prefix: UInt64

    package init(_ address: InternetAddress) {
        isLong = address.bytes.count > 4
        prefix = address.bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    }
}

/// Counts the resources that each address uses, and limits each to its share. Each call takes constant time.
///
/// An address with any gets a slot, a small number that identifies it, so the owner of thousands of connections stores only four bytes for
/// each.
package struct AddressShares: Sendable {
    package typealias Slot = Int32
    /// The slot of addresses that aren't counted.
    package static let uncounted: Slot = -1

    private struct Holder {
        var block: AddressBlock
        var count: Int
    }

    /// The limit per address; nil for no limit.
    package let limit: Int?
    private var slots: [AddressBlock: Slot] = [:]
    private var holders: [Holder] = []
    private var free: [Slot] = []

    package init(limit: Int?) { self.limit = limit }

    /// Takes one more for this address, until `release`; nil if its share is used up. A nil block is unknown and isn't counted.
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

    /// Whether this address's share is used up.
    package func isSpent(_ block: AddressBlock?) -> Bool {
        guard let block, let limit else { return false }
        return (slots[block].map { holders[Int($0)].count } ?? 0) >= limit
    }

    /// The number of addresses that use any.
    package var count: Int { slots.count }
}
