import JSONReading
package import Records
package import Serving

/// The JSON form of a ticket.
package enum TicketResource {
    package struct Shown: Sendable {
        let ticket: Ticket
        /// Staff see the guest's answers.
        let isStaff: Bool

        package init(_ ticket: Ticket, isStaff: Bool) { (self.ticket, self.isStaff) = (ticket, isStaff) }
    }

    static let guest = JSONSchema.object(
        PersonalField.allCases.map { .init($0.rawValue, .text(0...PersonalField.lengthLimit), isRequired: false) })

    package static let members = Resource<Shown, Never>([
        .told("id", .optional(.identifier), about: "null: a bare number, which can only be called.") {
            $1.add("id", $0.ticket.id > 0 ? Int($0.ticket.id) : nil)
        },
        .told("queue", .text(), about: "That gave the number.") { $1.add("queue", $0.ticket.queue) },
        .told("number", .integer()) { $1.add("number", $0.ticket.number) },
        .told("label", .text(), about: "As it is called: A17.") { $1.add("label", $0.ticket.label) },
        .told("line", .text(), about: "The queue in which it waits.") { $1.add("line", $0.ticket.line) },
        .told("state", .choice(Ticket.State.allCases.map(\.rawValue))) { $1.add("state", $0.ticket.state.rawValue) },
        .told("services", .list(.text()), about: "Services still to come, the next first.") { $1.add("services", $0.ticket.services) },
        .told("counter", .optional(.text())) { $1.add("counter", $0.ticket.counter) },
        .told("calls", .integer(), about: "How many times it was called.") { $1.add("calls", $0.ticket.calls) },
        .told("joined", .moment) { $1.add("joined", $0.ticket.joined.description) },
        .told("called", .optional(.moment)) { $1.add("called", $0.ticket.called?.description) },
        .told("ended", .optional(.moment)) { $1.add("ended", $0.ticket.ended?.description) },
        .told("notBefore", .optional(.moment)) { $1.add("notBefore", $0.ticket.notBefore?.description) },
        .told("guest", guest, isRequired: false, about: "What the guest said; only for staff.") { shown, line in
            guard shown.isStaff else { return }
            var said = JSONLine()
            for field in PersonalField.allCases { if let text = shown.ticket.guest[field] { said.add(field.rawValue, text) } }
            line.add("guest", said)
        },
    ])

    package static func line(_ ticket: Ticket, isStaff: Bool) -> JSONLine { members.line(Shown(ticket, isStaff: isStaff)) }
}

/// The JSON form of a ticket with its place in the line.
package enum TicketPlaceResource {
    package struct Shown: Sendable {
        let place: TicketPlace
        let isStaff: Bool

        package init(_ place: TicketPlace, isStaff: Bool) { (self.place, self.isStaff) = (place, isStaff) }
    }

    package static let members = Resource<Shown, Never>([
        .told("ticket", .named("Ticket")) { $1.add("ticket", TicketResource.line($0.place.ticket, isStaff: $0.isStaff)) },
        .told("ahead", .integer(), about: "How many are before it in line.") { $1.add("ahead", $0.place.ahead) },
        .told(
            "estimate", .optional(estimate.schema),
            about: "Estimated seconds until it is called; null: not known yet."
        ) { shown, line in
            guard let range = shown.place.estimate else { return line.add("estimate", nil as String?) }
            line.add("estimate", estimate.line(range))
        },
    ])

    private static let estimate = Resource<ClosedRange<Duration>, Never>([
        .told("least", .integer()) { $1.add("least", Int($0.lowerBound.components.seconds)) },
        .told("most", .integer()) { $1.add("most", Int($0.upperBound.components.seconds)) },
    ])

    package static func line(_ place: TicketPlace, isStaff: Bool) -> JSONLine { members.line(Shown(place, isStaff: isStaff)) }
}
