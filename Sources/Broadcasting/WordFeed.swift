import Glibc
import Synchronization

/// The raw feed: a TCP port that sends a number as a big-endian 32-bit integer to every client, on connecting, when it changes, and as a
/// heartbeat. Input from clients is ignored. Thread-safe.
package final class WordFeed: Sendable {
    struct Pending {
        var number: Int32
        /// How often it has changed since the loop last read it.
        var changes = 0
    }

    package let port: Int
    let room: Int
    private let board: Switchboard
    private let socket: Int32
    private let pending: Mutex<Pending>
    private let isOpen = Atomic(false)

    init(_ board: Switchboard, host: String, port: Int, number: Int32) throws(BroadcastError) {
        self.board = board
        (socket, self.port) = try Socket.listener(host: host, port: port)
        room = board.takeRoom()
        pending = Mutex(Pending(number: number))
    }

    deinit {
        if !isOpen.load(ordering: .relaxed) { close(socket) }
    }

    package func publish(_ number: Int32) {
        let isNew = pending.withLock { pending in
            guard pending.number != number else { return false }
            pending.number = number
            pending.changes += 1
            return pending.changes == 1
        }
        if isNew { board.wake(room) }
    }
}

// The feed as the loop sees it.
extension WordFeed: Opening {
    var listener: Int32? {
        isOpen.store(true, ordering: .relaxed)
        return socket
    }

    func framing(_ tally: Tally) -> any Framing { WordFraming(self, tally) }

    func takePending() -> Pending {
        pending.withLock { pending in
            defer { pending.changes = 0 }
            return pending
        }
    }
}
