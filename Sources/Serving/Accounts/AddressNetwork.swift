import Foundation

/// The part of an address that identifies one household or server: all of an IPv4 address, the first 64 bits of an IPv6 address.
package enum AddressNetwork {
    /// A network's key: the same text for all of its addresses.
    package static func of(_ address: String) -> String {
        guard let bytes = longAddress(address) else { return address }
        return withUnsafeBytes(of: bytes) { $0.prefix(8).map { String($0, radix: 16) }.joined(separator: ":") }
    }

    /// The network for display: `198.51.100.7`, `2001:db8::/64`.
    package static func written(_ address: String) -> String {
        guard var bytes = longAddress(address) else { return address }
        withUnsafeMutableBytes(of: &bytes) { $0[8...].copyBytes(from: repeatElement(0, count: 8)) }
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        guard inet_ntop(AF_INET6, &bytes, &text, socklen_t(text.count)) != nil else { return address }
        return "\(String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self))/64"
    }

    /// The bytes of an IPv6 address; nil for any other.
    private static func longAddress(_ address: String) -> in6_addr? {
        var bytes = in6_addr()
        return address.contains(":") && inet_pton(AF_INET6, address, &bytes) == 1 ? bytes : nil
    }
}

extension PageContext {
    /// The client's network; empty if unknown.
    package var network: String { AddressNetwork.of(address) }
}
