import Foundation
import HTTPTypes
package import Hummingbird
import Localisation
import Queueing
import Records
package import Serving
import Storage

/// `/queue/<name>/statistics`: how many guests came, were served or left, and waiting and service times, by day, hour, counter and clerk;
/// and the tickets as `.csv`.
package struct StatisticsPage: Sendable {
    private let feature: QueuesFeature
    private let context: PageContext
    private let plan: QueuePlan
    private let person: Person

    package init(_ feature: QueuesFeature, _ context: PageContext) throws {
        (_, plan) = try feature.queue(context)
        self.feature = feature
        self.context = context
        person = try context.knownPerson()
    }

    package func page(for request: Request) async throws -> Response {
        let today = StatisticsPeriod.today(in: plan.zone, at: .system())
        let period = StatisticsPeriod(request.query, today: today)
        let statistics = try await feature.store.queues.queueStatistics(of: plan.name, during: period.moments(in: plan.zone), in: plan.zone)
        let names = Dictionary(uniqueKeysWithValues: try await feature.store.people.all().map { ($0.id, $0.name) })
        let model = StatisticsModel(
            plan: plan, period: period, today: today, statistics: statistics, names: names,
            isAdministrator: person.role == .administrator)
        return .page(StatisticsView(reader: context.reader, model: model).page(assets: feature.assets.prefix))
    }

    /// The tickets, one per line, in order of arrival. Personal data are omitted unless an administrator requests them.
    package func tickets(for request: Request) async throws -> Response {
        let period = StatisticsPeriod(request.query, today: StatisticsPeriod.today(in: plan.zone, at: .system()))
        let isPersonal = request.query["personal"] == "true"
        if isPersonal, person.role != .administrator {
            throw Refusal.below(.administrator)
        }
        var head = CSVLine()
        let fields = isPersonal ? plan.asks : []
        let names = [
            "queue", "number", "label", "state", "services", "counter", "calls", "joined", "called", "ended", "waited_seconds",
            "served_seconds",
        ]
        for name in names + fields.map(\.rawValue) { head.add(name) }
        let (store, queue, moments) = (feature.store, plan.name, period.moments(in: plan.zone))
        return file("\(queue)-tickets.csv", head, for: request) { write in
            var after: Ticket.ID? = 0
            while let last = after {
                let tickets = try await store.queues.tickets(joinedIn: queue, during: moments, after: last, limit: Self.pageSize)
                try await write(tickets.map { Self.line($0, fields) })
                after = tickets.count == Self.pageSize ? tickets.last?.id : nil
            }
        }
    }

    /// The audit trail, one action per line, newest first.
    package func acts(for request: Request) async throws -> Response {
        var head = CSVLine()
        for name in ["at", "act", "ticket", "counter", "by", "person", "detail"] { head.add(name) }
        let names = Dictionary(uniqueKeysWithValues: try await feature.store.people.all().map { ($0.id, $0.name) })
        let (store, queue) = (feature.store, plan.name)
        return file("\(queue)-acts.csv", head, for: request) { write in
            var before: Int64? = .max
            while let last = before {
                let acts = try await store.queues.acts(in: queue, before: last, limit: Self.pageSize)
                try await write(acts.map { Self.line($0.act, names) })
                before = acts.count == Self.pageSize ? acts.last?.id : nil
            }
        }
    }

    private static let pageSize = 1000

    private typealias Write = ([CSVLine]) async throws -> Void

    /// Stops when the client disconnects.
    private func file(
        _ name: String, _ head: CSVLine, for request: Request, _ pages: @escaping @Sendable (Write) async throws -> Void
    ) -> Response {
        let body = ResponseBody { writer in
            try await request.body.whileClientWaits {
                try await writer.write(ByteBuffer(string: head.closed))
                try await pages { lines in
                    try Task.checkCancellation()
                    try await writer.send(ByteBuffer(string: lines.map(\.closed).joined()))
                }
            }
            try await writer.finish(nil)
        }
        let headers: HTTPFields = [
            .contentType: "text/csv; charset=utf-8; header=present", .cacheControl: "no-store",
            .contentDisposition: #"attachment; filename="\#(name)""#,
        ]
        return Response(status: .ok, headers: headers, body: body).closingConnection()
    }

    private static func line(_ ticket: Ticket, _ fields: [PersonalField]) -> CSVLine {
        var line = CSVLine()
        line.add(ticket.line)
        line.add(.number(Double(ticket.number)))
        line.add(ticket.label)
        line.add(ticket.state.rawValue)
        line.add(ticket.services.joined(separator: " "))
        line.add(ticket.counter ?? "")
        line.add(.number(Double(ticket.calls)))
        for time in [ticket.joined, ticket.called, ticket.ended] { line.add(time.map { .timestamp($0) }) }
        line.add(ticket.called.map { .number(seconds($0 - ticket.joined)) })
        let isServed = ticket.state == .finished
        line.add(isServed ? zip(ticket.called, ticket.ended).map { .number(seconds($1 - $0)) } : nil)
        for field in fields { line.add(ticket.guest[field] ?? "") }
        return line
    }

    private static func line(_ act: QueueAct, _ names: [Int64: String]) -> CSVLine {
        var line = CSVLine()
        let actor = act.actor
        line.add(.timestamp(act.at))
        line.add(act.kind.rawValue)
        line.add(act.label ?? "")
        line.add(act.counter ?? "")
        line.add(actor.kind.rawValue)
        line.add(actor.person.map { names[$0] ?? "\($0)" } ?? actor.name ?? "")
        line.add(act.detail ?? "")
        return line
    }

    private static func seconds(_ duration: Duration) -> Double { Double(duration.wholeMilliseconds / 1000) }
    private static func zip<A, B>(_ a: A?, _ b: B?) -> (A, B)? { a.flatMap { a in b.map { (a, $0) } } }
}
