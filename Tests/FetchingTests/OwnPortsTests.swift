import Foundation
import NIOCore
import TestSupport
import Testing

@testable import Fetching

@Suite("This server's own ports") struct OwnPortsTests {
    private func fetch(_ url: String, allowing hosts: Set<String>, own port: Int) async throws {
        let url = try #require(URL(string: url))
        try await withFetcher {
            $0.allowedHosts = hosts
            $0.ownPorts = OwnPorts([port])
        } _: { fetcher in
            _ = try await fetcher.job(Request(url: url), for: "test").run { _ in }
        }
    }

    @Test("a host that is listed is reached at other ports, and at our own only where the port is listed too")
    func named() async throws {
        let server = try ScriptedServer { try $0.answer() }
        try await fetch("http://127.0.0.1:\(server.port)/", allowing: ["127.0.0.1"], own: server.port - 1)
        try await fetch("http://127.0.0.1:\(server.port)/", allowing: [server.host], own: server.port)
        let count = server.connectionCount
        let error = await #expect(throws: FetchError.self) {
            try await fetch("http://127.0.0.1:\(server.port)/", allowing: ["127.0.0.1", "localhost"], own: server.port)
        }
        #expect(error?.code == .refused)
        #expect(error?.isUnlisted == true)
        await #expect(throws: FetchError.self) {
            try await fetch("http://localhost:\(server.port)/", allowing: ["127.0.0.1", "localhost"], own: server.port)
        }
        #expect(server.connectionCount == count)
    }

    @Test("a listed name that turns out to be us when it is connected to is found out")
    func rebinding() async throws {
        let server = try ScriptedServer { try $0.answer() }
        let own = OwnPorts([server.port])
        let addresses = AddressGuard(allowedHosts: ["localhost"], own: own) { _ in [try SocketAddress(ipAddress: "10.0.0.7", port: 80)] }
        var configuration = Fetcher.Configuration.loopback
        configuration.ownPorts = own
        let fetcher = Fetcher(configuration, addresses)
        let url = try #require(URL(string: "http://localhost:\(server.port)/"))
        let error = try await failure(of: fetcher.job(Request(url: url), for: "test"))
        try await fetcher.shutdown()
        #expect(error.code == .refused)
        #expect(server.requests.isEmpty)
    }

    @Test(
        "every address of this machine is ours, and no other is",
        arguments: ["127.0.0.1", "127.9.9.9", "0.0.0.0", "::1", "::", "::ffff:127.0.0.1"])
    func addresses(text: String) throws {
        let own = OwnPorts([8080])
        #expect(own.contains(try SocketAddress(ipAddress: text, port: 8080)))
        #expect(!own.contains(try SocketAddress(ipAddress: text, port: 8081)))
    }

    @Test("so are those of its interfaces, public ones too")
    func interfaces() throws {
        let own = OwnPorts([8080])
        for device in try System.enumerateDevices() {
            guard var address = device.address, address.ipAddress != nil else { continue }
            address.port = 8080
            #expect(own.contains(address))
        }
        #expect(!own.contains(try SocketAddress(ipAddress: "198.51.100.77", port: 8080)))
    }

    @Test("the operator's log is told the address that the error keeps to itself")
    func told() async throws {
        let (refusals, refusal) = AsyncStream.makeStream(of: String.self)
        await #expect(throws: FetchError.self) {
            try await withFetcher {
                $0.onRefused = { host, address in
                    refusal.yield("\(host) \(address)")
                    refusal.finish()
                }
            } _: { fetcher in
                _ = try await fetcher.job(Request(url: try #require(URL(string: "http://localhost:9/"))), for: "test").run { _ in }
            }
        }
        let said = await refusals.first { _ in true }
        #expect(["localhost 127.0.0.1", "localhost ::1"].contains(said))
    }

    @Test("a key in an address, in its user or its query, is in no error")
    func secrets() {
        let error = FetchError(.unreachable, at: "https://ada:hush@api.example/list?key=hush&page=2", "connection refused")
        #expect(error.description == "could not reach https://…@api.example/list?…: connection refused")
    }
}
