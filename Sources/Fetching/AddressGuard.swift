import Foundation
import NIOCore

/// Prevents server-side request forgery: blocks requests to this machine and private networks unless the operator has listed the host, and
/// to this server's own ports unless the operator has listed host and port.
///
/// Resolves the name before each hop and refuses it if *any* of its addresses is loopback, link-local, private, shared, multicast,
/// unspecified or reserved: IANA's special-purpose registries (RFC 6890), including IPv4 embedded in IPv6.
struct AddressGuard: Sendable {
    /// In lower case. IPv6 addresses have no brackets unless a port follows.
    private let allowedHosts: Set<String>
    private let own: OwnPorts
    private let onRefused: @Sendable (_ host: String, _ address: String) -> Void
    /// Resolves a name to all its addresses.
    private let resolve: @Sendable (String) throws -> [SocketAddress]

    init(
        allowedHosts: Set<String>, own: OwnPorts = OwnPorts(),
        resolve: @escaping @Sendable (String) throws -> [SocketAddress] = Self.lookUp(_:),
        onRefused: @escaping @Sendable (_ host: String, _ address: String) -> Void = { _, _ in }
    ) {
        self.allowedHosts = Set(allowedHosts.map { $0.lowercased() }.map { $0.hasSuffix("]") ? Self.bare($0) : $0 })
        self.own = own
        self.onRefused = onRefused
        self.resolve = resolve
    }

    /// The allowed addresses of a host.
    enum Reach: CaseIterable {
        /// Public addresses only.
        case open
        /// Any address except this server's own ports: the operator has listed the host.
        case listed
        /// Any address: the operator has listed the host and port.
        case named

        /// Whether the actual remote address of a connection is allowed.
        func includes(_ address: SocketAddress, _ own: OwnPorts) -> Bool {
            switch self {
            case .open: !AddressGuard.isSpecial(address) && !own.contains(address)
            case .listed: !own.contains(address)
            case .named: true
            }
        }
    }

    /// Throws if the host is invalid or blocked. If `listedToo` is false, the operator's list is ignored.
    func check(_ url: URL, listedToo: Bool = true) async throws(FetchError) -> Reach {
        let shown = url.absoluteString
        guard let host = url.host, !host.isEmpty else { throw FetchError(.refused, at: shown, "names no host") }
        let port = Self.port(of: url)
        let name = Self.bare(host.lowercased())
        if listedToo, allowedHosts.contains(name.contains(":") ? "[\(name)]:\(port)" : "\(name):\(port)") { return .named }
        let reach: Reach = listedToo && allowedHosts.contains(name) ? .listed : .open
        // A listed host may have any address, or none, unless it could be this server.
        if reach == .listed, !own.contains(port: port) { return reach }
        let addresses: [SocketAddress]
        do { addresses = try await self.addresses(of: name, port: port) } catch {
            throw FetchError(.unreachable, at: shown, "there is no such host", isUnlisted: true)
        }
        for var address in addresses {
            address.port = port
            guard !reach.includes(address, own) else { continue }
            onRefused(host, address.ipAddress ?? "unknown")
            throw Self.refusal(of: shown)
        }
        return reach
    }

    /// The addresses of a host, all of them allowed. Connecting to one of them needs no second lookup, which a hostile name server could
    /// answer differently.
    func destinations(of url: URL, listedToo: Bool = true) async throws(FetchError) -> [SocketAddress] {
        let reach = try await check(url, listedToo: listedToo)
        let host = url.host ?? ""
        let port = Self.port(of: url)
        let found: [SocketAddress]
        do { found = try await addresses(of: Self.bare(host.lowercased()), port: port) } catch {
            throw FetchError(.unreachable, at: url.absoluteString, "there is no such host", isUnlisted: true)
        }
        var addresses: [SocketAddress] = []
        for var address in found {
            address.port = port
            guard reach.includes(address, own) else {
                onRefused(host, address.ipAddress ?? "unknown")
                throw Self.refusal(of: url.absoluteString)
            }
            addresses.append(address)
        }
        return addresses
    }

