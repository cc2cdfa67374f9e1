import Records
import Testing

@Suite("AsyncSignal") struct AsyncSignalTests {
    @Test("a signal sent without a waiter wakes the next wait, once")
    func kept() async {
        let signal = AsyncSignal()
        signal.send()
        signal.send()
        #expect(await signal.wait(atMost: .seconds(3600)))
        #expect(await signal.wait(atMost: .milliseconds(1)) == false)
    }

    @Test("it wakes who waits, and so do the end of the time and of the task, which are no signal")
    func wakes() async {
        let signal = AsyncSignal()
        let waiting = Task { await signal.wait(atMost: .seconds(3600)) }
        signal.send()
        #expect(await waiting.value)
        #expect(await signal.wait(atMost: .zero) == false)
        let cancelled = Task { await signal.wait(atMost: .seconds(3600)) }
        cancelled.cancel()
        #expect(await cancelled.value == false)
    }

    @Test("what ended one wait doesn't end the next, and takes no signal from it")
    func next() async {
        let signal = AsyncSignal()
        for _ in 0..<200 {
            let waiting = Task { await signal.wait(atMost: .microseconds(50)) }
            _ = await waiting.value
            signal.send()
            #expect(await signal.wait(atMost: .seconds(3600)))
        }
    }
}
