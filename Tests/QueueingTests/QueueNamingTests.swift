import Foundation
import Records
import Storage
import TestSupport
import Testing

@testable import Queueing

@Suite("Names and services of a queue") struct QueueNamingTests {
    private static let passport = QueuePlan.Service(name: "passport", label: "Passport", minutes: 10, counters: ["1"])
    private static let fees = QueuePlan.Service(name: "fees", label: "Fees", counters: ["1", "2"])

    @Test("a label and letters that are set win, and go back to the board's")
    func names() throws {
        var books = Books([Books.plan(prefix: "A")])
        try books.act(.setNames(label: " Front desk ", prefix: "B"))
        #expect(try books.state().plan.label == "Front desk")
        #expect(try books.state().edition == 1)
        #expect(try books.join().label == "B1")
        try books.act(.setNames(label: "Hall", prefix: "B"))
        // An issued number would get another name.
        #expect(throws: QueueRefusal.peopleWait) { try books.act(.setNames(label: nil, prefix: nil)) }
        _ = try books.next()
        #expect(throws: QueueRefusal.peopleWait) { try books.act(.setNames(label: nil, prefix: "C")) }
        _ = try books.next()
        try books.act(.setNames(label: nil, prefix: nil))
        #expect(try books.state().plan.label == "main")
        #expect(try books.join().label == "A2")
    }

    @Test("hours and days go by the zone that is set, also after a restart, and by the board's again without one")
    func zone() throws {
        let hours = try OpeningHours([("mon-sun", "08:00-12:00")])
        var books = Books([Books.plan(hours: hours)])
        let before = try books.state().plan.zone
        try books.act(.setZone("Asia/Tokyo"))
        let plan = try books.state().plan
        #expect(plan.zone.identifier == "Asia/Tokyo")
        #expect(plan.hasZone)
        #expect(try books.state().edition == 1)
        #expect(throws: QueueRefusal.self) { try books.act(.setZone("Moon/Sea")) }
        try books.act(.setZone(nil))
        #expect(try books.state().plan.zone == before)
        // A plan without a zone has the server's.
        #expect(!QueuePlan(name: "main", label: "Main").hasZone)
        var naming = QueueNaming()
        naming.zone = "Asia/Tokyo"
        let stored = try JSONDecoder().decode(QueueNaming.self, from: JSONEncoder().encode(naming))
        #expect(QueuePlan(name: "main", label: "Main").named(by: stored).zone.identifier == "Asia/Tokyo")
    }

    @Test("a queue without a zone takes that of the set-up, and a new one that of the first administrator who has one")
    func zoneOfSetUp() async throws {
        let folder = try TemporaryFolder()
        let store = try Store(in: folder.url)
        let (hall, fixed) = (QueuePlan(name: "hall", label: "Hall"), Books.plan("fixed"))
        let first = try await QueueDesk(plans: [hall, fixed], store: store)
        #expect(first["hall"]?.hasZone == false)
        let ada = try #require(try await store.people.setUp(administrator: "Ada", password: "x", at: Books.start))
        _ = try await store.people.update(ada.id) { $0.zone = "Asia/Tokyo" }
        try await first.setMissingZones("Asia/Tokyo", by: QueueActor(kind: .clerk, person: ada.id))
        #expect(first["hall"]?.zone.identifier == "Asia/Tokyo")
        #expect(first["fixed"]?.zone == .gmt)
        // A zone that was set stays.
        try await first.setMissingZones("Europe/Berlin", by: Books.clerk)
        #expect(first["hall"]?.zone.identifier == "Asia/Tokyo")
        // After it is taken back, it stays away at the next start.
        try await first.perform(.setZone(nil), in: "hall", by: Books.clerk)
        let second = try await QueueDesk(plans: [hall, fixed, QueuePlan(name: "gate", label: "Gate")], store: store)
        #expect(second["gate"]?.zone.identifier == "Asia/Tokyo")
        #expect(second["hall"]?.hasZone == false)
        #expect(second["fixed"]?.zone == .gmt)
        let third = try await QueueDesk(plans: [QueuePlan(name: "gate", label: "Gate")], store: store)
        #expect(third["gate"]?.zone.identifier == "Asia/Tokyo")
    }

