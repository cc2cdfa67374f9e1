package import Hummingbird
package import NIOCore

extension ResponseBodyWriter {
    /// Writes a chunk, and returns when the client has received enough for the next. A caller can then produce a long response at the
    /// client's pace; with `write` alone, all of it would be in memory while the client reads nothing.
    package mutating func send(_ piece: ByteBuffer) async throws {
        try await write(piece)
        // The connection counts its pending bytes once its event loop has received the chunk.
        try await ConnectionLoop.current?.submit {}.get()
        // An empty write sends nothing, but waits for its turn.
        try await write(ByteBuffer())
    }
}

/// The event loop of the request's connection; nil: no real connection, as in a test.
package enum ConnectionLoop {
    @TaskLocal package static var current: (any EventLoop)?
}
