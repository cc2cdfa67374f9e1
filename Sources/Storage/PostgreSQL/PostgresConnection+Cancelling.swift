extension PostgresConnection {
    /// Asks the server to cancel the running statement. Another thread calls the result.
    var cancelling: @Sendable () -> Void {
        let request = PostgresCancel(library.getCancel(handle), library)
        return { request.send() }
    }
}

/// Cancels a connection's statement, from any thread.
private final class PostgresCancel: @unchecked Sendable {
    private let request: OpaquePointer?
    private let library: Libpq

    init(_ request: OpaquePointer?, _ library: Libpq) { (self.request, self.library) = (request, library) }

    deinit { if let request { library.freeCancel(request) } }

    func send() {
        var reason = [CChar](repeating: 0, count: 256)
        if let request { _ = library.cancel(request, &reason, CInt(reason.count)) }
    }
}
