import Foundation
import Records
import TestSupport
import Testing

@testable import Notifying

@Suite("The VAPID key")
struct VAPIDKeyTests {
    @Test("the key is made once, is its owner's alone, and is the same ever after")
    func stored() throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appendingPathComponent("vapid.pem")
        let made = try VAPIDKey.stored(in: file)
        let read = try VAPIDKey.stored(in: file)
        #expect(made.publicText == read.publicText)
        #expect([UInt8](base64URL: made.publicText)?.count == 65)
        let permissions = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
        #expect(permissions == 0o600)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["vapid.pem"])
    }

    @Test("a file that holds no key is an error and is left as it is")
    func damaged() throws {
        let file = try TemporaryFolder()
        let key = try file.file("vapid.pem", Array("no key".utf8))
        #expect(throws: (any Error).self) { try VAPIDKey.stored(in: key) }
        #expect(try String(contentsOf: key, encoding: .utf8) == "no key")
    }

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
        #expect(!dumped.contains("PRIVATE") && !dumped.contains("P256"))
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
