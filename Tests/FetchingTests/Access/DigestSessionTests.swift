import Foundation
import Testing

@testable import Fetching

/// The values of RFC 7616, section 3.9.1; other values were computed independently of this code.
@Suite("Digest")
struct DigestSessionTests {
    private static let nonce = "7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v"
    private static let cnonce = "f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ"

    private func session(_ rest: String) throws -> DigestSession {
        let field =
            "Digest realm=\"http-auth@example.org\", nonce=\"\(Self.nonce)\", opaque=\"FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS\"\(rest)"
        return try #require(Challenge.all([field]).first.flatMap { DigestSession($0) })
    }

    private func fields(_ session: inout DigestSession, cnonce: String = Self.cnonce) -> ([String: String], DigestSession.Proof) {
        let (text, proof) = session.answer(
            user: "Mufasa", password: "Circle of Life", method: "GET", target: "/dir/index.html", cnonce: cnonce)
        return (Challenge.all([text]).first?.parameters ?? [:], proof)
    }

    @Test(
        "the responses are those of the standard",
        arguments: [
            (", qop=\"auth, auth-int\", algorithm=MD5", "8ca523f5e9506fed4657c9700eebdbec"),
            (", qop=\"auth, auth-int\", algorithm=SHA-256", "753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1"),
            (", qop=auth", "8ca523f5e9506fed4657c9700eebdbec"),
            (", qop=auth, algorithm=MD5-sess", "e783283f46242139c486a698fec7211d"),
            (", qop=auth, algorithm=SHA-256-sess", "2fd51b3a77ad75bad6afad6003e818d767133c46d9e2749e7f5232ae1ea3efd7"),
            ("", "7b2cc3b30e75b4777ea31027084363fd"),
        ])
    func responses(rest: String, response: String) throws {
        var session = try session(rest)
        let (fields, _) = fields(&session)
        #expect(fields["response"] == response)
        #expect(fields["username"] == "Mufasa")
        #expect(fields["uri"] == "/dir/index.html")
        #expect(fields["opaque"] == "FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS")
        #expect(fields["nc"] == (rest.isEmpty ? nil : "00000001"))
    }

    @Test("a nonce is counted, and the session variants keep their first client nonce")
    func counting() throws {
        var session = try session(", qop=auth, algorithm=MD5-sess")
        _ = fields(&session)
        let (second, _) = fields(&session, cnonce: "second")
        #expect(second["nc"] == "00000002")
        #expect(second["cnonce"] == "second")
        #expect(second["response"] == "42a6c6a1e5063af471ae896df9a1065a")
    }

    @Test("the strongest that can be answered is taken, the first of equals")
    func strongest() {
        let challenges = Challenge.all([
            "Digest realm=\"a\", nonce=\"1\", qop=auth, algorithm=MD5", "Digest realm=\"b\", nonce=\"2\", qop=\"auth\", algorithm=SHA-256",
            "Digest realm=\"c\", nonce=\"3\", qop=auth, algorithm=SHA-256",
            "Digest realm=\"d\", nonce=\"4\", qop=auth, algorithm=SHA-512-256",
            "Digest realm=\"e\", nonce=\"5\", qop=auth-int, algorithm=SHA-256", "Basic realm=\"f\"",
        ])
        #expect(DigestSession.strongest(of: challenges)?.realm == "b")
        #expect(DigestSession.strongest(of: Challenge.all(["Digest realm=\"x\"", "Digest nonce=\"y\""])) == nil)
    }

    @Test("a server that knows the password can show it, and one that does not is found out")
    func mutual() throws {
        var session = try session(", qop=auth, algorithm=SHA-256")
        let (_, proof) = fields(&session)
        let right = "86d3b25618d41854ca5039a5d7e53ff6355d5134a9b1fb088a78ac3c462195a0"
        let answers: [([String: String], Bool)] = [
            (["rspauth": right, "nc": "00000001", "cnonce": Self.cnonce, "qop": "auth"], true), ([:], true),
            (["rspauth": String(right.reversed())], false), (["rspauth": right, "cnonce": "other"], false),
        ]
        for (info, isGenuine) in answers {
            let result = session.take(info, proof: proof)
            #expect(result == isGenuine)
        }
        #expect(session.nonce == Self.nonce)
        let isGenuine = session.take(["nextnonce": "n2"], proof: proof)
        #expect(isGenuine)
        #expect(session.nonce == "n2")
        let (next, _) = fields(&session)
        #expect(next["nc"] == "00000001")
    }

    @Test("a name that is no ASCII is escaped, or hashed if the server likes")
    func names() throws {
        let start = "Digest realm=\"api@example.org\", qop=auth, algorithm=SHA-256, nonce=\"n\", charset=UTF-8"
        for (field, name, value) in [
            (start, "username*", "UTF-8''J%C3%A4s%C3%B8n%20Doe"),
            (start + ", userhash=true", "username", "5a1a8a47df5c298551b9b42ba9b05835174a5bd7d511ff7fe9191d8e946fc4e7"),
        ] {
            var session = try #require(Challenge.all([field]).first.flatMap { DigestSession($0) })
            let text = session.answer(
                user: "J\u{E4}s\u{F8}n Doe", password: "Secret, or not?", method: "GET", target: "/doe.json", cnonce: "c"
            ).authorization
            #expect(Challenge.all([text]).first?.parameters[name] == value)
            #expect(text.contains("userhash=true") == field.contains("userhash"))
        }
    }
}
