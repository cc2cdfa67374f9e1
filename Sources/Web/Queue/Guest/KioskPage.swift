import Foundation
import HTTPTypes
import Hummingbird
import Localisation
import Logging
import Queueing
import Records
import Storage

/// `/queue/<name>/kiosk`: a screen at the door that gives numbers on paper, also while it has lost the network.
///
/// It is one that an administrator has made it: the page asks for a name, and gives the link to open on the device (`KioskPass`), which is good until
/// the kiosk is taken away on the page of settings. Ahead of need its script takes a block of numbers that nobody else gets, gives those while the
/// server is out of reach, and says afterwards which.
struct KioskPage: Sendable {
    /// Numbers that a kiosk may have for a while without the network.
    static let blockLimit = 50
    private static let bodyLimit = 64 << 10

    private let site: Site
    private let context: PageContext
    private let desk: QueueDesk
    private let plan: QueuePlan
    private var words: Words { context.words }
    private var paths: GuestPaths { GuestPaths(plan.name) }

    init(_ site: Site, _ context: PageContext) throws {
        (desk, plan) = try site.queue(context)
        self.site = site
        self.context = context
    }

    func page(for request: Request) async throws -> Response {
        if let key = request.uri.queryParameters["key"] {
            guard let pass = KioskPass(String(key), at: plan.name, by: site.linkKey), try await kiosk(of: pass) != nil else {
                throw notKnown
            }
            // Its key is no part of the address from here on.
            var response = Response.on(to: paths.kiosk)
            pass.remember(in: &response)
            return response
        }
        guard let pass = KioskPass(request, at: plan.name, by: site.linkKey) else { return try enrolment() }
        guard try await kiosk(of: pass) != nil else {
            // It was one. Passers-by are not to be asked for a password.
            guard context.person == nil else { return try enrolment() }
            throw notKnown
        }
        let state = try await desk.state(of: plan.name)
        let shell = PageShell(title: plan.label, assets: site.assets.prefix, reader: context.reader)
        let address = WebOrigin(of: request, site).address(paths.page)
        let view = KioskView(
            words: words.at(plan.zone), plan: plan, state: state, token: context.formTokenField, address: address, now: .system())
        var response = Response.page(shell.bare(view.html, kind: "is-kiosk"))
        pass.remember(in: &response)
        return response
    }

    // Numbers

    /// A ticket for who stands there: JSON for the script, else the paper. `key` names the press of the button, so that one that is sent twice is one.
    func take(_ request: Request) async throws -> Response {
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
            let link = TicketLink(ticket.id, by: site.linkKey)
            guard request.wantsJSON else { return .on(to: paths.paper(link)) }
            let address = WebOrigin(of: request, site).address(paths.ticket(link))
            var answer = JSONLine()
            answer.add("label", ticket.label)
            answer.add("number", ticket.number)
            answer.add("paper", TicketPaper(words.at(plan.zone), plan, ticket, address: address).html.text)
            return .json(answer.closed)
        } catch QueueRefusal.noSuchKiosk {
            throw notKnown
        } catch let refusal as QueueRefusal {
            guard request.wantsJSON else { throw HTTPError(.conflict, message: words.guestReason(refusal)) }
            var answer = JSONLine()
            answer.add("problem", words.guestReason(refusal))
            return .json(answer.closed, status: .conflict)
        }
    }

    /// `{"device": "6f1b…", "used": [{"number": 31, "joined": 1767225600000, "services": []}], "given": ["key"], "count": 20}`: what was given
    /// without us, which presses of the button were answered so after all, and how many numbers are wanted for the next time.
    func numbers(_ request: Request) async throws -> Response {
        let (pass, actor) = try await kiosk(of: request)
        guard request.isFromOurPages(), request.isJSON else { throw Refusal(.forbidden, "This form was sent from another site.") }
        let body = try await request.body.collect(upTo: Self.bodyLimit)
        guard let asked = try? JSONDecoder().decode(Asked.self, from: Data(body.readableBytesView)), asked.isSound else {
            throw Refusal(.badRequest, "This form cannot be read.")
        }
        let (name, now) = ("\(actor.name ?? "") \(asked.device)", Timestamp.system())
        let used = asked.used.map {
            KioskTicket(number: $0.number, joined: min(Timestamp(milliseconds: $0.joined), now), services: $0.services)
        }
        if !used.isEmpty {
            // What it gave of numbers that are no longer its own, nobody can make good; it is not to ask for ever.
            do { try await desk.perform(.reconcile(kiosk: name, used: used), in: plan.name, by: actor) } catch let refusal as QueueRefusal {
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
        guard let pass = KioskPass(request, at: plan.name, by: site.linkKey), let kiosk = try await kiosk(of: pass) else { throw notKnown }
        return (pass, QueueActor(kind: .kiosk, name: kiosk.name))
    }

    private var notKnown: Refusal { Refusal(.forbidden, "This device is no kiosk of the queue. An administrator makes it one.") }

    private func enrolment() throws -> Response {
        guard let person = context.person else { return .on(to: LoginPage.path(next: LocalPath(paths.kiosk))) }
        guard person.role == .administrator else { throw notKnown }
        return .page(KioskEnrolment(reader: context.reader, plan: plan).page(assets: site.assets.prefix))
    }

    /// An administrator's form: what the kiosk is called.
    func enrol(_ request: Request) async throws -> Response {
        guard let person = context.person, person.role == .administrator, context.scopes == nil else {
            throw Refusal(.forbidden, "Only administrators can do this.")
        }
        let name = try await Form(request)["name"].trimmingWhitespace()
        guard !name.isEmpty else { throw Refusal(.unprocessableContent, "The kiosk needs a name.") }
        let id = QueueKiosk.ID.random(in: 1 ... .max)
        do {
            let actor = QueueActor(kind: .clerk, person: person.id)
            try await desk.perform(.enrolKiosk(id, name: String(name.prefix(QueueKiosk.nameLimit))), in: plan.name, by: actor)
        } catch let refusal as QueueRefusal {
            let page = KioskEnrolment(reader: context.reader, plan: plan, problem: words.staffReason(refusal)).page(
                assets: site.assets.prefix)
            return .page(page, status: .conflict)
        }
        let address = WebOrigin(of: request, site).address(paths.kiosk(key: KioskPass(id, at: plan.name, by: site.linkKey).key))
        return .page(KioskEnrolment(reader: context.reader, plan: plan, made: (name, address)).page(assets: site.assets.prefix))
    }
}
