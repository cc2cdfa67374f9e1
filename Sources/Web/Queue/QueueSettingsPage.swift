import Foundation
import HTTPTypes
import Hummingbird
import Localisation
import Queueing
import Records
import Storage

/// `/queue/<name>/settings`, for administrators: when the queue is open, how many may wait, and what is hung up where guests come in.
struct QueueSettingsPage: Sendable {
    private let site: Site
    private let context: PageContext
    private let desk: QueueDesk
    private let plan: QueuePlan
    private let administrator: Person
    private var words: Words { context.words }

    init(_ site: Site, _ context: PageContext) throws {
        guard let person = context.person, person.role == .administrator else { throw HTTPError(.forbidden) }
        (desk, plan) = try site.queue(context)
        self.site = site
        self.context = context
        administrator = person
    }

    func page(for request: Request) async throws -> Response {
        try await answer(to: request, isDone: request.uri.queryParameters["done"] != nil)
    }

    /// `set` says what is: hours, declared-hours, capacity, or away: a kiosk.
    func set(_ request: Request) async throws -> Response {
        let form = try await Form(request)
        let typed = OpeningHours.dayNames.map { form["hours-\($0)"] }
        do {
            switch form["set"] {
            case "hours": try await perform(.setHours(try hours(typed)))
            case "declared-hours": try await perform(.setHours(nil))
            case "capacity": try await perform(.setCapacity(try capacity(form["capacity"])))
            case "away": try await perform(.removeKiosk(QueueKiosk.ID(form["kiosk"]) ?? 0))
            default: throw Refusal(.badRequest, "This form cannot be read.")
            }
        } catch let refusal as Refusal where refusal.status == .unprocessableContent {
            return try await answer(.unprocessableContent, to: request, typed, problem: words(refusal.reason))
        } catch let refusal as QueueRefusal {
            return try await answer(.conflict, to: request, typed, problem: words.staffReason(refusal))
        }
        return .on(to: "\(StaffPaths(plan.name).settings)?done")
    }

    private func perform(_ command: QueueCommand) async throws {
        try await desk.perform(command, in: plan.name, by: QueueActor(kind: .clerk, person: administrator.id))
    }

    private func hours(_ typed: [String]) throws -> OpeningHours {
        let entries = zip(OpeningHours.dayNames, typed).filter { !$0.1.trimmingWhitespace().isEmpty }.map { (days: $0.0, spans: $0.1) }
        do throws(OpeningHoursError) { return try OpeningHours(entries) } catch {
            throw Refusal(.unprocessableContent, "Hours are written like 08:30-12:00, 13:00-17:00. At least one day has some.")
        }
    }

    private func capacity(_ text: String) throws -> Int? {
        let text = text.trimmingWhitespace()
        if text.isEmpty { return nil }
        guard let people = Int(text), (1...Self.capacityLimit).contains(people) else {
            throw Refusal(.unprocessableContent, "A number from 1 is wanted, or nothing for as many as come.")
        }
        return people
    }

    private static let capacityLimit = 1_000_000

    private func answer(
        _ status: HTTPResponse.Status = .ok, to request: Request, _ typed: [String]? = nil, problem: String? = nil, isDone: Bool = false
    ) async throws -> Response {
        let state = try await desk.state(of: plan.name)
        let model = QueueSettingsModel(
            plan: plan, state: state,
            hours: typed ?? OpeningHours.dayNames.map { day in state.hours?.texts.first { $0.days == day }?.spans ?? "" },
            kiosks: try await desk.kiosks(of: plan.name), origin: WebOrigin(of: request, site).text, problem: problem, isDone: isDone)
        return .page(QueueSettingsView(reader: context.reader, model: model).page(assets: site.assets.prefix), status: status)
    }
}

struct QueueSettingsModel: Sendable {
    let plan: QueuePlan
    let state: QueueState
    /// By day of the week, as they are typed.
    let hours: [String]
    let kiosks: [QueueKiosk]
    /// What addresses begin with, where they are written for others.
    let origin: String
    var problem: String?
    var isDone = false
}
