import Foundation
import GRDB
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Operating
import Records
import TestSupport
import Testing

@testable import Serving
@testable import Web

@Suite("Operating") struct OperatingTests {
    private static let forwardedFor = HTTPField.Name("X-Forwarded-For")!

    @Test("health says what is well")
    func well() async throws {
        try await withHouse(Source()) { house in
            let response = try await house.client { try await $0.get("/healthz") }
            #expect(response.status == .ok)
            #expect(response.text.hasPrefix(#"{"status":"ok","store":"ok","schedule":"ok","clock":"ok","started":"#))
        }
    }

    @Test("a server whose data is in its folder has no others, on the page and in the API, and administrators alone are told")
    func nodes() async throws {
        try await withHouse(Source()) { house in
            try await house.client { client in
                let (ada, bob) = (try await house.login("Ada"), try await house.login("Bob", .member))
                let page = try await client.get("/server/nodes", ada)
                #expect(page.status == .ok && page.text.contains("so it is the only one"))
                #expect(try await client.get("/server/nodes", bob).status == .forbidden)
                #expect(try await !client.get("/server", ada).text.contains("/server/nodes"))
                #expect(try await client.get("/api/v1/nodes", ada).text == "{\"nodes\":[],\"refused\":[]}\n")
                #expect(try await client.get("/api/v1/nodes", bob).status == .forbidden)
            }
        }
    }

    @Test("without its database the server is not well, and says why")
    func unwell() async throws {
        let folder = try TemporaryFolder()
        try await withHouse(Source(), in: folder) { house in
            // Like an operator who experiments with the database.
            try Self.sql("ALTER TABLE feeds RENAME TO feeds_away", in: folder)
            defer { try? Self.sql("ALTER TABLE feeds_away RENAME TO feeds", in: folder) }
            let response = try await house.client { try await $0.get("/healthz") }
            #expect(response.status == .serviceUnavailable)
            #expect(response.text.contains(#""status":"failing","store":"does not answer""#))
        }
    }

    @Test("without its database the metrics say so, and what needs none is told all the same")
    func metricsWithoutDatabase() async throws {
        let folder = try TemporaryFolder()
        try await withHouse(Source(), in: folder, operating: OperatorSettings(version: "1.2.3")) { house in
            try Self.sql("ALTER TABLE feeds RENAME TO feeds_away", in: folder)
            defer { try? Self.sql("ALTER TABLE feeds_away RENAME TO feeds", in: folder) }
            try await house.served { client in
                let response = try await client.get("/metrics")
                #expect(response.status == .ok)
                for line in [#"tidings_build_info{version="1.2.3"} 1"#, "tidings_database_up 0", "tidings_live_clients 0"] {
                    #expect(response.text.contains("\(line)\n"), "\(line)")
                }
                #expect(!response.text.contains("tidings_watches"))
            }
        }
    }

    private static func sql(_ statement: String, in folder: TemporaryFolder) throws {
        let database = try DatabaseQueue(path: folder.url.appendingPathComponent("tidings.sqlite").path)
        try database.write { try $0.execute(sql: statement) }
        try database.close()
    }

    @Test("metrics are told to this machine in Prometheus' format, with routes by their pattern")
    func metrics() async throws {
        try await withHouse(Source(), operating: OperatorSettings(version: "1.2.3")) { house in
            try await house.served { client in
                for path in ["/boards/visa", "/boards/visa?batch=1", "/boards/none", "/nothing"] { _ = try await client.get(path) }
                let response = try await client.get("/metrics")
                #expect(response.status == .ok)
                #expect(response.headers[.contentType] == "text/plain; version=0.0.4; charset=utf-8")
                for line in [
                    #"tidings_build_info{version="1.2.3"} 1"#, #"tidings_feeds{state="unread"} 1"#, "tidings_outbox_age_seconds 0",
                    "tidings_live_clients 0", "tidings_database_up 1",
                    #"tidings_http_requests_total{route="/boards/{board}",status="2xx"} 2"#,
                    #"tidings_http_requests_total{route="/boards/{board}",status="3xx"} 1"#,  // a stranger is asked who they are
                    #"tidings_http_requests_total{route="none",status="4xx"} 1"#,
                    #"tidings_http_request_duration_seconds_count{route="/boards/{board}"} 3"#,
                ] {
                    #expect(response.text.contains("\(line)\n"), "\(line)")
                }
                #expect(response.text.split(separator: "\n").allSatisfy(Self.isLine))
            }
        }
    }

