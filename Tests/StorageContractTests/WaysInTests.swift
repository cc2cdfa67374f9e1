import Foundation
import Records
import Storage
import StorageSupport
import TestSupport
import Testing

@Suite("Sessions, invitations, and addresses that are secrets") struct WaysInTests {
    private let folder: TemporaryFolder
    private let store: Store

    init() throws {
        folder = try TemporaryFolder()
        store = try Engine.store(in: folder.url)
    }

    private func time(_ seconds: Int64) -> Timestamp { Timestamp(milliseconds: seconds * 1000) }

    private func ada() async throws -> Person {
        try #require(try await store.people.setUp(administrator: "ada", password: "x", at: time(0)))
    }

    @Test("all sessions end but the one that is kept")
    func sessions() async throws {
        let ada = try await ada()
        var sessions: [Session] = []
        for name in ["a", "b", "c"] {
            let session = try await store.people.beginSession(of: ada, hash: Data(name.utf8), agent: "", address: "", at: time(1))
            sessions.append(try #require(session))
        }
        try await store.people.endSessions(of: ada, keeping: sessions[1])
        #expect(try await store.people.sessions(of: ada, at: time(2)).map(\.id) == [sessions[1].id])
        try await store.people.endSessions(of: ada)
        #expect(try await store.people.session(Data("b".utf8), at: time(2)) == nil)
    }

    @Test("what being signed in stands on ends with the session or the token, and is another one after a new password")
    func footing() async throws {
        let ada = try await ada()
        let people = store.people
        let eve = try #require(try await people.add("eve", .member, password: nil, at: time(0)))
        let begun = try await people.beginSession(of: ada, hash: Data("a".utf8), agent: "", address: "", at: time(1))
        let session = try #require(begun)
        let added = try await people.addToken(of: ada, named: "t", hash: Data("t".utf8), scopes: [.read], expires: time(50), at: time(1))
        let token = try #require(added)
        let first = try await people.footing(of: ada.id, by: .session(session.id), at: time(2))
        #expect(first != nil)
        #expect(try await people.footing(of: ada.id, by: .token(token.id), at: time(2)) == first)
        #expect(try await people.footing(of: ada.id, by: .proxy, at: time(2)) == first)
        // Another person's session, and a token that has expired.
        #expect(try await people.footing(of: eve.id, by: .session(session.id), at: time(2)) == nil)
        #expect(try await people.footing(of: ada.id, by: .token(token.id), at: time(50)) == nil)
        try await people.setPassword("another hash", of: ada, keeping: session, keepingTokens: true)
        for proof in [OnBehalf.Proof.session(session.id), .token(token.id), .proxy] {
            let second = try await people.footing(of: ada.id, by: proof, at: time(3))
            #expect(second != nil)
            #expect(second != first)
        }
        try await people.endSessions(of: ada)
        _ = try await people.removeToken(token.id, of: ada)
        #expect(try await people.footing(of: ada.id, by: .session(session.id), at: time(3)) == nil)
        #expect(try await people.footing(of: ada.id, by: .token(token.id), at: time(3)) == nil)
        #expect(try await people.remove(eve))
        #expect(try await people.footing(of: eve.id, by: .proxy, at: time(3)) == nil)
    }

    @Test("an invitation that is taken back is good for nothing")
    func invitations() async throws {
        let invitation = try #require(try await store.people.addInvitation(.member, note: "", hash: Data("i".utf8), at: time(1)))
        #expect(try await store.people.invitation(Data("i".utf8), at: time(2))?.id == invitation.id)
        #expect(try await store.people.removeInvitation(invitation.id))
        #expect(try await store.people.removeInvitation(invitation.id) == false)
        #expect(try await store.people.invitation(Data("i".utf8), at: time(2)) == nil)
    }

    @Test("a feed has one address, the last one, for its purpose, until it is removed", arguments: FeedPurpose.allCases)
    func feeds(purpose: FeedPurpose) async throws {
        let ada = try await ada()
        #expect(try await store.people.feedAddress(for: purpose, of: ada) == nil)
        for name in ["a", "b"] { try await store.people.setFeedAddress(Data(name.utf8), for: purpose, of: ada, at: time(5)) }
        #expect(try await store.people.feedAddress(for: purpose, of: ada) == time(5))
        #expect(try await store.people.person(reading: purpose, by: Data("a".utf8)) == nil)
        for other in FeedPurpose.allCases {
            #expect(try await store.people.person(reading: other, by: Data("b".utf8))?.id == (other == purpose ? ada.id : nil))
        }
        try await store.people.removeFeedAddress(for: purpose, of: ada)
        #expect(try await store.people.person(reading: purpose, by: Data("b".utf8)) == nil)
    }

    @Test("an address is confirmed once, by whom it is for, within a week, and five wait at most")
    func confirmations() async throws {
        let ada = try await ada()
        let ben = try await store.people.person(named: "ben", at: time(0))
        func confirmation(_ token: String, at seconds: Int64) -> ChannelConfirmation {
            ChannelConfirmation(token: token, person: ada, name: "mail", kind: "email", address: "{\"to\":\"a\"}", created: time(seconds))
        }
        for number in 1...ChannelConfirmation.limit {
            #expect(try await store.following.keep(confirmation("\(number)", at: Int64(number))))
        }
        #expect(try await store.following.keep(confirmation("one too many", at: 9)) == false)
        #expect(try await store.following.confirmations(of: ada).map(\.token) == (1...ChannelConfirmation.limit).map(String.init))
        #expect(try await store.following.confirm("1", by: ben, at: time(10)) == nil)
        #expect(try await store.following.confirm("1", by: ada, at: time(10)) == confirmation("1", at: 1))
        #expect(try await store.following.confirm("1", by: ada, at: time(10)) == nil)
        #expect(try await store.following.confirm("2", by: ada, at: time(3) + ChannelConfirmation.lifetime) == nil)
    }
}
