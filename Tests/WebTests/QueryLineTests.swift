import Foundation
import Testing

@testable import Serving
@testable import Web

@Suite("The line of long queries") struct QueryLineTests {
    @Test("few run at once; the rest wait, and go as others end")
    func width() {
        var line = QueryLine()
        #expect(line.enter("a", 1) == .goes && line.enter("b", 2) == .goes)
        #expect(line.enter("c", 3) == .waits && line.enter("d", 4) == .waits)
        #expect(line.leave("a") == 3 && line.leave("b") == 4 && line.leave("c") == nil && line.leave("d") == nil)
        #expect(line.enter("a", 5) == .goes)
    }

    @Test("nobody has more than their share, running and waiting")
    func share() {
        var line = QueryLine()
        for number in 1...QueryLine.ownLimit { #expect(line.enter("a", number) == (number <= QueryLine.width ? .goes : .waits)) }
        #expect(line.enter("a", 9) == .hasEnough && line.enter("b", 10) == .waits)
        _ = line.leave("a")
        #expect(line.enter("a", 11) == .waits)
    }

    @Test("who has fewer running goes before those who came first")
    func fairness() {
        var line = QueryLine()
        for number in 1...5 { _ = line.enter("a", number) }
        _ = line.enter("b", 6)
        #expect(line.leave("a") == 6, "a has one running, b none")
        #expect(line.leave("b") == 3)
    }

    @Test("the line has an end, and who withdraws makes room")
    func full() {
        var line = QueryLine()
        for number in 0..<QueryLine.width + QueryLine.limit { _ = line.enter("\(number)", number) }
        #expect(line.enter("x", 1000) == .isFull)
        #expect(line.withdraw(QueryLine.width) && !line.withdraw(QueryLine.width) && !line.withdraw(0))
        #expect(line.enter("x", 1000) == .waits)
        #expect(line.leave("0") == QueryLine.width + 1)
    }
}
