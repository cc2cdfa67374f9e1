import Foundation
import NIOCore
import TestSupport
import Testing

@testable import Fetching

@Suite("Address guard")
struct AddressGuardTests {
    @Test(
        "addresses of this machine and of private networks are refused however they are written",
        arguments: [
            "127.0.0.1", "localhost", "LOCALHOST", "[::1]", "10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1",
            "169.254.169.254", "100.64.0.1", "0.0.0.0", "[::]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[::127.0.0.1]",
            "[64:ff9b::10.0.0.1]", "[2002:7f00:1::]", "[2001:0:7f00:1::]", "[fe80::1]", "[fd00::1]", "[ff02::1]", "224.0.0.1",
            "255.255.255.255",
        ])
    func refused(host: String) async throws {
        let server = try ScriptedServer { try $0.answer() }
        let url = try #require(URL(string: "http://\(host):\(server.port)/"))
        let error = try await failure(of: url) { $0.allowedHosts = [] }
        #expect(error.code == .refused, "\(error)")
        // Without the address, because not every reader may learn what a name resolves to.
        #expect(error.detail.hasPrefix("is on a private network or this server itself; list the host"))
        #expect(error.isUnlisted)
        #expect(!error.description.dropFirst(url.absoluteString.count).contains("127."))
        #expect(server.connectionCount == 0)
    }

    @Test(
        "a host that programs read differently is refused with words that say how to write it",
        arguments: ["2130706433", "127.1", "0x7f.1", "0x7f000001", "0177.0.0.1", "user@127.0.0.1"])
    func ambiguous(host: String) async throws {
        let server = try ScriptedServer { try $0.answer() }
        let url = try #require(URL(string: "http://\(host):\(server.port)/"))
        let error = try await failure(of: url) { $0.allowedHosts = ["127.0.0.1"] }
        #expect(error.code == .refused)
        #expect(error.detail.contains("write an IPv4 address as") || error.detail.hasPrefix("names a user before the host"))
        #expect(server.connectionCount == 0)
    }

    @Test("a name with a dot at its end is no way around that", arguments: ["localhost.", "127.0.0.1."])
    func dotAtTheEnd(host: String) async throws {
        let server = try ScriptedServer { try $0.answer() }
        let error = try await failure(of: try #require(URL(string: "http://\(host):\(server.port)/"))) { $0.allowedHosts = ["localhost"] }
        // Some resolvers reject such a name.
        #expect(error.code == .refused || error.code == .unreachable)
        #expect(server.connectionCount == 0)
    }

    @Test("an allowed host is reached by the name that was allowed, with its port or any")
    func allowed() async throws {
        let server = try ScriptedServer { try $0.answer() }
        for (host, allowed) in [
            ("127.0.0.1", "127.0.0.1"), ("127.0.0.1", server.host), ("localhost", "localhost"), ("LocalHost", "localhost:\(server.port)"),
        ] {
            let url = try #require(URL(string: "http://\(host):\(server.port)/"))
            try await withFetcher {
                $0.allowedHosts = [allowed]
            } _: { fetcher in
                _ = try await fetcher.job(Request(url: url), for: "test").run { _ in }
            }
        }
        #expect(server.requests.count == 4)
    }

    @Test("what is allowed for one name or port is not for another", arguments: ["localhost", "127.0.0.2", "127.0.0.1:1", "127.0.0"])
    func notAllowed(allowed: String) async throws {
        let server = try ScriptedServer { try $0.answer() }
        #expect(try await failure(of: server.url()) { $0.allowedHosts = [allowed] }.code == .refused)
        #expect(server.connectionCount == 0)
    }

    @Test("an IPv6 address is allowed with or without its brackets, or with a port", arguments: ["::1", "[::1]", "[::1]:PORT"])
    func allowedSix(allowed: String) async throws {
        let closed = try ClosedPort()
        // The port is closed; the test only checks that a connection was attempted.
        let url = try #require(URL(string: "http://[::1]:\(closed.port)/"))
        #expect(try await failure(of: url) { $0.allowedHosts = [allowed.replacing("PORT", with: "\(closed.port)")] }.code == .unreachable)
    }

    @Test(
        "public addresses are not special",
        arguments: [
            "1.1.1.1", "93.184.216.34", "172.15.0.1", "172.32.0.1", "100.63.255.255", "100.128.0.1", "169.253.1.1", "198.17.0.1",
            "192.0.1.1",
            "223.255.255.255", "2606:4700::1111", "2001:4860:4860::8888", "64:ff9b::1.1.1.1", "::ffff:1.1.1.1", "2002:101:101::",
        ])
    func publicAddresses(text: String) throws {
        #expect(!AddressGuard.isSpecial(try SocketAddress(ipAddress: text, port: 80)))
    }

    @Test(
        "addresses for documentation, benchmarks and protocols are special",
        arguments: [
            "192.0.0.1", "192.0.2.1", "198.18.0.1", "198.51.100.1", "203.0.113.1", "240.0.0.1", "2001:db8::1", "2001::1", "3fff::1",
        ])
    func reservedAddresses(text: String) throws {
        #expect(AddressGuard.isSpecial(try SocketAddress(ipAddress: text, port: 80)))
    }

    @Test(
        "schemes other than the web's are refused",
        arguments: ["ftp://example.org/", "gopher://example.org/", "unix:///run/x", "http+unix://x/", "list.pdf"])
    func schemes(text: String) async throws {
        let error = try await failure(of: try #require(URL(string: text)))
        #expect(error.code == .refused)
        #expect(error.detail.hasPrefix("is not fetched: only http and https are"))
    }

    @Test("an address without a host is refused", arguments: ["http:///list.pdf", "http:list.pdf"])
    func noHost(text: String) async throws {
        let error = try await failure(of: try #require(URL(string: text)))
        #expect(error.code == .refused)
        #expect(error.detail == "names no host" || error.detail.hasPrefix("has to go on with '://'"), "\(error)")
    }
}
