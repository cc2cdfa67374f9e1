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
        #expect(try books.act(.reserve(kiosk: "door 1", count: 5), by: Self.door) == .block(1...5))
        #expect(throws: QueueRefusal.kioskKnown(name: "door")) { try books.act(.enrolKiosk(9, name: "door")) }
        #expect(throws: QueueRefusal.self) { try books.act(.enrolKiosk(9, name: " ")) }
        try books.act(.removeKiosk(7))
        #expect(throws: QueueRefusal.noSuchKiosk) { try books.act(.removeKiosk(7)) }
        let used = [KioskTicket(number: 1, joined: books.now)]
        #expect(throws: QueueRefusal.noSuchKiosk) { try books.act(.reconcile(kiosk: "door 1", used: used), by: Self.door) }
        #expect(throws: QueueRefusal.noSuchKiosk) { try books.act(.join(device: nil, services: [], guest: [:]), by: Self.door) }
        let joining = QueueCommand.join(device: nil, services: [], guest: [:])
        #expect(try books.act(joining, by: QueueActor(kind: .kiosk, name: "hall")) != .nobody)
        // Enrolled anew, it may say what it gave before.
        try books.act(.enrolKiosk(9, name: "door"))
        try books.act(.reconcile(kiosk: "door 1", used: used), by: Self.door)
        #expect(try books.line() == [1, 6])
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
        let acts = try await store.acts(in: "main", limit: 9).map(\.act)
        #expect(acts.map(\.kind) == [.removeKiosk, .startDay, .enrolKiosk])
        #expect(acts.first?.detail == "door" && acts.first?.actor == Books.clerk)
    }
}