    /// The grammar of the format, as far as we use it.
    private static func isLine(_ line: Substring) -> Bool {
        line.wholeMatch(of: /# (HELP|TYPE) [a-z_]+ .+|[a-z_]+(\{([a-z]+="([^"\\]|\\.)*",?)+\})? -?[0-9.e+-]+/) != nil
    }

    @Test("metrics are not told to others, through a proxy either, unless they have the token")
    func metricsOfOthers() async throws {
        try await withHouse(Source(), operating: OperatorSettings(metricsToken: "a-long-token")) { house in
            try await house.served { client in
                for forged in ["198.51.100.1", "127.0.0.1, 198.51.100.1", "::1,198.51.100.1"] {
                    let answer = try await client.get("/metrics", [Self.forwardedFor: forged])
                    #expect(answer.status == .forbidden)
                }
                let elsewhere: HTTPFields = [Self.forwardedFor: "198.51.100.1"]
                for (token, status) in [
                    ("Bearer a-long-token", 200), ("Bearer a-long-tokem", 403), ("Bearer ", 403), ("a-long-token", 403),
                ] {
                    var headers = elsewhere
                    headers[.authorization] = token
                    let answer = try await client.get("/metrics", headers)
                    #expect(answer.status.code == status)
                }
            }
        }
    }

    @Test("a connection from this machine is no proof where a proxy stands before the server, or shows in the request")
    func metricsBehindSilentProxy() async throws {
        let tales = [
            "Forwarded": "for=127.0.0.1", "Via": "1.1 proxy", "X-Real-IP": "127.0.0.1", "X-Forwarded-Proto": "https",
            "X-Forwarded-For": "127.0.0.1",
        ]
        for (settings, status) in [
            (OperatorSettings(), 200), (OperatorSettings(isBehindProxy: true), 403), (OperatorSettings(basePath: "/tidings"), 403),
            (OperatorSettings(trustedProxies: .nobody), 200),
        ] {
            try await withHouse(Source(), operating: settings) { house in
                try await house.served { client in
                    #expect(try await client.get("/metrics").status.code == status)
                    for (name, value) in tales {
                        let answer = try await client.get("/metrics", [HTTPField.Name(name)!: value])
                        #expect(answer.status == .forbidden, "\(name)")
                    }
                }
            }
        }
    }

    @Test(
        "whoever asks by a name that others know this machine by is told no metrics",
        arguments: [
            ("127.0.0.1:8080", true), ("localhost", true), ("[::1]:8080", true), ("home.example", false), ("192.168.1.5:8080", false),
            ("localhost.home.example", false),
        ])
    func metricsByName(authority: String, isTold: Bool) {
        #expect(MetricsPage.isOfThisMachine(authority) == isTold)
    }

    @Test("a form through a proxy is from our pages if the proxy's host is the browser's")
    func forwardedHost() async throws {
        let headers: HTTPFields = [HTTPField.Name("Origin")!: "https://home.example", HTTPField.Name("X-Forwarded-Host")!: "home.example"]
        for (trusted, status) in [(TrustedProxies.local, HTTPResponse.Status.seeOther), (.nobody, .forbidden)] {
            try await withHouse(Source(), operating: OperatorSettings(trustedProxies: trusted)) { house in
                try await house.served { client in
                    let answer = try await client.post("/boards/visa", "batch=20121456171", headers)
                    #expect(answer.status == status)
                }
            }
        }
    }

    @Test("every metric has its line in the documents")
    func documented() throws {
        let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../Docs/Using/Operating.md")
        let text = try String(contentsOf: page, encoding: .utf8)
        for metric in Metric.allCases { #expect(text.contains("| `\(metric.rawValue)` | \(metric.kind.rawValue) |"), "\(metric.rawValue)") }
    }
}
