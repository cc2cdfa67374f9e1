import Fetching
import Foundation
import TestSupport
import Testing

@Suite("Redirects")
struct RedirectTests {
    @Test("a chain of redirects is followed, relative and absolute, and fragments are left behind")
    func chain() async throws {
        let server = try ScriptedServer { connection in
            switch connection.request.target {
            case "/old/list.pdf": try connection.redirect(to: "new/list.pdf", "301 Moved Permanently")
            case "/old/new/list.pdf": try connection.redirect(to: "../x?year=2012#page=2", "302 Found")
            case "/old/x?year=2012": try connection.redirect(to: "/303", "303 See Other")
            case "/303": try connection.redirect(to: "//\(connection.request["Host"][0])/307", "307 Temporary Redirect")
            case "/307": try connection.redirect(to: "http://\(connection.request["Host"][0])/end#top", "308 Permanent Redirect")
            default: try connection.answer(body: Array("here".utf8))
            }
        }
        try await withFetcher { fetcher in
            let received = Received()
            let validators = Validators(etag: "\"one\"", lastModified: nil)
            let job = fetcher.job(Request(url: server.url("/old/list.pdf"), validators: validators), for: "test")
            let head = try await job.run { received.take($0) }
            #expect(head.url == server.url("/end"))
            #expect(received.heads.count == 1)
            #expect(String(decoding: received.bytes, as: UTF8.self) == "here")
        }
        #expect(server.requests.map(\.target) == ["/old/list.pdf", "/old/new/list.pdf", "/old/x?year=2012", "/303", "/307", "/end"])
        #expect(server.requests.allSatisfy { $0["If-None-Match"] == ["\"one\""] })
    }

    @Test(
        "a redirect to anything but the web, or away from encryption, is not followed",
        arguments: [
            "ftp://example.org/list.pdf", "file:///etc/passwd", "data:text/plain,hello", "unix:///run/x", "http+unix://%2Frun%2Fx/",
        ])
    func otherSchemes(target: String) async throws {
        let server = try ScriptedServer { try $0.redirect(to: target) }
        let error = try await failure(of: server.url("/a")) { $0.readsFiles = true }
        #expect(error.code == .redirects)
        #expect(error.description == "\(server.url("/a")) redirects to '\(target)', which is not followed")
        #expect(server.requests.count == 1)
    }

    @Test("where redirects are not to be followed, one is a status and nobody else is asked")
    func notFollowed() async throws {
        let server = try ScriptedServer { try $0.redirect(to: "/elsewhere", "307 Temporary Redirect") }
        let error = try await failure(
            of: server.url("/a"),
            request: { request in
                request.method = .post
                request.body = [1]
                request.followsRedirects = false
            })
        #expect(error.code == .status(307))
        #expect(server.requests.map(\.target) == ["/a"])
        #expect(server.requests.map(\.body) == [[1]])
    }

    @Test("a cookie that a redirect sets holds for the rest of the fetch, and for no other")
    func gate() async throws {
        let server = try ScriptedServer { connection in
            switch (connection.request.target, connection.request["Cookie"].first) {
            case ("/list.csv", "pass=1"?): try connection.answer(body: Array("here".utf8))
            case ("/list.csv", _): try connection.redirect(to: "/gate")
            default:
                try connection.answer("302 Found", [("Location", "/list.csv"), ("Set-Cookie", "pass=1; Path=/")])
            }
        }
        try await withFetcher { fetcher in
            for _ in 0..<2 {
                let received = Received()
                _ = try await fetcher.job(Request(url: server.url("/list.csv")), for: "test").run { received.take($0) }
                #expect(String(decoding: received.bytes, as: UTF8.self) == "here")
            }
        }
        let asked = ["/list.csv []", "/gate []", "/list.csv [\"pass=1\"]"]
        #expect(server.requests.map { "\($0.target) \($0["Cookie"])" } == asked + asked)
    }

    @Test("a cookie of one server doesn't go to another, also where both are on one machine")
    func otherServer() async throws {
        let other = try ScriptedServer { try $0.answer(body: Array("other".utf8)) }
        let server = try ScriptedServer { connection in
            try connection.answer("302 Found", [("Location", "\(other.url("/x"))"), ("Set-Cookie", "secret=1; Path=/")])
        }
        try await withFetcher { fetcher in
            let received = Received()
            _ = try await fetcher.job(Request(url: server.url("/a")), for: "test").run { received.take($0) }
        }
        #expect(other.requests.map { $0["Cookie"] } == [[]])
    }

