import Operating
import Testing

@testable import Web

@Suite("Who is let in") struct ConnectionBookTests {
    private static func block(_ number: Int) throws -> AddressBlock {
        AddressBlock(try #require(InternetAddress("10.0.\(number / 256).\(number % 256)")))
    }

    @Test("one address gets its share, and others are let in all the same")
    func share() throws {
        var book = ConnectionBook(limit: 100, share: 3)
        let (greedy, other) = (try Self.block(1), try Self.block(2))
        for number in 1...3 { #expect(book.admit(greedy) == .admitted(number, insteadOf: nil)) }
        #expect(book.admit(greedy) == .refused)
        #expect(book.admit(other) == .admitted(4, insteadOf: nil))
        book.remove(2)
        #expect(book.admit(greedy) == .admitted(5, insteadOf: nil))
        #expect(book.admit(greedy) == .refused)
    }

    @Test("when all places are taken, the newest silent connection of the greediest address goes")
    func eviction() throws {
        var book = ConnectionBook(limit: 6, share: 4)
        let (greedy, modest, newcomer) = (try Self.block(1), try Self.block(2), try Self.block(3))
        for _ in 1...4 { _ = book.admit(greedy) }
        for _ in 5...6 { _ = book.admit(modest) }
        // Busy ones stay.
        book.note(4, isSilent: false)
        #expect(book.admit(newcomer) == .admitted(7, insteadOf: 3))
        // Both have two silent connections now, and the newcomer has one. A client with as many as the largest displaces none.
        #expect(book.admit(modest) == .refused)
        #expect(book.count == 6)
        guard case .admitted(8, let gone?) = book.admit(newcomer) else { Issue.record("not let in"); return }
        #expect([2, 6].contains(gone))
    }

    @Test("where everybody is busy a newcomer is refused, and let in when one is done")
    func busy() throws {
        var book = ConnectionBook(limit: 2, share: nil)
        for number in 1...2 {
            _ = book.admit(try Self.block(number))
            book.note(number, isSilent: false)
        }
        #expect(try book.admit(Self.block(3)) == .refused)
        book.note(2, isSilent: true)
        #expect(try book.admit(Self.block(3)) == .admitted(3, insteadOf: 2))
        book.note(1, isSilent: true)
        #expect(try book.admit(Self.block(3)) == .refused, "nobody has more silent ones than it")
    }

    @Test("a proxy has no share and goes for nobody, but takes places")
    func proxies() throws {
        var book = ConnectionBook(limit: 10, share: 2)
        for number in 1...10 { #expect(book.admit(nil) == .admitted(number, insteadOf: nil)) }
        #expect(try book.admit(Self.block(1)) == .refused)
        #expect(book.admit(nil) == .refused)
    }

    @Test("without descriptors one goes for each that comes, though there are places")
    func tight() throws {
        var book = ConnectionBook(limit: 100, share: 10)
        for _ in 1...3 { _ = book.admit(try Self.block(1)) }
        #expect(try book.admit(Self.block(2), isTight: true) == .admitted(4, insteadOf: 3))
        #expect(try book.admit(Self.block(1), isTight: true) == .refused)
    }

    @Test("whatever comes and goes, places, shares and ranks are as if they were counted anew")
    func random() throws {
        var random = SystemRandomNumberGenerator()
        var book = ConnectionBook(limit: 40, share: 12)
        var open: [Int: (address: Int, isSilent: Bool)] = [:]
        func silent(_ address: Int) -> [Int] { open.filter { $0.value.address == address && $0.value.isSilent }.map(\.key) }
        for _ in 0..<20_000 {
            switch Int.random(in: 0..<4, using: &random) {
            case 0, 1:
                let address = Int.random(in: 0..<6, using: &random)
                let count = open.values.count { $0.address == address }
                let most = (0..<6).map { silent($0).count }.max() ?? 0
                switch book.admit(try Self.block(address)) {
                case .refused:
                    #expect(count == 12 || open.count == 40 && most <= silent(address).count)
                case .admitted(let number, let gone):
                    #expect((gone != nil) == (open.count == 40))
                    #expect(count < 12)
                    if let gone {
                        let victim = try #require(open[gone])
                        open[gone] = nil
                        let others = silent(victim.address)
                        #expect(victim.isSilent)
                        #expect(others.count + 1 == most)
                        #expect(others.allSatisfy { $0 < gone })
                    }
                    open[number] = (address, true)
                }
            case 2:
                guard let number = open.keys.randomElement(using: &random) else { continue }
                open[number]?.isSilent.toggle()
                book.note(number, isSilent: open[number]?.isSilent ?? true)
            default:
                guard let number = open.keys.randomElement(using: &random) else { continue }
                open[number] = nil
                book.remove(number)
            }
            #expect(book.count == open.count)
        }
    }
}
