/// Whose word is taken for where a request comes from.
///
/// A proxy adds the address it was asked from at the end of `X-Forwarded-For`; what stands before that is what *it* was told, and may be
/// anybody's invention. So the list is read from its end for as long as the one who speaks is a proxy of ours: the first address that is
/// not, is the client's.
package struct TrustedProxies: Sendable {
    /// How many proxies there may be in a row.
    private static let hopLimit = 16

    private let ranges: [AddressRange]

    package init(_ ranges: [AddressRange]) { self.ranges = ranges }

    /// A proxy on the same machine.
    package static let local = TrustedProxies(["127.0.0.0/8", "::1"].compactMap { AddressRange($0) })
    package static let nobody = TrustedProxies([])

    package func trusts(_ address: InternetAddress) -> Bool { ranges.contains { $0.contains(address) } }

    /// Who asks: `peer` is who opened the connection, `forwarded` the values of `X-Forwarded-For` in their order.
    package func client(of peer: InternetAddress, forwarded: [String]) -> InternetAddress {
        var client = peer
        let hops = forwarded.flatMap { $0.split(separator: ",") }
        for hop in hops.reversed().prefix(Self.hopLimit) {
            guard trusts(client), let address = InternetAddress(hop) else { break }
            client = address
        }
        return client
    }
}
