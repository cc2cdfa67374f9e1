import Foundation
import Records

// Names of a queue and its services.
extension QueueBook {
    /// The prefix changes only while no ticket is live, so issued numbers keep their name.
    mutating func setNames(_ label: String?, _ prefix: String?, _ line: Int, _ actor: QueueActor) throws(QueueRefusal) {
        if let prefix, !QueuePlan.isPrefix(prefix) { throw .wrong("up to 3 characters stand before a number, and no digits") }
        let here = lines[line]
        let isEmpty = here.waiting == 0 && here.parked.isEmpty && here.counters.allSatisfy { $0.ticket == nil }
        guard isEmpty || prefix ?? here.declared.prefix == here.plan.prefix else { throw .peopleWait }
        try rename(line, .setNames, actor) { (naming: inout QueueNaming) throws(QueueRefusal) in
            naming.label = try label.map { text throws(QueueRefusal) in try Self.label(text) }
            naming.prefix = prefix
        }
    }

    /// Hours and days use the new zone from now on.
    mutating func setZone(_ zone: String?, _ line: Int, _ actor: QueueActor) throws(QueueRefusal) {
        if let zone, TimeZone(identifier: zone) == nil { throw .wrong("there is no such time zone; Europe/Berlin is one") }
        try rename(line, .setZone, actor, detail: zone ?? "as declared") { naming in naming.zone = zone }
        let plan = lines[line].plan
        lines[line].opened = Opened(lines[line].hours, of: plan, at: now)
        lines[line].resets = plan.reset.map { $0.next(after: now, in: plan.zone) }
    }

    mutating func addService(
        _ label: String, _ minutes: Int?, _ counters: [String], _ line: Int, _ actor: QueueActor
    ) throws(QueueRefusal) {
        let declared = lines[line].declared
        try changeServices(line, .addService, actor, about: label) { (services: inout [QueueNaming.Service]) throws(QueueRefusal) in
            guard services.count < QueuePlan.serviceLimit else { throw .tooManyServices(limit: QueuePlan.serviceLimit) }
            let label = try Self.label(label)
            // Excludes the names of removed declared services: such a name would be the label in another language.
            let taken = Set(services.map(\.name) + declared.services.map(\.name))
            services.append(
                .init(
                    name: QueueNaming.serviceName(for: label, besides: taken), label: label, minutes: try Self.minutes(minutes),
                    counters: try Self.counters(counters, of: declared)))
        }
    }

    mutating func changeService(
        _ name: String, _ label: String?, _ minutes: Int?, _ counters: [String], _ line: Int, _ actor: QueueActor
    ) throws(QueueRefusal) {
        let declared = lines[line].declared
        try changeServices(line, .changeService, actor, about: label ?? lines[line].plan.service(name)?.label) {
            (services: inout [QueueNaming.Service]) throws(QueueRefusal) in
            guard let index = services.firstIndex(where: { $0.name == name }) else { throw .noSuchService }
            if let label { services[index].label = try Self.label(label) }
            services[index].minutes = try Self.minutes(minutes)
            services[index].counters = try Self.counters(counters, of: declared)
        }
    }

    mutating func raiseService(_ name: String, _ line: Int, _ actor: QueueActor) throws(QueueRefusal) {
        try changeServices(line, .changeService, actor, about: lines[line].plan.service(name)?.label) {
            (services: inout [QueueNaming.Service]) throws(QueueRefusal) in
            guard let index = services.firstIndex(where: { $0.name == name }) else { throw .noSuchService }
            if index > 0 { services.swapAt(index - 1, index) }
        }
    }

    mutating func removeService(_ name: String, _ line: Int, _ actor: QueueActor) throws(QueueRefusal) {
        try changeServices(line, .removeService, actor, about: lines[line].plan.service(name)?.label) {
            (services: inout [QueueNaming.Service]) throws(QueueRefusal) in
            guard let index = services.firstIndex(where: { $0.name == name }) else { throw .noSuchService }
            services.remove(at: index)
        }
    }

    mutating func restoreServices(_ line: Int, _ actor: QueueActor) throws(QueueRefusal) {
        try checkGone(lines[line].declared.services.map(\.name), line)
        try rename(line, .changeService, actor, detail: "as declared") { naming in naming.services = nil }
    }

    // MARK: Steps

    private mutating func changeServices(
        _ line: Int, _ kind: QueueAct.Kind, _ actor: QueueActor, about label: String?,
        _ change: (inout [QueueNaming.Service]) throws(QueueRefusal) -> Void
    ) throws(QueueRefusal) {
        var services =
            lines[line].settings.naming.services
            ?? lines[line].declared.services.map { .init(name: $0.name, label: nil, minutes: $0.minutes, counters: $0.counters) }
        try change(&services)
        try checkGone(services.map(\.name), line)
        try rename(line, kind, actor, detail: label) { naming in naming.services = services }
    }

    /// Rejects the change if a ticket waits for a service that isn't in this list.
    private func checkGone(_ names: [String], _ line: Int) throws(QueueRefusal) {
        let plan = lines[line].plan
        for service in plan.services where !names.contains(service.name) {
            for ticket in tickets.values where ticket.state.isLive && ticket.line == plan.name {
                if ticket.services.contains(service.name) { throw .serviceWanted(label: service.label) }
            }
        }
    }

    private mutating func rename(
        _ line: Int, _ kind: QueueAct.Kind, _ actor: QueueActor, detail: String? = nil,
        _ change: (inout QueueNaming) throws(QueueRefusal) -> Void
    ) throws(QueueRefusal) {
        var naming = lines[line].settings.naming
        try change(&naming)
        guard naming != lines[line].settings.naming else { return }
        naming.edition += 1
        lines[line].settings.naming = naming
        touch(line, writes: true)
        let plan = lines[line].plan
        note(kind, line, by: actor, detail ?? (plan.prefix.isEmpty ? plan.label : "\(plan.label), \(plan.prefix)"))
    }

    private static func label(_ text: String) throws(QueueRefusal) -> String {
        guard let label = QueueNaming.label(text) else { throw .wrong("a name has 1 to \(QueueNaming.labelLimit) characters in one line") }
        return label
    }

    private static func minutes(_ minutes: Int?) throws(QueueRefusal) -> Int? {
        guard minutes.map(QueueNaming.minutes.contains) ?? true else {
            throw .wrong("a service takes \(QueueNaming.minutes.lowerBound) to \(QueueNaming.minutes.upperBound) minutes")
        }
        return minutes
    }

    private static func counters(_ names: [String], of plan: QueuePlan) throws(QueueRefusal) -> [String] {
        guard names.allSatisfy(plan.counters.contains) else { throw .noSuchCounter }
        guard !names.isEmpty else { throw .wrong("a service needs a counter") }
        return plan.counters.filter(names.contains)
    }
}
