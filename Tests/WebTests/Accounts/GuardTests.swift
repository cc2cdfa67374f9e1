import Foundation
import Records
import Testing

@testable import Serving
@testable import Web

@Suite("Guards of logins") struct GuardTests {
    private func at(_ seconds: Int64) -> Timestamp { Timestamp(milliseconds: seconds * 1000) }

    @Test("so many at once, then one each interval, each key by itself")
    func buckets() {
        var buckets = TokenBuckets(capacity: 3, interval: .seconds(10))
        for _ in 0..<3 { #expect(buckets.take("a", at: at(0)) == nil) }
        #expect(buckets.take("a", at: at(0)) == .seconds(10))
        #expect(buckets.take("a", at: at(4)) == .seconds(6))
        #expect(buckets.take("b", at: at(4)) == nil)
        #expect(buckets.take("a", at: at(10)) == nil)
        #expect(buckets.take("a", at: at(10)) == .seconds(10))
        // A clock put back makes nothing worse.
        #expect(buckets.take("a", at: at(5)) == .seconds(10))
        for _ in 0..<3 { #expect(buckets.take("a", at: at(1000)) == nil) }
        #expect(buckets.take("a", at: at(1000)) != nil)
    }

    @Test("the table is bounded: keys with nothing to remember go first, then the oldest, and the latest is kept")
    func bounded() {
        var buckets = TokenBuckets(capacity: 1, interval: .seconds(100), keyLimit: 10)
        for key in 0..<1000 { #expect(buckets.take("\(key)", at: at(Int64(key) / 100)) == nil) }
        #expect(buckets.count <= 10)
        #expect(buckets.take("999", at: at(10)) != nil)
        #expect(buckets.take("new", at: at(500)) == nil)
        #expect(buckets.count == 1)
    }

    @Test("after five failures in a row the wait doubles, up to a quarter of an hour and no further")
    func backOff() {
        let waits = (0...30).map { LoginGuard.wait(after: $0) }
        #expect(waits[..<5].allSatisfy { $0 == .zero })
        #expect(waits[5..<9] == [.seconds(10), .seconds(20), .seconds(40), .seconds(80)])
        #expect(waits[12...].allSatisfy { $0 == .seconds(900) })
    }

    @Test("many who guess at an account from everywhere do not keep out who is logged in from their own address")
    func others() {
        let guards = LoginGuard()
        let account = LoginGuard.account("ada")
        for number in 0..<20 { #expect(guards.wait(for: account, from: "n\(number)", failed: nil, isKnown: false, at: at(0)) == nil) }
        #expect(guards.wait(for: account, from: "another", failed: nil, isKnown: false, at: at(0)) != nil)
        #expect(guards.wait(for: account, from: "home", failed: nil, isKnown: true, at: at(0)) == nil)
        #expect(guards.wait(for: LoginGuard.account("bob"), from: "another", failed: nil, isKnown: false, at: at(0)) == nil)
        // Nor others for ever.
        #expect(guards.wait(for: account, from: "another", failed: nil, isKnown: false, at: at(31)) == nil)
    }

    @Test("an account and a network that failed too often wait, and only they")
    func locked() {
        let guards = LoginGuard()
        let account = LoginGuard.account("ada")
        let failed = FailedLogins(failures: 6, last: at(100))
        #expect(guards.wait(for: account, from: "a", failed: failed, isKnown: true, at: at(105)) == .seconds(15))
        #expect(guards.wait(for: account, from: "a", failed: failed, isKnown: true, at: at(120)) == nil)
    }

    @Test("a network is all of an IPv4 address and half of an IPv6 one")
    func networks() {
        #expect(AddressNetwork.of("192.0.2.7") == "192.0.2.7")
        #expect(AddressNetwork.of("2001:db8:1:2:3:4:5:6") == AddressNetwork.of("2001:db8:1:2::9"))
        #expect(AddressNetwork.of("2001:db8:1:2::9") != AddressNetwork.of("2001:db8:1:3::9"))
        #expect(AddressNetwork.of("") == "")
    }
}
