import Foundation
import JSONReading
package import Records
package import Serving

/// The JSON form of a queue's current state.
package enum QueueResource {
    package static let members = Resource<QueueState, Never>([
        .told("name", .text()) { $1.add("name", $0.plan.name) },
        .told("board", .text()) { $1.add("board", $0.plan.board) },
        .told("label", .text()) { $1.add("label", $0.plan.label) },
        .told("state", .choice(QueueState.Opening.allCases.map(\.rawValue))) { $1.add("state", $0.opening.rawValue) },
        .told("reason", .optional(.text()), about: "A note from staff.") { $1.add("reason", $0.reason) },
        .told("opens", .optional(.moment), about: "By its hours, while it is closed.") { $1.add("opens", $0.opens?.description) },
        .told("next", .integer(), about: "The next number that is given.") { $1.add("next", $0.next) },
        .told("waiting", .integer()) { $1.add("waiting", $0.waiting) },
        .told("parked", .integer()) { $1.add("parked", $0.parked) },
        .told("free", .optional(.integer()), about: "How many more may join; null: no limit.") { $1.add("free", $0.free) },
        .told("isLate", .flag) { $1.add("isLate", $0.isLate) },
        .told("calls", .list(call.schema), about: "The last calls, the newest first.") { $1.add("calls", $0.calls.map(call.line)) },
        .told("counters", .list(counter.schema)) { $1.add("counters", $0.counters.map(counter.line)) },
        .told("services", .list(service.schema)) { $1.add("services", $0.plan.services.map(service.line)) },
        .told("asks", .list(.choice(PersonalField.allCases.map(\.rawValue)))) { $1.add("asks", $0.plan.asks.map(\.rawValue)) },
        .told("zone", .text()) { $1.add("zone", $0.plan.zone.identifier) },
        .told("sequence", .integer(), about: "Rises with each change while the server runs.") { $1.add("sequence", Int($0.sequence)) },
    ])

    private static let call = Resource<QueueState.Call, Never>([
        .told("label", .text()) { $1.add("label", $0.label) },
        .told("number", .integer()) { $1.add("number", $0.number) },
        .told("counter", .text()) { $1.add("counter", $0.counter) },
        .told("at", .moment) { $1.add("at", $0.at.description) },
        .told("count", .integer(), about: "How many times.") { $1.add("count", $0.count) },
    ])

    private static let counter = Resource<QueueState.CounterState, Never>([
        .told("name", .text()) { $1.add("name", $0.name) },
        .told("ticket", .optional(.text()), about: "Who is there: A17.") { $1.add("ticket", $0.ticket?.label) },
        .told("since", .optional(.moment)) { $1.add("since", $0.since?.description) },
        .told("isOpen", .flag, about: "Whether the counter calls people.") { $1.add("isOpen", $0.isOpen) },
    ])

    private static let service = Resource<QueuePlan.Service, Never>([
        .told("name", .text()) { $1.add("name", $0.name) },
        .told("label", .text()) { $1.add("label", $0.label) },
        .told("minutes", .optional(.integer())) { $1.add("minutes", $0.minutes) },
        .told("counters", .list(.text())) { $1.add("counters", $0.counters) },
    ])
}
