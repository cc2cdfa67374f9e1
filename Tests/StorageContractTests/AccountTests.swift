import Foundation
import Records
import Storage
import StorageSupport
import TestSupport
import Testing

@Suite("Accounts in the store") struct AccountTests {
    private let folder: TemporaryFolder
    private let store: Store

    init() throws {
        folder = try TemporaryFolder()
        store = try Engine.store(in: folder.url)
    }

    private func time(_ seconds: Int64) -> Timestamp { Timestamp(milliseconds: seconds * 1000) }
    private func hash(_ text: String) -> Data { Data(text.utf8) }

    private func add(_ name: String, _ role: Person.Role = .member) async throws -> Person {
        try #require(try await store.people.add(name, role, password: "hash of \(name)", at: time(1)))
    }

    @Test("one name is one person, whatever its case, and comes back with role and settings")
    func people() async throws {
        let ada = try await add("Ada", .administrator)
        #expect(try await store.people.add("ADA", .member, password: nil, at: time(2)) == nil)
        #expect(try await store.people.person(named: "ada", at: time(2)) == ada)
        let altered = try await store.people.update(ada.id) { $0 = PersonSettings(language: "de", zone: "Europe/Berlin") }
        #expect(altered?.settings.language == "de")
        #expect(altered?.role == .administrator)
        #expect(try await store.people.person(ada.id) == altered)
        let bob = try await add("Bob")
        #expect(try await store.people.update(bob.id, name: "aDa") == nil)
        #expect(try await store.people.login("aDA")?.password == "hash of Ada")
        #expect(try await store.people.all().map(\.name) == ["Ada", "Bob"])
    }

    @Test("there is always an administrator, and the first takes over what nobody in particular had")
    func administrators() async throws {
        let owner = try await store.people.person(named: "owner", at: time(1))
        #expect(try await !store.people.hasAdministrator())
        let ada = try #require(try await store.people.setUp(administrator: "Ada", password: "x", at: time(2)))
        #expect(ada.id == owner.id)
        #expect(ada.role == .administrator)
        #expect(try await store.people.setUp(administrator: "Eve", password: "x", at: time(3)) == nil)
        #expect(try await !store.people.remove(ada))
        #expect(try await store.people.update(ada.id, role: .member) == nil)
        #expect(try await store.people.update(ada.id, isDisabled: true) == nil)
        _ = try await add("Bob", .administrator)
        #expect(try await store.people.update(ada.id, isDisabled: true)?.role == .administrator)
        #expect(try await store.people.login("Ada") == nil)
    }

    @Test("an administrator who can’t sign in doesn’t take the place of one who can")
    func administratorWithoutPassword() async throws {
        let ada = try await add("Ada", .administrator)
        let bob = try #require(try await store.people.add("Bob", .administrator, password: nil, at: time(2)))
        #expect(try await store.people.update(ada.id, role: .member) == nil)
        #expect(try await store.people.update(ada.id, isDisabled: true) == nil)
        #expect(try await !store.people.remove(ada))
        #expect(try await store.people.hasAdministrator())
        #expect(try await store.people.remove(bob))
    }

    private struct Refusal: Error {}

