import Foundation
import NIOHTTP1
import Testing

@testable import Fetching

@Suite("Retry-After")
struct PauseTests {
    private let now = Date(timeIntervalSince1970: 1_772_447_400)

    private func pause(_ status: Int, _ value: String?, date: Date? = nil) -> Pause? {
        var headers = HTTPHeaders()
        if let value { headers.add(name: "retry-after", value: value) }
        if let date { headers.add(name: "Date", value: HTTPDate.text(date)) }
        return Pause(status: status, headers: headers, now: now)
    }

    @Test("too many requests is said for the host, out of service for the address")
    func scope() {
        #expect(pause(429, "120")?.scope == .host)
        #expect(pause(503, "120")?.scope == .url)
        #expect(pause(429, "120")?.until == now + 120)
        #expect(pause(200, "120") == nil)
        #expect(pause(404, "120") == nil)
    }

    @Test("a date is counted from what the server calls now")
    func dates() {
        #expect(pause(503, HTTPDate.text(now + 60))?.until == now + 60)
        #expect(pause(503, HTTPDate.text(now + 3660), date: now + 3600)?.until == now + 60)
        #expect(pause(503, HTTPDate.text(now - 60)) == nil)
    }

    @Test("no more than a day is granted, and nonsense is nothing", arguments: ["-5", "soon", "", "1.5", "0", "10 s"])
    func bounds(nonsense: String) {
        #expect(pause(429, nonsense) == nil)
        #expect(pause(429, nil) == nil)
        #expect(pause(429, "99999999999999999999")?.until == now + 86_400)
        #expect(pause(503, HTTPDate.text(now + 864_000))?.until == now + 86_400)
    }
}

@Suite("Back-off")
struct BackoffTests {
    /// Always returns the same number.
    private struct Loaded: RandomNumberGenerator {
        let value: UInt64
        mutating func next() -> UInt64 { value }
    }

    @Test("the bound doubles up to the longest and stays there for good")
    func ceilings() {
        var backoff = Backoff(first: .seconds(2), longest: .seconds(60))
        var chance = Loaded(value: 0)
        var ceilings: [Duration] = [backoff.ceiling]
        for _ in 0..<8 {
            _ = backoff.failed(using: &chance)
            ceilings.append(backoff.ceiling)
        }
        #expect(ceilings == [0, 2, 4, 8, 16, 32, 60, 60, 60].map { .seconds($0) })
        for _ in 0..<100_000 { _ = backoff.failed(using: &chance) }
        #expect(backoff.ceiling == .seconds(60))
        backoff.succeeded()
        #expect(backoff.ceiling == .zero)
    }

    @Test("any time up to the bound may come out, and none beyond it")
    func jitter() {
        var chance = SystemRandomNumberGenerator()
        var lower = 0
        for _ in 0..<1000 {
            var backoff = Backoff(first: .seconds(10), longest: .seconds(60))
            let wait = backoff.failed(using: &chance)
            #expect(wait >= .zero)
            #expect(wait <= .seconds(10))
            if wait < .seconds(5) { lower += 1 }
        }
        // Half of a thousand, give or take ten standard deviations.
        #expect((342...658).contains(lower))
    }
}
