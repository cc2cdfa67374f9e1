import Foundation
import Notifying
import Records
import TestSupport
import Testing
import Watching

@Suite("The VAPID key in its file") struct StoredKeyTests {
    @Test("the key is made once, is its owner's alone, and is the same ever after")
    func stored() throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appendingPathComponent("vapid.pem")
        let made = try VAPIDKey.stored(in: file)
        let read = try VAPIDKey.stored(in: file)
        #expect(made.publicText == read.publicText)
        #expect(made.publicText.count == 87)
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
}
