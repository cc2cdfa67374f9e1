import Boards
import Foundation
import HTTPTypes
import Hummingbird
import JSONReading
import Localisation
import Queueing
package import Records
package import Serving

/// `/api/v1/queues…`: take a number, follow it, serve the queue. Staff actions are in `QueuesAPI+Commands`.
///
/// Anonymous callers can see and join the queues of public boards. A program that sends `Idempotency-Key` gets the same ticket again for
/// the same key, and can give it up with that key.
package struct QueuesAPI: Sendable {
    let feature: QueuesFeature

    package static let path = "/api/v1/queues"
    package static let topic = "Queues"
    package static let queue = Endpoint.Parameter.path(
        "queue", .text(.init(lengths: 1...64, pattern: "^[a-z0-9-]{1,64}$")), "The queue's name, as in its address.")
    private static let ticket = Endpoint.Parameter.path("ticket", .identifier, "The ticket's id.")
    private static let key = Endpoint.Parameter.header(
        "Idempotency-Key", .text(.init(lengths: keyLengths)), "By chance, and kept: the same key is the same guest.")
    private static let keyLengths = 1...200
    private static let lineLimit = 1000
    private static let idempotencyKey = HTTPField.Name("Idempotency-Key")!

    package static func endpoints(_ feature: QueuesFeature) -> [Endpoint] {
        let api = Self(feature: feature)
        return [
            Endpoint(
                .get, path, "queues", topic: topic, "The queues in their current state", access: .anyone,
                outcomes: [.init("Queues the caller may see", .object([.init("queues", .list(.named("Queue")))]))], answer: api.list),
            Endpoint(
                .get, "\(path)/{queue}", "queue", topic: topic, "One queue in its current state", access: .readers, parameters: [queue],
                outcomes: [.init("The queue", .named("Queue"))], answer: api.get),
            Endpoint(
                .get, "\(path)/{queue}/tickets", "queueTickets", topic: topic,
                "Who is at a counter, waiting or parked; for staff", access: .readers,
                parameters: [queue, .query("limit", .integer(1...lineLimit), "How many of those waiting, 100 by default.")],
                outcomes: [
                    .init(
                        "The tickets: those at counters, those waiting in their order, those parked",
                        .object([.init("tickets", .list(.named("Ticket")))]))
                ], answer: api.tickets),
            Endpoint(
                .post, "\(path)/{queue}/tickets", "joinQueue", topic: topic,
                "Takes a number. With the header Idempotency-Key, the same key gets the same ticket while it lives", access: .readers,
                parameters: [queue, key],
                body: .json(
                    .object([
                        .init(
                            "services", .list(.text(1...64), upTo: 20), isRequired: false,
                            about: "By name, in the order in which they are wanted."),
                        .init(
                            "guest", TicketResource.guest, isRequired: false,
                            about: "What the queue asks for, as it says under asks; the rest is passed over."
                        ),
                    ])),
                outcomes: [.init(.created, "The ticket; Location is its address", .named("TicketPlace"))],
                problems: [.conflict, .locked, .serviceUnavailable], answer: api.join),
            Endpoint(
                .get, "\(path)/{queue}/tickets/{ticket}", "queueTicket", topic: topic,
                "One ticket and its place; for staff, and with its Idempotency-Key", access: .readers, parameters: [queue, ticket, key],
                outcomes: [.init("The ticket", .named("TicketPlace"))], answer: api.place),
            Endpoint(
                .delete, "\(path)/{queue}/tickets/{ticket}", "leaveQueue", topic: topic,
                "Gives a ticket up; for staff, and with its Idempotency-Key", access: .readers, parameters: [queue, ticket, key],
                outcomes: [.init(.noContent, "It no longer waits")], problems: [.conflict, .serviceUnavailable], answer: api.leave),
            api.commands,
        ]
    }

    // MARK: Reading

    @Sendable private func list(_ call: APICall) async throws -> APIAnswer {
        let isReader = call.context.person != nil && call.context.scopes?.contains(.read) ?? true
        var lines: [JSONLine] = []
        for plan in feature.desk?.plans ?? [] where plan.isPublic || isReader {
            lines.append(QueueResource.members.line(try await feature.queues.state(of: plan.name)))
        }
        var line = JSONLine()
        line.add("queues", lines)
        return .json(line)
    }

    @Sendable private func get(_ call: APICall) async throws -> APIAnswer {
        try await Self.answering { .json(QueueResource.members.line(try await feature.queues.state(of: call.text("queue") ?? ""))) }
    }

    @Sendable private func tickets(_ call: APICall) async throws -> APIAnswer {
        guard call.context.person != nil else { throw Refusal(.unauthorized) }
        guard isStaff(call) else { throw Refusal(.forbidden, text: "Only counter staff can do this.") }
        return try await Self.answering {
            let tickets = try await feature.queues.waiting(in: try plan(call).name, limit: call.integer("limit") ?? 100)
            var line = JSONLine()
            line.add("tickets", tickets.map { TicketResource.line($0, isStaff: true) })
            return .json(line)
        }
    }

    @Sendable private func place(_ call: APICall) async throws -> APIAnswer {
        let place = try await own(call)
        return .json(TicketPlaceResource.line(place, isStaff: isStaff(call)))
    }

    // MARK: Joining and leaving

    @Sendable private func join(_ call: APICall) async throws -> APIAnswer {
        try feature.taking.check(call.context)
        let plan = try plan(call)
        let services = (call.body?["services"]?.elements ?? []).map(\.text)
        let said = (call.body?["guest"]?.members ?? []).compactMap { member in
            PersonalField(rawValue: member.name).map { ($0, member.value.text) }
        }
        let guest = Dictionary(said.filter { plan.asks.contains($0.0) && !$0.1.isEmpty }) { _, last in last }
        return try await Self.answering {
            let actor = call.context.person.map { QueueActor(kind: .clerk, person: $0.id) } ?? .guest
            let joining = QueueCommand.join(device: try device(call), services: services, guest: guest)
            let joined = try await feature.queues.perform(joining, in: plan.name, by: actor, onBehalf: call.context.behalf)
            guard case .ticket(let ticket) = joined, let place = try await feature.queues.place(of: ticket.id) else {
                throw Refusal(.internalServerError)
            }
            return .json(
                TicketPlaceResource.line(place, isStaff: false), .created,
                headers: [.location: "\(Self.path)/\(plan.name)/tickets/\(ticket.id)"])
        }
    }

    @Sendable private func leave(_ call: APICall) async throws -> APIAnswer {
        let place = try await own(call)
        return try await Self.answering {
            let person = isStaff(call) ? call.context.person : nil
            try await feature.queues.perform(
                .leave(place.ticket.id), in: place.ticket.line,
                by: person.map { QueueActor(kind: .clerk, person: $0.id) } ?? .guest,
                onBehalf: person == nil ? nil : call.context.behalf)
            return .nothing
        }
    }

    /// The ticket in the path, for staff and for callers with its key. For others it doesn't exist.
    private func own(_ call: APICall) async throws -> TicketPlace {
        let plan = try plan(call)
        guard let id = call.integer("ticket"), let place = try await feature.queues.place(of: Int64(id)),
            [place.ticket.queue, place.ticket.line].contains(plan.name),
            try isStaff(call) || (place.ticket.device != nil && place.ticket.device == device(call))
        else { throw Refusal(.notFound, text: "There is no such ticket.") }
        return place
    }

    /// The hash of the program's key, as stored with tickets.
    private func device(_ call: APICall) throws -> String? {
        guard let key = call.request.headers[Self.idempotencyKey] else { return nil }
        guard Self.keyLengths.contains(key.utf8.count) else {
            throw APICall.misfit("Idempotency-Key", "has 1 to 200 bytes")
        }
        return TicketDevice.of(key: key)
    }

    /// Whether the caller is a clerk, or a program whose clerk's token permits the action.
    private func isStaff(_ call: APICall) -> Bool {
        guard let person = call.context.person, person.role >= .clerk else { return false }
        return call.context.scopes?.contains(call.request.method == .get || call.request.method == .head ? .read : .watch) ?? true
    }

    package func plan(_ call: APICall) throws -> QueuePlan {
        guard let plan = try feature.queues[call.text("queue") ?? ""] else { throw Refusal(.notFound, text: "There is no such queue.") }
        return plan
    }

    // MARK: Responses

    /// Turns the desk's refusals into problem responses.
    package static func answering(_ answer: () async throws -> APIAnswer) async throws -> APIAnswer {
        do { return try await answer() } catch let refusal as QueueRefusal { throw Refusal(refusal) }
    }
}

extension Refusal {
    /// The problem for a refusal by the desk.
    package init(_ refusal: QueueRefusal) {
        let status: HTTPResponse.Status =
            switch refusal {
            case .closed, .paused, .counterClosed: .locked
            case .busy: .serviceUnavailable
            case .full, .outOfNumbers, .notNow, .atAnotherCounter, .nobodyThere, .outrun, .nothingToUndo, .kioskKnown, .tooManyKiosks,
                .peopleWait, .serviceWanted, .tooManyServices:
                .conflict
            case .noSuchQueue, .noSuchTicket, .noSuchCounter, .noSuchKiosk: .notFound
            case .noSuchService, .wrong: .unprocessableContent
            }
        var headers: HTTPFields = [:]
        switch refusal {
        case .closed(_, let opens?):
            headers[.retryAfter] = "\(max(1, (opens - .system()).components.seconds))"
        case .busy: headers[.retryAfter] = "1"
        default: break
        }
        self.init(status, text: refusal.description, headers: headers)
    }
}
