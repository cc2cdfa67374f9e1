package import NIOCore
package import NIOSSL

extension Fetcher {
    /// Where a host may be reached that is spoken to in another protocol.
    package struct Destination: Sendable {
        /// Each is within the guards. Who connects to one of them needs no other look-up.
        package let addresses: [SocketAddress]
        /// Whether the operator has listed the host.
        package let isListed: Bool
        /// With the certificates that the operator trusts for it.
        package let encryption: TLSConfiguration

        package init(addresses: [SocketAddress], isListed: Bool, encryption: TLSConfiguration) {
            (self.addresses, self.isListed, self.encryption) = (addresses, isListed, encryption)
        }
    }

    /// Looks a host up by the same rules as an address of the web. `host`: a name or an address, without brackets. Throws `FetchError`, whatever is wrong with
    /// the same `isUnlisted`: who names a private address learns no more of it than of one that nobody has.
    package func destination(of host: String, port: Int, listedToo: Bool) async throws -> Destination {
        let written = host.contains(":") ? "[\(host)]" : host
        let address = try WebAddress("https://\(written):\(port)/")
        let reach = try await addresses.check(address.url, listedToo: listedToo)
        let found = try await addresses.destinations(of: address.url, listedToo: listedToo)
        var encryption = configuration.trust[host.lowercased()]?.configuration ?? .makeClientConfiguration()
        encryption.minimumTLSVersion = .tlsv12
        return Destination(addresses: found, isListed: reach != .open, encryption: encryption)
    }
}
