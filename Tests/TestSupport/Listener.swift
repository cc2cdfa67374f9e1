import Foundation

/// A test's end of a connection.
package final class Listener: Sendable {
    private let descriptor: Int32

    package struct Closed: Error {
        /// The system call and its error, for reading a failed test.
        package let reason: String

        package init(_ reason: String = "it took too long") { self.reason = reason }

        init(_ call: String, _ code: Int32) { reason = "\(call): \(String(cString: strerror(code)))" }
    }

    /// Connects to a port of this machine. `buffer`: about how many unread bytes the kernel keeps for it.
    package init(port: Int, of host: String = "127.0.0.1", buffer: Int32? = nil) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        if var buffer { setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &buffer, socklen_t(MemoryLayout<Int32>.size)) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        inet_pton(AF_INET, host, &address.sin_addr)
        let status = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard status == 0 else { throw Closed("connect", errno) }
    }

    /// Both ends of a connection: ours, and the one to hand over.
    package static func pair() throws -> (Listener, descriptor: Int32) {
        var ends: [Int32] = [0, 0]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            throw Closed("socketpair", errno)
        }
        return (Listener(descriptor: ends[0]), ends[1])
    }

    private init(descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    package func send(_ bytes: [UInt8]) {
        _ = Foundation.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }

    package func endSending() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// The bytes received once `isEnough` holds.
    package func bytes(_ words: String, until isEnough: ([UInt8]) -> Bool) async throws -> [UInt8] {
        var received: [UInt8] = []
        try await eventually(words) {
            try receive(&received)
            return isEnough(received)
        }
        return received
    }

    package func words(_ count: Int) async throws -> [Int32] {
        let bytes = try await bytes("\(count) words have come") { $0.count >= 4 * count }
        return Self.words(bytes)
    }

    package func text(until end: String) async throws -> String {
        let bytes = try await bytes("\(end) has come") { String(decoding: $0, as: UTF8.self).contains(end) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Waits until the other end has closed the connection; returns the bytes received before.
    @discardableResult
    package func untilClosed() async throws -> [UInt8] {
        var received: [UInt8] = []
        try await eventually("the connection is closed") {
            do { try receive(&received) } catch is Closed { return true }
            return false
        }
        return received
    }

    package static func words(_ bytes: [UInt8]) -> [Int32] {
        stride(from: 0, to: bytes.count - bytes.count % 4, by: 4).map { start in
            Int32(bitPattern: bytes[start..<start + 4].reduce(0) { $0 << 8 | UInt32($1) })
        }
    }

    private func receive(_ received: inout [UInt8]) throws {
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
            if count > 0 {
                received += buffer[..<count]
                continue
            }
            if count == 0 { throw Closed("the other end has closed") }
            if errno == EAGAIN || errno == EINTR { return }
            throw Closed("recv", errno)
        }
    }
}