    /// The message is the same for every blocked host and contains no address, so private names aren't disclosed.
    static func refusal(of url: String) -> FetchError {
        FetchError(
            .refused, at: url,
            "is on a private network or this server itself; list the host, or host:port, under allow-hosts if it should be reached",
            isUnlisted: true)
    }

    private static func port(of url: URL) -> Int { url.port ?? (url.scheme?.lowercased() == "https" ? 443 : 80) }

    private static func bare(_ host: String) -> String { host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host }

    /// Runs off the concurrency pool because the resolver blocks.
    private func addresses(of host: String, port: Int) async throws -> [SocketAddress] {
        if let literal = try? SocketAddress(ipAddress: host, port: port) { return [literal] }
        return try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async { [resolve] in
                continuation.resume(with: Result { try resolve(host) })
            }
        }
    }

    private struct NoSuchHost: Error {}

    @Sendable static func lookUp(_ host: String) throws -> [SocketAddress] {
        // Reserved example names (RFC 2606) never resolve, so no query is sent.
        if host == "example" || host.hasSuffix(".example") { throw NoSuchHost() }
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, nil, &hints, &list) == 0 else { throw NoSuchHost() }
        defer { freeaddrinfo(list) }
        var addresses: [SocketAddress] = []
        var next = list
        while let entry = next?.pointee {
            var name = [CChar](repeating: 0, count: Int(NI_MAXHOST))
            if getnameinfo(entry.ai_addr, entry.ai_addrlen, &name, socklen_t(name.count), nil, 0, NI_NUMERICHOST) == 0 {
                let text = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
                if let address = try? SocketAddress(ipAddress: text, port: 0) { addresses.append(address) }
            }
            next = entry.ai_next
        }
        guard !addresses.isEmpty else { throw NoSuchHost() }
        return addresses
    }

    static func isSpecial(_ address: SocketAddress) -> Bool {
        switch address {
        case .v4(let v4):
            return withUnsafeBytes(of: v4.address.sin_addr) { isSpecial(v4: Array($0)) }
        case .v6(let v6):
            let bytes = withUnsafeBytes(of: v6.address.sin6_addr) { Array($0) }
            // ::ffff:a.b.c.d, ::a.b.c.d and 64:ff9b::a.b.c.d embed an IPv4 address.
            let isMapped =
                bytes[..<10].allSatisfy { $0 == 0 } && (bytes[10...11].allSatisfy { $0 == 0xFF } || bytes[10...11].allSatisfy { $0 == 0 })
            if isMapped || bytes[..<12].elementsEqual([0, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0]) {
                return isSpecial(v4: Array(bytes[12...]))
            }
            // Outside 2000::/3 nothing is global unicast. 2001::/23 is for protocols (Teredo embeds an IPv4 address), 2001:db8::/32 and
            // 3fff::/20 are for documentation, 2002::/16 is 6to4.
            if bytes[0] & 0xE0 != 0x20 { return true }
            if bytes[..<2].elementsEqual([0x20, 0x01]), bytes[2] < 2 { return true }
            if bytes[..<4].elementsEqual([0x20, 0x01, 0x0D, 0xB8]) || (bytes[..<2].elementsEqual([0x3F, 0xFF]) && bytes[2] < 0x10) {
                return true
            }
            return bytes[..<2].elementsEqual([0x20, 0x02]) ? isSpecial(v4: Array(bytes[2..<6])) : false
        case .unixDomainSocket:
            return true
        }
    }

    private static func isSpecial(v4 bytes: [UInt8]) -> Bool {
        switch (bytes[0], bytes[1]) {
        case (0, _), (10, _), (127, _), (100, 64...127), (169, 254), (172, 16...31), (192, 168), (198, 18...19): true
        case (192, 0): bytes[2] == 0 || bytes[2] == 2
        case (192, 88): bytes[2] == 99
        case (198, 51): bytes[2] == 100
        case (203, 0): bytes[2] == 113
        case (224..., _): true
        default: false
        }
    }
}
