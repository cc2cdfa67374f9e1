package import NIOCore
package import NIOSSL

extension Fetcher {
    /// The permitted addresses of a host that is contacted with a protocol other than HTTP.
    package struct Destination: Sendable {
        /// All of them pass the address guard. Connecting to one needs no second lookup.
        package let addresses: [SocketAddress]
        /// Whether the operator has listed the host.
        package let isListed: Bool
        /// TLS settings with the certificates that the operator trusts for the host.
        package let encryption: TLSConfiguration

        package init(addresses: [SocketAddress], isListed: Bool, encryption: TLSConfiguration) {
            (self.addresses, self.isListed, self.encryption) = (addresses, isListed, encryption)
        }
    }

    /// Resolves a host by the same rules as a web address. `host` is a name or an address without brackets. Throws `FetchError` with the
    /// same `isUnlisted` for every cause, so a private address can't be distinguished from a nonexistent one.
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
