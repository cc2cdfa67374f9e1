import Boards
import Foundation
import HTTPTypes
import HummingbirdTesting
import Logging
import NIOCore
import Places
import Records
import Storage
import TestSupport
import Testing

@testable import Fetching
@testable import Notifying
@testable import Serving
@testable import Watching
@testable import Web

/// Every door through which this server reaches out × every way to write an address of its own: a server that stands for what is private never gets
/// a connection. Mail goes where the operator says and nowhere else, and tiles are fetched by browsers; they are no doors.
@Suite("Doors to private addresses") struct PrivateAddressTests {
    /// Before the port. Not all are addresses, and not all lead here on every system; none may.
    static let forms = [
        "127.0.0.1", "127.0.0.2", "localhost", "LOCALHOST", "localhost.", "127.0.0.1.", "127.1", "127.0.1", "2130706433", "0x7f000001",
        "0x7f.1",
        "0177.0.0.1", "017700000001", "0", "0.0.0.0", "00000.0.0.0", "[::1]", "[::]", "[0:0:0:0:0:0:0:1]", "[::ffff:127.0.0.1]",
        "[::ffff:7f00:1]",
        "[::127.0.0.1]", "[::ffff:0:127.0.0.1]", "[64:ff9b::127.0.0.1]", "[64:ff9b::7f00:1]", "[64:ff9b:1::7f00:1]", "[2002:7f00:1::]",
        "[fe80::1]",
        "[fe80::1%25lo]", "[fe80::1%lo]", "[fd00::1]", "[fc00::1]", "[ff02::1]", "[2001:db8::1]", "10.0.0.1", "100.64.0.1",
        "169.254.169.254",
        "172.16.0.1", "192.168.0.1", "192.88.99.1", "198.18.0.1", "224.0.0.1", "255.255.255.255", "user@127.0.0.1", "user:word@localhost",
        "93.184.216.34@127.0.0.1", "127.0.0.1#@93.184.216.34", "127.0.0.1\\@93.184.216.34", "１２７.０.０.１", "①②⑦.⓪.⓪.①", "127。0。0。1",
        "ｌｏｃａｌｈｏｓｔ", "local\u{AD}host", "127.0.0.1%00.example", "%31%32%37.0.0.1", "localhost%2e", "ip6-localhost", "127.0.0.1.nip.invalid",
    ]

    fileprivate final class Doors: Sendable {
        let fetcher: Fetcher
        let helper: ScriptedServer
        let inside: ScriptedServer
        let folder: TemporaryFolder
        let store: Store

        /// `helper` may be reached, and redirects to what the path names; `inside` may not.
        init(_ guarding: (_ helper: ScriptedServer) -> AddressGuard?) throws {
            helper = try ScriptedServer { connection in
                let target = connection.request.target
                if target.hasPrefix("/to/") { return try connection.redirect(to: target.dropFirst(4).removingPercentEncoding ?? "") }
                try connection.answer("200 OK", [], body: Array((target == "/base" ? "id\n1\n" : "id,name\n1,Ada\n").utf8))
            }
            inside = try ScriptedServer { try $0.answer("200 OK", [], body: Array("id,name\n1,Secret\n".utf8)) }
            folder = try TemporaryFolder()
            store = try Store(in: folder.url)
            var configuration = Fetcher.Configuration.loopback
            configuration.allowedHosts = [helper.host]
            fetcher = guarding(helper).map { Fetcher(configuration, $0) } ?? Fetcher(configuration)
        }

        func yaml(url: String, more: String = "") throws -> Board {
            try Board(
                BoardFile.declaration(
                    of: """
                        title: Door
                        view: list
                        source: { url: '\(url)' }
                        extract: { delimited: {} }
                        \(more)
                        fields: { id: { type: text, key: true }, name: { type: text } }
                        """), name: "door", folder: URL(fileURLWithPath: "/"))
        }

        func read(_ board: Board, url: URL? = nil) async throws {
            try await store.feeds.prepare(board.name, board.schema)
            let feed = try await store.feeds.feed(of: board.name, url: (url ?? board.source.url).absoluteString)
            let refresh = Refresh(board: board, feed: feed, store: store)
            _ = try await refresh.run(fetcher.job(try refresh.request(), for: "test"), of: fetcher) { _ in }
        }

        func send<Channel: Notifier>(_ notifier: Channel, _ address: String) async throws {
            let notice = Notice(title: "Door", time: .system(), board: "door")
            let notifiers = Notifiers([notifier])
            let delivery = await notifiers.send(notice, over: ChannelKind(Channel.self), toStored: address)
            guard delivery == .delivered else { throw Shut() }
        }
    }

