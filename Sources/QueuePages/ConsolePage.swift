import BoardPages
import Foundation
import HTTPTypes
package import Hummingbird
import Localisation
import Queueing
import Records
package import Serving
import Storage

/// `/queue/<name>/console`: where staff serve a queue. `GET` returns the page, or the current state for its script; `POST …/<act>` performs
/// an action.
///
/// Every response to a script contains the durable state, so two consoles always agree. Without a script, a form redirects back to the
/// page. A refused action returns the current page with the reason (409).
package struct ConsolePage: Sendable {
    private let feature: QueuesFeature
    private let context: PageContext
    private let desk: QueueDesk
    private let plan: QueuePlan
    private let person: Person
    private var words: Words { context.words }
    private var paths: StaffPaths { StaffPaths(plan.name) }
    private var view: ConsoleView { ConsoleView(reader: context.reader) }

    package init(_ feature: QueuesFeature, _ context: PageContext) throws {
        (desk, plan) = try feature.queue(context)
        self.feature = feature
        self.context = context
        person = try context.knownPerson()
    }

    package func page(for request: Request) async throws -> Response {
        let isChoosing = request.uri.queryParameters["choose"] != nil
        return try await answer(to: request, counter: counter(of: request)) { $0.isChoosing = isChoosing }
    }

    package func act(_ request: Request) async throws -> Response {
        guard let act = ConsoleAct(rawValue: context.parameters.get("act") ?? "") else {
            throw Refusal(.notFound, "Page not found.")
        }
        let form = try await Form(request)
        let counter = form["counter"].isEmpty ? counter(of: request) : form["counter"]
        do {
            guard let command = try act.command(form, plan, at: .system()) else { return try choose(form["counter"]) }
            let reply = try await desk.perform(
                command, in: plan.name, by: QueueActor(kind: .clerk, person: person.id), onBehalf: context.behalf)
            guard request.wantsJSON else { return .on(to: paths.console) }
            var ticket: Ticket? = if case .ticket(let ticket) = reply { ticket } else { nil }
            if ticket == nil, let id = Ticket.ID(form["ticket"]) { ticket = try await desk.place(of: id)?.ticket }
            let done = ConsoleDone(act: act, counter: counter ?? "", form: form, words: words).sentence(of: reply, ticket)
            return try await answer(to: request, counter: counter) {
                $0.note = done.map { ConsoleModel.Note(sentence: $0, canBeUndone: act.canBeUndone && reply != .nobody) }
            }
        } catch let refusal as QueueRefusal {
            return try await refused(words.staffReason(refusal), request, counter)
        } catch let refusal as Refusal where refusal.status == .unprocessableContent {
            return try await refused(refusal.sentence(words) ?? "", request, counter)
        }
    }

    private func refused(_ reason: String, _ request: Request, _ counter: String?) async throws -> Response {
        try await answer(.conflict, to: request, counter: counter) { $0.note = ConsoleModel.Note(sentence: reason, isProblem: true) }
    }

    // MARK: The counter of this browser

    /// Stored in a cookie because one account may be signed in at two counters.
    private static let cookieName = "tidings_counter"
    private static let secondsKept = 400 * 86_400

    private func counter(of request: Request) -> String? {
        if plan.counters.count == 1 { return plan.counters[0] }
        let place = request.cookies[Self.cookieName]?.value.removingPercentEncoding
        return plan.counters.first { $0 == place }
    }

    private func choose(_ counter: String) throws -> Response {
        guard plan.counters.contains(counter) else { throw QueueRefusal.noSuchCounter }
        var response = Response.on(to: paths.console)
        response.setCookie(
            Cookie(
                name: Self.cookieName, value: Percent.encoded(counter), maxAge: Self.secondsKept, path: paths.console, httpOnly: true,
                sameSite: .lax))
        return response
    }

    // MARK: Responses

    private func answer(
        _ status: HTTPResponse.Status = .ok, to request: Request, counter: String?, _ alter: (inout ConsoleModel) -> Void
    ) async throws -> Response {
        var model = try await model(counter)
        alter(&model)
        guard request.wantsJSON else { return .page(view.page(model, assets: feature.assets.prefix), status: status) }
        var line = JSONLine()
        line.add("epoch", String(Self.epoch))
        line.add("sequence", Int(model.state.sequence))
        line.add("waiting", model.state.waiting)
        line.add("regions", view.regions(model).map { JSONLine.region($0.id, $0.html) })
        return .json(line.closed, status: status)
    }

    /// Sequence numbers restart with the server.
    private static let epoch = Timestamp.system().milliseconds

    private func model(_ counter: String?) async throws -> ConsoleModel {
        let (state, tickets) = try await desk.scene(of: plan.name, limit: ConsoleModel.lineLimit)
        return ConsoleModel(
            plan: plan, state: state, queues: feature.queues(in: words), counter: counter, line: tickets.filter { $0.state == .waiting },
            parked: Array(tickets.filter { $0.state == .parked }.prefix(ConsoleModel.sideLimit)),
            missed: try await feature.store.queues.missedTickets(in: plan.name, limit: ConsoleModel.sideLimit), now: .system(),
            isAdministrator: person.role == .administrator)
    }
}

extension ConsoleAct {
    /// Whether the counter's Undo can revert the action.
    var canBeUndone: Bool {
        switch self {
        case .next, .call, .finish, .noShow, .park, .skip, .hold, .transfer: true
        case .counter, .recall, .unpark, .undo, .open, .pause, .close, .late, .openCounter, .closeCounter: false
        }
    }
}
