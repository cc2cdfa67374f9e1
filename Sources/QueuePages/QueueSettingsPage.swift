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
        try await answer(to: request, done: request.query["done"].flatMap { QueueSettingsModel.Part(rawValue: $0) })
    }

    /// Applies the setting that `set` names: names, declared-names, a service (add-service, service, raise, remove, declared-services),
    /// hours, declared-hours, capacity, or away (removes a kiosk).
    package func set(_ request: Request) async throws -> Response {
        let form = try await Form(request)
        let part: QueueSettingsModel.Part =
            switch form["set"] {
            case "names", "declared-names": .names
            case "hours", "declared-hours": .hours
            case "capacity": .capacity
            case "away": .kiosk
            default: .services
            }
        do {
            switch form["set"] {
            case "names": try await perform(names(form))
            case "declared-names": try await perform(.setNames(label: nil, prefix: nil))
            case "add-service":
                let (label, minutes) = try Self.both({ try self.label(form) }, { try self.minutes(form["minutes"]) })
                try await perform(.addService(label: label, minutes: minutes, counters: counters(form)))
            case "service": try await perform(service(form))
            case "raise": try await perform(.raiseService(form["service"]))
            case "remove": try await perform(.removeService(form["service"]))
            case "declared-services": try await perform(.restoreServices)
            case "hours":
                let (hours, zone) = try Self.both({ try self.hours(form) }, { try self.zone(form) })
                if let zone { try await perform(zone) }
                try await perform(hours)
            case "declared-hours": try await perform(.setHours(nil))
            case "capacity": try await perform(.setCapacity(try capacity(form["capacity"])))
            case "away": try await perform(.removeKiosk(QueueKiosk.ID(form["kiosk"]) ?? 0))
            default: throw Refusal(.badRequest, "Tidings can’t read this form.")
            }
        } catch let wrong as WrongFields {
            return try await answer(.unprocessableContent, to: request, form, part: part, fields: wrong.sentences)
        } catch let refusal as QueueRefusal {
            // Another administrator has removed it meanwhile.
            let reason = refusal == .noSuchService ? words("This service has been removed.") : words.staffReason(refusal)
            return try await answer(.conflict, to: request, form, part: part, problem: reason)
        }
        return .on(to: "\(StaffPaths(plan.name).settings)?done=\(part.rawValue)#\(part.rawValue)-title")
    }

    /// Sentences by the names of invalid fields.
    private struct WrongFields: Error {
        let sentences: [String: Phrase]
    }

    /// Reads two fields. Throws the wrong fields of both.
    private static func both<First, Second>(_ first: () throws -> First, _ second: () throws -> Second) throws -> (First, Second) {
        do {
            let value = try first()
            return (value, try second())
        } catch let wrong as WrongFields {
            var sentences = wrong.sentences
            do { _ = try second() } catch let others as WrongFields { sentences.merge(others.sentences) { first, _ in first } }
            throw WrongFields(sentences: sentences)
        }
    }

    private func perform(_ command: QueueCommand) async throws {
        let clerk = QueueActor(kind: .clerk, person: administrator.id)
        try await desk.perform(command, in: plan.name, by: clerk, onBehalf: context.behalf)
    }

    /// Labels left at the board file's text in this language keep following the board file, in every language.
    private func names(_ form: Form) throws -> QueueCommand {
        let (label, prefix) = try Self.both({ try self.label(form) }, { try self.prefix(form["prefix"].trimmingWhitespace()) })
        let declared = try feature.declaredQueue(context)
        return .setNames(label: label == declared.label ? nil : label, prefix: prefix == declared.prefix ? nil : prefix)
    }

    private func service(_ form: Form) throws -> QueueCommand {
        let (label, minutes) = try Self.both({ try self.label(form) }, { try self.minutes(form["minutes"]) })
        let isSame = plan.service(form["service"])?.label == label
        return .changeService(form["service"], label: isSame ? nil : label, minutes: minutes, counters: counters(form))
    }

    private func prefix(_ text: String) throws -> String {
        guard QueuePlan.isPrefix(text) else { throw WrongFields(sentences: ["prefix": Phrase("Enter up to 3 letters, without digits.")]) }
        return text
    }

    private func label(_ form: Form) throws -> String {
        guard let label = QueueNaming.label(form["label"]) else {
            throw WrongFields(sentences: ["label": Phrase("Enter a name of up to 60 characters.")])
        }
        return label
    }

    private func minutes(_ text: String) throws -> Int? {
        let text = text.trimmingWhitespace()
        if text.isEmpty { return nil }
        guard let minutes = Int(text), QueueNaming.minutes.contains(minutes) else {
            throw WrongFields(sentences: ["minutes": Phrase("Enter 1 to 600 minutes, or leave empty.")])
        }
        return minutes
    }

    /// The ticked counters; all if none is ticked or there is only one.
    private func counters(_ form: Form) -> [String] {
        let ticked = plan.counters.enumerated().filter { !form["counter-\($0.offset)"].isEmpty }.map(\.element)
        return ticked.isEmpty ? plan.counters : ticked
    }

    /// If all days are empty, the queue has no hours.
    private func hours(_ form: Form) throws -> QueueCommand {
        var entries: [(days: String, spans: String)] = []
        var wrong: [String: Phrase] = [:]
        for day in OpeningHours.dayNames {
            let (name, spans) = (QueueSettingsModel.field(ofHours: day), hoursTyped(form, day).trimmingWhitespace())
            guard !spans.isEmpty else { continue }
            entries.append((day, spans))
            guard (try? OpeningHours([(days: day, spans: spans)])) == nil else { continue }
            wrong[name] = Phrase("Tidings can’t read “\(String(spans.prefix(60)))”. Use 24-hour times, like 08:30-12:00, 13:00-17:00.")
        }
        guard wrong.isEmpty else { throw WrongFields(sentences: wrong) }
        return entries.isEmpty ? .clearHours : .setHours(try OpeningHours(entries))
    }

    /// nil: the zone is unchanged. Empty: the board file's zone, otherwise the server's.
    private func zone(_ form: Form) throws -> QueueCommand? {
        let zone = form["zone"].trimmingWhitespace()
        if zone.isEmpty { return .setZone(nil) }
        guard TimeZone(identifier: zone) != nil else {
            throw WrongFields(sentences: ["zone": Phrase("This time zone doesn’t exist. Enter one like Europe/Berlin.")])
        }
        return plan.hasZone && plan.zone.identifier == zone ? nil : .setZone(zone)
    }

    private func hoursTyped(_ form: Form, _ day: String) -> String {
        String(form[QueueSettingsModel.field(ofHours: day)].prefix(QueueSettingsModel.hoursLength))
    }

    private func capacity(_ text: String) throws -> Int? {
        let text = text.trimmingWhitespace()
        if text.isEmpty { return nil }
        guard let people = Int(text), (1...Self.capacityLimit).contains(people) else {
            throw WrongFields(sentences: ["capacity": Phrase("Enter 1 or more, or leave empty for no limit.")])
        }
        return people
    }

    private static let capacityLimit = 1_000_000

    /// For a queue without a zone, the administrator's own.
    private var defaultZone: String {
        if plan.hasZone { return plan.zone.identifier }
        return administrator.settings.zone ?? (words.zone == .gmt ? "" : words.zone.identifier)
    }

    /// The page again, with the form's input.
    private func answer(
        _ status: HTTPResponse.Status = .ok, to request: Request, _ form: Form? = nil, part: QueueSettingsModel.Part? = nil,
        fields: [String: Phrase] = [:], problem: String? = nil, done: QueueSettingsModel.Part? = nil
    ) async throws -> Response {
        let state = try await desk.state(of: plan.name)
        func typed(_ set: String) -> Form? { form?["set"] == set ? form : nil }
        let kept = OpeningHours.dayNames.map { day in state.hours?.texts.first { $0.days == day }?.spans ?? "" }
        var model = QueueSettingsModel(
            plan: plan, declared: try feature.declaredQueue(context), hasOwnServices: try await desk.naming(of: plan.name).services != nil,
            label: typed("names")?["label"] ?? plan.label, prefix: typed("names")?["prefix"] ?? plan.prefix, state: state,
            hours: typed("hours").map { form in OpeningHours.dayNames.map { hoursTyped(form, $0) } } ?? kept,
            zone: typed("hours").map { String($0["zone"].prefix(64)) } ?? defaultZone,
            capacity: typed("capacity").map { String($0["capacity"].prefix(20)) } ?? state.capacity.map { "\($0)" } ?? "",
            kiosks: try await desk.kiosks(of: plan.name), origin: WebOrigin(of: request, feature.site).text)
        let sentences = fields.mapValues { words($0) }
        // A service's form is collapsed again, so its fields can't show their problems.
        let isAbove = part == .services && !sentences.isEmpty
        model.problems = isAbove ? [:] : sentences
        model.problem = problem ?? (isAbove ? sentences.values.sorted().joined(separator: " ") : nil)
        (model.part, model.done) = (part, done)
        return .page(QueueSettingsView(reader: context.reader, model: model).page(assets: feature.assets.prefix), status: status)
    }
}

struct QueueSettingsModel: Sendable {
    /// A section of the page.
    enum Part: String, Sendable {
        case names, services, hours, capacity, kiosk
    }

    /// The most characters of a day's hours.
    static let hoursLength = 200
    static func field(ofHours day: String) -> String { "hours-\(day)" }

    let plan: QueuePlan
    /// The queue as in the board's file.
    let declared: QueuePlan
    /// Whether the services differ from the board's file.
    let hasOwnServices: Bool
    /// As entered.
    let label: String
    let prefix: String
    let state: QueueState
    /// By day of the week, as entered.
    let hours: [String]
    /// As entered.
    let zone: String
    /// As entered.
    let capacity: String
    let kiosks: [QueueKiosk]
    /// The origin of addresses shown to other people.
    let origin: String
    /// Sentences by field name.
    var problems: [String: String] = [:]
    /// The section that was sent, and its problem if no field shows it.
    var part: Part?
    var problem: String?
    var done: Part?
}
