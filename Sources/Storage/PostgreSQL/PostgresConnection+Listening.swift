import Foundation

/// Notifications (https://www.postgresql.org/docs/15/sql-notify.html). They arrive with any input from the server.
extension PostgresConnection {
    /// Waits for input from the server or on this descriptor, at most until `end`.
    func waitForNews(or descriptor: Int32, until end: ContinuousClock.Instant) throws {
        var asked = [
            pollfd(fd: library.socket(handle), events: Int16(POLLIN), revents: 0),
            pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
        ]
        let left = max(.zero, ContinuousClock.now.duration(to: end))
        let milliseconds = left.components.seconds * 1000 + left.components.attoseconds / 1_000_000_000_000_000 + 1
        guard poll(&asked, 2, Int32(clamping: milliseconds)) >= 0 || errno == EINTR else { throw lost() }
        if asked[0].revents != 0, library.consumeInput(handle) != 1 { throw lost() }
    }

    /// The texts of the notifications that have arrived, except this connection's own.
    func takeNews() -> [String] {
        let own = library.backendID(handle)
        var texts: [String] = []
        while let one = library.notification(handle) {
            defer { library.freeText(one) }
            // PGnotify: the channel's name, the sender's process, the text (libpq-fe.h).
            let sender = one.load(fromByteOffset: MemoryLayout<Libpq.Text>.stride, as: CInt.self)
            let text = one.load(fromByteOffset: 2 * MemoryLayout<Libpq.Text>.stride, as: Libpq.Text?.self)
            if sender != own, let text { texts.append(String(cString: text)) }
        }
        return texts
    }
}
