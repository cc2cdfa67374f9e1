import Boards
import Extraction
import Fetching
import Foundation
import Records
import Synchronization
import TestSupport
import Testing
import Watching

/// Methods called over loopback, the whole way from a board file to rows; the requests are in the server's own log.
@Suite("Service calls") struct ServiceCallsTests {
    private static let person = "<contact><contactid>7</contactid><name>Ada</name><phone>1</phone><phone>2</phone></contact>"
    private static let secret = "hush-0451"

    private struct Contact: Decodable, Equatable {
        let name: String
        let phone: [String]
    }

    /// Calls to the methods that stand under `services` of a board, at a server of the script's. `PORT` in the YAML is its port.
    private func withCalls(
        _ services: String, secrets: [String: String] = ["directory": secret], cache: URL? = nil, _ script: @escaping ScriptedServer.Script,
        _ body: @Sendable (ServiceCalls, ScriptedServer) async throws -> Void
    ) async throws {
        let server = try ScriptedServer(script)
        let yaml = """
            title: Contacts
            view: list
            source: { url: 'https://directory.example/' }
            extract: { xml: { rows: //contact, fields: { id: contactid } } }
            fields: { id: { type: text, key: true }, name: { type: text } }
            services:
            \(services.split(separator: "\n").map { "  \($0)" }.joined(separator: "\n").replacing("HOST", with: server.host))
            """
        let board = try Board(BoardFile.declaration(of: yaml), name: "contacts", folder: URL(fileURLWithPath: "/"))
        var configuration = Fetcher.Configuration.loopback
        configuration.cache = try cache.map { try ResponseCache($0) }
        let fetcher = Fetcher(configuration)
        let calls = ServiceCalls(boards: [board], fetcher: fetcher, secrets: Secrets { secrets[$0] })
        let result: Result<Void, any Error>
        do { result = .success(try await body(calls, server)) } catch { result = .failure(error) }
        try await fetcher.shutdown()
        try result.get()
    }

    private static func detail(_ more: String = "", extract: String = "xml: { rows: /contact }") -> String {
        """
        detail:
          url: http://HOST/contact.xml?id={id}
          parameters: { id: { pattern: '^[0-9]+$', hint: A number. } }
          extract: { \(extract) }
          \(more)
        """
    }

    private func failure(_ calls: ServiceCalls, _ name: String = "contacts.detail", _ arguments: [String: String] = ["id": "7"])
        async throws
        -> ServiceError
    {
        try #require(await #expect(throws: ServiceError.self) { _ = try await calls.call(name, arguments, for: "test") })
    }

    @Test("open rows: whatever elements come, in their order, and as values of a type of the caller's")
    func open() async throws {
        try await withCalls(Self.detail("headers: { Accept: application/xml }")) {
            try $0.answer(body: Array(Self.person.utf8))
        } _: { calls, server async throws in
            let answer = try await calls.call("contacts.detail", ["id": " 7 "], for: "test")
            #expect(answer.json.map(\.closed) == [#"{"contactid":"7","name":"Ada","phone":["1","2"]}"#])
            #expect(try answer.decoded(as: Contact.self) == [Contact(name: "Ada", phone: ["1", "2"])])
            #expect(answer.count == 1)
            #expect(answer.age == nil)
            #expect(server.requests.map(\.target) == ["/contact.xml?id=7"])
            #expect(server.requests[0].method == "GET")
            #expect(server.requests[0]["Accept"] == ["application/xml"])
        }
    }

