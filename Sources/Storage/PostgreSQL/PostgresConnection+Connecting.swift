import Foundation

/// Connecting with libpq, and its errors.
extension PostgresConnection {
    /// Seconds per host of an address.
    private static let connectTimeout = 5

    static func withParameters<Result>(of address: DatabaseAddress, _ body: (Libpq.Texts?, Libpq.Texts?) -> Result) -> Result {
        // Values in the address override these defaults.
        let parameters = [
            ("connect_timeout", "\(connectTimeout)"), ("tcp_user_timeout", "10000"), ("keepalives_idle", "10"),
            ("keepalives_interval", "5"), ("keepalives_count", "3"), ("application_name", "tidings"), ("dbname", address.text),
            ("client_encoding", "UTF8"),
        ]
        let texts = (names: parameters.map { strdup($0.0) }, values: parameters.map { strdup($0.1) })
        defer { for text in texts.names + texts.values { free(text) } }
        let names: [Libpq.Text?] = texts.names.map { UnsafePointer($0) } + [nil]
        let values: [Libpq.Text?] = texts.values.map { UnsafePointer($0) } + [nil]
        return body(names, values)
    }

    /// Connects again to a server that has refused it, to get the error code: messages are in the server's language. nil if it doesn't
    /// refuse any more, or sends no code.
    static func refusal(of address: DatabaseAddress) -> PostgresError? {
        guard let library = try? Libpq.loaded() else { return nil }
        guard let handle = withParameters(of: address, { library.connectStart($0, $1, 1) }) else { return nil }
        defer { library.finish(handle) }
        // PQERRORS_VERBOSE: "FATAL:  28P01: …".
        _ = library.setErrorVerbosity(handle, 2)
        let end = ContinuousClock.now + .seconds(connectTimeout)
        // PGRES_POLLING_WRITING, the initial state by libpq's manual.
        var state: CInt = library.status(handle) == 1 ? 0 : 2
        while state == 1 || state == 2, ContinuousClock.now < end {
            var asked = pollfd(fd: library.socket(handle), events: Int16(state == 1 ? POLLIN : POLLOUT), revents: 0)
            if poll(&asked, 1, 1000) > 0 { state = library.connectPoll(handle) }
        }
        guard state == 0 else { return nil }
        let message = words(library.errorMessage(handle))
        guard let code = message.firstMatch(of: #/:\s\s([0-9A-Z]{5}):\s/#)?.1 else { return nil }
        return PostgresError(state: String(code), message: message)
    }

    static func words(_ text: Libpq.Text?) -> String {
        text.map { String(cString: $0).split(separator: "\n").joined(separator: " ") } ?? "error"
    }
}
