import Foundation

/// The few calls of POSIX that the servers here need, for TCP on 127.0.0.1.
enum Sockets {
    /// A socket bound to a free port, not yet listening.
    static func bound(to port: Int = 0) throws -> (socket: Int32, port: Int) {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw SocketError("socket") }
        var isOn: Int32 = 1
        if port > 0 { setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &isOn, socklen_t(MemoryLayout<Int32>.size)) }
        var address = loopback(port: port)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { plain in
                bind(descriptor, plain, length) == 0 ? getsockname(descriptor, plain, &length) : -1
            }
        }
        guard result == 0 else {
            close(descriptor)
            throw SocketError("bind")
        }
        return (descriptor, Int(UInt16(bigEndian: address.sin_port)))
    }

    /// Begins to connect, and does not wait until it has.
    static func beginConnecting(to port: Int) throws -> Int32 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
        guard descriptor >= 0 else { throw SocketError("socket") }
        var address = loopback(port: port)
        _ = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
        }
        return descriptor
    }

    /// Whether one of `events` has happened within this many milliseconds.
    static func wait(for events: Int32, on descriptor: Int32, milliseconds: Int32) -> Bool {
        var entry = pollfd(fd: descriptor, events: Int16(events), revents: 0)
        return poll(&entry, 1, milliseconds) > 0
    }

    private static func loopback(port: Int) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return address
    }
}

struct SocketError: Error, CustomStringConvertible {
    let description: String

    init(_ call: String) { description = "\(call) failed: \(String(cString: strerror(errno)))" }
}
