import CLinux
import Glibc
import Operating

/// Socket functions for feeds.
enum Socket {
    /// The kernel's send buffer per client, which bounds how much an idle reader can hold. Without a limit the kernel would buffer
    /// megabytes.
    private static let sendBuffer: Int32 = 16 << 10
    private static let backlog: Int32 = 4096

    enum Taken {
        /// 0 if nothing is available at the moment.
        case bytes(Int)
        case gone
    }

    static func send(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Taken {
        while true {
            let count = Glibc.send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
            if count >= 0 { return .bytes(count) }
            if errno == EINTR { continue }
            return errno == EAGAIN || errno == EWOULDBLOCK ? .bytes(0) : .gone
        }
    }

    /// Accepts the next client and returns its address; with a negative descriptor, `errno` has the reason.
    static func accept(_ listener: Int32) -> (descriptor: Int32, address: InternetAddress?) {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let flags = Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        let descriptor = withUnsafeMutablePointer(to: &storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { accept4(listener, $0, &length, flags) }
        }
        return (descriptor, descriptor < 0 ? nil : withUnsafeBytes(of: storage) { InternetAddress(socketAddress: $0) })
    }

    /// A listening socket and its port. Accepted connections inherit the options of `prepare`, because they are set here.
    static func listener(host: String, port: Int) throws(BroadcastError) -> (descriptor: Int32, port: Int) {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV
        var found: UnsafeMutablePointer<addrinfo>?
        let status = getaddrinfo(host, "\(port)", &hints, &found)
        guard status == 0, let address = found?.pointee else {
            throw BroadcastError(.address, "\(host): \(String(cString: gai_strerror(status)))")
        }
        defer { freeaddrinfo(found) }
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
        let descriptor = socket(address.ai_family, kind, 0)
        guard descriptor >= 0 else { throw BroadcastError(.descriptors, "socket: \(reason())") }
        set(SOL_SOCKET, SO_REUSEADDR, 1, of: descriptor)
        prepare(descriptor)
        guard bind(descriptor, address.ai_addr, address.ai_addrlen) == 0, listen(descriptor, backlog) == 0 else {
            let isTaken = errno == EADDRINUSE
            let reason = "\(host), port \(port): \(reason())"
            close(descriptor)
            throw BroadcastError(isTaken ? .taken : .address, reason)
        }
        return (descriptor, localPort(of: descriptor) ?? port)
    }

    /// Sends small events immediately, limits the send buffer, and detects clients that have disappeared silently (tcp(7), socket(7)).
    static func prepare(_ descriptor: Int32) {
        set(SOL_SOCKET, SO_SNDBUF, sendBuffer, of: descriptor)
        set(SOL_SOCKET, SO_KEEPALIVE, 1, of: descriptor)
        let tcp = Int32(IPPROTO_TCP)
        set(tcp, TCP_NODELAY, 1, of: descriptor)
        set(tcp, TCP_KEEPIDLE, 60, of: descriptor)
        set(tcp, TCP_KEEPINTVL, 15, of: descriptor)
        set(tcp, TCP_KEEPCNT, 3, of: descriptor)
        // Milliseconds that sent data may stay unacknowledged.
        set(tcp, TCP_USER_TIMEOUT, 30_000, of: descriptor)
    }

    /// The error of the last call.
    static func reason() -> String { String(cString: strerror(errno)) }

    private static func set(_ level: Int32, _ option: Int32, _ value: Int32, of descriptor: Int32) {
        var value = value
        setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
    }

    private static func localPort(of descriptor: Int32) -> Int? {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let status = withUnsafeMutablePointer(to: &storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
        }
        guard status == 0 else { return nil }
        // The port is at the same offset in addresses of both families.
        return withUnsafeBytes(of: storage) { Int($0[2]) << 8 | Int($0[3]) }
    }
}
