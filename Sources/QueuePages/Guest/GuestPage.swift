import Foundation
import HTTPTypes
package import Hummingbird
import Localisation
package import Queueing
package import Records
package import Serving

/// `/queue/<name>`: where people without an account take a number and follow it.
///
/// The visitor's cookie identifies a device, which has one live ticket per queue even if the form is sent twice. Without cookies, the
/// ticket's link serves as its page. Forms identify the ticket by that link, which only its guest has.
package struct GuestPage: Sendable {
    package let feature: QueuesFeature
    package let context: PageContext
    package let desk: QueueDesk
    /// With labels in the reader's language.
    package let plan: QueuePlan
    private var words: Words { context.words }
    package var paths: GuestPaths { GuestPaths(plan.name) }
    private var view: GuestView { GuestView(reader: context.reader) }

    package init(_ feature: QueuesFeature, _ context: PageContext) throws {
        (desk, plan) = try feature.queue(context)
        self.feature = feature
        self.context = context
    }

    // MARK: Page

    package func page(for request: Request) async throws -> Response {
        let visitor = Visitor(of: request)
        let model = try await model(for: request, of: visitor)
        var response = Response.page(view.page(model, assets: feature.assets.prefix))
        // Renews the cookie, so it lasts as long as the page is in use.
        visitor.remember(in: &response)
        return response
    }

    /// The same page, opened by the ticket's link.
    package func linked(_ text: String?, for request: Request) async throws -> Response {
        var model = try await model(of: try await mine(text), for: request)
        model.isLinked = true
        return .page(view.page(model, assets: feature.assets.prefix))
    }

    /// The two current regions for the script, with their commit number.
    package func ticket(for request: Request) async throws -> Response {
        let model: GuestModel
        if let text = request.uri.queryParameters["ticket"] {
            var linked = try await self.model(of: try await mine(String(text)), for: request)
            linked.isLinked = true
            model = linked
        } else {
            guard plan.isPublic || context.person != nil else { throw Refusal(.notFound, "This queue doesn’t exist.") }
            model = try await self.model(for: request, of: Visitor(of: request))
        }
        var answer = JSONLine()
        answer.add("sequence", Int(model.shown.sequence))
        answer.add("kind", model.kind.rawValue)
        answer.add("edition", model.shown.edition)
        answer.add("name", model.plan.label)
        answer.add("prefix", model.plan.prefix)
        if let mine = model.mine {
            answer.add("label", mine.ticket.label)
            answer.add("ahead", mine.place.ahead)
            answer.add("counter", mine.ticket.counter)
        }
        answer.add("mine", view.mine(model).text)
        answer.add("hall", view.hall(model).text)
        return .json(answer.closed)
    }

    // MARK: Joining

    package func join(_ request: Request) async throws -> Response {
        let (visitor, form) = (Visitor(of: request), try await Form(request))
        try feature.taking.check(context)
        let typed = TypedGuest(form, plan)
        do {
            guard plan.services.isEmpty || !typed.services.isEmpty else { throw QueueRefusal.noSuchService }
            let joining = QueueCommand.join(device: visitor.device, services: typed.services, guest: typed.guest)
            guard case .ticket(let ticket) = try await desk.perform(joining, in: plan.name, by: .guest) else { throw QueueRefusal.busy }
            // If the browser has sent our cookie, it accepts cookies.
            var response = Response.on(to: visitor.isNew ? paths.ticket(TicketLink(ticket.id, by: feature.site.linkKey)) : paths.page)
            visitor.remember(in: &response)
            return response
        } catch let refusal as QueueRefusal {
            return try await refused(refusal, request) { $0.typed = typed }
        }
    }

    /// Takes another, anonymous number for a companion. Can be repeated.
    package func another(_ request: Request) async throws -> Response {
        _ = try await Form(request)
        try feature.taking.check(context)
        guard plan.services.isEmpty, plan.asks.isEmpty else { throw Refusal(.conflict, "Say who each number is for.") }
        do {
            guard case .number(let number) = try await desk.perform(.take, in: plan.name, by: .guest) else { throw QueueRefusal.busy }
            let day = try await desk.state(of: plan.name).day
            var response = Response.on(to: paths.page)
            TakenNumbers(of: request, in: plan.name, day: day).adding(number).remember(in: &response)
            return response
        } catch let refusal as QueueRefusal {
            return try await refused(refusal, request)
        }
    }

    // MARK: Actions on a ticket

    /// Asks for confirmation, in a dialog over the page if there is a script.
    package func leaving(for request: Request) async throws -> Response {
        let mine = try await mine(request.uri.queryParameters["ticket"].map { String($0) })
        let number: HTML = "<bdi>\(mine.ticket.label)</bdi>"
        let shell = PageShell(
            title: words("Leave the queue?"), assets: feature.assets.prefix, kind: .queue, reader: context.reader, hasWayBack: false)
        return .page(
            shell.page(
                """
                <div class="queue-leaving"><h1>\(words("Leave the queue?"))</h1>
                <p class="lead">\(words.html("You’ll give up number \(number). If you come back, you start at the end."))</p>
                <form method="post" action="\(paths.leave)">\(context.reader.formField)\(FormView.hidden("ticket", mine.link.text))
                <div class="queue-leaving-ways"><button class="button is-grave" type="submit">\(words("Leave the queue"))</button>\
                <a class="quiet-button" href="\(paths.page)">\(words("Stay"))</a></div></form></div>
                """))
    }

    package func leave(_ request: Request) async throws -> Response {
        try await act(request) { mine, _ in .leave(mine.ticket.id) }
    }

    /// Postpones the ticket: "not for ten minutes", "let three go first".
    package func hold(_ request: Request) async throws -> Response {
        try await act(request) { mine, form in
            // Counted from the front of the queue.
            if let count = Int(form["behind"]), GuestActions.steps.contains(count) {
                return .skip(mine.ticket.id, behind: mine.place.ahead + count)
            }
            guard let minutes = Int(form["minutes"]), minutes == 0 || GuestActions.pauses.contains(minutes) else {
                throw Refusal(.unprocessableContent, "Tidings can’t read this form.")
            }
            return .hold(mine.ticket.id, until: .system() + .seconds(minutes * 60))
        }
    }

    private func act(_ request: Request, _ command: (GuestModel.Mine, Form) throws -> QueueCommand) async throws -> Response {
        let form = try await Form(request)
        let mine = try await mine(form["ticket"])
        do {
            try await desk.perform(try command(mine, form), in: mine.ticket.line, by: .guest)
            return .on(to: form["from"] == "link" ? paths.ticket(mine.link) : paths.page)
        } catch let refusal as QueueRefusal {
            return try await refused(refusal, request)
        }
    }

    // MARK: Rendering

    private func refused(_ refusal: QueueRefusal, _ request: Request, _ alter: (inout GuestModel) -> Void = { _ in }) async throws
        -> Response
    {
        var model = try await model(for: request, of: Visitor(of: request))
        model.problem = words.guestReason(refusal)
        alter(&model)
        return .page(view.page(model, assets: feature.assets.prefix), status: .conflict)
    }

    private func model(for request: Request, of visitor: Visitor) async throws -> GuestModel {
        let place = visitor.isNew ? nil : try await desk.ticket(ofDevice: visitor.device, in: plan.name)
        var model = try await model(
            of: place.map { GuestModel.Mine(place: $0, link: TicketLink($0.ticket.id, by: feature.site.linkKey), now: .system()) },
            for: request)
        model.others = TakenNumbers(of: request, in: plan.name, day: model.state.day).numbers
        return model
    }

    private func model(of mine: GuestModel.Mine?, for request: Request) async throws -> GuestModel {
        var model = GuestModel(plan: plan, state: try await desk.state(of: plan.name), mine: mine, now: .system())
        model.address = WebOrigin(of: request, feature.site).address(model.paths.page)
        model.pushKey = feature.pushKey
        return model
    }

    /// The ticket that a signed link refers to in this queue.
    package func mine(_ text: String?) async throws -> GuestModel.Mine {
        guard let link = TicketLink(text ?? "", by: feature.site.linkKey), let place = try await desk.place(of: link.ticket),
            place.ticket.queue == plan.name
        else { throw Refusal(.notFound, "This ticket is unknown or has expired.") }
        return GuestModel.Mine(place: place, link: link, now: .system())
    }
}

extension Visitor {
    /// Identifies the browser in the queue.
    package var device: String { TicketDevice.of(name) }
}
