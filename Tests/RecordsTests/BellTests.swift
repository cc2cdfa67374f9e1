import Records
import Testing

@Suite("Bell") struct BellTests {
    @Test("a ring that nobody waits for is heard by the next who waits, once")
    func kept() async {
        let bell = Bell()
        bell.ring()
        bell.ring()
        await bell.wait(atMost: .seconds(3600))
        await bell.wait(atMost: .milliseconds(1))
    }

    @Test("it wakes who waits, and so do the end of the time and of the task")
    func wakes() async {
        let bell = Bell()
        let waiting = Task { await bell.wait(atMost: .seconds(3600)) }
        bell.ring()
        await waiting.value
        await bell.wait(atMost: .zero)
        let cancelled = Task { await bell.wait(atMost: .seconds(3600)) }
        cancelled.cancel()
        await cancelled.value
    }
}
