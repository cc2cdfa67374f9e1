package import Hummingbird

extension RequestBody {
    /// Runs `operation` and cancels it when the client leaves. The connection is closed afterwards, and the response must say so
    /// (`Response.closingConnection`), or a client would send its next request to a closed connection.
    ///
    /// Reads the body's end first, because Hummingbird ends the process if an operation ends before that. `WholeBody` has already waited
    /// for it.
    package func whileClientWaits<Value: Sendable>(_ operation: () async throws -> Value) async throws -> Value {
        try await consumeWithCancellationOnInboundClose { rest in
            for try await _ in rest {}
            return try await operation()
        }
    }
}

extension Response {
    /// With the header that says that the connection is closed afterwards (RFC 9112, section 9.6).
    package func closingConnection() -> Response {
        var response = self
        response.headers[.connection] = "close"
        return response
    }
}
