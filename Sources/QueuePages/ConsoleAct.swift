import Foundation
import HTTPTypes
import Localisation
import Records
import Serving

/// The actions of a console, named by the last path component of the form's address: `/queue/main/console/next`.
///
/// The form's fields are the arguments: `counter`, `ticket` (its id), `number`, `behind`, `until`, `queue`, `where`, `reason`, `which` (a
/// counter to open or close); and `at`, the ticket that the page shows at the counter, 0 if the counter is free.
enum ConsoleAct: String, CaseIterable, Sendable {
    /// Selects the counter to work at; changes only what this browser remembers.
    case counter
    case next, call, recall, finish, park, unpark, skip, hold, transfer, undo
    case noShow = "no-show"
    case open, pause, close, late
    case openCounter = "open-counter"
    case closeCounter = "close-counter"

    /// Its keyboard shortcut on a Latin keyboard.
    var key: String? {
        switch self {
        case .next: "n"
        case .recall: "r"
        case .finish: "f"
        case .noShow: "m"
        case .park: "p"
        case .undo: "u"
        case .skip: "s"
        case .hold: "h"
        case .transfer: "t"
        case .call: "c"
        case .openCounter, .closeCounter: "o"
        case .counter, .unpark, .open, .pause, .close, .late: nil
        }
    }

    /// The command for the desk; nil if there is none. Throws `QueueRefusal` or `Refusal` if the form is incomplete.
    func command(_ form: Form, _ plan: QueuePlan, at now: Timestamp) throws -> QueueCommand? {
        let counter = form["counter"]
        switch self {
        case .counter: return nil
        case .next: return .next(counter: counter, after: Self.present(form["at"]))
        case .call: return .call(number: try Self.number(form["number"], plan), counter: counter)
        case .recall: return .recall(counter: counter)
        case .finish: return .finish(try Self.ticket(form))
        case .noShow: return .noShow(try Self.ticket(form))
        case .park: return .park(try Self.ticket(form))
        case .unpark: return .unpark(try Self.ticket(form), front: form["where"] == "front")
        case .skip: return .skip(try Self.ticket(form), behind: try Self.count(form["behind"]))
        case .hold: return .hold(try Self.ticket(form), until: try Self.time(form["until"], plan, after: now))
        case .transfer: return .transfer(try Self.ticket(form), to: form["queue"], front: form["where"] == "front")
        case .undo: return .undo(counter: counter)
        case .open: return .setState(.open, reason: nil)
        case .pause: return .setState(.paused, reason: Self.reason(form))
        case .close: return .setState(.closed, reason: Self.reason(form))
        case .late: return .setLate(form["late"] == "true")
        case .openCounter, .closeCounter: return .setCounter(form["which"], isOpen: self == .openCounter)
        }
    }

    private static let behindLimit = 1000
    private static let reasonLimit = 200

    private static func present(_ text: String) -> QueueCommand.Present {
        guard let id = Ticket.ID(text) else { return .anybody }
        return id == 0 ? .nobody : .ticket(id)
    }

    private static func ticket(_ form: Form) throws -> Ticket.ID {
        guard let id = Ticket.ID(form["ticket"]), id > 0 else { throw QueueRefusal.noSuchTicket }
        return id
    }

    /// Parses a ticket number with or without its prefix: `A17`, `17`.
    private static func number(_ text: String, _ plan: QueuePlan) throws -> Int {
        var text = text.trimmingWhitespace()
        if !plan.prefix.isEmpty, text.lowercased().hasPrefix(plan.prefix.lowercased()) { text = String(text.dropFirst(plan.prefix.count)) }
        // Accepts digits of other scripts, as their keyboards type them.
        let digits = text.compactMap(\.wholeNumberValue)
        guard !text.isEmpty, digits.count == text.count, digits.count <= 10,
            case let number = digits.reduce(0, { $0 * 10 + $1 }), (1...Ticket.numberLimit).contains(number)
        else { throw Refusal(.unprocessableContent, "Enter the number on the ticket.") }
        return number
    }

    private static func count(_ text: String) throws -> Int {
        guard let count = Int(text.trimmingWhitespace()), (1...behindLimit).contains(count) else {
            throw Refusal(.unprocessableContent, "Enter 1 to \(String(behindLimit)) people.")
        }
        return count
    }

    /// The next moment at which the queue's clock shows this time.
    private static func time(_ text: String, _ plan: QueuePlan, after now: Timestamp) throws -> Timestamp {
        guard let time = TimeOfDay(text.trimmingWhitespace()) else {
            throw Refusal(.unprocessableContent, "Enter a time of day, like 14:30.")
        }
        return time.next(after: now, in: plan.zone)
    }

    private static func reason(_ form: Form) -> String? {
        let reason = String(form["reason"].trimmingWhitespace().prefix(reasonLimit))
        return reason.isEmpty ? nil : reason
    }
}
