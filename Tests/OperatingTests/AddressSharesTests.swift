import Testing

@testable import Operating

@Suite("Shares of addresses") struct AddressSharesTests {
    private static func block(_ text: String) throws -> AddressBlock { AddressBlock(try #require(InternetAddress(text))) }

    @Test("an IPv4 address counts by itself, an IPv6 address with its /64")
    func blocks() throws {
        #expect(try Self.block("192.0.2.1") != Self.block("192.0.2.2"))
        #expect(try Self.block("::ffff:192.0.2.1") == Self.block("192.0.2.1"))
        #expect(try Self.block("2001:db8:0:1::1") == Self.block("2001:db8:0:1:ffff:ffff:ffff:ffff"))
        #expect(try Self.block("2001:db8:0:1::1") != Self.block("2001:db8:0:2::1"))
        // The same bytes at the front are not the same address.
        #expect(try Self.block("::c000:201:0:0:0:1") != Self.block("192.0.2.1"))
    }

    @Test("nobody gets more than the share, and what is given back can be taken again")
    func share() throws {
        var shares = AddressShares(limit: 2)
        let (ours, theirs) = (try Self.block("192.0.2.1"), try Self.block("192.0.2.2"))
        let first = shares.take(ours) ?? .max
        let second = shares.take(ours) ?? .max
        #expect(shares.take(ours) == nil)
        #expect(shares.isSpent(ours))
        #expect(!shares.isSpent(theirs))
        let other = shares.take(theirs) ?? .max
        #expect(first == second)
        #expect(other != first)
        #expect(other != .max)
        #expect(shares.count == 2)
        shares.release(first)
        #expect(shares.take(ours) == second)
        shares.release(second)
        shares.release(second)
        // An address without connections takes no memory; its slot is free for the next one.
        #expect(shares.count == 1)
        #expect(try shares.take(Self.block("198.51.100.1")) == first)
    }

    @Test("without a limit, and without an address, nothing is counted")
    func uncounted() throws {
        var unlimited = AddressShares(limit: nil)
        for _ in 0..<1000 { #expect(try unlimited.take(Self.block("192.0.2.1")) == AddressShares.uncounted) }
        var shares = AddressShares(limit: 1)
        for _ in 0..<1000 { #expect(shares.take(nil) == AddressShares.uncounted) }
        shares.release(AddressShares.uncounted)
        #expect(shares.count == 0)
    }

    @Test("a socket's address is read as it is written")
    func socketAddress() {
        var four = [UInt8](repeating: 0, count: 128)
        four.replaceSubrange(0..<8, with: [2, 0, 0x1F, 0x90, 192, 0, 2, 1])
        #expect(four.withUnsafeBytes { InternetAddress(socketAddress: $0) }?.description == "192.0.2.1")
        var six = [UInt8](repeating: 0, count: 128)
        six.replaceSubrange(0..<12, with: [10, 0, 0x1F, 0x90, 0, 0, 0, 0, 0x20, 0x01, 0x0D, 0xB8])
        #expect(six.withUnsafeBytes { InternetAddress(socketAddress: $0) }?.description == "2001:db8::")
        let local = [UInt8](repeating: 0, count: 128).withUnsafeBytes { InternetAddress(socketAddress: $0) }
        #expect(local == nil)
    }

    @Test("however few descriptors there are, some stay for our own files", arguments: [64, 256, 1024, 4096, 65_536, 1_048_576])
    func budget(descriptors: Int) {
        let budget = DescriptorBudget(descriptors: descriptors)
        #expect(budget.connections > 0)
        #expect(budget.followers > 0)
        #expect(Int(budget.ceiling) <= descriptors)
        if descriptors >= 256 {
            #expect(budget.connections + budget.followers <= descriptors - min(512, descriptors / 4))
            #expect(Int(budget.ceiling) <= descriptors - min(256, descriptors / 8))
            // Four addresses fill it, not one.
            #expect(budget.connectionShare == budget.connections / 4)
            #expect(budget.followerShare == budget.followers / 4)
        }
    }

    @Test("the operator's limits hold, and an address limit of 0 is none")
    func limits() {
        let set = DescriptorBudget(descriptors: 4096, connectionLimit: 100, followerLimit: 50, addressLimit: 7)
        #expect((set.connections, set.followers) == (100, 50))
        #expect([set.connectionShare, set.followerShare] == [7, 7])
        let open = DescriptorBudget(descriptors: 4096, addressLimit: 0)
        #expect([open.connectionShare, open.followerShare] == [nil, nil])
    }
}
