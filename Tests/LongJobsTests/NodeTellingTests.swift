import Records
import TestSupport
import Testing

@testable import LongJobs

@Suite("What a server hears from others") struct NodeTellingTests {
    /// Longer than any test.
    private static let long = Duration.seconds(3600)

    @Test("is collected until it is asked for, and told to each part once")
    func collected() async {
        let telling = NodeTelling(nil, look: Self.long)
        let (one, two) = (telling.inbox(), telling.inbox())
        for inbox in [one, two] {
            inbox.add(.news([.feed(1)]))
            inbox.add(.news([.feed(1), .queue("main")]))
            #expect(await inbox.next() == .news([.feed(1), .queue("main")]))
            inbox.add(.news([.settings]))
            #expect(await inbox.next() == .news([.settings]))
        }
    }

    @Test("is not relied on after a lost connection, and after a while in any case")
    func unsure() async {
        let inbox = NodeTelling(nil, look: Self.long).inbox()
        inbox.add(.news([.feed(1)]))
        inbox.add(.anything)
        #expect(await inbox.next() == .anything)
        let waiting = NodeTelling(nil, look: .milliseconds(1)).inbox()
        #expect(await waiting.next() == .anything)
    }

    @Test("is nothing if the one who asks is cancelled")
    func cancelled() async {
        let inbox = NodeTelling(nil, look: Self.long).inbox()
        let waiting = Task { await inbox.next() }
        waiting.cancel()
        #expect(await waiting.value == .news([]))
    }
}
