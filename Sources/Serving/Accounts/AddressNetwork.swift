import Foundation

/// The part of an address that one household or server has for itself: all of IPv4, the first 64 bits of IPv6.
package enum AddressNetwork {
    /// As a key: the same text for all addresses of a network.
    package static func of(_ address: String) -> String {
        guard let bytes = longAddress(address) else { return address }
        return withUnsafeBytes(of: bytes) { $0.prefix(8).map { String($0, radix: 16) }.joined(separator: ":") }
    }

    /// As people write it: `198.51.100.7`, `2001:db8::/64`.
    package static func written(_ address: String) -> String {
        guard var bytes = longAddress(address) else { return address }
        withUnsafeMutableBytes(of: &bytes) { $0[8...].copyBytes(from: repeatElement(0, count: 8)) }
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        guard inet_ntop(AF_INET6, &bytes, &text, socklen_t(text.count)) != nil else { return address }
        return "\(String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self))/64"
    }

    /// The bytes of an address of IPv6; nil for another.
    private static func longAddress(_ address: String) -> in6_addr? {
        var bytes = in6_addr()
        return address.contains(":") && inet_pton(AF_INET6, address, &bytes) == 1 ? bytes : nil
    }
}

extension PageContext {
    /// Where the request comes from, by network; empty if unknown.
    package var network: String { AddressNetwork.of(address) }
}
