import Testing

@testable import Broadcasting

@Suite("The log of a feed of events")
struct EventLogTests {
    private func log(_ events: [(Int64, String)], eventLimit: Int = 100, byteLimit: Int = 1000) -> EventLog {
        var log = EventLog(sequence: 0, eventLimit: eventLimit, byteLimit: byteLimit)
        for (sequence, text) in events { log.append(Array(text.utf8), sequence: sequence) }
        return log
    }

    private func text(_ log: EventLog, after sequence: Int64) -> String? {
        log.position(after: sequence).map { log.withBytes(from: $0) { String(decoding: $0, as: UTF8.self) } }
    }

    @Test("who has an event is told exactly what came after it")
    func replay() {
        let log = log([(1, "one,"), (2, "two,"), (5, "five,")])
        #expect(text(log, after: 0) == "one,two,five,")
        #expect(text(log, after: 1) == "two,five,")
        #expect(text(log, after: 2) == "five,")
        #expect(text(log, after: 5) == "")
    }

    @Test("an event that never was, or is yet to come, is not known", arguments: [-1, 3, 4, 6])
    func unknown(sequence: Int64) {
        #expect(log([(1, "one,"), (2, "two,"), (5, "five,")]).position(after: sequence) == nil)
    }

    @Test("it keeps so many events and no more")
    func eventLimit() {
        var log = log([], eventLimit: 3)
        for sequence in 1...50 { log.append(Array("\(sequence),".utf8), sequence: Int64(sequence)) }
        #expect(text(log, after: 46) == nil)
        #expect(text(log, after: 47) == "48,49,50,")
        #expect(log.position(after: 47) == log.start)
    }

    @Test("it keeps so many bytes and no more, and never half an event")
    func byteLimit() {
        var log = log([], byteLimit: 10)
        for sequence in 1...50 { log.append(Array("four".utf8), sequence: Int64(sequence)) }
        #expect(log.end == 200)
        #expect(log.start == 192)
        #expect(text(log, after: 48) == "fourfour")
        #expect(log.position(after: 47) == nil)
    }

    @Test("an event larger than all that is kept leaves everybody behind")
    func largeEvent() {
        let log = log([(1, "one"), (2, "larger than that")], byteLimit: 10)
        #expect(log.start == log.end)
        #expect(log.position(after: 1) == nil)
        #expect(text(log, after: 2) == "")
    }

    @Test("it counts events by where they end, so that one begun counts as not sent")
    func count() {
        let log = log([(1, "one,"), (2, "two,"), (3, "three,")])
        #expect([0, 3, 4, 8, 13, 14].map { log.count(after: $0) } == [3, 3, 2, 1, 1, 0])
    }

    @Test("numbers that begin again make what was before unknown, and leave those who followed behind")
    func begunAgain() {
        var log = log([(1, "one,"), (2, "two,")])
        let end = log.end
        log.append(Array("anew,".utf8), sequence: 1)
        #expect(end < log.start)
        #expect(log.position(after: 2) == nil)
        #expect(text(log, after: 0) == "anew,")
    }
}
