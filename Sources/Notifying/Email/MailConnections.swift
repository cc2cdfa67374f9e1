import NIOCore

/// A pool of connections to the mail server: a few at once, each reused for several messages and kept briefly when idle.
actor MailConnections {
    private struct Kept {
        let connection: SMTPConnection
        let extensions: SMTPExtensions
        let sent: Int
        let closing: Scheduled<Void>
    }

    private let server: MailServer
    private var idle: [Kept] = []
    private var busyCount = 0
    /// In order of arrival. Each wait ends, because every connection's holder has a deadline.
    private var waiters: [CheckedContinuation<Void, Never>] = []

    /// Beyond this number of waiters, messages are deferred.
    static let lineLimit = 1000

    init(_ server: MailServer) { self.server = server }

    func send(_ transaction: SMTPTransaction) async -> Delivery {
        // A server's text after the sign-in may contain the password.
        await delivery(of: transaction).withoutWords(repeating: server.login?.password)
    }

    private func delivery(of transaction: SMTPTransaction) async -> Delivery {
        guard waiters.count < Self.lineLimit else { return .later(nil, "\(Self.lineLimit) messages wait for the mail server already") }
        await enter()
        defer { leave() }
        while let kept = idle.popLast() {
            kept.closing.cancel()
            guard await kept.connection.isUsable() else {
                kept.connection.close()
                continue
            }
            let (delivery, isUntouched) = await kept.connection.send(transaction, kept.extensions)
            finish(kept.connection, kept.extensions, sent: kept.sent + 1, delivery)
            // The server had closed the reused connection; retry on a new one.
            if isUntouched, !Task.isCancelled { break }
            return delivery
        }
        do {
            let (connection, extensions) = try await SMTPConnection.open(server)
            let (delivery, _) = await connection.send(transaction, extensions)
            finish(connection, extensions, sent: 1, delivery)
            return delivery
        } catch {
            return .later(nil, "the mail server \(server.host) \(error)")
        }
    }

    /// Closes the idle connections.
    func close() {
        for kept in idle {
            kept.closing.cancel()
            kept.connection.close()
        }
        idle = []
    }

    private func finish(_ connection: SMTPConnection, _ extensions: SMTPExtensions, sent: Int, _ delivery: Delivery) {
        guard delivery == .delivered, sent < server.messageLimit else { return connection.close() }
        idle.append(Kept(connection: connection, extensions: extensions, sent: sent, closing: connection.close(after: server.idleTime)))
    }

    private func enter() async {
        guard busyCount >= server.connectionLimit else {
            busyCount += 1
            return
        }
        // A finished holder passes its connection slot to the next waiter.
        await withCheckedContinuation { waiters.append($0) }
    }

    private func leave() {
        guard waiters.isEmpty else { return waiters.removeFirst().resume() }
        busyCount -= 1
    }
}
