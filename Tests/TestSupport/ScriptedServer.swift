package import Foundation
import Synchronization

/// A web server on 127.0.0.1 whose every answer is written by the test, byte by byte, well-behaved or not.
///
/// Each connection is read up to the end of one request, and then belongs to the script, which runs in a thread of its
/// own and may wait as long as it likes. When the script is done the connection is closed in order. A script that throws
/// closes it too; `Connection` throws once the other side has gone. Ends with its last owner, and nothing in it waits for ever.
///
///     let server = try ScriptedServer { try $0.answer(body: [1, 2, 3]) }
///     let url = server.url("/list.pdf")
package final class ScriptedServer: Sendable {
    package typealias Script = @Sendable (Connection) throws -> Void

    package struct Request: Sendable {
        package let method: String
        /// Path and query as they came.
        package let target: String
        /// In the order received, names as they came.
        package let headers: [(name: String, value: String)]
        package internal(set) var body: [UInt8] = []

        /// All values of a header.
        package subscript(name: String) -> [String] { headers.filter { $0.name.lowercased() == name.lowercased() }.map(\.value) }
    }

    package let port: Int
    private let life = Life()

    /// `isAsked`: each connection begins with a request. `port`: one that was free a moment ago; 0 is any.
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

    /// Ends every connection, whatever its script waits for. Its last owner's leaving does so too.
    package func end() { life.end() }

    package var host: String { "127.0.0.1:\(port)" }

    package func url(_ target: String = "/") -> URL { URL(string: "http://\(host)\(target)")! }

    /// What was asked so far, in order.
    package var requests: [Request] { life.requests }

    /// Connections made so far, whether anything was asked on them or not.
    package var connectionCount: Int { life.connectionCount }

    private static func accept(on socket: Int32, _ life: Life, isAsked: Bool, _ script: @escaping Script) {
        while !life.isOver {
            guard Sockets.wait(for: Int32(POLLIN), on: socket, milliseconds: 50) else { continue }
            let descriptor = Foundation.accept(socket, nil, nil)
            guard descriptor >= 0 else { continue }
            life.noteConnection()
            Thread.detachNewThread {
                let connection = Connection(descriptor, life)
                // Errors end the connection; that they do is what scripts are for.
                if !isAsked || connection.readRequest() { try? script(connection) }
                connection.finish()
            }
        }
    }

    /// What the server, its threads and its owner share.
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