    @Test("declared fields: typed records, and a value that does not parse is the source's fault, named by row and field")
    func typed() async throws {
        let services = Self.detail("fields: { name: { type: text }, age: { type: number } }", extract: "json: { rows: '$[*]' }")
        let document = Mutex(#"[{"name": "Ada", "age": "36.50"}]"#)
        try await withCalls(services) {
            try $0.answer(body: Array(document.withLock { $0 }.utf8))
        } _: { calls, _ async throws in
            struct Person: Decodable, Equatable {
                let name: String
                let age: Double
            }
            let answer = try await calls.call("contacts.detail", ["id": "7"], for: "test")
            #expect(try answer.decoded(as: Person.self) == [Person(name: "Ada", age: 36.5)])
            document.withLock { $0 = #"[{"name": "Ada", "age": "old"}]"# }
            let error = try await failure(calls)
            #expect(error.code == .source)
            #expect(error.description.hasPrefix("contacts.detail: its answer can’t be read: row 1"))
            #expect(error.description.contains("field 'age': found “old”"))
        }
    }

    @Test(
        "the cache follows the method's policy: as answered, never, or for a fixed time",
        arguments: [
            ("", "max-age=86400", 1), ("", "no-store", 3), ("cache: none", "max-age=86400", 3), ("cache: 10m", "no-store", 1),
            ("cache: 10m", "max-age=0", 1),
        ])
    func cache(policy: String, control: String, asked: Int) async throws {
        let folder = try TemporaryFolder()
        try await withCalls(Self.detail(policy), cache: folder.url.appendingPathComponent("cache")) {
            try $0.answer(
                "200 OK",
                [("Cache-Control", control), ("Age", "5000000"), ("Vary", "User-Agent")].filter {
                    policy == "cache: 10m" || $0.0 == "Cache-Control"
                }, body: Array(Self.person.utf8))
        } _: { calls, server async throws in
            for _ in 0..<3 { #expect(try await calls.call("contacts.detail", ["id": "7"], for: "test").count == 1) }
            #expect(server.requests.count == asked)
            _ = try await calls.call("contacts.detail", ["id": "8"], for: "test")
            #expect(server.requests.count == asked + 1)
            _ = try await calls.call("contacts.detail", ["id": "8"], for: "test", cache: .reload)
            #expect(server.requests.count == asked + 2)
        }
    }

    @Test("a failure is not kept for the fixed time that answers are")
    func failuresAreNotKept() async throws {
        let folder = try TemporaryFolder()
        let isDown = Mutex(true)
        try await withCalls(Self.detail("cache: 10m"), cache: folder.url.appendingPathComponent("cache")) { connection in
            if isDown.withLock({ $0 }) { return try connection.answer("500 Internal Server Error") }
            try connection.answer(body: Array(Self.person.utf8))
        } _: { calls, server async throws in
            #expect(try await failure(calls).code == .source)
            isDown.withLock { $0 = false }
            #expect(try await calls.call("contacts.detail", ["id": "7"], for: "test").count == 1)
            #expect(server.requests.count == 2)
        }
    }

    @Test(
        "a post carries its body, says what it is, and is asked each time",
        arguments: [
            (#"'{"name": "{name}"}'"#, #"{"name": "A \"B\" & C"}"#, "application/json"),
            ("name={name}", "name=A%20%22B%22%20%26%20C", "application/x-www-form-urlencoded"),
        ])
    func post(body: String, sent: String, type: String) async throws {
        let services = """
            find:
              url: http://HOST/find
              method: post
              body: \(body)
              parameters: { name: {} }
              extract: { json: {} }
            """
        let folder = try TemporaryFolder()
        try await withCalls(services, cache: folder.url.appendingPathComponent("cache")) {
            try $0.answer("200 OK", [("Cache-Control", "max-age=86400")], body: Array(#"{"id": 7}"#.utf8))
        } _: { calls, server async throws in
            for _ in 0..<2 {
                #expect(try await calls.call("contacts.find", ["name": #"A "B" & C"#], for: "test").json.map(\.closed) == [#"{"id":"7"}"#])
            }
            #expect(server.requests.map(\.method) == ["POST", "POST"])
            #expect(server.requests.map { String(decoding: $0.body, as: UTF8.self) } == [sent, sent])
            #expect(server.requests[0]["Content-Type"] == [type])
        }
    }

    @Test(
        "a secret is sent where its board says, and stands in no error and in no file of the cache",
        arguments: [
            "password: { user: ann, secret: directory }", "bearer: { secret: directory }", "header: { name: X-Key, secret: directory }",
            "query: { name: key, secret: directory }",
        ])
    func secrets(access: String) async throws {
        let folder = try TemporaryFolder()
        let basic = "Basic " + Data("ann:\(Self.secret)".utf8).base64EncodedString()
        let isBroken = Mutex(false)
        try await withCalls(Self.detail("auth: { \(access) }"), cache: folder.url.appendingPathComponent("cache")) { connection in
            let request = connection.request
            let isIn =
                request["Authorization"] == [basic] || request["Authorization"] == ["Bearer \(Self.secret)"]
                || request["X-Key"] == [Self.secret] || request.target.hasSuffix("?id=7&key=\(Self.secret)")
            guard isIn else { return try connection.answer("401 Unauthorized", [("WWW-Authenticate", "Basic realm=\"a\"")]) }
            if isBroken.withLock({ $0 }) { return try connection.answer("500 Internal Server Error") }
            let headers = [("Cache-Control", "max-age=86400"), ("Vary", "X-Key, Authorization"), ("ETag", "\"1\"")]
            try connection.answer("200 OK", headers, body: Array(Self.person.utf8))
        } _: { calls, server async throws in
            #expect(try await calls.call("contacts.detail", ["id": "7"], for: "test").count == 1)
            let asked = server.requests.count
            #expect(try await calls.call("contacts.detail", ["id": "7"], for: "test").count == 1)
            #expect(server.requests.count == asked, "the second comes from the cache")
            isBroken.withLock { $0 = true }
            let error = await #expect(throws: ServiceError.self) {
                _ = try await calls.call("contacts.detail", ["id": "7"], for: "test", cache: .reload)
            }
            #expect(error?.code == .source)
            let told = "\(error.map { "\($0)" } ?? "") \(String(reflecting: error)) \(calls.methods)"
            #expect(!told.contains(Self.secret))
            #expect(!told.contains(basic))
            #expect(try Self.files(in: folder).count > 1)
            for (name, bytes) in try Self.files(in: folder) {
                #expect(!name.contains(Self.secret), "\(name)")
                #expect(!String(decoding: bytes, as: UTF8.self).contains(Self.secret), "\(name)")
                #expect(!String(decoding: bytes, as: UTF8.self).contains(basic), "\(name)")
            }
        }
    }

    private static func files(in folder: TemporaryFolder) throws -> [(name: String, bytes: Data)] {
        let names = FileManager.default.enumerator(atPath: folder.url.path)?.compactMap { $0 as? String } ?? []
        return names.compactMap { name in (try? Data(contentsOf: folder.url.appendingPathComponent(name))).map { (name, $0) } }
    }

    @Test(
        "a secret that is not set is said with the name it is set by, and nothing is asked",
        arguments: [[:], ["directory": ""]] as [[String: String]])
    func missingSecret(secrets: [String: String]) async throws {
        try await withCalls(Self.detail("auth: { bearer: { secret: directory } }"), secrets: secrets) {
            try $0.answer()
        } _: { calls, server async throws in
            let error = try await failure(calls)
            #expect(error.code == .secret)
            #expect(
                error.description
                    == "contacts.detail: the secret 'directory' is not set; give it as TIDINGS_SECRET_DIRECTORY, or the name of a file that "
                    + "holds it as TIDINGS_SECRET_DIRECTORY_FILE")
            #expect(server.requests.isEmpty)
        }
    }

    @Test("bad use is told in words before anything is asked")
    func badUse() async throws {
        try await withCalls(Self.detail()) {
            try $0.answer()
        } _: { calls, server async throws in
            #expect(
                try await failure(calls, "contacts.more").description == "there is no method 'contacts.more'; there are contacts.detail")
            #expect(try await failure(calls, "contacts.detail", [:]).description == "parameter 'id' is missing. A number.")
            #expect(try await failure(calls, "contacts.detail", ["id": "x"]).code == .badUse)
            #expect(
                try await failure(calls, "contacts.detail", ["id": "7", "town": "Bern"]).description.contains(
                    "is not known to contacts.detail"))
            #expect(server.requests.isEmpty)
        }
    }

    @Test(
        "what goes wrong says whose fault it is",
        arguments: [
            ("404 Not Found", "", ServiceError.Code.notFound), ("410 Gone", "", .notFound), ("500 Internal Server Error", "", .source),
            ("403 Forbidden", "", .source), ("200 OK", "<!DOCTYPE html><title>Log in</title>", .source),
            ("200 OK", "<contact><name>", .source),
        ])
    func faults(status: String, body: String, code: ServiceError.Code) async throws {
        try await withCalls(Self.detail()) {
            try $0.answer(status, body: Array(body.utf8))
        } _: { calls, _ async throws in
            let error = try await failure(calls)
            #expect(error.code == code)
            #expect(error.description.hasPrefix("contacts.detail: "))
        }
    }

    @Test("an answer over the method's limit, and one that takes too long, are the source's")
    func bounds() async throws {
        try await withCalls(Self.detail("limit: 1k")) {
            try $0.answer(body: Array(repeating: 0x20, count: 2000))
        } _: { calls, _ async throws in
            #expect(try await failure(calls).description.contains("announces 2000 bytes; 1024 are allowed"))
        }
        try await withCalls(Self.detail("timeout: 1s")) {
            try $0.stall()
        } _: { calls, _ async throws in
            #expect(try await failure(calls).code == .source)
        }
    }

    @Test("a call that is cancelled ends, and so does its connection")
    func cancelled() async throws {
        let (asked, gone) = (Gate(), Gate())
        try await withCalls(Self.detail()) { connection in
            defer { gone.open() }
            asked.open()
            try connection.sendHead("200 OK", [("Content-Length", "1000")])
            try connection.stall()
        } _: { calls, _ async throws in
            let call = Task { try await calls.call("contacts.detail", ["id": "7"], for: "test") }
            try await asked.pass()
            call.cancel()
            let error = await #expect(throws: ServiceError.self) { _ = try await call.value }
            #expect(error?.code == .cancelled)
            try await gone.pass()
        }
    }

    @Test("equal calls at the same time are one, and two with other secrets are not")
    func shared() async throws {
        let gate = Gate()
        let services =
            Self.detail() + "\n" + Self.detail("auth: { query: { name: key, secret: directory } }").replacing("detail:", with: "other:")
        try await withCalls(services) { connection in
            try gate.block()
            try connection.answer(body: Array(Self.person.utf8))
        } _: { calls, server async throws in
            let tasks = ["detail", "detail", "other", "other"].map { name in
                Task { try await calls.call("contacts.\(name)", ["id": "7"], for: "test").count }
            }
            try await eventually("both are asked") { server.requests.count == 2 }
            gate.open()
            for task in tasks { #expect(try await task.value == 1) }
            #expect(Set(server.requests.map(\.target)) == ["/contact.xml?id=7", "/contact.xml?id=7&key=\(Self.secret)"])
        }
    }
}
