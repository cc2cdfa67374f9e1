import Testing

@testable import Operating

@Suite("Trusted proxies") struct TrustedProxiesTests {
    private let proxies = TrustedProxies(["127.0.0.0/8", "10.0.0.0/8", "2001:db8::/32"].compactMap { AddressRange($0) })

    private func client(_ peer: String, _ forwarded: String...) throws -> String {
        proxies.client(of: try #require(InternetAddress(peer)), forwarded: forwarded).description
    }

    @Test("a stranger's word for where it comes from is not heard")
    func stranger() throws {
        #expect(try client("192.0.2.9", "198.51.100.1") == "192.0.2.9")
        #expect(try client("192.0.2.9", "127.0.0.1") == "192.0.2.9")
    }

    @Test("a proxy's word is: the address it was asked from, which it puts last")
    func proxy() throws {
        #expect(try client("127.0.0.1", "198.51.100.1") == "198.51.100.1")
        #expect(try client("127.0.0.1") == "127.0.0.1")
        #expect(try client("127.0.0.1", "[2001:db7::5]:4711") == "2001:db7::5")
    }

    @Test("what a client wrote into the header itself stands before what the proxy wrote, and is not heard")
    func forged() throws {
        #expect(try client("127.0.0.1", "127.0.0.1, 198.51.100.1") == "198.51.100.1")
        #expect(try client("127.0.0.1", "203.0.113.7, 198.51.100.1") == "198.51.100.1")
        #expect(try client("127.0.0.1", "203.0.113.7", "198.51.100.1") == "198.51.100.1")
    }

    @Test("proxies behind each other are all gone through")
    func chain() throws {
        #expect(try client("127.0.0.1", "198.51.100.1, 10.1.2.3, 2001:db8::7") == "198.51.100.1")
        #expect(try client("10.0.0.1", "198.51.100.1, 203.0.113.7, 10.1.2.3") == "203.0.113.7")
    }

    @Test("what is no address ends the list: the last one that speaks is who asks")
    func nonsense() throws {
        #expect(try client("127.0.0.1", "198.51.100.1, unknown") == "127.0.0.1")
        #expect(try client("127.0.0.1", "unknown, 10.0.0.2") == "10.0.0.2")
        #expect(try client("127.0.0.1", "") == "127.0.0.1")
    }

    @Test("a list without end is read to a bound")
    func endless() throws {
        #expect(try client("127.0.0.1", Array(repeating: "10.0.0.1", count: 10_000).joined(separator: ",")) == "10.0.0.1")
    }

    @Test("an address of version 4 in one of version 6 is the same address")
    func mapped() throws {
        #expect(try client("::ffff:127.0.0.1", "198.51.100.1") == "198.51.100.1")
        #expect(InternetAddress("::ffff:127.0.0.1")?.isLoopback == true)
        #expect(InternetAddress("::1")?.isLoopback == true)
        #expect(InternetAddress("::2")?.isLoopback == false)
    }

    @Test(
        "ranges hold what begins with their bits",
        arguments: [
            ("192.168.4.0/22", "192.168.7.255", true), ("192.168.4.0/22", "192.168.8.0", false), ("0.0.0.0/0", "203.0.113.1", true),
            ("0.0.0.0/0", "::1", false), ("2001:db8::/33", "2001:db8:7fff::1", true), ("2001:db8::/33", "2001:db8:8000::1", false),
            ("192.0.2.1", "192.0.2.1", true), ("192.0.2.1", "192.0.2.2", false),
        ])
    func ranges(range: String, address: String, isInside: Bool) throws {
        #expect(try #require(AddressRange(range)).contains(try #require(InternetAddress(address))) == isInside)
    }

    @Test("what is no range is none", arguments: ["", "here", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/", "::/129", "10.0.0/8"])
    func noRange(text: String) { #expect(AddressRange(text) == nil) }
}
