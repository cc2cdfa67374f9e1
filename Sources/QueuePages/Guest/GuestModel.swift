import Records
import Serving

/// What a guest's page shows.
package struct GuestModel: Sendable {
    /// The queue, with its labels in the reader's language.
    var plan: QueuePlan
    var state: QueueState
    /// The ticket that the page is about, waiting or over; nil: there is none yet.
    var mine: Mine?
    /// Bare numbers that were taken from this device besides, the oldest first.
    var others: [Int] = []
    /// Why what was asked for did not happen.
    var problem: String?
    /// What stands in the fields already.
    var typed = TypedGuest()
    var now: Timestamp
    /// The page that a link on paper leads to, and not the one of a device.
    var isLinked = false
    /// By which a browser knows who may push to it; nil: this server pushes nothing.
    var pushKey: String?

    package struct Mine: Sendable {
        var place: TicketPlace
        var link: TicketLink
        var now: Timestamp

        var ticket: Ticket { place.ticket }
        /// What the page is like: one at a time.
        var kind: Kind {
            switch ticket.state {
            case .waiting: ticket.notBefore.map { $0 > now } == true ? .held : .waiting
            case .parked: .parked
            case .called: .called
            case .finished: .finished
            case .noShow: .missed
            case .left: .left
            }
        }
    }

    enum Kind: String, Sendable {
        case join, waiting, held, parked, called, finished, missed, left
    }

    var kind: Kind { mine?.kind ?? .join }
    var paths: GuestPaths { GuestPaths(plan.name) }
    /// Of what the page is about: its own line's, where a ticket was sent to another.
    var shown: QueueState { mine.map { $0.ticket.state.isLive ? $0.place.state : state } ?? state }
    var canJoin: Bool { state.opening == .open && state.free.map { $0 > 0 } ?? true }
    /// Whether a number can be had by whoever asks, without saying anything: one more for whoever came along.
    var givesBareNumbers: Bool { plan.services.isEmpty && plan.asks.isEmpty }
}

/// What a form for joining says.
struct TypedGuest: Hashable, Sendable {
    var services: [String] = []
    var guest: [PersonalField: String] = [:]

    init() {}

    init(_ form: Form, _ plan: QueuePlan) {
        services = plan.services.map(\.name).filter { !form["service-\($0)"].isEmpty }
        for field in plan.asks {
            let text = form[field.rawValue].trimmingWhitespace().prefix(PersonalField.lengthLimit)
            if !text.isEmpty { guest[field] = String(text) }
        }
    }
}
