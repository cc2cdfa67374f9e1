import Foundation
import HTTPTypes
package import Hummingbird
import Localisation
import Logging
import Queueing
import Records
package import Serving

/// `/queue/<name>/kiosk`: a screen at the door that gives numbers on paper, also while it has lost the network.
///
/// It is one that an administrator has made it: the page asks for a name, and gives the link to open on the device (`KioskPass`), which is good until
/// the kiosk is taken away on the page of settings. Ahead of need its script takes a block of numbers that nobody else gets, gives those while the
/// server is out of reach, and says afterwards which.
package struct KioskPage: Sendable {
    /// Numbers that a kiosk may have for a while without the network.
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
            // Its key is no part of the address from here on.
            var response = Response.on(to: paths.kiosk)
            pass.remember(in: &response)
            return response
        }
        guard let pass = KioskPass(request, at: plan.name, by: feature.site.linkKey) else { return try enrolment() }
        guard try await kiosk(of: pass) != nil else {
            // It was one. Passers-by are not to be asked for a password.
            guard context.person == nil else { return try enrolment() }
            throw notKnown
        }
        let state = try await desk.state(of: plan.name)
        let shell = PageShell(title: plan.label, assets: feature.assets.prefix, kind: .screen, reader: context.reader)
        let address = WebOrigin(of: request, feature.site).address(paths.page)
        let view = KioskView(
            words: words.at(plan.zone), plan: plan, state: state, token: context.formTokenField, address: address, now: .system())
        var response = Response.page(shell.bare(view.html, kind: "is-kiosk"))
        pass.remember(in: &response)
        return response
    }

    // Numbers

    /// A ticket for who stands there: JSON for the script, else the paper. `key` names the press of the button, so that one that is sent twice is one.
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

    /// `{"device": "6f1b…", "used": [{"number": 31, "joined": 1767225600000, "services": []}], "given": ["key"], "now": 1767225660000, "count": 20}`: what was given
    /// without us, which presses of the button were answered so after all, and how many numbers are wanted for the next time.
    package func numbers(_ request: Request) async throws -> Response {
        let (pass, actor) = try await kiosk(of: request)
        guard request.isFromOurPages(), request.isJSON else { throw Refusal(.forbidden, "Another site sent this form.") }
        let body = try await request.body.collect(upTo: Form.byteLimit)
        guard let asked = try? JSONDecoder().decode(Asked.self, from: Data(body.readableBytesView)), asked.isSound else {
            throw Refusal(.badRequest, "Tidings can’t read this form.")
        }
        let (name, now) = ("\(actor.name ?? "") \(asked.device)", Timestamp.system())
        // By our clock: the kiosk's may be wrong.
        let asOf = asked.now.map { Timestamp(milliseconds: $0) } ?? now
        let used = asked.used.map { ticket in
            let age = max(.zero, asOf - Timestamp(milliseconds: ticket.joined))
            return KioskTicket(number: ticket.number, joined: now + (.zero - age), services: ticket.services)
        }
        if !used.isEmpty {
            // What it gave of numbers that are no longer its own, nobody can make good; it is not to ask for ever.
            do { try await desk.perform(.reconcile(kiosk: name, used: used), in: plan.name, by: actor) } catch QueueRefusal.busy {
                throw Refusal(.serviceUnavailable, "The server is busy. Try again in a few seconds.")
            } catch let refusal as QueueRefusal {
                context.logger.warning("a kiosk's numbers are not taken", metadata: ["kiosk": "\(name)", "reason": "\(refusal)"])
            }
        }
        // The answer to the button was lost, and the paper has another number: nobody has this one.
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
        /// By the kiosk's clock; nil: a page from before there was this said it.
        let now: Int64?
        let count: Int

        /// Within what a kiosk can have come to.
        var isSound: Bool {
            (1...16).contains(device.utf8.count) && count >= 0 && used.count <= 2 * KioskPage.blockLimit
                && given.count <= 2 * KioskPage.blockLimit
                && used.allSatisfy { $0.services.count <= 1 && (1...Ticket.numberLimit).contains($0.number) }
        }
    }

    private static func device(_ pass: KioskPass, _ key: String) -> String {
        TicketDevice.of("kiosk \(pass.key) \(key)")
    }

    // Which devices are kiosks

    /// nil: it was taken away.
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

    /// An administrator's form: what the kiosk is called.
    package func enrol(_ request: Request) async throws -> Response {
        guard let person = context.person, person.role == .administrator, context.scopes == nil else {
            throw Refusal.below(.administrator)
        }
        let name = try await Form(request)["name"].trimmingWhitespace()
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
            paths.kiosk(key: KioskPass(id, at: plan.name, by: feature.site.linkKey).key))
        return .page(KioskEnrolment(reader: context.reader, plan: plan, made: (name, address)).page(assets: feature.assets.prefix))
    }
}
