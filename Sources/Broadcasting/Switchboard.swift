import CLinux
import Glibc
import Operating
import Synchronization

/// What the loop's thread and everybody else have in common: what is to be done, how many follow, and the bell that wakes the loop.
final class Switchboard: Sendable {
    struct Orders {
        var openings: [any Opening] = []
        /// Rooms whose feeds have something for the loop, each once.
        var rung: [Int] = []
        var isEnding = false
    }

    private struct State {
        var orders = Orders()
        var isOver = false
        /// How many rooms the loop has, and which of them are empty.
        var rooms = 0
        var vacancies: [Int] = []
        var taken = 0
        var shares: AddressShares
        var figures: [BroadcastFigures] = [BroadcastFigures(), BroadcastFigures()]
        /// Turned away before they came to the loop.
        var refused = [0, 0]
    }

    private let configuration: Broadcaster.Configuration
    let epoll: Int32
    /// An eventfd(2).
    let bell: Int32
    private let state: Mutex<State>
    /// The loop has begun.
    let isRunning = Atomic(false)

    init(_ configuration: Broadcaster.Configuration) throws(BroadcastError) {
        self.configuration = configuration
        state = Mutex(State(shares: AddressShares(limit: configuration.share)))
        epoll = epoll_create1(Int32(EPOLL_CLOEXEC))
        guard epoll >= 0 else { throw BroadcastError(.descriptors, "epoll_create1: \(Socket.reason())") }
        bell = eventfd(0, Int32(EFD_CLOEXEC) | Int32(EFD_NONBLOCK))
        guard bell >= 0 else {
            close(epoll)
            throw BroadcastError(.descriptors, "eventfd: \(Socket.reason())")
        }
    }

    deinit {
        close(epoll)
        close(bell)
    }

    /// The feed in this room has news, newcomers or its end for the loop.
    func ring(_ room: Int) {
        state.withLock { $0.orders.rung.append(room) }
        ring()
    }

    private func ring() { eventfd_write(bell, 1) }

    func silence() {
        var count: eventfd_t = 0
        eventfd_read(bell, &count)
    }

    /// The number of a room for one more feed.
    func takeRoom() -> Int {
        state.withLock { state in
            let room = state.vacancies.popLast() ?? state.rooms
            state.rooms = max(state.rooms, room + 1)
            return room
        }
    }

    func open(_ feed: any Opening) {
        state.withLock { state in
            state.orders.openings.append(feed)
            state.orders.rung.append(feed.room)
        }
        ring()
    }

    /// The loop has emptied it.
    func vacate(_ room: Int) { state.withLock { $0.vacancies.append(room) } }

    func end() {
        state.withLock { $0.orders.isEnding = true }
        ring()
    }

    func takeOrders() -> Orders {
        state.withLock { state in
            defer { (state.orders.openings, state.orders.rung) = ([], []) }
            return state.orders
        }
    }

    /// The loop has ended: nobody is let in any more.
    func close() { state.withLock { $0.isOver = true } }

    /// Nobody at this address would be let in; nil: nobody knows which.
    func isFull(for address: InternetAddress?) -> Bool {
        let block = block(of: address)
        return state.withLock { $0.taken >= configuration.limit || $0.isOver || $0.shares.isSpent(block) }
    }

    /// A place for one more subscriber, which `release` gives back.
    func admit(to kind: FeedKind, from address: InternetAddress?) -> AddressShares.Slot? {
        let block = block(of: address)
        return state.withLock { state in
            guard state.taken < configuration.limit, !state.isOver, let slot = state.shares.take(block) else {
                state.refused[kind.rawValue] += 1
                return nil
            }
            state.taken += 1
            return slot
        }
    }

    func release(_ slot: AddressShares.Slot) {
        state.withLock { state in
            state.taken -= 1
            state.shares.release(slot)
        }
    }

    /// A descriptor that the rest of the server needs more.
    func isOfReserve(_ descriptor: Int32) -> Bool { descriptor >= configuration.ceiling }

    private func block(of address: InternetAddress?) -> AddressBlock? {
        guard configuration.share != nil, let address, !configuration.proxies.trusts(address) else { return nil }
        return AddressBlock(address)
    }

    func note(_ figures: [BroadcastFigures]) { state.withLock { $0.figures = figures } }

    func figures(of kind: FeedKind) -> BroadcastFigures {
        state.withLock { state in
            var figures = state.figures[kind.rawValue]
            figures.refused = state.refused[kind.rawValue]
            return figures
        }
    }

    private func close(_ descriptor: Int32) { _ = Glibc.close(descriptor) }
}

/// A feed that the loop is to take over.
protocol Opening: Sendable {
    func framing(_ tally: Tally) -> any Framing
    /// Where it is found in the loop.
    var room: Int { get }
    /// Where its clients connect, if they do so by themselves; the loop closes it.
    var listener: Int32? { get }
}

/// Why there is no broadcast.
package struct BroadcastError: Error, CustomStringConvertible {
    package enum Code: Sendable {
        /// Somebody listens there already.
        case taken
        /// The address is none of this machine's, or no address.
        case address
        /// The system has no descriptors left.
        case descriptors
    }

    package let code: Code
    package let description: String

    init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }
}
