import Foundation
import Synchronization
import Testing

@testable import Serving
@testable import Web

@Suite("Passwords") struct PasswordTests {
    @Test("a password fits its own hash and no other, however it is composed")
    func fits() throws {
        let hash = try PasswordHash(of: "bärenstark 1\u{E9}", cost: .least)
        #expect(try hash.fits("ba\u{308}renstark 1e\u{301}"))
        #expect(try !hash.fits("barenstark 1e"))
        #expect(try !hash.fits(""))
        #expect(try PasswordHash(of: "the same", cost: .least).description != PasswordHash(of: "the same", cost: .least).description)
    }

    @Test("a hash comes back from its text, with its parameters")
    func text() throws {
        let hash = try PasswordHash(of: "correct horse", cost: PasswordHash.Cost(logRounds: 5, parallelism: 2))
        #expect(hash.description.hasPrefix("$scrypt$ln=5,r=8,p=2$"))
        let read = try #require(PasswordHash(hash.description))
        #expect(read == hash)
        #expect(try read.fits("correct horse"))
    }

    @Test("RFC 7914, section 12: a hash that another program made is read, and fits")
    func foreign() throws {
        // Python: hashlib.scrypt(b"correct horse", salt=b"0123456789abcdef", n=1024, r=8, p=3, dklen=32)
        let stored = "$scrypt$ln=10,r=8,p=3$MDEyMzQ1Njc4OWFiY2RlZg$DWCuTB0u6nP6EKEhDx2GVgAIT0W+ZjvgKG5rBXdNZCM"
        let hash = try #require(PasswordHash(stored))
        #expect(hash.description == stored)
        #expect(try hash.fits("correct horse"))
        #expect(try !hash.fits("correct horse "))
    }

    @Test(
        "what is no hash of ours is none, and neither is one that would cost too much",
        arguments: [
            "", "password", "$scrypt$", "$scrypt$ln=4,r=8,p=1$c2FsdHNhbHRzYWx0c2E$", "$argon2id$v=19$m=1,t=1,p=1$c2FsdHNhbHQ$aGFzaA",
            "$scrypt$ln=18,r=8,p=1$c2FsdHNhbHRzYWx0c2E$aGFzaGhhc2hoYXNoaGFzaGhhc2hoYXNoaGFzaGhhc2g",
            "$scrypt$ln=4,r=8,p=17$c2FsdHNhbHRzYWx0c2E$aGFzaGhhc2hoYXNoaGFzaGhhc2hoYXNoaGFzaGhhc2g",
            "$scrypt$ln=4,r=16,p=1$c2FsdHNhbHRzYWx0c2E$aGFzaGhhc2hoYXNoaGFzaGhhc2hoYXNoaGFzaGhhc2g",
            "$scrypt$ln=4,r=8,p=1$!$aGFzaGhhc2hoYXNoaGFzaGhhc2hoYXNoaGFzaGhhc2g",
        ])
    func notAHash(text: String) { #expect(PasswordHash(text) == nil) }

    @Test("where nothing is stored scrypt runs as often, and the answer is no")
    func decoy() async throws {
        let passwords = PasswordHashing(cost: .least)
        let stored = try await passwords.hash("correct horse", for: .known)
        let before = passwords.runs.load(ordering: .relaxed)
        #expect(try await passwords.fits("correct horse", stored, for: .known))
        #expect(try await !passwords.fits("correct horse", nil, for: .known))
        #expect(try await !passwords.fits("wrong", "no hash at all", for: .known))
        #expect(passwords.runs.load(ordering: .relaxed) == before + 3)
    }

    @Test("beyond those that may wait, the next is turned away at once")
    func busy() async throws {
        let passwords = PasswordHashing(cost: PasswordHash.Cost(logRounds: 10, parallelism: 1))
        let turnedAway = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<300 {
                group.addTask {
                    do { _ = try await passwords.fits("x", nil, for: .network("n")) } catch { return true }
                    return false
                }
            }
            return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(passwords.runs.load(ordering: .relaxed) + turnedAway == 300)
        // And it continues afterwards.
        #expect(try await !passwords.fits("x", nil, for: .known))
    }

    @Test(
        "a password is refused for being short, common, the name or a run on the keyboard",
        arguments: [
            ("", PasswordRule.Problem.short), ("ninechars", .short), ("password123!", .common), ("Passw0rd2026", .common),
            ("Pastw0rd2026", nil), ("1234567890", .common),
            ("qwertyuiop", .common), ("aaaaaaaaaaaa", .common), ("correcthorsebatterystaple", .common), ("Ada Okafor", .name),
            ("ada okafor!!", .name), ("three words here", nil), ("пароль длинный", nil), (String(repeating: "word ", count: 205), .long),
        ])
    func rule(password: String, problem: PasswordRule.Problem?) {
        #expect(PasswordRule.problem(of: password, for: "Ada Okafor") == problem)
    }
}
