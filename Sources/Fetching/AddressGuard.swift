import Foundation
import NIOCore

/// Keeps outgoing requests away from this machine and its private networks (server-side request forgery), unless the operator
/// has listed the host.
///
/// Looks the name up before each hop and refuses it if *any* of its addresses is loopback, link-local, private, shared,
/// multicast, unspecified or reserved: IANA's special-purpose registries (RFC 6890), IPv4 written inside IPv6 included.
struct AddressGuard: Sendable {
    /// In lower case, IPv6 addresses without brackets unless a port follows.
    private let allowedHosts: Set<String>
    /// All addresses of a name.
    private let resolve: @Sendable (String) throws -> [SocketAddress]

    init(allowedHosts: Set<String>, resolve: @escaping @Sendable (String) throws -> [SocketAddress] = Self.look(up:)) {
        self.allowedHosts = Set(allowedHosts.map { $0.lowercased() }.map { $0.hasSuffix("]") ? Self.bare($0) : $0 })
        self.resolve = resolve
    }

    /// Throws if the host must not be reached, or is none; returns whether the operator has listed it, and so wherever it is.
    func check(_ url: URL) async throws -> Bool {
        let shown = url.absoluteString
        guard let host = url.host, !host.isEmpty else { throw FetchError(.refused, at: shown, "names no host") }
        let port = url.port ?? (url.scheme?.lowercased() == "https" ? 443 : 80)
        let name = Self.bare(host.lowercased())
        if allowedHosts.contains(name) || allowedHosts.contains(name.contains(":") ? "[\(name)]:\(port)" : "\(name):\(port)") {
            return true
        }
        let addresses: [SocketAddress]
        do { addresses = try await self.addresses(of: name, port: port) } catch {
            throw FetchError(.unreachable, at: shown, "there is no such host")
        }
        for address in addresses where Self.isSpecial(address) {
            throw Self.refusal(of: shown, at: address.ipAddress ?? host)
        }
        return false
    }

    static func refusal(of url: String, at address: String) -> FetchError {
        FetchError(
            .refused, at: url, "is on a private network (\(address)); list the host under allow-hosts if it should be reached")
    }

    private static func bare(_ host: String) -> String { host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host }

    /// Off the concurrency pool, because the resolver blocks.
    private func addresses(of host: String, port: Int) async throws -> [SocketAddress] {
        if let literal = try? SocketAddress(ipAddress: host, port: port) { return [literal] }
        return try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async { [resolve] in
                continuation.resume(with: Result { try resolve(host) })
            }
        }
    }

    private struct NoSuchHost: Error {}

    @Sendable static func look(up host: String) throws -> [SocketAddress] {
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
            // ::ffff:a.b.c.d, ::a.b.c.d, and 64:ff9b::a.b.c.d carry an IPv4 address.
            let isMapped =
                bytes[..<10].allSatisfy { $0 == 0 } && (bytes[10...11].allSatisfy { $0 == 0xFF } || bytes[10...11].allSatisfy { $0 == 0 })
            if isMapped || bytes[..<12].elementsEqual([0, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0]) {
                return isSpecial(v4: Array(bytes[12...]))
            }
            // Outside 2000::/3 nothing is global unicast; 2001::/23 is for protocols (Teredo carries an IPv4 address), 2001:db8::/32
            // and 3fff::/20 are for documentation, 2002::/16 is 6to4.
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
        case (198, 51): bytes[2] == 100
        case (203, 0): bytes[2] == 113
        case (224..., _): true
        default: false
        }
    }
}
