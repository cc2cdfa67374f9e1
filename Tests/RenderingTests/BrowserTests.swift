import Foundation
import NIOCore
import Operating
import Synchronization
import TestSupport
import Testing

@testable import Fetching
@testable import Rendering

/// A real browser and servers on loopback.
@Suite("A browser", .enabled(if: BrowserProgram.installed() != nil), .serialized) struct BrowserTests {
    private func pages(_ contents: [String: String]) throws -> ScriptedServer {
        try ScriptedServer { connection in
            let text = contents[connection.request.target]
            try connection.answer(text == nil ? "404 Not Found" : "200 OK", [("Content-Type", "text/html")], body: Array((text ?? "").utf8))
        }
    }

    private func page(
        _ url: URL, _ order: RenderOrder = RenderOrder(),
        resolve: @escaping @Sendable (String) throws -> [SocketAddress] = AddressGuard.lookUp(_:),
        headers: [(name: String, value: String)] = [], _ change: (inout BrowserLimits) -> Void = { _ in }
    ) async throws -> (text: String, address: URL, refusals: Refusals) {
        var limits = BrowserLimits()
        limits.time = .seconds(120)
        change(&limits)
        let program = try #require(BrowserProgram.installed())
        var configuration = Fetcher.Configuration.loopback
        configuration.renderer = Browser(program, userAgent: "Tidings/test", limits: limits)
        let fetcher = Fetcher(configuration, AddressGuard(allowedHosts: configuration.allowedHosts, resolve: resolve))
        var request = Request(url: url, headers: headers)
        request.renders = order
        let body = Mutex([UInt8]())
        let result: Result<ResponseHead, any Error>
        do {
            result = .success(
                try await fetcher.job(request, for: "test").run { part in
                    if case .body(let bytes) = part { body.withLock { $0 += bytes } }
                })
        } catch { result = .failure(error) }
        try await fetcher.shutdown()
        let head = try result.get()
        return (String(decoding: body.withLock { $0 }, as: UTF8.self), head.url, head.refusals)
    }

    private func fault(_ url: URL, _ order: RenderOrder = RenderOrder(), _ change: (inout BrowserLimits) -> Void) async throws -> FetchError
    {
        do {
            let read = try await page(url, order, change)
            throw FetchError(.damaged, at: url.absoluteString, "was read: \(read.text)")
        } catch let error as FetchError {
            return error
        }
    }

    @Test("what scripts add is there, open shadow roots too, and the address is where they have led")
    func scripts() async throws {
        let server = try pages([
            "/": """
            <!DOCTYPE html><title>Lamps</title><ul id=list></ul><div id=host></div><script>
            fetch("/rows").then((answer) => answer.text()).then((rows) => {
              list.innerHTML = rows;
              host.attachShadow({ mode: "open" }).innerHTML = "<p>in the shadow</p>";
              history.replaceState(null, "", "/lamps");
            })
            </script>
            """, "/rows": "<li>Anker</li><li>\u{1F4A1} Bïrke</li>",
        ])
        let read = try await page(server.url(), headers: [("X-Own", "yes")])
        #expect(read.text.hasPrefix("<!DOCTYPE html><html>"))
        #expect(read.text.hasSuffix("</html>"))
        #expect(read.text.contains("<li>Anker</li><li>\u{1F4A1} Bïrke</li>"))
        #expect(read.text.contains("<p>in the shadow</p>"))
        #expect(read.address == server.url("/lamps"))
        #expect(read.refusals.isEmpty)
        #expect(server.requests.allSatisfy { $0["x-own"] == ["yes"] && $0["user-agent"].first?.hasSuffix(" Tidings/test") == true })
    }

    @Test("a name that is public when looked up and private when connected to reaches nothing")
    func rebinding() async throws {
        let other = try ScriptedServer { try $0.answer() }
        let server = try pages(["/": "<script>fetch('http://localhost:\(other.port)/', { mode: 'no-cors' })</script>"])
        let read = try await page(
            server.url(), RenderOrder(hosts: ["localhost:\(other.port)"]),
            resolve: { _ in [try SocketAddress(ipAddress: "93.184.216.34", port: 80)] })
        #expect(read.refusals.counts["localhost:\(other.port)"] == 1)
        #expect(other.requests.isEmpty)
    }

    @Test("a step that opens such a name reaches nothing either, and says so")
    func rebindingStep() async throws {
        let other = try ScriptedServer { try $0.answer() }
        let server = try pages(["/": "<p>whole</p>"])
        let order = RenderOrder(hosts: ["localhost:\(other.port)"], steps: [.open("http://localhost:\(other.port)/")])
        await #expect {
            try await page(server.url(), order, resolve: { _ in [try SocketAddress(ipAddress: "93.184.216.34", port: 80)] })
        } throws: {
            "\($0)".contains("stops at step 1, open ‘http://localhost:\(other.port)/’: it leads to")
        }
        #expect(other.requests.isEmpty)
    }

    @Test("no datagram leaves, whatever asks for it")
    func datagrams() async throws {
        let (socket, port) = try Self.datagramSocket()
        defer { close(socket) }
        // A separate frame has the constructors that ours replaced, if any has.
        let server = try pages([
            "/": """
            <iframe></iframe><script>
            for (const from of [window, frames[0]]) try {
              const peer = new from.RTCPeerConnection({ iceServers: [{ urls: "stun:127.0.0.1:\(port)" }] });
              peer.createDataChannel("x");
              peer.createOffer().then((offer) => peer.setLocalDescription(offer));
            } catch {}
            </script>
            """
        ])
        let read = try await page(server.url(), RenderOrder(quiet: .seconds(2)))
        #expect(read.refusals.counts["RTCPeerConnection"] != nil)
        var byte: UInt8 = 0
        #expect(recv(socket, &byte, 1, Int32(MSG_DONTWAIT)) == -1)
    }

    private static func datagramSocket() throws -> (socket: Int32, port: Int) {
        let socket = Foundation.socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(socket, $0, length) == 0 && getsockname(socket, $0, &length) == 0
            }
        }
        try #require(isBound)
        return (socket, Int(UInt16(bigEndian: address.sin_port)))
    }

    @Test("a page that loops, takes memory, loads for ever or is waited for in vain ends by its bound, and leaves nothing")
    func bounds() async throws {
        let server = try ScriptedServer { connection in
            switch connection.request.target {
            case "/loop": try connection.answer(body: Array("<script>setTimeout(() => { while (true) {} })</script>".utf8))
            case "/memory":
                try connection.answer(
                    body: Array(
                        """
                        <body><script>const held = []; setInterval(() => { held.push(new Uint8Array(1 << 24).fill(7)); \
                        document.body.append(document.createElement("p")) })</script>
                        """.utf8))
            case "/endless":
                try connection.sendHead("200 OK", [("Content-Type", "text/html"), ("Connection", "close")])
                while true { try connection.send(Array(repeating: 32, count: 64 << 10)) }
            default: try connection.answer(body: Array("<p>whole</p>".utf8))
            }
        }
        #expect(try await fault(server.url("/loop")) { $0.time = .seconds(8) }.code == .browser(.late))
        #expect(try await fault(server.url("/memory")) { $0.memory = 300 << 20 }.code == .browser(.memory))
        // It never settles: a page that did would be read as it was by then.
        let endless = try await fault(server.url("/endless")) {
            $0.time = .seconds(60)
            $0.settling = .seconds(3600)
        }
        #expect([.tooLarge, .browser(.late)].contains(endless.code))
        #expect(try await fault(server.url("/"), RenderOrder(selector: "table")) { $0.settling = .seconds(1) }.code == .browser(.page))
        #expect(try await fault(server.url("/"), RenderOrder(selector: "[")) { _ in }.code == .browser(.page))
        #expect(try await fault(server.url("/")) { $0.html = 10 }.code == .browser(.page))
        #expect(try await page(server.url("/")).text.contains("<p>whole</p>"))
    }

    @Test("a step waits for what it needs, what it does is told as typing and pressing are, and the page it ends on is read")
    func steps() async throws {
        let contents = """
            <!DOCTYPE html><p id=told></p><input id=name hidden><select id=kind></select><script>
            const say = (word) => told.textContent += word + " ";
            setTimeout(() => { document.getElementById("name").hidden = false }, 300);
            setTimeout(() => { kind.innerHTML = "<option value=d>Desk<option value=f>Floor" }, 600);
            for (const field of [document.getElementById("name"), kind])
              for (const type of ["input", "change"]) field.addEventListener(type, () => say(type + ":" + field.value));
            document.body.insertAdjacentHTML("beforeend", `<a onclick="location = '/lamps?' + encodeURIComponent(told.textContent)">Go</a>`);
            </script>
            """
        let server = try ScriptedServer { try $0.answer("200 OK", [("Content-Type", "text/html")], body: Array(contents.utf8)) }
        let order = RenderOrder(steps: [
            .fill(selector: "#name", .value("Anker")), .wait(selector: "option"), .fill(selector: "#kind", .value("Floor")),
            .press(selector: "//a[. = 'Go']"), .arrive("/lamps"),
        ])
        let read = try await page(server.url(), order)
        #expect(read.address.path == "/lamps")
        #expect(read.address.query?.removingPercentEncoding == "input:Anker change:Anker input:f change:f ")
    }

    @Test("secrets are for the page's own origin, those of the steps and those that the board names, and never in plain text after TLS")
    func origins() throws {
        let order = RenderOrder(
            hosts: ["id.example", "lan:8080"],
            steps: [.open("/in"), .open("https://login.example/x"), .fill(selector: "p", .secret("shop"))])
        let safe = order.trustedOrigins(of: try #require(URL(string: "https://shop.example:444/a")))
        #expect(safe == ["https://shop.example:444", "https://login.example", "https://id.example", "https://lan:8080"])
        let plain = order.trustedOrigins(of: try #require(URL(string: "http://shop.example/a")))
        #expect(plain.isSuperset(of: ["http://shop.example", "http://id.example", "https://id.example"]))
        #expect(!plain.contains("https://shop.example"))
    }

    @Test("a job that is cancelled ends its browser, and the next page has its turn")
    func cancelled() async throws {
        let asked = Gate()
        let server = try ScriptedServer { connection in
            guard connection.request.target == "/held" else { return try connection.answer(body: Array("<p>whole</p>".utf8)) }
            asked.open()
            try connection.stall()
        }
        let program = try #require(BrowserProgram.installed())
        var configuration = Fetcher.Configuration.loopback
        configuration.renderer = Browser(program, userAgent: "Tidings/test")
        let fetcher = Fetcher(configuration)
        var request = Request(url: server.url("/held"))
        request.renders = RenderOrder()
        let job = fetcher.job(request, for: "test")
        let first = Task { try await job.run { _ in } }
        try await asked.pass()
        job.cancel()
        if case .success = await first.result { Issue.record("a cancelled job gave a page") }
        request.url = server.url("/")
        let head = try await fetcher.job(request, for: "test").run { _ in }
        #expect(head.status == 200)
        try await fetcher.shutdown()
    }
}
