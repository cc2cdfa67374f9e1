import Testing

@testable import Fetching

@Suite("Challenges")
struct ChallengeTests {
    @Test("several challenges in one field are told apart")
    func several() {
        let all = Challenge.all([
            "Newauth realm=\"apps\", type=1, title=\"Login to \\\"apps\\\"\", Basic realm=\"simple\"", "Negotiate", "Bearer",
        ])
        #expect(all.map(\.scheme) == ["newauth", "basic", "negotiate", "bearer"])
        #expect(all[0].parameters == ["realm": "apps", "type": "1", "title": "Login to \"apps\""])
        #expect(all[1].parameters == ["realm": "simple"])
    }

    @Test("a token68 and bare schemes are passed over, and names are of any case")
    func shapes() {
        let all = Challenge.all(["NTLM TlRMTVNTUAAC==, , DIGEST  Realm = \"a, b\" ,NONCE=x", "Basic"])
        #expect(all.map(\.scheme) == ["ntlm", "digest", "basic"])
        #expect(all[1].parameters == ["realm": "a, b", "nonce": "x"])
    }

    @Test(
        "what cannot be read ends the field and harms no other",
        arguments: ["=", "Basic realm=\"never", "\"x\"", "Basic realm=", ",,,", "\u{E9}"])
    func broken(field: String) {
        #expect(Challenge.all([field, "Basic realm=\"b\""]).last == Challenge.all(["Basic realm=\"b\""]).last)
    }

    @Test("there is a bound to how many are read")
    func bound() {
        #expect(Challenge.all([String(repeating: "Basic realm=\"a\", ", count: 500)]).count == Challenge.limit)
    }
}
