import Fetching
import Foundation
import TestSupport
import Testing

/// Servers with certificates that the system's authorities don't know.
@Suite("Trust") struct TrustTests {
    /// The server's greeting, trusting `host` by `trust`.
    private func greeting(from host: String, _ port: Int, trusting trusted: String = "localhost", _ trust: Trust?) async throws -> String {
        let url = try #require(URL(string: "https://\(host):\(port)/"))
        return try await withFetcher {
            $0.allowedHosts = ["localhost", "127.0.0.1"]
            $0.trust = trust.map { [trusted: $0] } ?? [:]
        } _: { fetcher async throws in
            String(decoding: try await fetcher.body(Request(url: url), for: "test").bytes, as: UTF8.self)
        }
    }

    private func expectRefusal(_ work: () async throws -> String) async throws {
        let error = try #require(await #expect(throws: FetchError.self) { _ = try await work() })
        #expect(error.code == .unreachable)
        #expect(error.detail == "its certificate is not trusted")
    }

    @Test("a self-signed certificate is refused in words, trusted where it is named, and no other in its place")
    func selfSigned() async throws {
        let folder = try TemporaryFolder()
        let home = try Trust.certificate(in: folder.file("home.pem", Array(Certificates.home.utf8)))
        let other = try Trust.certificate(in: folder.file("other.pem", Array(Certificates.other.utf8)))
        try await withTLSServer(Certificates.home, Certificates.homeKey) { port async throws in
            try await expectRefusal { try await greeting(from: "localhost", port, nil) }
            #expect(try await greeting(from: "localhost", port, home) == "hello")
            try await expectRefusal { try await greeting(from: "localhost", port, other) }
            // Trust for one host doesn't apply to another.
            try await expectRefusal { try await greeting(from: "localhost", port, trusting: "home.example", home) }
        }
    }

    @Test("an authority of one's own is trusted for the names it has signed, and for no others")
    func authority() async throws {
        let folder = try TemporaryFolder()
        let trust = try Trust.authorities(in: folder.file("ca.pem", Array(Certificates.authority.utf8)))
        try await withTLSServer(Certificates.local, Certificates.localKey) { port async throws in
            try await expectRefusal { try await greeting(from: "localhost", port, nil) }
            #expect(try await greeting(from: "localhost", port, trust) == "hello")
            await #expect(throws: FetchError.self) { try await greeting(from: "127.0.0.1", port, trusting: "127.0.0.1", trust) }
        }
    }

    @Test("a file that holds no certificate is refused", arguments: ["", "hello", Certificates.homeKey])
    func noCertificate(text: String) throws {
        let folder = try TemporaryFolder()
        let file = try folder.file("a.pem", Array(text.utf8))
        let error = #expect(throws: FetchError.self) { try Trust.certificate(in: file) }
        #expect(error?.detail.contains("holds no certificate in PEM form") == true)
        #expect(throws: FetchError.self) { try Trust.authorities(in: folder.url.appendingPathComponent("none.pem")) }
    }
}
