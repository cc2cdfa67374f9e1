import Foundation
import NIOCore
import Synchronization
import TestSupport
import Testing

@testable import Fetching

/// Speaks to the proxy byte by byte, as a browser does.
@Suite("A forwarding proxy") struct ForwardingProxyTests {
    /// What the proxy answers, until it closes the connection.
    private func answer(_ request: String, _ port: Int, then more: String? = nil) async throws -> String {
        let pieces = try await TCPPieces.connect(to: try SocketAddress(ipAddress: "127.0.0.1", port: port), within: .seconds(3600))
        try await pieces.write(Array(request.utf8))
        var received: [UInt8] = []
        while let piece = try await pieces.next(of: "", after: 0) {
            received += piece
            if received.count == piece.count, let more { try await pieces.write(Array(more.utf8)) }
        }
        return String(decoding: received, as: UTF8.self)
    }

    private func credentials(_ proxy: ForwardingProxy, _ password: String? = nil) -> String {
        "Proxy-Authorization: Basic \(Data("tidings:\(password ?? proxy.password)".utf8).base64EncodedString())\r\n"
    }

    @Test("only who knows its password is answered")
    func password() async throws {
        let server = try ScriptedServer { try $0.answer(body: [79, 75]) }
        try await withFetcher { fetcher in
            let proxy = try ForwardingProxy(for: Request(url: server.url()), naming: [], by: fetcher)
            try await proxy.serving { port in
                for header in ["", credentials(proxy, "guess")] {
                    let refused = try await answer("GET \(server.url()) HTTP/1.1\r\n\(header)\r\n", port)
                    #expect(refused.hasPrefix("HTTP/1.1 407 "))
                }
                #expect(server.connectionCount == 0)
                let text = try await answer("GET \(server.url()) HTTP/1.1\r\n\(credentials(proxy))\r\n", port)
                #expect(text.hasPrefix("HTTP/1.1 200 OK\r\n"))
                #expect(text.hasSuffix("\r\n\r\nOK"))
            }
        }
        #expect(server.requests.first?["proxy-authorization"] == [])
        #expect(server.requests.first?["host"] == [server.host])
    }

    @Test("a private address, another port and a request that isn't one are refused, and nothing is connected to")
    func refused() async throws {
        let page = try ScriptedServer { try $0.answer() }
        let other = try ScriptedServer { try $0.answer() }
        try await withFetcher { fetcher in
            let proxy = try ForwardingProxy(for: Request(url: page.url()), naming: ["localhost:\(other.port)"], by: fetcher)
            try await proxy.serving { port in
                for target in [
                    "http://\(other.host)/", "http://169.254.169.254/", "http://127.0.0.1/", "http://2130706433/", "file:///etc/passwd",
                ] {
                    let text = try await answer("GET \(target) HTTP/1.1\r\n\(credentials(proxy))\r\n", port)
                    #expect(text.hasPrefix("HTTP/1.1 403 ") || text.hasPrefix("HTTP/1.1 502 "), "\(target)")
                }
                for place in [other.host, page.host, "10.1.2.3:443", "localhost:\(other.port)", "[::1]:443"] {
                    let text = try await answer("CONNECT \(place) HTTP/1.1\r\n\(credentials(proxy))\r\n", port)
                    #expect(text.hasPrefix("HTTP/1.1 403 ") || text.hasPrefix("HTTP/1.1 502 "), "\(place)")
                }
                #expect(try await answer("GET / HTTP/9\r\n\r\n", port).isEmpty)
            }
            // A name that the board names isn't listed by the operator only because its address is.
            for place in [other.host, "169.254.169.254:80", "127.0.0.1:80", "10.1.2.3:443", "localhost:\(other.port)", "[::1]:443"] {
                #expect(proxy.refusals.counts[place] != nil, "\(place)")
            }
        }
        #expect(page.connectionCount == 0)
        #expect(other.connectionCount == 0)
    }

    @Test("a tunnel carries bytes both ways, and both directions count")
    func tunnel() async throws {
        let server = try ScriptedServer { try $0.answer(body: Array(repeating: 65, count: 1000)) }
        try await withFetcher { fetcher in
            let url = try #require(URL(string: "https://\(server.host)/"))
            for (bytes, isWhole) in [(100_000, true), (500, false)] {
                var limits = ForwardingProxy.Limits()
                limits.bytes = bytes
                let proxy = try ForwardingProxy(for: Request(url: url), naming: [], limits: limits, by: fetcher)
                let text = try await proxy.serving { port in
                    try await answer(
                        "CONNECT \(server.host) HTTP/1.1\r\n\(credentials(proxy))\r\n", port, then: "GET / HTTP/1.1\r\nHost: x\r\n\r\n")
                }
                #expect(text.hasPrefix("HTTP/1.1 200 Connection established\r\n\r\n"))
                #expect(text.hasSuffix("AAA") == isWhole)
                #expect(proxy.isSpent == !isWhole)
            }
        }
    }

    @Test("a name that is public when looked up and private when connected to reaches nothing, in a tunnel and without")
    func rebinding() async throws {
        let server = try ScriptedServer { try $0.answer() }
        let looks = Mutex(0)
        let addresses = AddressGuard(allowedHosts: []) { _ in
            let isFirst = looks.withLock { looks in
                looks += 1
                return looks == 1
            }
            return [try SocketAddress(ipAddress: isFirst ? "93.184.216.34" : "127.0.0.1", port: 443)]
        }
        let fetcher = Fetcher(.loopback, addresses)
        let page = try #require(URL(string: "https://shop.example/"))
        let proxy = try ForwardingProxy(for: Request(url: page), naming: ["localhost:\(server.port)"], by: fetcher)
        try await proxy.serving { port in
            let tunnel = try await answer("CONNECT localhost:\(server.port) HTTP/1.1\r\n\(credentials(proxy))\r\n", port)
            #expect(tunnel.hasPrefix("HTTP/1.1 502 "))
            // The HTTP client looks it up by itself, and finds the loopback address.
            looks.withLock { $0 = 0 }
            let plain = try await answer("GET http://localhost:\(server.port)/ HTTP/1.1\r\n\(credentials(proxy))\r\n", port)
            #expect(plain.hasPrefix("HTTP/1.1 502 "))
        }
        try await fetcher.shutdown()
        #expect(proxy.refusals.counts == ["localhost:\(server.port)": 2])
        #expect(server.requests.isEmpty)
    }

    @Test("a body without a length comes in chunks, and one that breaks off has no last chunk")
    func chunks() async throws {
        for breaks in [false, true] {
            let server = try ScriptedServer { connection in
                try connection.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nOK\r\n")
                if breaks { connection.reset() } else { try connection.send("0\r\n\r\n") }
            }
            try await withFetcher { fetcher in
                let proxy = try ForwardingProxy(for: Request(url: server.url()), naming: [], by: fetcher)
                let text = try await proxy.serving { port in
                    try await answer("GET \(server.url()) HTTP/1.1\r\n\(credentials(proxy))\r\n", port)
                }
                #expect(text.hasSuffix("\r\n0\r\n\r\n") == !breaks)
            }
        }
    }
}
