import DemoPublishing
import Synchronization
import Testing

@Suite("The sample publisher")
struct DemoPublisherTests {
    @Test("a new edition comes when the interval has passed, and its etag with it")
    func interval() async {
        let clock = ManualClock(1_767_225_600)
        let publisher = DemoPublisher(rows: 50, pages: 2, interval: .seconds(60)) { clock.seconds }
        let first = await publisher.visaList()
        clock.advance(59)
        let still = await publisher.visaList()
        clock.advance(1)
        let second = await publisher.visaList()
        #expect([first.edition, still.edition, second.edition] == [0, 0, 1])
        #expect(first.etag == still.etag)
        #expect(first.bytes == still.bytes)
        #expect(first.etag != second.etag)
        #expect(first.bytes != second.bytes)
        #expect(first.lastModifiedUnixSeconds == 1_767_225_600)
        #expect(still.lastModifiedUnixSeconds == 1_767_225_600)
        #expect(second.lastModifiedUnixSeconds == 1_767_225_660)
    }

    @Test("nothing is made again while the edition stays")
    func cached() async {
        let clock = ManualClock(0)
        let publisher = DemoPublisher(rows: 50, pages: 2) { clock.seconds }
        let first = await publisher.visaList()
        clock.advance(30)
        let second = await publisher.visaList()
        let storage = first.bytes.withUnsafeBufferPointer { $0.baseAddress }
        #expect(second.bytes.withUnsafeBufferPointer { $0.baseAddress } == storage)
    }

    @Test("an etag is strong and in quotes")
    func etag() async {
        let etag = await DemoPublisher(rows: 50, pages: 2) { 0 }.visaList().etag
        #expect(etag.first == "\"")
        #expect(etag.last == "\"")
        #expect(!etag.isEmpty)
        #expect(etag.dropFirst().dropLast().allSatisfy { $0.isHexDigit })
    }

    @Test("a pinned edition stays, whatever the clock says")
    func pinned() async {
        let clock = ManualClock(1_000)
        let publisher = DemoPublisher(rows: 50, pages: 2) { clock.seconds }
        let first = await publisher.visaList()
        clock.advance(7)
        await publisher.setEdition(2)
        clock.advance(600)
        let pinned = await publisher.visaList()
        #expect(pinned.edition == 2)
        #expect(pinned.lastModifiedUnixSeconds == 1_007)
        #expect(pinned.etag != first.etag)
        #expect(pinned.bytes == VisaListPDF(pages: 2, created: "D:19700101001647Z").bytes(of: VisaList(rows: 50, seed: 7).edition(2)))
    }

    @Test("a publisher with a fixed beginning goes on after a restart where it was")
    func restart() async {
        let before = await DemoPublisher(rows: 50, pages: 2, began: 0) { 6_000 }.visaList()
        let after = await DemoPublisher(rows: 50, pages: 2, began: 0) { 6_010 }.visaList()
        #expect(before.edition == 100)
        #expect(before.etag == after.etag)
    }

    @Test("a clock that is set back publishes edition 0 at the least")
    func setBack() async {
        let clock = ManualClock(1_000)
        let publisher = DemoPublisher(rows: 50, pages: 2) { clock.seconds }
        clock.advance(-500)
        #expect(await publisher.visaList().edition == 0)
    }
}

/// Unix seconds, advanced by the test.
private final class ManualClock: Sendable {
    private let current: Mutex<Int>

    init(_ seconds: Int) {
        current = Mutex(seconds)
    }

    var seconds: Int { current.withLock { $0 } }

    func advance(_ seconds: Int) {
        current.withLock { $0 += seconds }
    }
}
