package import Foundation
import Synchronization

/// A web server on 127.0.0.1 whose every answer a test writes byte by byte, valid or not.
///
/// The server reads each connection to the end of one request, and then runs the script, which has its own thread and
/// may wait as long as it likes. When the script ends, the connection is closed in order. A script that throws
/// closes it too; `Connection` throws once the other side has gone. The server ends with its last owner, and no wait lasts forever.
///
///     let server = try ScriptedServer { try $0.answer(body: [1, 2, 3]) }
///     let url = server.url("/list.pdf")
package final class ScriptedServer: Sendable {
    package typealias Script = @Sendable (Connection) throws -> Void

    package struct Request: Sendable {
        package let method: String
        /// Path and query, as received.
        package let target: String
        /// In the order received, with names as received.
        package let headers: [(name: String, value: String)]
        package internal(set) var body: [UInt8] = []

        /// All values of a header.
        package subscript(name: String) -> [String] { headers.filter { $0.name.lowercased() == name.lowercased() }.map(\.value) }
    }

    package let port: Int
    private let life = Life()

    /// `isAsked`: each connection begins with a request. `port`: a port that was just free; 0 is any.
    package init(port wanted: Int = 0, isAsked: Bool = true, _ script: @escaping Script) throws {
        let (socket, port) = try Sockets.bound(to: wanted)
        guard listen(socket, 64) == 0 else { throw SocketError("listen") }
        self.port = port
        Thread.detachNewThread { [life] in
            Self.accept(on: socket, life, isAsked: isAsked, script)
            Foundation.close(socket)
        }
    }

    deinit { life.end() }

    /// Ends every connection, even while its script waits. This also happens when the last owner goes.
    package func end() { life.end() }

    package var host: String { "127.0.0.1:\(port)" }

    package func url(_ target: String = "/") -> URL { URL(string: "http://\(host)\(target)")! }

    /// The requests so far, in order.
    package var requests: [Request] { life.requests }

    /// Connections so far, with or without a request.
    package var connectionCount: Int { life.connectionCount }

    private static func accept(on socket: Int32, _ life: Life, isAsked: Bool, _ script: @escaping Script) {
        while !life.isOver {
            guard Sockets.wait(for: Int32(POLLIN), on: socket, milliseconds: 50) else { continue }
            let descriptor = Foundation.accept(socket, nil, nil)
            guard descriptor >= 0 else { continue }
            life.noteConnection()
            Thread.detachNewThread {
                let connection = Connection(descriptor, life)
                // Errors end the connection, which is what such scripts test.
                if !isAsked || connection.readRequest() { try? script(connection) }
                connection.finish()
            }
        }
    }

    /// The state that the server, its threads and its owner share.
    final class Life: Sendable {
        private let state = Mutex(State())

        private struct State {
            var isOver = false
            var requests: [Request] = []
            var connectionCount = 0
        }

        var isOver: Bool { state.withLock { $0.isOver } }
        var requests: [Request] { state.withLock { $0.requests } }
        var connectionCount: Int { state.withLock { $0.connectionCount } }
        func end() { state.withLock { $0.isOver = true } }
        func note(_ request: Request) { state.withLock { $0.requests.append(request) } }
        func noteConnection() { state.withLock { $0.connectionCount += 1 } }
    }
}