    private struct Shut: Error {}

    private typealias Door = (name: String, open: @Sendable (Doors, _ url: String) async throws -> Void)

    private static let doors: [Door] = [
        ("the source of a board", { try await $0.read($0.yaml(url: $1)) }),
        (
            "an address by hand",
            { doors, url in
                try await doors.read(doors.yaml(url: "https://a.example/"), url: try url.asURL)
            }
        ),
        (
            "a redirect",
            { doors, url in
                let path = url.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
                try await doors.read(doors.yaml(url: "http://\(doors.helper.host)/to/\(path)"))
            }
        ),
        (
            "a join",
            { doors, url in
                let join = "joins: { other: { url: '\(url)', extract: { delimited: {} }, on: id, fields: [name] } }"
                try await doors.read(doors.yaml(url: "http://\(doors.helper.host)/base", more: join))
            }
        ),
        (
            "an address in the settings",
            { doors, url in
                var board = try doors.yaml(url: "https://a.example/")
                board.source.url = try url.asURL
                try await doors.read(board)
            }
        ),
        ("a service method", { try await $0.call($1) }),
        (
            "an argument of a method",
            { doors, url in try await doors.call("http://\(doors.helper.host)/{id}", argument: url, isSafe: true) }
        ),
        (
            "a picture",
            { doors, url in
                var request = Fetching.Request(url: try url.asURL)
                request.reachesListed = false
                _ = try await doors.fetcher.body(request, for: "test")
            }
        ),
        (
            "the geocoder",
            { doors, url in
                let geocoding = Geocoding(.init(Nominatim.self, at: try url.asURL), store: doors.store, fetcher: doors.fetcher)
                // Each in its own street: failures are remembered, and the next address wouldn't be requested.
                _ = try? await doors.store.places.endGeocode(.init(key: "", address: "", outcome: .unknown, service: "", asked: .system()))
                {
                    $0 = .init()
                }
                guard let question = GeocodeQuestion("1 \(UUID()) Street", countries: []),
                    case .found = try await geocoding.find(question, for: .interactive)
                else { throw Shut() }
            }
        ),
        ("a webhook", { try await $0.send(Webhook(fetcher: $0.fetcher), #"{"url":\#($1.quoted),"secret":"0123456789abcdef"}"#) }),
        ("a Gotify server", { try await $0.send(Gotify(fetcher: $0.fetcher), #"{"server":\#($1.quoted),"token":"door"}"#) }),
        ("a homeserver", { try await $0.send(Matrix(fetcher: $0.fetcher), #"{"server":\#($1.quoted),"room":"!door","token":"door"}"#) }),
        ("an ntfy server", { try await $0.send(Ntfy(fetcher: $0.fetcher), #"{"server":\#($1.quoted),"name":"door"}"#) }),
        (
            "a push service",
            { doors, url in
                let push = try WebPush(
                    key: VAPIDKey(), subject: "mailto:op@example.org", fetcher: doors.fetcher,
                    plainHosts: (try? WebAddress(url)).map { [$0.host.description] } ?? [])
                let key = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
                try await doors.send(push, #"{"endpoint":\#(url.quoted),"keys":{"p256dh":"\#(key)","auth":"BTBZMqHH6r4Tts7J_aSIgg"}}"#)
            }
        ),
        (
            "a download",
            { doors, url in
                _ = try await doors.fetcher.job(Fetching.Request(url: try url.asURL), for: "download").run { _ in }
            }
        ),
        (
            "a part of a document",
            { doors, url in
                let head = ResponseHead(
                    url: try url.asURL, status: 200, headers: [("accept-ranges", "bytes"), ("etag", "\"1\"")], expectedBytes: 1 << 20)
                let ahead = LookAhead(fetcher: doors.fetcher, original: Fetching.Request(url: doors.helper.url()))
                guard await ahead.part(.last(10), of: head) != nil else { throw Shut() }
            }
        ),
    ]

    @Test("no door leads to a private address, however it is written", arguments: forms)
    func table(form: String) async throws {
        try await withDoors { doors in
            for door in Self.doors {
                for scheme in ["http", "https"] {
                    await #expect(throws: (any Error).self, "\(door.name)") {
                        try await door.open(doors, "\(scheme)://\(form):\(doors.inside.port)/")
                    }
                }
            }
            #expect(doors.inside.connectionCount == 0)
        }
    }

    @Test("a name that is public at the first look and private at the second is found out before anything is asked")
    func rebinding() async throws {
        let changing: (ScriptedServer) -> AddressGuard? = { helper in
            AddressGuard(allowedHosts: [helper.host]) { _ in [try SocketAddress(ipAddress: "93.184.216.34", port: 80)] }
        }
        try await withDoors(changing) { doors in
            for door in Self.doors {
                await #expect(throws: (any Error).self, "\(door.name)") {
                    try await door.open(doors, "http://localhost:\(doors.inside.port)/")
                }
            }
            #expect(doors.inside.requests.isEmpty)
        }
    }

    @Test("the doors do open: to the server that is listed each of them leads")
    func open() async throws {
        try await withDoors { doors in
            for door in Self.doors
            where !["a picture", "the geocoder", "a part of a document", "a push service", "a redirect"].contains(door.name) {
                do { try await door.open(doors, "http://\(doors.helper.host)/") } catch is SafeAsItIs {
                } catch { Issue.record(error, "\(door.name)") }
            }
            #expect(doors.helper.requests.count >= 8)
        }
    }

    /// A fetcher insists on being shut down.
    private func withDoors(
        _ guarding: (ScriptedServer) -> AddressGuard? = { _ in nil }, _ body: (Doors) async throws -> Void
    ) async throws {
        let doors = try Doors(guarding)
        let result: Result<Void, any Error>
        do { result = .success(try await body(doors)) } catch { result = .failure(error) }
        try await doors.fetcher.shutdown()
        try result.get()
    }

    @Test("pictures of records, and addresses that are shared into the app, are fetched from no other private host")
    func pages() async throws {
        let inside = try ScriptedServer { try $0.answer("200 OK", [("Content-Type", "image/png")], body: Directory.png) }
        let forms = Self.forms
        var directory = Directory(photoAddress: { "http://\(forms[$0 - 1]):\(inside.port)/x.png" })
        directory.names = forms.indices.map { "Form \($0)" }
        try await withDirectory(directory) { house, _ in
            // Its fetcher may reach 127.0.0.1 at any port, and pictures may not.
            try await house.client { client in
                for number in 1...forms.count {
                    let picture = try await client.get("/boards/contacts/records/\(number)/photo")
                    #expect(picture.status != .ok, "\(forms[number - 1])")
                }
            }
            try await house.client(of: "Ada") { client in
                let address = "http://127.0.0.1:\(inside.port)/".addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
                _ = try await client.get("/app/share?url=\(address)&text=\(address)")
            }
        }
        #expect(inside.connectionCount == 0)
    }
}

/// An argument cannot name a host: the call goes to the method's own.
private struct SafeAsItIs: Error {}

extension PrivateAddressTests.Doors {
    fileprivate func call(_ url: String, argument: String = "7", isSafe: Bool = false) async throws {
        let services = """
            services:
              one:
                url: '\(url)\(isSafe || url.contains("{") ? "" : "?id={id}")'
                parameters: { id: {} }
                extract: { delimited: {} }
                fields: { id: { type: text }, name: { type: text } }
            """
        let calls = ServiceCalls(boards: [try yaml(url: "https://a.example/", more: services)], fetcher: fetcher, secrets: Secrets())
        _ = try await calls.call("door.one", ["id": argument], for: "test")
        if isSafe { throw SafeAsItIs() }
    }
}

extension String {
    fileprivate var asURL: URL {
        get throws { try #require(URL(string: self)) }
    }

    fileprivate var quoted: String { JSONLine.array([self]).dropFirst().dropLast().description }
}
