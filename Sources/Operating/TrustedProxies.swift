/// The proxies that are trusted to give the client's address.
///
/// A proxy appends its caller's address to `X-Forwarded-For`; anything before that came from the caller and may be false. So the list is
/// read from its end while each address is a trusted proxy: the first other address is the client's.
package struct TrustedProxies: Sendable {
    /// Limit of proxies in a chain.
    private static let hopLimit = 16

    private let ranges: [AddressRange]

    package init(_ ranges: [AddressRange]) { self.ranges = ranges }

    /// A proxy on the same machine.
    package static let local = TrustedProxies(["127.0.0.0/8", "::1"].compactMap { AddressRange($0) })
    package static let nobody = TrustedProxies([])

    package func trusts(_ address: InternetAddress) -> Bool { ranges.contains { $0.contains(address) } }

    /// The client's address: `peer` opened the connection, `forwarded` are the values of `X-Forwarded-For` in order.
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