    @Test("redirects in a circle are an error that shows the way round")
    func circle() async throws {
        let server = try ScriptedServer { try $0.redirect(to: $0.request.target == "/a" ? "/b" : "/a") }
        let error = try await failure(of: server.url("/a"))
        let (a, b) = (server.url("/a"), server.url("/b"))
        #expect(error.code == .redirects)
        #expect(error.url == "\(a)")
        #expect(error.detail == "redirects in a circle: \(a) → \(b) → \(a)")
        #expect(server.requests.count == 2)
    }

    @Test("ten redirects are followed and eleven are too many")
    func tooMany() async throws {
        let server = try ScriptedServer { connection in
            let left = Int(connection.request.target.dropFirst()) ?? 0
            if left == 0 { try connection.answer() } else { try connection.redirect(to: "/\(left - 1)") }
        }
        try await withFetcher { fetcher in
            let head = try await fetcher.job(Request(url: server.url("/10")), for: "test").run { _ in }
            #expect(head.url == server.url("/0"))
            let error = try await failure(of: fetcher.job(Request(url: server.url("/11")), for: "test"))
            #expect(error.code == .redirects)
            #expect(error.description == "\(server.url("/0")) is the 12th address in a row: more redirects than are followed")
        }
        #expect(server.requests.count == 11 + 11)
    }

    @Test("a redirect that does not say where to is an error")
    func nowhere() async throws {
        let server = try ScriptedServer { try $0.answer("302 Found") }
        let error = try await failure(of: server.url())
        #expect(error.code == .redirects)
        #expect(error.detail == "answers 302 without saying where to go")
    }

    @Test("a redirect into a private network that nobody allowed is not followed, and nothing is asked there")
    func intoPrivateNetwork() async throws {
        let inside = try ScriptedServer { try $0.answer() }
        for target in ["http://\(inside.host)/", "http://localhost:\(inside.port)/", "http://169.254.169.254/latest/meta-data/"] {
            let outside = try ScriptedServer { try $0.redirect(to: target) }
            let error = try await failure(of: outside.url()) { $0.allowedHosts = [outside.host] }
            // The fault of the redirecting source, not of the person who named it.
            #expect(error.code == .redirects)
            #expect(
                error.description.hasPrefix("\(outside.url()) redirects to \(target), which does not exist, or is on a private network"))
        }
        #expect(inside.connectionCount == 0)
    }

    @Test("what a board sends along stays with the host and port it was meant for")
    func headersStay() async throws {
        let other = try ScriptedServer { try $0.answer() }
        let server = try ScriptedServer { connection in
            switch connection.request.target {
            case "/here": try connection.redirect(to: "/there")
            case "/there": try connection.redirect(to: other.url("/elsewhere").absoluteString)
            default: try connection.answer()
            }
        }
        try await withFetcher { fetcher in
            let request = Request(url: server.url("/here"), headers: [("Authorization", "Bearer secret"), ("X-Key", "7")])
            _ = try await fetcher.job(request, for: "test").run { _ in }
        }
        #expect(server.requests.map { $0["Authorization"] + $0["X-Key"] } == [["Bearer secret", "7"], ["Bearer secret", "7"]])
        #expect(other.requests.map { $0["Authorization"] + $0["X-Key"] } == [[]])
        #expect(other.requests.first?["Accept-Encoding"] == ["gzip, deflate"])
    }

    @Test("a post that has become a get on its way stays one, whatever the next redirect says")
    func postBecomesGet() async throws {
        let server = try ScriptedServer { connection in
            switch connection.request.target {
            case "/order": try connection.redirect(to: "/seen", "303 See Other")
            case "/seen": try connection.redirect(to: "/end", "307 Temporary Redirect")
            default: try connection.answer()
            }
        }
        try await withFetcher { fetcher in
            var request = Request(url: server.url("/order"))
            request.method = .post
            request.body = Array("a=1".utf8)
            _ = try await fetcher.job(request, for: "test").run { _ in }
        }
        #expect(server.requests.map(\.method) == ["POST", "GET", "GET"])
        #expect(server.requests.map(\.body.count) == [3, 0, 0])
    }
}
