import Records
import Serving

/// The data of a guest page.
package struct GuestModel: Sendable {
    /// The queue, with labels in the reader's language.
    var plan: QueuePlan
    var state: QueueState
    /// The page's ticket, waiting or finished; nil if there is none yet.
    var mine: Mine?
    /// Anonymous numbers also taken on this device, oldest first.
    var others: [Int] = []
    /// Why the last action was refused.
    var problem: String?
    /// The values already entered in the form.
    var typed = TypedGuest()
    var now: Timestamp
    /// Whether the page was opened by a printed link instead of the device's cookie.
    var isLinked = false
    /// The target of the QR code: the address of the queue's page.
    var address = ""
    /// The server's key for Web Push; nil if push is disabled.
    var pushKey: String?

    package struct Mine: Sendable {
        var place: TicketPlace
        var link: TicketLink
        var now: Timestamp

        var ticket: Ticket { place.ticket }
        /// The kinds of page; exactly one applies.
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
    /// The state to show: that of the ticket's current queue if it was transferred.
    var shown: QueueState { mine.map { $0.ticket.state.isLive ? $0.place.state : state } ?? state }
    var canJoin: Bool { state.opening == .open && state.free.map { $0 > 0 } ?? true }
    /// Whether guests can take a number without any input, and so also one for a companion.
    var givesBareNumbers: Bool { plan.services.isEmpty && plan.asks.isEmpty }
}

/// The values of a join form.
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