    @Test("a change that is refused of what is stored now leaves it as it is")
    func refused() async throws {
        let ada = try #require(try await store.people.add("Ada", .administrator, password: nil, at: time(0)))
        let bob = try #require(try await store.people.add("Bob", .member, password: nil, at: time(0)))
        await #expect(throws: Refusal.self) {
            try await store.people.update(bob.id, name: "Ben") {
                $0.language = "de"
                throw Refusal()
            }
        }
        @Sendable func check(_ stored: Person) throws { if stored == bob { throw Refusal() } }
        await #expect(throws: Refusal.self) { try await store.people.update(bob.id, role: .administrator, isDisabled: true, if: check) }
        await #expect(throws: Refusal.self) { try await store.people.remove(bob, if: check) }
        #expect(try await store.people.all() == [ada, bob])
        // Another administrator was quicker.
        let now = try await store.people.update(bob.id, role: .administrator)
        #expect(try await store.people.update(bob.id, role: .member, if: check) == bob)
        #expect(now?.role == .administrator)
        #expect(try await store.people.update(bob.id) { $0.language = "de" }?.settings.language == "de")
        #expect(try await store.people.remove(bob, if: check))
        #expect(try await store.people.all() == [ada])
    }

    @Test("two who set up at once: one of them does")
    func setUpRace() async throws {
        let other = try Engine.store(in: folder.url)
        let made = try await withThrowingTaskGroup(of: Person?.self) { group in
            for (number, store) in [store, other, store, other].enumerated() {
                group.addTask { [time = time(1)] in try await store.people.setUp(administrator: "p\(number)", password: "x", at: time) }
            }
            return try await group.reduce(into: [Person]()) { if let person = $1 { $0.append(person) } }
        }
        #expect(made.count == 1)
        #expect(try await store.people.all() == made)
    }

    @Test("a session is found by its hash until it ends, is one's own, and goes with its person")
    func sessions() async throws {
        let (ada, bob) = (try await add("Ada"), try await add("Bob"))
        let session = try #require(
            try await store.people.beginSession(of: ada, hash: hash("1"), agent: "Browser", address: "::1", at: time(10)))
        #expect(try await store.people.session(hash("1"), at: time(10))?.person == ada)
        #expect(try await store.people.session(hash("2"), at: time(10)) == nil)
        #expect(try await store.people.session(hash("1"), at: session.expires) == nil)
        try await store.people.renew(session, at: time(5000))
        #expect(try await store.people.session(hash("1"), at: session.expires)?.session.lastSeen == time(5000))
        #expect(try await !store.people.endSession(session.id, of: bob))
        #expect(try await store.people.isKnown("ADA", from: "::1", at: time(10)))
        #expect(try await !store.people.isKnown("Ada", from: "::2", at: time(10)))
        #expect(try await store.people.endSession(session.id, of: ada))
        #expect(try await store.people.session(hash("1"), at: time(10)) == nil)
        _ = try await store.people.beginSession(of: ada, hash: hash("3"), agent: "", address: "", at: time(10))
        #expect(try await store.people.remove(ada))
        #expect(try await store.people.session(hash("3"), at: time(10)) == nil)
    }

    @Test("of too many sessions the one that was seen least lately gives way; a new password leaves one")
    func sessionLimit() async throws {
        let ada = try await add("Ada")
        for number in 1...60 {
            _ = try await store.people.beginSession(of: ada, hash: hash("\(number)"), agent: "", address: "", at: time(Int64(number)))
        }
        let sessions = try await store.people.sessions(of: ada, at: time(60))
        #expect(sessions.count == 50)
        #expect(sessions.first?.lastSeen == time(60))
        #expect(sessions.last?.lastSeen == time(11))
        try await store.people.setPassword("new", of: ada, keeping: sessions[3])
        #expect(try await store.people.sessions(of: ada, at: time(60)) == [sessions[3]])
    }

    @Test("a token is found until it expires or is revoked by whose it is")
    func tokens() async throws {
        let (ada, bob) = (try await add("Ada"), try await add("Bob"))
        let token = try #require(
            try await store.people.addToken(of: ada, named: "t", hash: hash("1"), scopes: [.read, .watch], expires: time(100), at: time(1)))
        let found = try #require(try await store.people.token(hash("1"), at: time(99)))
        #expect(found.token == token)
        #expect(found.person == ada)
        #expect(token.scopes == [.read, .watch])
        #expect(try await store.people.token(hash("1"), at: time(100)) == nil)
        try await store.people.noteUse(of: token, at: time(5))
        #expect(try await store.people.tokens(of: ada).map(\.lastUsed) == [time(5)])
        #expect(try await store.people.removeToken(token.id, of: bob) == nil)
        #expect(try await store.people.removeToken(token.id, of: ada)?.name == "t")
        #expect(try await store.people.token(hash("1"), at: time(2)) == nil)
    }

    @Test("an invitation is used up by one")
    func invitations() async throws {
        _ = try await store.people.addInvitation(.member, note: "Bob", hash: hash("1"), at: time(1))
        let other = try Engine.store(in: folder.url)
        let welcome = try await withThrowingTaskGroup(of: Bool.self) { group in
            for (number, store) in [store, other, store, other].enumerated() {
                group.addTask { [time = time(2), hash = hash("1")] in
                    if case .welcome = try await store.people.accept(hash, name: "p\(number)", password: "x", at: time) { return true }
                    return false
                }
            }
            return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(welcome == 1)
        let late = try #require(try await store.people.addInvitation(.member, note: "", hash: hash("2"), at: time(1)))
        #expect(try await store.people.invitation(hash("2"), at: late.expires) == nil)
        guard case .isNotOpen = try await store.people.accept(hash("2"), name: "Late", password: "x", at: late.expires) else {
            Issue.record("an expired invitation was accepted")
            return
        }
    }

    @Test("failed logins are counted by account and network, and forgotten with success or after a day")
    func failedLogins() async throws {
        for second in 1...3 { try await store.people.noteFailedLogin(hash("ada"), from: "n", at: time(Int64(second))) }
        #expect(try await store.people.failedLogins(hash("ada"), from: "n") == FailedLogins(failures: 3, last: time(3)))
        #expect(try await store.people.failedLogins(hash("ada"), from: "m") == nil)
        #expect(try await store.people.failedLogins(hash("bob"), from: "n") == nil)
        try await store.people.noteFailedLogin(hash("bob"), from: "n", at: time(90_000))
        #expect(try await store.people.failedLogins(hash("ada"), from: "n") == nil)
        try await store.people.forgetFailedLogins(hash("bob"), from: "n")
        #expect(try await store.people.failedLogins(hash("bob"), from: "n") == nil)
    }

    @Test("failed logins to one account from one network are one line an hour, and push nothing else out of the trail")
    func gatheredFailures() async throws {
        let now = Timestamp(milliseconds: 1_772_876_400_000)
        try await store.people.audit(.invited, by: "Ada", "Ben", from: "::1", at: now)
        for second in 0..<50 {
            try await store.people.audit(.loginFailed, by: "Ada", from: "198.51.100.7", at: now + .seconds(Int64(second)))
        }
        try await store.people.audit(.loginFailed, by: "", from: "198.51.100.7", at: now)
        try await store.people.audit(.loginFailed, by: "Ada", from: "198.51.100.8", at: now)
        try await store.people.audit(.loginFailed, by: "Ada", from: "198.51.100.7", at: now + .seconds(4_000))
        #expect(try await store.people.auditTrail(limit: 9).map(\.count) == [1, 1, 1, 50, 1])

        for number in 0..<PersonStore.failedLoginLines + 20 {
            try await store.people.audit(.loginFailed, by: "", from: "2001:db8:\(String(number, radix: 16))::/64", at: now)
        }
        let trail = try await store.people.auditTrail(limit: 9_999)
        #expect(trail.count(where: { $0.action == .loginFailed }) == PersonStore.failedLoginLines)
        #expect(trail.last?.action == .invited)
    }

    @Test("the audit trail is read from the newest on, in pages, and ends with what is too old")
    func audit() async throws {
        let old = time(0)
        try await store.people.audit(.loggedIn, by: "Ada", from: "", at: old)
        let now = old + PersonStore.auditIsKept + .seconds(1)
        for number in 1...5 { try await store.people.audit(.invited, by: "Ada", "\(number)", from: "::1", at: now) }
        let first = try await store.people.auditTrail(limit: 3)
        #expect(first.map(\.detail) == ["5", "4", "3"])
        #expect(try await store.people.auditTrail(before: first.last?.id, limit: 3).map(\.detail) == ["2", "1"])
        #expect(try await store.people.auditTrail(of: 7, limit: 3).isEmpty)
    }

    @Test(
        "a name is trimmed and composed, and none that cannot be seen",
        arguments: [" ", "a\u{0}b", "a\u{202E}b", "a\nb", String(repeating: "a", count: 61)])
    func names(text: String) { #expect(Person.name(from: text) == nil) }

    @Test("other names stay what they are") func name() {
        #expect(Person.name(from: "  Ada Okafor ") == "Ada Okafor")
        #expect(Person.name(from: "Zoe\u{308}") == "Zo\u{EB}")
    }
}
