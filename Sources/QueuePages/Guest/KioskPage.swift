import Foundation
import HTTPTypes
package import Hummingbird
import Localisation
import Logging
import Queueing
import Records
package import Serving

/// `/queue/<name>/kiosk`: a screen at the entrance that prints numbers, even while it is offline.
///
/// An administrator sets up the kiosk: the page asks for a name and returns the link to open on the device (`KioskPass`), which is valid
/// until the kiosk is removed in the settings. The kiosk's script reserves a block of numbers in advance, hands them out while the server
/// is unreachable, and reports them afterwards.
package struct KioskPage: Sendable {
    /// How many numbers a kiosk may reserve for offline use.
    static let blockLimit = 50

    private let feature: QueuesFeature
    private let context: PageContext
    private let desk: QueueDesk
    private let plan: QueuePlan
    private var words: Words { context.words }
    private var paths: GuestPaths { GuestPaths(plan.name) }

    package init(_ feature: QueuesFeature, _ context: PageContext) throws {
        (desk, plan) = try feature.queue(context)
        self.feature = feature
        self.context = context
    }

    package func page(for request: Request) async throws -> Response {
        if let key = request.uri.queryParameters["key"] {
            guard let pass = KioskPass(String(key), at: plan.name, by: feature.site.linkKey), try await kiosk(of: pass) != nil else {
                throw notKnown
            }
            // Redirects to an address without the key.
            var response = Response.on(to: paths.kiosk)
            pass.remember(in: &response)
            return response
        }
        if let person = context.person, person.role == .administrator {
            return try await NewSecret.shown(on: paths.kiosk, of: request, for: person, by: feature.site) { texts in
                guard texts.count == 2 else { return try await screen(for: request) }
                let view = KioskEnrolment(reader: context.reader, plan: plan, made: (texts[0], texts[1]))
                return .page(view.page(assets: feature.assets.prefix))
            }
        }
        return try await screen(for: request)
    }

    private func screen(for request: Request) async throws -> Response {
        guard let pass = KioskPass(request, at: plan.name, by: feature.site.linkKey) else { return try enrolment() }
        guard try await kiosk(of: pass) != nil else {
            // The kiosk's access was removed. Passers-by must not be asked for a password.
            guard context.person == nil else { return try enrolment() }
            throw notKnown
        }
        let state = try await desk.state(of: plan.name)
        let shell = PageShell(title: plan.label, assets: feature.assets.prefix, kind: .screen, reader: context.reader)
        let address = WebOrigin(of: request, feature.site).address(paths.page)
        let view = KioskView(
            words: words.at(plan.zone), plan: plan, state: state, prints: pass.prints, reader: context.reader,
            token: context.formTokenField, address: address, now: .system())
        var response = Response.page(shell.bare(view.html, kind: "is-kiosk"))
        pass.remember(in: &response)
        return response
    }

    // MARK: Numbers

    /// Takes a ticket at the kiosk: JSON for the script, otherwise the printed page. `key` identifies the button press, so a repeated
    /// request returns the same ticket.
    package func take(_ request: Request) async throws -> Response {
        let (pass, actor) = try await kiosk(of: request)
        let form = try await Form(request)
        let services = form["service"].isEmpty ? [] : [form["service"]]
        let key = form["key"]
        let device = key.isEmpty ? nil : Self.device(pass, key)
        do {
            guard plan.services.isEmpty || !services.isEmpty else { throw QueueRefusal.noSuchService }
            let joining = QueueCommand.join(device: device, services: services, guest: [:])
            guard case .ticket(let ticket) = try await desk.perform(joining, in: plan.name, by: actor) else {
                throw QueueRefusal.busy
            }
            let link = TicketLink(ticket.id, by: feature.site.linkKey)
            guard request.wantsJSON else { return .on(to: paths.paper(link)) }
            let address = WebOrigin(of: request, feature.site).address(paths.ticket(link))
            var answer = JSONLine()
            answer.add("label", ticket.label)
            answer.add("number", ticket.number)
            answer.add("paper", TicketPaper(words.at(plan.zone), plan, ticket, address: address).html.text)
            return .json(answer.closed)
        } catch QueueRefusal.noSuchKiosk {
            throw notKnown
        } catch let refusal as QueueRefusal {
            guard request.wantsJSON else { throw Refusal(.conflict, text: words.guestReason(refusal)) }
            var answer = JSONLine()
            answer.add("problem", words.guestReason(refusal))
            return .json(answer.closed, status: .conflict)
        }
    }

    /// `{"device": "6f1b…", "used": [{"number": 31, "joined": 1767225600000, "services": []}], "given": ["key"], "now": 1767225660000,
    /// "count": 20}`: the numbers given out offline, the button presses answered with them although their requests had been sent, and how
    /// many numbers to reserve next.
    package func numbers(_ request: Request) async throws -> Response {
        let (pass, actor) = try await kiosk(of: request)
        guard request.isFromOurPages(), request.isJSON else { throw Refusal(.forbidden, "Another site sent this form.") }
        let body = try await request.body.collect(upTo: Form.byteLimit)
        guard let asked = try? JSONDecoder().decode(Asked.self, from: Data(body.readableBytesView)), asked.isSound else {
            throw Refusal(.badRequest, "Tidings can’t read this form.")
        }
        let (name, now) = ("\(actor.name ?? "") \(asked.device)", Timestamp.system())
        // Converts to the server's clock, as the kiosk's may be wrong.
        let asOf = asked.now.map { Timestamp(milliseconds: $0) } ?? now
        let used = asked.used.map { ticket in
            let age = max(.zero, asOf - Timestamp(milliseconds: ticket.joined))
            return KioskTicket(number: ticket.number, joined: now + (.zero - age), services: ticket.services)
        }
        if !used.isEmpty {
            // Numbers that no longer belong to the kiosk can't be reconciled; without this, the kiosk would retry forever.
            do { try await desk.perform(.reconcile(kiosk: name, used: used), in: plan.name, by: actor) } catch QueueRefusal.busy {
                throw Refusal(.serviceUnavailable, "The server is busy. Try again in a few seconds.")
            } catch let refusal as QueueRefusal {
                context.logger.warning("a kiosk's numbers are not taken", metadata: ["kiosk": "\(name)", "reason": "\(refusal)"])
            }
        }
        // The response to the button press was lost and the kiosk printed another number, so this ticket has no holder.
        for key in asked.given {
            let place = try await desk.ticket(ofDevice: Self.device(pass, key), in: plan.name)
            if let ticket = place?.ticket, ticket.state.isLive {
                _ = try? await desk.perform(.leave(ticket.id), in: plan.name, by: actor)
            }
        }
        var answer = JSONLine()
        answer.add("day", Int(try await desk.state(of: plan.name).day))
        answer.add("until", plan.reset.map { $0.next(after: now, in: plan.zone).description })
        let count = min(asked.count, Self.blockLimit)
        do {
            if count > 0, case .block(let block) = try await desk.perform(.reserve(kiosk: name, count: count), in: plan.name, by: actor) {
                answer.add("first", block.lowerBound)
                answer.add("last", block.upperBound)
            }
        } catch QueueRefusal.noSuchKiosk { throw notKnown }
        return .json(answer.closed)
    }

    private struct Asked: Decodable {
        struct Used: Decodable {
            let number: Int
            /// Milliseconds since 1970.
            let joined: Int64
            let services: [String]
        }

        let device: String
        let used: [Used]
        let given: [String]
        /// By the kiosk's clock; nil if the page's script predates this field.
        let now: Int64?
        let count: Int

        /// Whether the values are plausible for a kiosk.
        var isSound: Bool {
            (1...16).contains(device.utf8.count) && count >= 0 && used.count <= 2 * KioskPage.blockLimit
                && given.count <= 2 * KioskPage.blockLimit
                && used.allSatisfy { $0.services.count <= 1 && (1...Ticket.numberLimit).contains($0.number) }
        }
    }

    private static func device(_ pass: KioskPass, _ key: String) -> String {
        TicketDevice.of("kiosk \(pass.key) \(key)")
    }

    // MARK: Registered kiosks

    /// nil if the kiosk has been removed.
    private func kiosk(of pass: KioskPass) async throws -> QueueKiosk? {
        try await desk.kiosks(of: plan.name).first { $0.id == pass.kiosk }
    }

    private func kiosk(of request: Request) async throws -> (KioskPass, QueueActor) {
        guard let pass = KioskPass(request, at: plan.name, by: feature.site.linkKey), let kiosk = try await kiosk(of: pass) else {
            throw notKnown
        }
        return (pass, QueueActor(kind: .kiosk, name: kiosk.name))
    }

    private var notKnown: Refusal { Refusal(.forbidden, "This device isn’t a kiosk yet. An administrator can set it up.") }

    private func enrolment() throws -> Response {
        guard let person = context.person else { return .on(to: LoginPath.page(next: LocalPath(paths.kiosk))) }
        guard person.role == .administrator else { throw notKnown }
        return .page(KioskEnrolment(reader: context.reader, plan: plan).page(assets: feature.assets.prefix))
    }

    /// Handles the administrator's form with the kiosk's name.
    package func enrol(_ request: Request) async throws -> Response {
        guard let person = context.person, person.role == .administrator, context.scopes == nil else {
            throw Refusal.below(.administrator)
        }
        let form = try await Form(request)
        let name = form["name"].trimmingWhitespace()
        guard !name.isEmpty else { throw Refusal(.unprocessableContent, "Enter a name for the kiosk.") }
        let id = QueueKiosk.ID.random(in: 1 ... .max)
        do {
            let actor = QueueActor(kind: .clerk, person: person.id)
            try await desk.perform(
                .enrolKiosk(id, name: String(name.prefix(QueueKiosk.nameLimit))), in: plan.name, by: actor, onBehalf: context.behalf)
        } catch let refusal as QueueRefusal {
            let page = KioskEnrolment(reader: context.reader, plan: plan, problem: words.staffReason(refusal)).page(
                assets: feature.assets.prefix)
            return .page(page, status: .conflict)
        }
        let address = WebOrigin(of: request, feature.site).address(
            paths.kiosk(key: KioskPass(id, at: plan.name, prints: form["printer"] != "none", by: feature.site.linkKey).key))
        return NewSecret.sent([name, address], to: paths.kiosk, for: person, by: feature.site)
    }
}
