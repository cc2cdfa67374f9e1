import Foundation
import HTTPTypes
import Hummingbird
import JSONReading
import Localisation
import Queueing
import Records
import Serving

/// `POST /api/v1/queues/<name>/commands`: staff actions. Each returns the ticket concerned and the new state of the queue.
extension QueuesAPI {
    var commands: Endpoint {
        Endpoint(
            .post, "\(Self.path)/{queue}/commands", "queueCommand", topic: Self.topic,
            "Does something at a queue: calls the next, finishes, parks, pauses, …", access: .clerks,
            parameters: [Self.queue], body: .json(.either(Command.allCases.map(\.schema))),
            outcomes: [
                .init(
                    "It is done and durable",
                    .object([
                        .init(
                            "ticket", .optional(.named("Ticket")),
                            about: "The ticket it was about; null if it was about none, or no one waits who may come."),
                        .init("queue", .named("Queue")),
                    ]))
            ], problems: [.conflict, .locked, .serviceUnavailable], answer: command)
    }

    private enum Command: String, CaseIterable {
        case next, call, recall, finish, noShow, park, unpark, skip, hold, transfer, undo, setCounter, setState, setLate,
            setCapacity, setHours, setZone, startDay

        /// Actions reserved for administrators.
        var isForAdministrators: Bool { [.setCapacity, .setHours, .setZone, .startDay].contains(self) }

        var schema: JSONSchema { .object([.init("command", .choice([rawValue]))] + members) }

        private var members: [JSONSchema.Member] {
            let counter = JSONSchema.Member("counter", .text(1...64))
            let ticket = JSONSchema.Member("ticket", .identifier, about: "Its id.")
            let front = JSONSchema.Member("front", .flag, isRequired: false, about: "At the front of the queue; otherwise at its place.")
            return switch self {
            case .next:
                [
                    counter,
                    .init(
                        "after", .optional(.identifier), isRequired: false,
                        about: "The ticket you believe is at the counter, or null. If that has changed, nothing is done (409)."),
                ]
            case .recall, .undo: [counter]
            case .call: [counter, .init("number", .integer(1...Ticket.numberLimit), about: "Of a waiting, parked or absent ticket.")]
            case .finish, .noShow, .park: [ticket]
            case .unpark: [ticket, front]
            case .skip: [ticket, .init("behind", .integer(1...1000), about: "How many go first.")]
            case .hold: [ticket, .init("until", .moment)]
            case .transfer: [ticket, .init("to", .text(1...64), about: "The name of a queue."), front]
            case .setState:
                [
                    .init("state", .choice(QueueState.Opening.allCases.map(\.rawValue))),
                    .init("reason", .optional(.text(0...200)), isRequired: false, about: "What guests read."),
                ]
            case .setLate: [.init("late", .flag)]
            case .setCounter: [counter, .init("open", .flag, about: "A closed counter doesn't call anyone.")]
            case .setCapacity: [.init("capacity", .optional(.integer(1...1_000_000)), about: "null: no limit.")]
            case .setHours:
                [
                    .init(
                        "hours", .optional(.map(.text(0...200))),
                        about: """
                            By days: {"mon-fri": "08:30-12:00, 13:00-17:00"}; {}: \
                            open until staff close it; null: as the board declares them.
                            """
                    )
                ]
            case .setZone:
                [
                    .init(
                        "zone", .optional(.text(1...64)),
                        about: "Of the queue's hours and days, like Europe/Berlin; null: as the board declares it, else the server's.")
                ]
            case .startDay: []
            }
        }

        /// `body` has been validated against the schema.
        func command(_ body: JSONValue) throws -> QueueCommand {
            func text(_ name: String) -> String { body[name]?.text ?? "" }
            func number(_ name: String) -> Int { body[name]?.number.map { Int(clamping: $0) } ?? 0 }
            let (ticket, counter, isFront) = (Ticket.ID(number("ticket")), text("counter"), body["front"]?.flag ?? false)
            switch self {
            case .next:
                guard let after = body["after"] else { return .next(counter: counter) }
                return .next(counter: counter, after: after.kind == .null ? .nobody : .ticket(Ticket.ID(number("after"))))
            case .call: return .call(number: number("number"), counter: counter)
            case .recall: return .recall(counter: counter)
            case .finish: return .finish(ticket)
            case .noShow: return .noShow(ticket)
            case .park: return .park(ticket)
            case .unpark: return .unpark(ticket, front: isFront)
            case .skip: return .skip(ticket, behind: number("behind"))
            case .hold:
                guard let until = Timestamp(iso: text("until")) else {
                    throw APICall.misfit("/until", "is a moment like 2026-11-22T14:30:00Z", .unprocessableContent)
                }
                return .hold(ticket, until: until)
            case .transfer: return .transfer(ticket, to: text("to"), front: isFront)
            case .undo: return .undo(counter: counter)
            case .setState:
                let reason = body["reason"].flatMap { $0.kind == .null ? nil : $0.text }
                return .setState(QueueState.Opening(rawValue: text("state")) ?? .open, reason: reason)
            case .setLate: return .setLate(body["late"]?.flag ?? false)
            case .setCounter: return .setCounter(counter, isOpen: body["open"]?.flag ?? true)
            case .setCapacity: return .setCapacity(body["capacity"]?.number.map { Int(clamping: $0) })
            case .setHours:
                guard let hours = body["hours"], hours.kind != .null else { return .setHours(nil) }
                guard !hours.members.isEmpty else { return .clearHours }
                do throws(OpeningHoursError) {
                    return .setHours(try OpeningHours(hours.members.map { (days: $0.name, spans: $0.value.text) }))
                } catch { throw APICall.misfit("/hours", "cannot be read: \(error)", .unprocessableContent) }
            case .setZone: return .setZone(body["zone"].flatMap { $0.kind == .null ? nil : $0.text })
            case .startDay: return .startDay
            }
        }
    }

    @Sendable private func command(_ call: APICall) async throws -> APIAnswer {
        let (person, plan) = (try call.person(), try plan(call))
        guard let body = call.body, let asked = Command(rawValue: body["command"]?.text ?? "") else { throw Refusal(.unprocessableContent) }
        if asked.isForAdministrators {
            guard person.role == .administrator, call.context.scopes?.contains(.admin) ?? true else {
                throw Refusal(.forbidden, text: "Only administrators can do this.")
            }
        }
        let command = try asked.command(body)
        return try await Self.answering {
            let reply = try await feature.queues.perform(
                command, in: plan.name, by: QueueActor(kind: .clerk, person: person.id), onBehalf: call.context.behalf)
            var ticket: Ticket? = if case .ticket(let ticket) = reply { ticket } else { nil }
            if ticket == nil, let id = body["ticket"]?.number {
                ticket = try await feature.queues.place(of: Ticket.ID(clamping: id))?.ticket
            }
            var line = JSONLine()
            if let ticket { line.add("ticket", TicketResource.line(ticket, isStaff: true)) } else { line.add("ticket", nil as String?) }
            line.add("queue", QueueResource.members.line(try await feature.queues.state(of: plan.name)))
            return .json(line)
        }
    }
}
