import Operating
import Testing

@testable import Web

@Suite("What connections hold") struct HeldBytesTests {
    private static func block(_ number: Int) throws -> AddressBlock { AddressBlock(try #require(InternetAddress("10.0.0.\(number)"))) }

    @Test("when all hold too much, the largest connection of the address that holds most goes")
    func greedy() throws {
        var held = HeldBytes(limit: 100)
        let (many, one) = (try Self.block(1), try Self.block(2))
        for number in 1...4 { #expect(held.note(number, of: many, has: 10 + number) == nil) }
        #expect(held.note(5, of: one, has: 40) == nil)
        #expect(held.note(6, of: one, has: 9) == nil)
        #expect(held.sum == 99)
        #expect(held.note(6, of: one, has: 11) == 5)
        #expect(held.sum == 61)
        // What goes down gives room, and what has gone counts once.
        held.remove(5)
        held.remove(4)
        #expect(held.note(6, of: one, has: 0) == nil)
        #expect(held.sum == 36)
        #expect(held.note(7, of: one, has: 64) == nil)
        #expect(held.note(7, of: one, has: 65) == 7)
    }

    @Test("connections of a proxy are counted one by one")
    func proxied() throws {
        var held = HeldBytes(limit: 100)
        let one = try Self.block(1)
        for number in 1...6 { #expect(held.note(number, of: nil, has: 10) == nil) }
        #expect(held.note(7, of: one, has: 30) == nil)
        #expect(held.note(8, of: nil, has: 11) == 7)
        #expect(held.note(9, of: nil, has: 40) == 9)
    }

    @Test("memory is given back once after a burst, and never for little")
    func burst() throws {
        var held = HeldBytes(limit: 1 << 30)
        let one = try Self.block(1)
        var answers: [Bool] = []
        _ = held.note(1, of: one, has: 1 << 20)
        held.remove(1)
        answers.append(held.isBurstOver())
        for number in 1...4 { _ = held.note(number, of: one, has: 10 << 20) }
        answers.append(held.isBurstOver())
        for number in 1...3 { held.remove(number) }
        for _ in 0..<2 { answers.append(held.isBurstOver()) }
        held.remove(4)
        answers.append(held.isBurstOver())
        #expect(answers == [false, false, true, false, false])
        #expect(held.sum == 0)
    }
}
