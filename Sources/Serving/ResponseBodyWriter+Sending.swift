package import Hummingbird
package import NIOCore

extension ResponseBodyWriter {
    /// Writes a piece, and returns when the client has taken so much that the next one is welcome. What is made of a long answer after that
    /// is made at the client's pace: `write` alone would have it ready, in memory, for as long as the client reads nothing.
    package mutating func send(_ piece: ByteBuffer) async throws {
        try await write(piece)
        // The connection knows what waits on it once its event loop has taken the piece.
        try await ConnectionLoop.current?.submit {}.get()
        // Nothing is sent of nothing, but it waits for its turn.
        try await write(ByteBuffer())
    }
}

/// The event loop of the connection on which a request is answered; nil: there is no real connection, as in a test.
package enum ConnectionLoop {
    @TaskLocal package static var current: (any EventLoop)?
}
