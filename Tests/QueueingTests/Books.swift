import Foundation
import Records

@testable import Queueing

/// A book with a clock controlled by the test.
struct Books {
    static let start = Timestamp(iso: "2026-11-18T09:00:00Z") ?? Timestamp(milliseconds: 0)
    static let clerk = QueueActor(kind: .clerk, person: 1)

    var book: QueueBook
    var now = Books.start

    init(_ plans: [QueuePlan] = [Books.plan()], _ stored: StoredQueues = StoredQueues()) {
        book = QueueBook(plans, stored, at: Books.start)
        _ = book.takeWriting()
    }

    static func plan(
        _ name: String = "main", prefix: String = "", counters: [String] = ["1", "2"], services: [QueuePlan.Service] = [],
        hours: OpeningHours? = nil, reset: TimeOfDay? = TimeOfDay(hour: 4, minute: 0), capacity: Int? = nil, asks: [PersonalField] = []
    ) -> QueuePlan {
        QueuePlan(
            name: name, label: name, prefix: prefix, counters: counters, services: services, hours: hours, zone: .gmt, reset: reset,
            capacity: capacity, asks: asks)
    }

    /// Each action is a second after the previous one.
    @discardableResult
    mutating func act(_ command: QueueCommand, in queue: String = "main", by actor: QueueActor = Books.clerk) throws -> QueueReply {
        now = now + .seconds(1)
        return try book.perform(command, in: queue, by: actor, at: now)
    }

    mutating func take(in queue: String = "main") throws -> Int {
        guard case .number(let number) = try act(.take, in: queue) else { throw Unexpected() }
        return number
    }

    mutating func join(_ device: String? = nil, services: [String] = [], in queue: String = "main") throws -> Ticket {
        guard case .ticket(let ticket) = try act(.join(device: device, services: services, guest: [:]), in: queue, by: .guest) else {
            throw Unexpected()
        }
        return ticket
    }

    /// The called number; nil if no ticket is called.
    mutating func next(_ counter: String = "1", in queue: String = "main") throws -> Int? {
        switch try act(.next(counter: counter), in: queue) {
        case .ticket(let ticket): ticket.number
        case .nobody: nil
        default: throw Unexpected()
        }
    }

    func line(_ queue: String = "main") throws -> [Int] {
        let index = try index(queue)
        return book.lines[index].slots(1_000).map { slot in
            switch slot {
            case .bare(let number, _): number
            case .ticket(let id, _): book.ticket(id)?.number ?? 0
            }
        }
    }

    func state(_ queue: String = "main") throws -> QueueState { book.state(of: try index(queue)) }

    func index(_ queue: String = "main") throws -> Int {
        guard let index = book.index(of: queue) else { throw Unexpected() }
        return index
    }

    struct Unexpected: Error {}
}
