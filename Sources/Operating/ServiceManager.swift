import Foundation

/// Reports the service's state to systemd: our own implementation of sd_notify(3).
///
/// A state is one datagram of `NAME=VALUE` lines to the UNIX socket in `NOTIFY_SOCKET`: a path, or `@` and an abstract name. Without it
/// nothing is sent. A message that can't be delivered at once is dropped: the service never waits for systemd.
package struct ServiceManager: Sendable {
    private let address: String?
    /// The heartbeat interval that systemd expects, half of `WATCHDOG_USEC` as sd_watchdog_enabled(3) advises; nil for none.
    package let watchdogPeriod: Duration?

    package init(environment: [String: String] = ProcessInfo.processInfo.environment) {
        address = environment["NOTIFY_SOCKET"].flatMap { $0.hasPrefix("/") || $0.hasPrefix("@") ? $0 : nil }
        let isMeant = environment["WATCHDOG_PID"].flatMap { Int32($0) }.map { $0 == getpid() } ?? true
        let microseconds = environment["WATCHDOG_USEC"].flatMap { Int64($0) } ?? 0
        watchdogPeriod = isMeant && microseconds > 0 ? .microseconds(microseconds / 2) : nil
    }

    package enum State: Sendable {
        case ready(status: String)
        case alive
        case stopping

        var text: String {
            switch self {
            case .ready(let status): "READY=1\nSTATUS=\(status.replacing("\n", with: " "))"
            case .alive: "WATCHDOG=1"
            case .stopping: "STOPPING=1"
            }
        }
    }

    /// Returns whether the message was sent.
    @discardableResult
    package func tell(_ state: State) -> Bool {
        guard let address, address.utf8.count < MemoryLayout.size(ofValue: sockaddr_un().sun_path) else { return false }
        let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var name = sockaddr_un()
        name.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(address.utf8)
        withUnsafeMutableBytes(of: &name.sun_path) { path in
            path.copyBytes(from: bytes)
            // unix(7): the name of an abstract socket begins with a zero byte and is delimited by its length.
            if bytes.first == UInt8(ascii: "@") { path[0] = 0 }
        }
        let length = MemoryLayout.size(ofValue: name) - MemoryLayout.size(ofValue: name.sun_path) + bytes.count
        let text = Array(state.text.utf8)
        // `sendto` takes the address as a generic `sockaddr`.
        return withUnsafePointer(to: name) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                sendto(descriptor, text, text.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT), $0, socklen_t(length)) == text.count
            }
        }
    }
}
