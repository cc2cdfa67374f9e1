import CLinux
import Glibc
import Operating
import Synchronization

/// The state shared between the loop's thread and others: pending work, the number of subscribers, and the eventfd that wakes the loop.
final class Switchboard: Sendable {
    struct Orders {
        var openings: [any Opening] = []
        /// Rooms whose feeds have work for the loop, without duplicates.
        var woken: [Int] = []
        var isEnding = false
    }

    private struct State {
        var orders = Orders()
        var isOver = false
        /// The number of rooms, and the empty ones.
        var rooms = 0
        var vacancies: [Int] = []
        var taken = 0
        var shares: AddressShares
        var figures: [BroadcastFigures] = [BroadcastFigures(), BroadcastFigures()]
        /// Connections refused before reaching the loop.
        var refused = [0, 0]
    }

    private let configuration: Broadcaster.Configuration
    let epoll: Int32
    /// An eventfd(2).
    let wakeup: Int32
    private let state: Mutex<State>
    /// Whether the loop has started.
    let isRunning = Atomic(false)

    init(_ configuration: Broadcaster.Configuration) throws(BroadcastError) {
        self.configuration = configuration
        state = Mutex(State(shares: AddressShares(limit: configuration.share)))
        epoll = epoll_create1(Int32(EPOLL_CLOEXEC))
        guard epoll >= 0 else { throw BroadcastError(.descriptors, "epoll_create1: \(Socket.reason())") }
        wakeup = eventfd(0, Int32(EFD_CLOEXEC) | Int32(EFD_NONBLOCK))
        guard wakeup >= 0 else {
            close(epoll)
            throw BroadcastError(.descriptors, "eventfd: \(Socket.reason())")
        }
    }

    deinit {
        close(epoll)
        close(wakeup)
    }

    /// The feed in this room has news, new subscribers or has ended.
    func wake(_ room: Int) {
        state.withLock { $0.orders.woken.append(room) }
        wake()
    }

    private func wake() { eventfd_write(wakeup, 1) }

    func clearWakeup() {
        var count: eventfd_t = 0
        eventfd_read(wakeup, &count)
    }

    /// A room number for a new feed.
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
            state.orders.woken.append(feed.room)
        }
        wake()
    }

    /// The loop has emptied the room.
    func vacate(_ room: Int) { state.withLock { $0.vacancies.append(room) } }

    func end() {
        state.withLock { $0.orders.isEnding = true }
        wake()
    }

    func takeOrders() -> Orders {
        state.withLock { state in
            defer { (state.orders.openings, state.orders.woken) = ([], []) }
            return state.orders
        }
    }

    /// The loop has ended; no further subscribers are admitted.
    func close() { state.withLock { $0.isOver = true } }

    /// Whether a subscriber from this address would be refused; nil for an unknown address.
    func isFull(for address: InternetAddress?) -> Bool {
        let block = block(of: address)
        return state.withLock { $0.taken >= configuration.limit || $0.isOver || $0.shares.isSpent(block) }
    }

    /// Reserves a place for a subscriber, to be returned with `release`.
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

    /// Whether the descriptor is reserved for the rest of the server.
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

/// A feed in the loop.
protocol Opening: Sendable {
    func framing(_ tally: Tally) -> any Framing
    /// Its index in the loop.
    var room: Int { get }
    /// The listening socket, if clients connect directly; the loop closes it.
    var listener: Int32? { get }
}

/// Why broadcasting failed.
package struct BroadcastError: Error, CustomStringConvertible {
    package enum Code: Sendable {
        /// The port is in use.
        case taken
        /// The address is invalid or doesn't belong to this machine.
        case address
        /// The system has no free descriptors.
        case descriptors
    }

    package let code: Code
    package let description: String

    init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }
}
