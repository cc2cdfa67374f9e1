import Foundation
import NIOHTTP1
import Testing

@testable import Fetching

@Suite("Rules of the cache")
struct CachePolicyTests {
    private let now = Date(timeIntervalSince1970: 1_772_447_400)
    private let url = URL(fileURLWithPath: "/")

    private func request(_ headers: HTTPHeaders = [:], _ method: HTTPMethod = .GET) throws -> Outgoing {
        Outgoing(method: method, url: try #require(URL(string: "http://example.com/a/b")), headers: headers)
    }

    /// An answer received now to a plain request.
    private func stored(_ headers: HTTPHeaders, status: Int = 200, to asked: HTTPHeaders = [:]) throws -> StoredAnswer {
        StoredAnswer(
            Answer(status: status, headers: headers) { nil }, to: try request(asked), requested: now, received: now, body: "b", size: 0)
    }

    private enum Kind { case fresh, renewed, validated, forwarded, unavailable }

    private func kind(
        _ stored: [StoredAnswer], _ headers: HTTPHeaders = [:], mode: CacheMode = .useProtocol, after: TimeInterval = 0,
        shared: Bool = false
    )
        throws -> Kind
    {
        switch CachePolicy(isShared: shared).decide(try request(headers), mode: mode, stored: stored, now: now + after) {
        case .serve(_, let isRenewed): isRenewed ? .renewed : .fresh
        case .validate: .validated
        case .forward: .forwarded
        case .unavailable: .unavailable
        }
    }

    @Test("an answer is fresh for its max-age and not a second longer")
    func maxAge() throws {
        let answer = [try stored(["Cache-Control": "max-age=10"])]
        #expect(try kind(answer, after: 9) == .fresh)
        #expect(try kind(answer, after: 10) == .validated)
        #expect(try kind([]) == .forwarded)
    }

    @Test("an age that it came with counts, and so does a clock that is behind")
    func age() throws {
        #expect(try stored(["Age": "30"]).age(now: now + 5) == 35)
        #expect(try stored(["Date": HTTPDate.text(now - 60)]).age(now: now) == 60)
        #expect(try stored(["Date": HTTPDate.text(now + 60)]).age(now: now) == 0)
        #expect(try stored(["Age": "soon"]).age(now: now) == 0)
    }

    @Test("what says nothing is fresh for a tenth of the time since it changed, a day at most")
    func heuristic() throws {
        let policy = CachePolicy()
        #expect(policy.lifetime(of: try stored(["Last-Modified": HTTPDate.text(now - 1000)])) == 100)
        #expect(policy.lifetime(of: try stored(["Last-Modified": HTTPDate.text(now - 9_000_000)])) == 86_400)
        #expect(policy.lifetime(of: try stored(["Last-Modified": HTTPDate.text(now + 1000)])) == 0)
        #expect(policy.lifetime(of: try stored(["Last-Modified": HTTPDate.text(now - 1000)], status: 403)) == 0)
        #expect(policy.lifetime(of: try stored([:])) == 0)
        #expect(policy.lifetime(of: try stored(["Expires": "0", "Last-Modified": HTTPDate.text(now - 1000)])) == 0)
    }

    @Test("what is handed to everyone follows the rules of a shared cache")
    func shared() throws {
        let request = try request()
        func isStorable(_ value: String, shared: Bool) -> Bool {
            CachePolicy(isShared: shared).isStorable(Answer(status: 200, headers: ["Cache-Control": value]) { nil }, for: request)
        }
        #expect(isStorable("private, max-age=9", shared: false))
        #expect(!isStorable("private, max-age=9", shared: true))
        #expect(try kind([stored(["Cache-Control": "max-age=5, s-maxage=50"])], after: 20) == .validated)
        #expect(try kind([stored(["Cache-Control": "max-age=5, s-maxage=50"])], after: 20, shared: true) == .fresh)
    }

    @Test("the request's own wishes are followed")
    func wishes() throws {
        let answer = [try stored(["Cache-Control": "max-age=100"])]
        #expect(try kind(answer, ["Cache-Control": "no-cache"]) == .validated)
        #expect(try kind(answer, ["Pragma": "no-cache"]) == .validated)
        #expect(try kind(answer, ["Pragma": "no-cache", "Cache-Control": "max-age=50"], after: 50) == .fresh)
        #expect(try kind(answer, ["Cache-Control": "max-age=50"], after: 51) == .validated)
        #expect(try kind(answer, ["Cache-Control": "max-age=0"]) == .validated)
        #expect(try kind(answer, ["Cache-Control": "min-fresh=60"], after: 41) == .validated)
        #expect(try kind(answer, ["Cache-Control": "max-stale=20"], after: 120) == .fresh)
        #expect(try kind(answer, ["Cache-Control": "max-stale=20"], after: 121) == .validated)
        #expect(try kind(answer, ["Cache-Control": "max-stale"], after: 1e6) == .fresh)
        #expect(try kind(answer, ["Cache-Control": "only-if-cached"], after: 200) == .unavailable)
        #expect(try kind([stored(["Cache-Control": "max-age=1, must-revalidate"])], ["Cache-Control": "max-stale"], after: 5) == .validated)
        #expect(try kind([stored(["Cache-Control": "max-age=9, immutable"])], ["Cache-Control": "max-age=0"], after: 5) == .fresh)
        #expect(try kind([stored(["Cache-Control": "max-age=9, immutable"])], ["Cache-Control": "no-cache"], after: 5) == .validated)
    }

    @Test("the modes trust what is stored from not at all to blindly")
    func modes() throws {
        let old = [try stored(["Cache-Control": "max-age=1, no-cache, must-revalidate"])]
        #expect(try kind(old, mode: .preferCached, after: 1e6) == .fresh)
        #expect(try kind(old, mode: .onlyIfCached, after: 1e6) == .fresh)
        #expect(try kind([], mode: .onlyIfCached) == .unavailable)
        #expect(try kind([], mode: .preferCached) == .forwarded)
        #expect(try kind([stored(["Cache-Control": "max-age=100"])], mode: .reload) == .forwarded)
    }

    @Test("an answer is for the requests that Vary lets it be for, however they are spaced")
    func vary() throws {
        let answer = [try stored(["Vary": "Accept-Language, X", "Cache-Control": "max-age=9"], to: ["Accept-Language": "en,de"])]
        #expect(try kind(answer, ["Accept-Language": " en , de"]) == .fresh)
        #expect(try kind(answer, HTTPHeaders([("accept-language", "en"), ("Accept-Language", "de")])) == .fresh)
        #expect(try kind(answer, ["Accept-Language": "de,en"]) == .forwarded)
        #expect(try kind(answer, ["Accept-Language": "en,de", "X": ""]) == .forwarded)
        #expect(try kind([stored(["Vary": "*", "Cache-Control": "max-age=9"])]) == .forwarded)
    }

    @Test("stale while it is renewed, and stale in place of a failure, only where it is allowed")
    func stale() throws {
        let answer = try stored(["Cache-Control": "max-age=1, stale-while-revalidate=10, stale-if-error=20"])
        #expect(try kind([answer], after: 11) == .renewed)
        #expect(try kind([answer], after: 12) == .validated)
        let plain = try request()
        #expect(CachePolicy().standsIn(answer, for: plain, now: now + 21))
        #expect(!CachePolicy().standsIn(answer, for: plain, now: now + 22))
        let silent = try stored(["Cache-Control": "max-age=1"])
        #expect(!CachePolicy().standsIn(silent, for: plain, now: now + 5))
        #expect(CachePolicy(staleIfError: 10).standsIn(silent, for: plain, now: now + 5))
        for value in ["max-age=1, must-revalidate", "no-cache", "max-age=1, s-maxage=1", "max-age=1, proxy-revalidate"] {
            let strict = try stored(["Cache-Control": value])
            #expect(!CachePolicy(isShared: true, staleIfError: 10).standsIn(strict, for: plain, now: now + 5), "\(value)")
        }
    }

    @Test("parts, challenges, answers to unsafe methods and what must not be stored are not")
    func storable() throws {
        let plain = try request()
        func isStorable(_ status: Int, _ headers: HTTPHeaders, for request: Outgoing) -> Bool {
            CachePolicy().isStorable(Answer(status: status, headers: headers) { nil }, for: request)
        }
        let fresh: HTTPHeaders = ["Cache-Control": "max-age=9"]
        #expect(isStorable(200, [:], for: plain))
        #expect(isStorable(503, fresh, for: plain))
        #expect(isStorable(299, fresh, for: plain))
        for status in [206, 304, 401, 407, 100] { #expect(!isStorable(status, fresh, for: plain)) }
        #expect(!isStorable(503, [:], for: plain))
        #expect(!isStorable(200, ["Cache-Control": "no-store"], for: plain))
        #expect(isStorable(200, ["Cache-Control": "no-store, must-understand"], for: plain))
        #expect(!isStorable(299, ["Cache-Control": "no-store, must-understand, max-age=9"], for: plain))
        #expect(!isStorable(200, fresh, for: try request([:], .POST)))
        #expect(!isStorable(200, fresh, for: try request(["Cache-Control": "no-store"])))
        #expect(!isStorable(200, ["Vary": "a, *"], for: plain))
    }

    @Test("an unsafe request makes invalid what it was sent to and what it names at the same origin")
    func invalidation() throws {
        let post = try request([:], .POST)
        let answer = Answer(status: 201, headers: ["Location": "c", "Content-Location": "http://other.example/x"]) { nil }
        #expect(CachePolicy().invalidated(by: post, answer).map(\.absoluteString) == ["http://example.com/a/b", "http://example.com/a/c"])
        #expect(CachePolicy().invalidated(by: post, Answer(status: 500) { nil }).isEmpty)
        #expect(CachePolicy().invalidated(by: try request(), answer).isEmpty)
    }

    @Test("a 304 brings the newest fields, keeps what describes the body, and says no old cookie again")
    func update() throws {
        var answer = try stored(["ETag": "\"1\"", "Content-Length": "5", "Set-Cookie": "old=1", "Age": "100", "X": "1", "Y": "1"])
        answer.update(
            with: ["ETag": "\"2\"", "Content-Length": "0", "X": "2", "Connection": "Z", "Z": "1"], for: try request(), requested: now + 50,
            received: now + 50)
        #expect(answer.etag == "\"2\"")
        #expect(answer.headers["Content-Length"] == ["5"])
        #expect(answer.headers["X"] == ["2"])
        #expect(answer.headers["Y"] == ["1"])
        #expect(!answer.headers.contains(name: "Set-Cookie"))
        #expect(!answer.headers.contains(name: "Z"))
        #expect(answer.age(now: now + 51) == 1)
    }
}
