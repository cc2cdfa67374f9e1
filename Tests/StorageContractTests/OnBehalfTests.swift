import Foundation
import Records
import Storage
import StorageSupport
import TestSupport
import Testing

@Suite("On somebody's behalf") struct OnBehalfTests {
    private let folder: TemporaryFolder
    private let store: Store

    init() throws {
        folder = try TemporaryFolder()
        store = try Engine.store(in: folder.url)
    }

    private func time(_ seconds: Int64) -> Timestamp { Timestamp(milliseconds: seconds * 1000) }

    private func add(_ name: String, _ role: Person.Role) async throws -> Person {
        try #require(try await store.people.add(name, role, password: "hash of \(name)", at: time(1)))
    }

    private func session(_ person: Person, _ hash: String) async throws -> Session {
        try #require(try await store.people.beginSession(of: person, hash: Data(hash.utf8), agent: "", address: "", at: time(1)))
    }

    /// Whether a change is refused, and for which reason; and then nothing has changed.
    private func refusal(of behalf: OnBehalf) async throws -> Withdrawn.Reason? {
        let acting = store.acting(for: behalf)
        let before = try await store.people.invitations(at: time(1))
        do {
            _ = try await acting.people.addInvitation(.member, note: "", hash: Data(UUID().uuidString.utf8), at: time(1))
            return nil
        } catch let withdrawn as Withdrawn {
            #expect(try await store.people.invitations(at: time(1)) == before)
            return withdrawn.reason
        }
    }

