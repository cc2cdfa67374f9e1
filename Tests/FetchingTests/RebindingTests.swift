import Foundation
import NIOCore
import TestSupport
import Testing

@testable import Fetching

@Suite("Rebinding")
struct RebindingTests {
    @Test("a name that is public when looked at and private when connected to is refused before anything is asked")
    func rebinding() async throws {
        let server = try ScriptedServer { try $0.answer() }
        let addresses = AddressGuard(allowedHosts: []) { _ in [try SocketAddress(ipAddress: "93.184.216.34", port: 80)] }
        let fetcher = Fetcher(.loopback, addresses)
        let url = try #require(URL(string: "http://localhost:\(server.port)/"))
        let error = try await failure(of: fetcher.job(Request(url: url), for: "test"))
        try await fetcher.shutdown()
        #expect(error.code == .refused)
        #expect(error.detail.hasPrefix("is on a private network or this server itself"))
        #expect(server.requests.isEmpty)
    }

    @Test("a connection to a listed host is not lent to a name that points there too")
    func connectionsAreNotLent() async throws {
        let server = try ScriptedServer { try $0.answer() }
        let addresses = AddressGuard(allowedHosts: ["127.0.0.1"]) { _ in [try SocketAddress(ipAddress: "93.184.216.34", port: 80)] }
        let fetcher = Fetcher(.loopback, addresses)
        _ = try await fetcher.job(Request(url: server.url()), for: "test").run { _ in }
        let url = try #require(URL(string: "http://localhost:\(server.port)/"))
        let error = try await failure(of: fetcher.job(Request(url: url), for: "test"))
        try await fetcher.shutdown()
        #expect(error.code == .refused)
        #expect(server.requests.count == 1)
    }
}
