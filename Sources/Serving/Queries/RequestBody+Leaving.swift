package import Hummingbird

extension RequestBody {
    /// Runs `operation` and cancels it when the client leaves. The connection is closed behind it, and the answer has to say so
    /// (`Response.closingConnection`), or a client sends its next request into a closed one.
    ///
    /// Reads the body's end first: Hummingbird ends the process where an operation ends before that. `WholeBody` has waited for it.
    package func whileClientWaits<Value: Sendable>(_ operation: () async throws -> Value) async throws -> Value {
        try await consumeWithCancellationOnInboundClose { rest in
            for try await _ in rest {}
            return try await operation()
        }
    }
}

extension Response {
    /// With the word that no other answer follows on this connection (RFC 9112, section 9.6).
    package func closingConnection() -> Response {
        var response = self
        response.headers[.connection] = "close"
        return response
    }
}
