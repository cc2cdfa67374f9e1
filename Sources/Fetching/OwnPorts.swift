import Foundation
import NIOCore
import Synchronization

/// The ports that this server listens on. Requests from this machine are trusted more, so fetches must not reach these ports.
///
/// Shared by a server and its fetchers, since a port may be known only after binding.
public final class OwnPorts: Sendable {
    private let ports: Mutex<Set<Int>>

    /// The ports known so far.
    public init(_ ports: Set<Int> = []) { self.ports = Mutex(ports) }

    /// Adds a port.
    public func insert(_ port: Int) { ports.withLock { _ = $0.insert(port) } }

    /// All ports.
    public var all: Set<Int> { ports.withLock { $0 } }

    func contains(port: Int) -> Bool { ports.withLock { $0.contains(port) } }

    /// Whether the address reaches this server: loopback, or the address of one of this machine's interfaces.
    func contains(_ address: SocketAddress) -> Bool {
        guard let port = address.port, contains(port: port), let bytes = Self.bytes(of: address) else { return false }
        let isLoopback = bytes.count == 4 ? bytes[0] == 127 : bytes.dropLast().allSatisfy { $0 == 0 } && bytes[15] == 1
        // The unspecified address means this machine.
        return isLoopback || bytes.allSatisfy { $0 == 0 } || Self.interfaces().contains(bytes)
    }

    /// Converts IPv4 embedded in IPv6 to IPv4.
    private static func bytes(of address: SocketAddress) -> [UInt8]? {
        switch address {
        case .v4(let v4): return withUnsafeBytes(of: v4.address.sin_addr) { Array($0) }
        case .v6(let v6):
            let bytes = withUnsafeBytes(of: v6.address.sin6_addr) { Array($0) }
            let isMapped = bytes[..<10].allSatisfy { $0 == 0 } && bytes[10] == 0xFF && bytes[11] == 0xFF
            return isMapped ? Array(bytes[12...]) : bytes
        case .unixDomainSocket: return nil
        }
    }

    /// Read each time because interfaces can change.
    private static func interfaces() -> Set<[UInt8]> {
        Set(((try? System.enumerateDevices()) ?? []).compactMap { $0.address.flatMap { Self.bytes(of: $0) } })
    }
}
