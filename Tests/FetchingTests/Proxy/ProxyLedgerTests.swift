import Testing

@testable import Fetching

@Suite("What a page may ask through a proxy") struct ProxyLedgerTests {
    private func ledger(
        _ page: String = "https://shop.example/lamps", naming others: [String] = [],
        _ change: (inout ForwardingProxy.Limits) -> Void = { _ in }
    ) throws -> ProxyLedger {
        var limits = ForwardingProxy.Limits()
        change(&limits)
        return ProxyLedger(try WebAddress(page), naming: others, reachesListed: true, limits)
    }

    private func admits(_ ledger: inout ProxyLedger, _ address: String) throws -> Bool {
        let address = try WebAddress(address)
        return ledger.admits(address, isTunnel: address.scheme == .https)
    }

    @Test("default ports of any host, and the page's own port of its own host")
    func ports() throws {
        var ledger = try ledger("http://shop.example:8080/lamps")
        for address in ["http://shop.example:8080/", "http://api.example/", "https://api.example/"] {
            #expect(try admits(&ledger, address))
        }
        for address in ["http://api.example:8080/", "https://api.example:8443/", "http://api.example:443/", "https://shop.example:80/"] {
            #expect(try !admits(&ledger, address))
        }
        #expect(ledger.refusals.counts["api.example:8080"] == 1)
    }

    @Test("a web socket to a page of plain HTTP is a tunnel to its port, and none is made")
    func sockets() throws {
        var plain = try ledger("http://shop.example:8080/")
        #expect(try !admits(&plain, "https://shop.example:8080/"))
        var secure = try ledger("https://shop.example:8443/")
        #expect(try admits(&secure, "https://shop.example:8443/"))
    }

    @Test("the operator's list of private hosts applies to the page's own place and to those that its board names")
    func listed() throws {
        let ledger = try ledger("http://nas.lan:8080/", naming: ["api.lan:81", "data.lan"])
        for address in ["http://nas.lan:8080/x", "http://api.lan:81/", "http://data.lan/", "https://data.lan/"] {
            #expect(ledger.reachesListed(try WebAddress(address)))
        }
        for address in ["http://nas.lan/", "http://nas.lan:81/", "http://api.lan/", "http://data.lan:81/"] {
            #expect(!ledger.reachesListed(try WebAddress(address)))
        }
    }

    @Test("so many hosts, requests and bytes, and no more")
    func bounds() throws {
        var hosts = try ledger { $0.hosts = 2 }
        #expect(try admits(&hosts, "https://a.example/"))
        #expect(try admits(&hosts, "https://b.example/"))
        #expect(try admits(&hosts, "https://a.example/"))
        #expect(try !admits(&hosts, "https://c.example/"))
        var requests = try ledger { $0.requests = 2 }
        #expect(try admits(&requests, "https://a.example/"))
        #expect(try admits(&requests, "https://a.example/"))
        #expect(try !admits(&requests, "https://a.example/"))
        var bytes = try ledger { $0.bytes = 10 }
        #expect(bytes.take(10) == true)
        #expect(!bytes.isSpent)
        #expect(bytes.take(1) == false)
        #expect(bytes.isSpent)
    }

    @Test("what a page is refused is counted by name, of twenty names, and none of them is long")
    func refusals() {
        var refusals = Refusals()
        for number in 0..<100 { refusals.note("10.0.0.\(number):80") }
        refusals.note("10.0.0.0:80")
        refusals.note(String(repeating: "x", count: 10_000) + "\u{202E}\n")
        #expect(refusals.counts.count == 21)
        #expect(refusals.counts["others"] == 81)
        #expect(refusals.counts["10.0.0.0:80"] == 2)
        var few = Refusals()
        few.note("WebSocket \u{202E}wss://a.example/\n", times: 2)
        few.note("169.254.169.254:80")
        #expect(few.words == "WebSocket wss://a.example/ (2 times), 169.254.169.254:80")
    }
}
