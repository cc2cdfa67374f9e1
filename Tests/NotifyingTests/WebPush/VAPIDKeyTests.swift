import Foundation
import Records
import TestSupport
import Testing

@testable import Notifying

@Suite("The VAPID key")
struct VAPIDKeyTests {
    @Test("a token has the claims of RFC 8292, and no description shows the private key")
    func claims() throws {
        let key = VAPIDKey()
        let token = try key.token(audience: "https://push.example", subject: "mailto:op@example.org", expires: .sample)
        let parts = token.split(separator: ".").map { String(decoding: [UInt8](base64URL: String($0)) ?? [], as: UTF8.self) }
        #expect(parts.count == 3)
        #expect(parts[0] == #"{"alg":"ES256","typ":"JWT"}"#)
        #expect(parts[1] == #"{"aud":"https://push.example","exp":1331112600,"sub":"mailto:op@example.org"}"#)
        var dumped = "\(key)"
        dump(key, to: &dumped)
        #expect(!dumped.contains("PRIVATE"))
        #expect(!dumped.contains("P256"))
    }

    @Test("Python's py_vapid verifies the token", .enabled(if: Python.has("py_vapid")))
    func verified() throws {
        let key = VAPIDKey()
        let token = try key.authorization(
            audience: "https://push.example", subject: "mailto:op@example.org", expires: Timestamp(Date()) + .seconds(3600))
        let program = """
            import sys
            from py_vapid import Vapid02
            print(Vapid02.verify(sys.stdin.read().strip().replace(", ", ",")))
            """
        let answer = try Python.run(program, with: "py_vapid", input: token)
        #expect(answer == "True\n")
    }
}
