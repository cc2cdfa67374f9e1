import CLinux
import Glibc
import Synchronization

/// What the loop's thread and everybody else have in common: what is to be done, how many follow, and the bell that wakes the loop.
final class Switchboard: Sendable {
    struct Orders {
        var openings: [any Opening] = []
        var isEnding = false
    }

    private struct State {
        var orders = Orders()
        var isOver = false
        var taken = 0
        var figures: [BroadcastFigures] = [BroadcastFigures(), BroadcastFigures()]
        /// Turned away before they came to the loop.
        var refused = [0, 0]
    }

    let limit: Int
    let epoll: Int32
    /// An eventfd(2).
    let bell: Int32
    private let state = Mutex(State())

    init(limit: Int) throws(BroadcastError) {
        self.limit = limit
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

    func ring() { eventfd_write(bell, 1) }

    func silence() {
        var count: eventfd_t = 0
        eventfd_read(bell, &count)
    }

    func open(_ feed: any Opening) {
        state.withLock { $0.orders.openings.append(feed) }
        ring()
    }

    func end() {
        state.withLock { $0.orders.isEnding = true }
        ring()
    }

    func takeOrders() -> Orders {
        state.withLock { state in
            defer { state.orders.openings = [] }
            return state.orders
        }
    }

    /// The loop has ended: nobody is let in any more.
    func close() { state.withLock { $0.isOver = true } }

    var isFull: Bool { state.withLock { $0.taken >= limit || $0.isOver } }

    /// A place for one more subscriber.
    func admit(to kind: FeedKind) -> Bool {
        state.withLock { state in
            guard state.taken < limit, !state.isOver else {
                state.refused[kind.rawValue] += 1
                return false
            }
            state.taken += 1
            return true
        }
    }

    func release() { state.withLock { $0.taken -= 1 } }

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
    func framing() -> any Framing
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