    @Test(
        "what is no name, no prefix, no length and no counter is refused", arguments: ["", "  ", "a\nb", String(repeating: "a", count: 61)])
    func bounds(label: String) throws {
        var books = Books()
        #expect(throws: QueueRefusal.self) { try books.act(.setNames(label: label, prefix: nil)) }
        #expect(throws: QueueRefusal.self) { try books.act(.addService(label: label, minutes: nil, counters: ["1"])) }
        for prefix in ["ABCD", "A1", "A B", "\u{0}"] {
            #expect(throws: QueueRefusal.self) { try books.act(.setNames(label: nil, prefix: prefix)) }
        }
        #expect(throws: QueueRefusal.self) { try books.act(.addService(label: "Fees", minutes: 601, counters: ["1"])) }
        #expect(throws: QueueRefusal.noSuchCounter) { try books.act(.addService(label: "Fees", minutes: nil, counters: ["9"])) }
        #expect(throws: QueueRefusal.self) { try books.act(.addService(label: "Fees", minutes: nil, counters: [])) }
        #expect(try books.state().edition == 0)
    }

    @Test("services are added, changed, moved and removed; tickets know them by a name that stays")
    func services() throws {
        var books = Books([Books.plan(services: [Self.passport, Self.fees])])
        try books.act(.addService(label: "Photo & print", minutes: 5, counters: ["2"]))
        try books.act(.addService(label: "الصور", minutes: nil, counters: ["1", "2"]))
        // Its declared name is taken, even if it isn't offered.
        try books.act(.addService(label: "Passport", minutes: nil, counters: ["1"]))
        #expect(try books.state().plan.services.map(\.name) == ["passport", "fees", "photo-print", "service", "passport-2"])
        let ticket = try books.join(services: ["photo-print"])
        try books.act(.changeService("photo-print", label: "Photos", minutes: nil, counters: ["1"]))
        try books.act(.raiseService("fees"))
        try books.act(.raiseService("fees"))
        #expect(try books.state().plan.services.map(\.label) == ["Fees", "Passport", "Photos", "الصور", "Passport"])
        #expect(throws: QueueRefusal.serviceWanted(label: "Photos")) { try books.act(.removeService("photo-print")) }
        #expect(throws: QueueRefusal.serviceWanted(label: "Photos")) { try books.act(.restoreServices) }
        #expect(try books.next("2") == nil)
        #expect(try books.next("1") == ticket.number)
        _ = try books.next("1")
        try books.act(.removeService("photo-print"))
        #expect(throws: QueueRefusal.noSuchService) { try books.act(.removeService("photo-print")) }
        #expect(throws: QueueRefusal.noSuchService) { try books.join(services: ["photo-print"]) }
        try books.act(.restoreServices)
        #expect(try books.state().plan.services == [Self.passport, Self.fees])
    }

    @Test("a queue has so many services and no more")
    func limit() throws {
        var books = Books()
        for _ in 1...QueuePlan.serviceLimit { try books.act(.addService(label: "Fees", minutes: nil, counters: ["1"])) }
        #expect(Set(try books.state().plan.services.map(\.name)).count == QueuePlan.serviceLimit)
        #expect(throws: QueueRefusal.tooManyServices(limit: QueuePlan.serviceLimit)) {
            try books.act(.addService(label: "Fees", minutes: nil, counters: ["1"]))
        }
    }

    @Test("they are kept over a restart, shown in the language of the board where nobody set them, and the trail has them")
    func kept() async throws {
        let folder = try TemporaryFolder()
        let store = try Store(in: folder.url)
        let plans = [Books.plan(services: [Self.passport], reset: nil)]
        let first = try await QueueDesk(plans: plans, store: store)
        try await first.perform(.setNames(label: "Front desk", prefix: "B"), in: "main", by: Books.clerk)
        try await first.perform(.addService(label: "Fees", minutes: nil, counters: ["1", "2"]), in: "main", by: Books.clerk)
        #expect(first["main"]?.label == "Front desk")
        #expect(first.plans.first?.services.count == 2)
        let second = try await QueueDesk(plans: plans, store: store)
        #expect(second["main"]?.prefix == "B")
        var german = plans[0]
        german.label = "Schalter"
        german.services[0].label = "Pass"
        #expect(second.named(german).label == "Front desk")
        #expect(second.named(german).services.map(\.label) == ["Pass", "Fees"])
        let acts = try await store.queues.acts(in: "main", limit: 9).map(\.act)
        #expect(acts.map(\.kind) == [.addService, .setNames])
        #expect(acts.map(\.detail) == ["Fees", "Front desk, B"])
        #expect(acts.first?.actor == Books.clerk)
    }
}
