import Foundation
import Records
import Storage
import TestSupport
import Testing

@testable import Queueing

@Suite("Kiosks of a queue") struct QueueKiosksTests {
    private static let door = QueueActor(kind: .kiosk, name: "door")

    @Test("one that was taken away does nothing any more, and the others go on")
    func takenAway() throws {
        var books = Books()
        #expect(throws: QueueRefusal.noSuchKiosk) { try books.act(.reserve(kiosk: "door 1", count: 5), by: Self.door) }
        try books.act(.enrolKiosk(7, name: " door "))
        try books.act(.enrolKiosk(8, name: "hall"))
        #expect(try books.act(.reserve(kiosk: "door 1", count: 5), by: Self.door) == .block(9_001...9_005))
        #expect(throws: QueueRefusal.kioskKnown(name: "door")) { try books.act(.enrolKiosk(9, name: "door")) }
        #expect(throws: QueueRefusal.self) { try books.act(.enrolKiosk(9, name: " ")) }
        try books.act(.removeKiosk(7))
        #expect(throws: QueueRefusal.noSuchKiosk) { try books.act(.removeKiosk(7)) }
        let used = [KioskTicket(number: 9_001, joined: books.now)]
        #expect(throws: QueueRefusal.noSuchKiosk) { try books.act(.reconcile(kiosk: "door 1", used: used), by: Self.door) }
        #expect(throws: QueueRefusal.noSuchKiosk) { try books.act(.join(device: nil, services: [], guest: [:]), by: Self.door) }
        let joining = QueueCommand.join(device: nil, services: [], guest: [:])
        #expect(try books.act(joining, by: QueueActor(kind: .kiosk, name: "hall")) != .nobody)
        // Enrolled again, it may report numbers it gave out before.
        try books.act(.enrolKiosk(9, name: "door"))
        try books.act(.reconcile(kiosk: "door 1", used: used), by: Self.door)
        #expect(try books.line() == [9_001, 1])
    }

    @Test("the numbers at the door have no hole, and what a kiosk gave offline comes to its place by time, once")
    func blocks() throws {
        var books = Books()
        #expect(try books.take() == 1)
        #expect(try books.act(.reserve(kiosk: "door", count: 20)) == .block(9_001...9_020))
        #expect(try books.join().number == 2)
        let between = books.now
        #expect(try books.take() == 3)
        #expect(try books.state().next == 4)
        let used = [KioskTicket(number: 9_002, joined: books.now), KioskTicket(number: 9_001, joined: between)]
        try books.act(.reconcile(kiosk: "door", used: used))
        try books.act(.reconcile(kiosk: "door", used: used))
        #expect(try books.line() == [1, 2, 9_001, 3, 9_002])
        #expect(try books.join().number == 4)
        #expect(try books.line() == [1, 2, 9_001, 3, 9_002, 4])
        #expect(throws: QueueRefusal.self) {
            try books.act(.reconcile(kiosk: "other", used: [KioskTicket(number: 9_003, joined: books.now)]))
        }
        #expect(throws: QueueRefusal.self) { try books.act(.reserve(kiosk: "door", count: 1_001)) }
        #expect(try books.act(.reserve(kiosk: "hall", count: 20)) == .block(9_021...9_040))
        // From a past day.
        let old = KioskTicket(number: 9_005, joined: Books.start + .seconds(-86_400))
        try books.act(.reconcile(kiosk: "door", used: [old]))
        #expect(try books.line() == [1, 2, 9_001, 3, 9_002, 4])
        // A ticket served in the meantime doesn't precede waiting ones by its number.
        #expect(try books.next() == 1)
        try books.act(.reconcile(kiosk: "door", used: [KioskTicket(number: 9_006, joined: Books.start)]))
        #expect(try books.line().first == 9_006)
        // For a service that was removed in the meantime.
        try books.act(.reconcile(kiosk: "door", used: [KioskTicket(number: 9_007, joined: books.now, services: ["passports"])]))
        #expect(try books.line().last == 9_007)
    }

    @Test("a day with thousands of numbers goes round the blocks")
    func manyNumbers() throws {
        var stored = StoredQueues()
        stored.queues["main"] = .init(day: 1, began: Books.start, next: 7_990, settings: QueueSettings())
        var books = Books([Books.plan()], stored)
        #expect(try books.act(.reserve(kiosk: "door", count: 20)) == .block(9_001...9_020))
        for number in 7_990...9_000 { #expect(try books.take() == number) }
        #expect(try books.state().next == 9_021)
        #expect(try books.join().number == 9_021)
        #expect(try books.act(.reserve(kiosk: "door", count: 20)) == .block(90_001...90_020))
        #expect(try books.take() == 9_022)
        let used = [KioskTicket(number: 9_020, joined: books.now), KioskTicket(number: 90_001, joined: books.now)]
        try books.act(.reconcile(kiosk: "door", used: used))
        #expect(books.book.waiting(in: try books.index(), limit: 2_000).map(\.number).suffix(4) == [9_021, 9_022, 9_020, 90_001])
    }

    @Test("a queue has so many kiosks and no more")
    func bound() throws {
        var books = Books()
        for number in 1...QueueKiosk.limit { try books.act(.enrolKiosk(Int64(number), name: "kiosk \(number)")) }
        #expect(throws: QueueRefusal.tooManyKiosks(limit: QueueKiosk.limit)) { try books.act(.enrolKiosk(99, name: "one more")) }
        try books.act(.removeKiosk(1))
        try books.act(.enrolKiosk(99, name: "one more"))
    }

    @Test("they are kept over the day's end and a restart, and the trail names them")
    func kept() async throws {
        let folder = try TemporaryFolder()
        let store = try Store(in: folder.url)
        let plans = [Books.plan(reset: nil)]
        let first = try await QueueDesk(plans: plans, store: store)
        try await first.perform(.enrolKiosk(7, name: "door"), in: "main", by: Books.clerk)
        try await first.perform(.startDay, in: "main", by: Books.clerk)
        let second = try await QueueDesk(plans: plans, store: store)
        #expect(try await second.kiosks(of: "main").map(\.name) == ["door"])
        try await second.perform(.removeKiosk(7), in: "main", by: Books.clerk)
        #expect(try await second.kiosks(of: "main").isEmpty)
        let acts = try await store.queues.acts(in: "main", limit: 9).map(\.act)
        #expect(acts.map(\.kind) == [.removeKiosk, .startDay, .enrolKiosk])
        #expect(acts.first?.detail == "door")
        #expect(acts.first?.actor == Books.clerk)
    }
}
