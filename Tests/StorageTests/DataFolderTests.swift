import Foundation
import Records
import TestSupport
import Testing

@testable import Storage

@Suite("Rights of the data folder") struct DataFolderTests {
    private let folder: TemporaryFolder
    private let data: URL

    init() throws {
        folder = try TemporaryFolder()
        data = folder.url.appendingPathComponent("data")
    }

    private func mode(_ path: String) throws -> Int {
        try #require(
            try FileManager.default.attributesOfItem(atPath: path.isEmpty ? data.path : "\(data.path)/\(path)")[.posixPermissions] as? Int)
    }

    /// A file that every user may read.
    private func file(_ file: URL) throws {
        try Data().write(to: file)
        chmod(file.path, 0o644)
    }

    @Test("the database, its log, its index and its keys are their owner's alone, also where others could read them before")
    func database() async throws {
        try FileManager.default.createDirectory(at: data, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
        try file(data.appendingPathComponent("vapid.pem"))
        chmod(data.path, 0o755)
        let store = try Store(in: data)
        _ = try await store.people.person(named: "Ada", at: .system())
        #expect(try mode("") == 0o700)
        for name in ["tidings.sqlite", "tidings.sqlite-wal", "tidings.sqlite-shm", "channels.key", "vapid.pem"] {
            #expect(try mode(name) == 0o600, "\(name)")
        }
    }

    @Test("a server closes everything below the folder, and follows no link out of it")
    func deep() throws {
        let outside = folder.url.appendingPathComponent("outside")
        try file(outside)
        for path in ["cache/ab", "boards/mine"] {
            try FileManager.default.createDirectory(at: data.appendingPathComponent(path), withIntermediateDirectories: true)
            chmod("\(data.path)/\(path)", 0o755)
            try file(data.appendingPathComponent("\(path)/file"))
        }
        try FileManager.default.createSymbolicLink(atPath: "\(data.path)/link", withDestinationPath: outside.path)
        DataFolder.restrict(data, isDeep: true)
        for path in ["", "cache", "cache/ab", "boards/mine"] { #expect(try mode(path) == 0o700, "\(path)") }
        for path in ["cache/ab/file", "boards/mine/file"] { #expect(try mode(path) == 0o600, "\(path)") }
        #expect(try FileManager.default.attributesOfItem(atPath: outside.path)[.posixPermissions] as? Int == 0o644)
    }

    @Test("what others can write is refused, with the command that mends it")
    func exposed() throws {
        func problem() -> String? {
            do { try DataFolder.check(data) } catch { return (error as? StorageError)?.detail }
            return nil
        }
        #expect(problem() == nil)
        try FileManager.default.createDirectory(at: data.appendingPathComponent("boards"), withIntermediateDirectories: true)
        let path = data.resolvingSymlinksInPath().path
        chmod(data.path, 0o755)
        chmod("\(data.path)/boards", 0o755)
        #expect(problem() == nil)
        for mode: mode_t in [0o775, 0o757] {
            chmod(data.path, mode)
            #expect(problem()?.hasSuffix("\(path): chmod -R go-w \(path)") == true)
        }
        chmod(data.path, 0o755)
        chmod("\(data.path)/boards", 0o777)
        #expect(problem()?.hasSuffix("\(path)/boards: chmod -R go-w \(path)") == true)
        // Other users can't reach the subfolder any more.
        chmod(data.path, 0o700)
        #expect(problem() == nil)

        let above = folder.url.resolvingSymlinksInPath().path
        chmod(above, 0o777)
        #expect(problem()?.hasSuffix("\(above): chmod o-w \(above)") == true)
        chmod(above, 0o1777)
        #expect(problem() == nil)
        chmod(above, 0o700)
    }

    @Test("a key is made once, whole and for its owner alone, and what can't be read is no key")
    func key() throws {
        try FileManager.default.createDirectory(at: data, withIntermediateDirectories: true)
        let file = data.appendingPathComponent("some.key")
        let made = try DataFolder.key(in: file) { Data("first".utf8) }
        let read = try DataFolder.key(in: file) { Data("second".utf8) }
        #expect(made == Data("first".utf8))
        #expect(read == made)
        #expect(try mode("some.key") == 0o600)
        #expect(try FileManager.default.contentsOfDirectory(atPath: data.path) == ["some.key"])
        #expect(throws: StorageError.self) { try DataFolder.key(in: folder.url) { Data() } }
    }

    @Test("what root makes in somebody else's folder is theirs", .enabled(if: geteuid() == 0))
    func given() async throws {
        let owner: uid_t = 12345
        try FileManager.default.createDirectory(at: data, withIntermediateDirectories: true)
        #expect(DataFolder.isOurs(data))
        chown(data.path, owner, owner)
        #expect(!DataFolder.isOurs(data))
        #expect(!DataFolder.isOurs(data.appendingPathComponent("none")))
        _ = try DataFolder.key(in: data.appendingPathComponent("some.key")) { Data("key".utf8) }
        let store = try Store(in: data)
        _ = try await store.people.person(named: "Ada", at: .system())
        let lock = try DataLock(data)
        let names = try FileManager.default.contentsOfDirectory(atPath: data.path)
        #expect(names.contains("tidings.sqlite"))
        #expect(names.contains("some.key"))
        #expect(names.contains("tidings.lock"))
        for name in names {
            let attributes = try FileManager.default.attributesOfItem(atPath: "\(data.path)/\(name)")
            #expect(attributes[.ownerAccountID] as? Int == Int(owner), "\(name)")
        }
        withExtendedLifetime(lock) {}
    }
}
