import Records
import Testing

@Suite("Bell") struct BellTests {
    @Test("a ring that nobody waits for is heard by the next who waits, once")
    func kept() async {
        let bell = Bell()
        bell.ring()
        bell.ring()
        #expect(await bell.wait(atMost: .seconds(3600)))
        #expect(await bell.wait(atMost: .milliseconds(1)) == false)
    }

    @Test("it wakes who waits, and so do the end of the time and of the task, which are no ring")
    func wakes() async {
        let bell = Bell()
        let waiting = Task { await bell.wait(atMost: .seconds(3600)) }
        bell.ring()
        #expect(await waiting.value)
        #expect(await bell.wait(atMost: .zero) == false)
        let cancelled = Task { await bell.wait(atMost: .seconds(3600)) }
        cancelled.cancel()
        #expect(await cancelled.value == false)
    }

    @Test("what ended one wait doesn't end the next, and takes no ring from it")
    func next() async {
        let bell = Bell()
        for _ in 0..<200 {
            let waiting = Task { await bell.wait(atMost: .microseconds(50)) }
            _ = await waiting.value
            bell.ring()
            #expect(await bell.wait(atMost: .seconds(3600)))
        }
    }
}