    @Test("who may write is looked at where it is written: disabled, removed, logged out or demoted, nothing happens")
    func withdrawn() async throws {
        _ = try await add("Eve", .administrator)
        let ada = try await add("Ada", .administrator)
        let session = try await session(ada, "1")
        let byBrowser = OnBehalf(ada, by: .session(session.id))
        let token = try #require(
            try await store.people.addToken(of: ada, named: "t", hash: Data("t".utf8), scopes: [.watch], expires: nil, at: time(1)))
        let byProgram = OnBehalf(ada, by: .token(token.id))
        let byProxy = OnBehalf(ada, by: .proxy)
        for behalf in [byBrowser, byProgram, byProxy] { #expect(try await refusal(of: behalf) == nil) }

        _ = try await store.people.update(ada.id, role: .member)
        for behalf in [byBrowser, byProgram, byProxy] { #expect(try await refusal(of: behalf) == .role) }
        _ = try await store.people.update(ada.id, role: .administrator)
        #expect(try await store.people.endSession(session.id, of: ada))
        #expect(try await refusal(of: byBrowser) == .identity)
        #expect(try await refusal(of: byProgram) == nil)
        _ = try await store.people.removeToken(token.id, of: ada)
        #expect(try await refusal(of: byProgram) == .identity)
        _ = try await store.people.update(ada.id, isDisabled: true)
        #expect(try await refusal(of: byProxy) == .identity)
        _ = try await store.people.update(ada.id, isDisabled: false)
        #expect(try await refusal(of: byProxy) == nil)
        #expect(try await store.people.remove(ada))
        #expect(try await refusal(of: byProxy) == .identity)
    }

    @Test("each role may do what those below it may, and no more", arguments: Person.Role.allCases, Person.Role.allCases)
    func roles(decided: Person.Role, stored: Person.Role) async throws {
        _ = try await add("Eve", .administrator)
        let ada = try await add("Ada", decided)
        _ = try await store.people.update(ada.id, role: stored)
        let mayStill = stored == .administrator || stored == decided || decided == .member
        #expect(try await refusal(of: OnBehalf(ada, by: .proxy)) == (mayStill ? nil : .role))
    }

    @Test("what a person alters of themselves leaves alone what an administrator has altered, and the other way round")
    func fields() async throws {
        _ = try await add("Eve", .administrator)
        let ada = try await add("Ada", .administrator)
        _ = try await store.people.update(ada.id, role: .member)
        let altered = try #require(try await store.people.update(ada.id, name: "Ada L") { $0.language = "de" })
        #expect(altered.role == .member)
        #expect(altered.name == "Ada L")
        _ = try await store.people.update(ada.id) { $0.zone = "Europe/Berlin" }
        let promoted = try #require(try await store.people.update(ada.id, role: .administrator))
        #expect(promoted.settings.language == "de")
        #expect(promoted.settings.zone == "Europe/Berlin")
    }

    @Test("an invitation is good as long as who invited is an administrator")
    func invitations() async throws {
        _ = try await add("Eve", .administrator)
        let ada = try await add("Ada", .administrator)
        let hash = Data("1".utf8)
        _ = try await store.people.addInvitation(.administrator, note: "", by: ada, hash: hash, at: time(1))
        #expect(try await store.people.invitation(hash, at: time(2)) != nil)
        for (role, isDisabled) in [(Person.Role.member, false), (.administrator, true)] {
            _ = try await store.people.update(ada.id, role: role, isDisabled: isDisabled)
            #expect(try await store.people.invitations(at: time(2)).isEmpty)
            guard case .isNotOpen = try await store.people.accept(hash, name: "Bob", password: "x", at: time(2)) else {
                Issue.record("somebody was admitted by \(role)")
                return
            }
        }
        _ = try await store.people.update(ada.id, role: .administrator, isDisabled: false)
        #expect(try await store.people.invitation(hash, at: time(2)) != nil)
        #expect(try await store.people.remove(ada))
        #expect(try await store.people.invitation(hash, at: time(2)) == nil)
    }

    @Test("no session begins with a password that another has taken the place of, nor for somebody disabled")
    func sessions() async throws {
        let ada = try await add("Ada", .member)
        let begin = { (password: String?) in
            try await store.people.beginSession(
                of: ada, password: password, hash: Data(UUID().uuidString.utf8), agent: "", address: "", at: time(1))
        }
        #expect(try await begin("hash of Ada") != nil)
        try await store.people.setPassword("another", of: ada)
        #expect(try await begin("hash of Ada") == nil)
        #expect(try await begin("another") != nil)
        _ = try await store.people.update(ada.id, isDisabled: true)
        #expect(try await begin("another") == nil)
        #expect(try await begin(nil) == nil)
    }

    @Test("a new password ends tokens and the address of a feed, unless they are kept; to be disabled ends them always")
    func tokens() async throws {
        let ada = try await add("Ada", .member)
        let furnish = {
            _ = try await store.people.addToken(
                of: ada, named: "t", hash: Data(UUID().uuidString.utf8), scopes: [.read], expires: nil, at: time(1))
            try await store.people.setFeedAddress(Data(UUID().uuidString.utf8), for: .notices, of: ada, at: time(1))
        }
        /// How many tokens there are, and whether the feed has an address.
        let kept = {
            let (tokens, feed) = (try await store.people.tokens(of: ada), try await store.people.feedAddress(for: .notices, of: ada))
            return "\(tokens.count) \(feed != nil)"
        }
        try await furnish()
        try await store.people.setPassword("one", of: ada, keepingTokens: true)
        #expect(try await kept() == "1 true")
        try await store.people.setPassword("two", of: ada)
        #expect(try await kept() == "0 false")
        try await furnish()
        _ = try await store.people.update(ada.id, isDisabled: true)
        #expect(try await kept() == "0 false")
    }

    @Test("a link to log in is used once, within a quarter of an hour, the last that was made, and not by somebody disabled")
    func loginLinks() async throws {
        let ada = try await add("Ada", .member)
        let (first, second) = (Data("1".utf8), Data("2".utf8))
        try await store.people.addLoginLink(for: ada, hash: first, at: time(1))
        try await store.people.addLoginLink(for: ada, hash: second, at: time(1))
        #expect(try await store.people.useLoginLink(first, at: time(2)) == nil)
        #expect(try await store.people.person(ofLoginLink: second, at: time(2)) == ada)
        #expect(try await store.people.useLoginLink(second, at: time(2)) == ada)
        #expect(try await store.people.useLoginLink(second, at: time(2)) == nil)
        try await store.people.addLoginLink(for: ada, hash: first, at: time(1))
        #expect(try await store.people.useLoginLink(first, at: time(1) + PersonStore.loginLinkLifetime) == nil)
        try await store.people.addLoginLink(for: ada, hash: first, at: time(1))
        try await store.people.setPassword("another", of: ada)
        #expect(try await store.people.useLoginLink(first, at: time(2)) == nil)
        try await store.people.addLoginLink(for: ada, hash: first, at: time(1))
        _ = try await store.people.update(ada.id, isDisabled: true)
        #expect(try await store.people.useLoginLink(first, at: time(2)) == nil)
    }

    @Test("lines of the audit trail are a person's and not a name's, and outlive them by the name")
    func audit() async throws {
        let ada = try await add("Ada", .member)
        try await store.people.audit(.loggedIn, by: "Ada", person: ada.id, from: "192.0.2.1", at: time(2))
        #expect(try await store.people.remove(ada))
        try await store.people.audit(.personRemoved, by: "Ada", person: ada.id, from: "192.0.2.1", at: time(3))
        let bob = try await add("Bob", .member)
        _ = try await store.people.update(bob.id, name: "Ada")
        try await store.people.audit(.personChanged, by: "Bob", person: bob.id, "now Ada", from: "192.0.2.2", at: time(4))
        #expect(try await store.people.auditTrail(of: bob.id, limit: 9).map(\.detail) == ["now Ada"])
        #expect(try await store.people.auditTrail(of: ada.id, limit: 9).isEmpty)
        #expect(try await store.people.auditTrail(limit: 9).map(\.who) == ["Bob", "Ada", "Ada"])
    }
}
