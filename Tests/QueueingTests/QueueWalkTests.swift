import Foundation
import Records
import Storage
import TestSupport
import Testing

@testable import Queueing

/// Random walks over all actions, with a generator that is the same in every run.
@Suite("Random walks over queues") struct QueueWalkTests {
    private static let plans = [
        Books.plan(
            services: [
                QueuePlan.Service(name: "photo", label: "Photo", counters: ["1"]),
                QueuePlan.Service(name: "passport", label: "Passport", counters: ["1", "2"]),
            ]), Books.plan("other", prefix: "B", capacity: 30),
    ]

    /// SplitMix64, <https://prng.di.unimi.it/splitmix64.c>.
    struct Dice: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = state
            mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            return mixed ^ (mixed >> 31)
        }
    }

    /// The walk's own model, for checking the book.
    struct Walk {
        var books = Books(QueueWalkTests.plans)
        var dice: Dice
        var given: [String: Int] = [:]
        var finished: Set<Ticket.ID> = []

        mutating func command() -> QueueCommand {
            let counter = ["1", "2"].randomElement(using: &dice) ?? "1"
            let ids = books.book.tickets.keys.sorted()
            let id = ids.randomElement(using: &dice) ?? 1
            let isYes = Bool.random(using: &dice)
            switch Int.random(in: 0..<30, using: &dice) {
            case 0...5: return .take
            case 6...9:
                let device = isYes ? "phone \(Int.random(in: 1...8, using: &dice))" : nil
                let services = [[], ["photo"], ["photo", "passport"], ["passport"]].randomElement(using: &dice) ?? []
                return .join(device: device, services: services, guest: [:])
            case 10...13: return .next(counter: counter)
            case 14: return .next(counter: counter, after: isYes ? .nobody : .ticket(id))
            case 15: return .call(number: Int.random(in: 1...60, using: &dice), counter: counter)
            case 16: return .recall(counter: counter)
            case 17: return .finish(id)
            case 18: return .noShow(id)
            case 19: return .park(id)
            case 20: return .unpark(id, front: isYes)
            case 21: return .skip(id, behind: Int.random(in: 0...5, using: &dice))
            case 22: return .hold(id, until: books.now + .seconds(Int.random(in: -10...60, using: &dice)))
            case 23: return .transfer(id, to: isYes ? "main" : "other", front: Bool.random(using: &dice))
            case 24...25: return .undo(counter: counter)
            case 26: return .leave(id)
            case 27: return .reserve(kiosk: "door", count: Int.random(in: 1...5, using: &dice))
            case 28:
                let blocks = books.book.lines.flatMap(\.blocks)
                let numbers = blocks.randomElement(using: &dice).map { Array($0.first...$0.last) } ?? []
                return .reconcile(kiosk: "door", used: numbers.map { KioskTicket(number: $0, joined: books.now) })
            default:
                let isOpen = Bool.random(using: &dice)
                return Int.random(in: 0..<12, using: &dice) == 0 ? .startDay : isYes ? .setLate(isOpen) : .setCounter("2", isOpen: isOpen)
            }
        }

        mutating func step() throws {
            let queue = Int.random(in: 0..<3, using: &dice) == 0 ? "other" : "main"
            let command = command()
            let before = books.book
            let reply: QueueReply
            do { reply = try books.act(command, in: queue) } catch is QueueRefusal {
                // A refusal changes nothing.
                #expect(books.book.tickets == before.tickets, "\(command)")
                #expect(books.book.lines.map(\.order.places) == before.lines.map(\.order.places))
                #expect(books.book.lines.map(\.next) == before.lines.map(\.next))
                return
            }
            if case .startDay = command { given[queue] = 0 }
            if case .undo = command { finished = Set(books.book.tickets.values.filter { $0.state == .finished }.map(\.id)) }
            try look(at: reply, to: command, in: queue, before)
            for ticket in books.book.tickets.values where ticket.state == .finished { finished.insert(ticket.id) }
            try check()
        }

        private mutating func look(at reply: QueueReply, to command: QueueCommand, in queue: String, _ before: QueueBook) throws {
            switch (command, reply) {
            case (.take, .number(let number)): note(number...number, in: queue)
            case (.join, .ticket(let ticket)) where before.ticket(ticket.id) == nil: note(ticket.number...ticket.number, in: queue)
            case (.reserve, .block(let block)):
                // No other kiosk has one of these numbers, now or later.
                let here = before.lines[before.index(of: queue) ?? 0]
                #expect(block.lowerBound > here.next)
                #expect(!here.blocks.contains { block.overlaps($0.first...$0.last) })
            case (.next(let counter, let present), .ticket(let ticket)):
                let there = before.state(of: before.index(of: queue) ?? 0).counters.first { $0.name == counter }
                #expect(present.fits(there?.ticket?.id))
                #expect(there?.isOpen == true)
                #expect(ticket.state == .called)
                #expect(!finished.contains(ticket.id), "\(ticket.label) is served twice")
            case (.call, .ticket(let ticket)):
                #expect(!finished.contains(ticket.id), "\(ticket.label) is served twice")
                #expect(ticket.state == .called)
            default: break
            }
        }

        /// Strictly increasing within a day.
        private mutating func note(_ numbers: ClosedRange<Int>, in queue: String) {
            #expect(numbers.lowerBound > given[queue] ?? 0)
            given[queue] = numbers.upperBound
        }

        /// Every ticket is where its state says, and only there; every number is accounted for.
        func check() throws {
            let book = books.book
            var seen: [Ticket.ID: Int] = [:]
            for line in book.lines {
                for place in line.order.places {
                    let ticket = try #require(line.order[place].flatMap { book.ticket($0) })
                    #expect(ticket.state == .waiting)
                    #expect(ticket.place == place)
                    #expect(ticket.line == line.plan.name)
                    #expect(place % Ticket.placesPerNumber != 0 || !line.bare.contains(Int(place >> 20)))
                    seen[ticket.id, default: 0] += 1
                }
                #expect(line.order.places == line.order.places.sorted())
                for id in line.parked {
                    #expect(book.ticket(id)?.state == .parked)
                    #expect(book.ticket(id)?.line == line.plan.name)
                    seen[id, default: 0] += 1
                }
                for counter in line.counters {
                    guard let id = counter.ticket else { continue }
                    let ticket = try #require(book.ticket(id))
                    #expect(ticket.state == .called)
                    #expect(ticket.counter == counter.name)
                    #expect(ticket.line == line.plan.name)
                    seen[id, default: 0] += 1
                }
                for call in line.calls where line.isClosed(call.shown.counter) {
                    #expect(line.counters.contains { $0.ticket == call.ticket })
                }
                let blocked = Set(line.blocks.flatMap { Array($0.first...$0.last) })
                for number in 1..<max(line.next, 1) {
                    let isTicket = line.byNumber[number] != nil
                    #expect(isTicket != line.bare.contains(number) || !isTicket && blocked.contains(number), "\(number)")
                }
            }
            for ticket in book.tickets.values {
                #expect(seen[ticket.id] ?? 0 == (ticket.state.isLive ? 1 : 0), "\(ticket.label) is \(ticket.state)")
                #expect((ticket.ended == nil) == ticket.state.isLive)
            }
        }
    }

    @Test("numbers go up, nobody is served twice, everybody is in one place", arguments: 1...12)
    func invariants(seed: Int) throws {
        var walk = Walk(dice: Dice(state: UInt64(seed)))
        for _ in 0..<800 { try walk.step() }
        #expect(walk.given.values.contains { $0 > 10 })
    }

    @Test("undo at once after an act puts everybody back", arguments: 1...6)
    func undo(seed: Int) throws {
        var walk = Walk(dice: Dice(state: UInt64(seed) << 32))
        var undone = 0
        for _ in 0..<600 {
            try walk.step()
            guard walk.books.book.lines[0].waiting > 0 else { continue }
            let before = walk.books
            let reply = try walk.books.act(.next(counter: "1"))
            // The counter is free and no ticket can be called: nothing to undo.
            guard try reply != .nobody || before.state().counters[0].ticket != nil else { continue }
            try walk.books.act(.undo(counter: "1"))
            #expect(try walk.books.line() == before.line())
            #expect(try walk.books.line("other") == before.line("other"))
            let (now, was) = (try walk.books.state(), try before.state())
            #expect(now.counters.map(\.ticket) == was.counters.map(\.ticket))
            #expect(now.parked == was.parked)
            #expect(now.waiting == was.waiting)
            #expect(now.next == was.next)
            for (id, ticket) in before.book.tickets { #expect(walk.books.book.ticket(id) == ticket) }
            undone += 1
        }
        #expect(undone > 100)
    }

    @Test("what was written down is all there is: read anew, the book is the same", arguments: 1...4)
    func reading(seed: Int) throws {
        let folder = try TemporaryFolder()
        let store = try Store(in: folder.url)
        var walk = Walk(dice: Dice(state: UInt64(seed) << 16))
        walk.books.book = QueueBook(Self.plans, try store.queues.all(), at: walk.books.now)
        for _ in 0..<30 {
            for _ in 0..<20 { try walk.step() }
            let now = walk.books.now
            try store.queues.commit(walk.books.book.takeWriting())
            let (book, anew) = (walk.books.book, QueueBook(Self.plans, try store.queues.all(), at: now))
            let live = { (book: QueueBook) in book.tickets.filter { $0.value.state.isLive } }
            #expect(live(anew) == live(book))
            for (line, other) in zip(book.lines, anew.lines) {
                #expect(line.order.places == other.order.places)
                #expect(line.next == other.next)
                #expect(line.day == other.day)
                #expect(Set(line.parked) == Set(other.parked))
                #expect(line.blocks == other.blocks)
                #expect(line.settings == other.settings)
                #expect(line.bare.prefix(.max).map(\.number) == other.bare.prefix(.max).map(\.number))
                #expect(line.counters.map(\.ticket) == other.counters.map(\.ticket))
            }
        }
    }
}
