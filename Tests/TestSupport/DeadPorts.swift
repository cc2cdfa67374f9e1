import Foundation

/// A port of 127.0.0.1 without a listener, bound so that no other program can take it.
package final class ClosedPort: Sendable {
    package let port: Int
    private let socket: Int32

    package init() throws { (socket, port) = try Sockets.bound() }

    deinit { close(socket) }
}

/// A port of 127.0.0.1 that never answers a connection: its listener never accepts, and its queue is full.
package final class SilentPort: Sendable {
    package let port: Int
    private let sockets: [Int32]

    package init() throws {
        let (socket, port) = try Sockets.bound()
        self.port = port
        guard listen(socket, 0) == 0 else { throw SocketError("listen") }
        sockets = try [socket] + (0..<4).map { _ in try Sockets.beginConnecting(to: port) }
    }

    deinit { for socket in sockets { close(socket) } }
}
