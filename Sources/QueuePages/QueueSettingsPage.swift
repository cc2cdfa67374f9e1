import Foundation
import HTTPTypes
package import Hummingbird
import Localisation
import Queueing
import Records
package import Serving

/// `/queue/<name>/settings`, for administrators: names of the queue and its services, opening hours, capacity, and links for the entrance.
package struct QueueSettingsPage: Sendable {
    private let feature: QueuesFeature
    private let context: PageContext
    private let desk: QueueDesk
    private let plan: QueuePlan
    private let administrator: Person
    private var words: Words { context.words }

    package init(_ feature: QueuesFeature, _ context: PageContext) throws {
        guard let person = context.person, person.role == .administrator else { throw Refusal(.forbidden) }
        (desk, plan) = try feature.queue(context)
        self.feature = feature
        self.context = context
        administrator = person
    }

    package func page(for request: Request) async throws -> Response {
        try await answer(to: request, isDone: request.uri.queryParameters["done"] != nil)
    }

    /// Applies the setting that `set` names: names, declared-names, a service (add-service, service, raise, remove, declared-services),
    /// hours, declared-hours, capacity, or away (removes a kiosk).
    package func set(_ request: Request) async throws -> Response {
        let form = try await Form(request)
        let typed = OpeningHours.dayNames.map { form["hours-\($0)"] }
        do {
            switch form["set"] {
            case "names": try await perform(names(form))
            case "declared-names": try await perform(.setNames(label: nil, prefix: nil))
            case "add-service":
                try await perform(.addService(label: try label(form), minutes: try minutes(form["minutes"]), counters: counters(form)))
            case "service": try await perform(service(form))
            case "raise": try await perform(.raiseService(form["service"]))
            case "remove": try await perform(.removeService(form["service"]))
            case "declared-services": try await perform(.restoreServices)
            case "hours": try await perform(.setHours(try hours(typed)))
            case "declared-hours": try await perform(.setHours(nil))
            case "capacity": try await perform(.setCapacity(try capacity(form["capacity"])))
            case "away": try await perform(.removeKiosk(QueueKiosk.ID(form["kiosk"]) ?? 0))
            default: throw Refusal(.badRequest, "Tidings can’t read this form.")
            }
        } catch let refusal as Refusal where refusal.status == .unprocessableContent {
            return try await answer(.unprocessableContent, to: request, typed, form, problem: refusal.sentence(words) ?? "")
        } catch let refusal as QueueRefusal {
            // Another administrator has removed it in the meantime.
            let reason = refusal == .noSuchService ? words("This service has been removed.") : words.staffReason(refusal)
            return try await answer(.conflict, to: request, typed, form, problem: reason)
        }
        return .on(to: "\(StaffPaths(plan.name).settings)?done")
    }

    private func perform(_ command: QueueCommand) async throws {
        let clerk = QueueActor(kind: .clerk, person: administrator.id)
        try await desk.perform(command, in: plan.name, by: clerk, onBehalf: context.behalf)
    }

    /// Labels left at the board file's text in this language keep following the board file, in every language.
    private func names(_ form: Form) throws -> QueueCommand {
        let (label, prefix) = (try label(form), form["prefix"].trimmingWhitespace())
        guard QueuePlan.isPrefix(prefix) else { throw Refusal(.unprocessableContent, "Enter up to 3 letters, without digits.") }
        let declared = try feature.declaredQueue(context)
        return .setNames(label: label == declared.label ? nil : label, prefix: prefix == declared.prefix ? nil : prefix)
    }

    private func service(_ form: Form) throws -> QueueCommand {
        let label = try label(form)
        let isSame = plan.service(form["service"])?.label == label
        return .changeService(
            form["service"], label: isSame ? nil : label, minutes: try minutes(form["minutes"]), counters: counters(form))
    }

    private func label(_ form: Form) throws -> String {
        guard let label = QueueNaming.label(form["label"]) else {
            throw Refusal(.unprocessableContent, "Enter a name of up to 60 characters.")
        }
        return label
    }

    private func minutes(_ text: String) throws -> Int? {
        let text = text.trimmingWhitespace()
        if text.isEmpty { return nil }
        guard let minutes = Int(text), QueueNaming.minutes.contains(minutes) else {
            throw Refusal(.unprocessableContent, "Enter 1 to 600 minutes, or leave empty.")
        }
        return minutes
    }

    /// The ticked counters; all if none is ticked or there is only one.
    private func counters(_ form: Form) -> [String] {
        let ticked = plan.counters.enumerated().filter { !form["counter-\($0.offset)"].isEmpty }.map(\.element)
        return ticked.isEmpty ? plan.counters : ticked
    }

    private func hours(_ typed: [String]) throws -> OpeningHours {
        let entries = zip(OpeningHours.dayNames, typed).filter { !$0.1.trimmingWhitespace().isEmpty }.map { (days: $0.0, spans: $0.1) }
        do throws(OpeningHoursError) { return try OpeningHours(entries) } catch {
            throw Refusal(.unprocessableContent, "Enter hours like 08:30-12:00, 13:00-17:00 for at least one day.")
        }
    }

    private func capacity(_ text: String) throws -> Int? {
        let text = text.trimmingWhitespace()
        if text.isEmpty { return nil }
        guard let people = Int(text), (1...Self.capacityLimit).contains(people) else {
            throw Refusal(.unprocessableContent, "Enter 1 or more, or leave empty for no limit.")
        }
        return people
    }

    private static let capacityLimit = 1_000_000

    private func answer(
        _ status: HTTPResponse.Status = .ok, to request: Request, _ typed: [String]? = nil, _ form: Form? = nil, problem: String? = nil,
        isDone: Bool = false
    ) async throws -> Response {
        let state = try await desk.state(of: plan.name)
        let names = form?["set"] == "names" ? form : nil
        let model = QueueSettingsModel(
            plan: plan, declared: try feature.declaredQueue(context), hasOwnServices: try await desk.naming(of: plan.name).services != nil,
            label: names?["label"] ?? plan.label, prefix: names?["prefix"] ?? plan.prefix, state: state,
            hours: typed ?? OpeningHours.dayNames.map { day in state.hours?.texts.first { $0.days == day }?.spans ?? "" },
            kiosks: try await desk.kiosks(of: plan.name), origin: WebOrigin(of: request, feature.site).text, problem: problem,
            isDone: isDone)
        return .page(QueueSettingsView(reader: context.reader, model: model).page(assets: feature.assets.prefix), status: status)
    }
}

struct QueueSettingsModel: Sendable {
    let plan: QueuePlan
    /// As in the board's file.
    let declared: QueuePlan
    /// Whether the services differ from the board's file.
    let hasOwnServices: Bool
    /// As entered.
    let label: String
    let prefix: String
    let state: QueueState
    /// By day of the week, as entered.
    let hours: [String]
    let kiosks: [QueueKiosk]
    /// The origin of addresses shown to other people.
    let origin: String
    var problem: String?
    var isDone = false
}
