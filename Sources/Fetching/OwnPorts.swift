import Foundation
import NIOCore
import Synchronization

/// The ports on which this very server listens: what comes in there from ourselves would be believed more than what comes from others.
///
/// Shared by a server and its fetchers, since a port may be known only when it is bound.
public final class OwnPorts: Sendable {
    private let ports: Mutex<Set<Int>>

    /// Known so far.
    public init(_ ports: Set<Int> = []) { self.ports = Mutex(ports) }

    /// We listen there too.
    public func insert(_ port: Int) { ports.withLock { _ = $0.insert(port) } }

    /// All of them.
    public var all: Set<Int> { ports.withLock { $0 } }

    func contains(port: Int) -> Bool { ports.withLock { $0.contains(port) } }

    /// Whether whoever connects there reaches us: by loopback, or by an address of one of this machine's interfaces.
    func contains(_ address: SocketAddress) -> Bool {
        guard let port = address.port, contains(port: port), let bytes = Self.bytes(of: address) else { return false }
        let isLoopback = bytes.count == 4 ? bytes[0] == 127 : bytes.dropLast().allSatisfy { $0 == 0 } && bytes[15] == 1
        // Unspecified stands for this machine.
        return isLoopback || bytes.allSatisfy { $0 == 0 } || Self.interfaces().contains(bytes)
    }

    /// IPv4 that is written inside IPv6 is IPv4.
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

    /// Asked each time: interfaces come and go.
    private static func interfaces() -> Set<[UInt8]> {
        Set(((try? System.enumerateDevices()) ?? []).compactMap { $0.address.flatMap { Self.bytes(of: $0) } })
    }
}
