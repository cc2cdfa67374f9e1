import Foundation
import NIOHTTP1
import TestSupport
import Testing

@testable import Fetching

@Suite("The cache on disk")
struct CacheFolderTests {
    private let now = Date(timeIntervalSince1970: 1_772_447_400)

    private func folder(_ temporary: TemporaryFolder, bytes: Int = 1 << 20) throws -> CacheFolder {
        var limits = ResponseCache.Limits()
        limits.bytes = bytes
        limits.variants = 2
        return try CacheFolder(temporary.url, limits: limits)
    }

    private func key(_ folder: CacheFolder, _ path: String, _ partition: CachePartition = .nobody) throws -> CacheFolder.Key {
        let url = try #require(URL(string: "http://example.com/\(path)"))
        return try #require(folder.key(url, partition))
    }

    /// Stores a body under a path, as if fetched this many seconds from now.
    private func keep(_ path: String, _ bytes: [UInt8], in folder: CacheFolder, language: String = "en", at seconds: Double = 0) throws {
        let key = try key(folder, path)
        let body = try #require(folder.newBody(key))
        #expect(body.write(bytes))
        let request = Outgoing(url: try #require(URL(string: "http://example.com/\(path)")), headers: ["Accept-Language": language])
        let answer = Answer(status: 200, headers: ["Vary": "Accept-Language"]) { nil }
        let time = now + seconds
        let stored = StoredAnswer(answer, to: request, requested: time, received: time, body: body.name, size: bytes.count)
        #expect(folder.keep(stored, for: key, inPlaceOf: { $0.answers(request) }, now: time))
        body.keep()
    }

    private func names(_ temporary: TemporaryFolder) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: temporary.url.path).filter { $0 != "key" }
    }

    @Test("what one process keeps another finds, and names and files tell nobody anything")
    func shared() throws {
        let temporary = try TemporaryFolder()
        let first = try folder(temporary)
        let second = try folder(temporary)
        try keep("secret-path", [1, 2, 3], in: first)
        let found = try #require(second.variants(try key(second, "secret-path")).first)
        #expect(second.body(of: found)?.read(10, at: 0) == [1, 2, 3])
        for name in try names(temporary) {
            let file = temporary.url.appendingPathComponent(name)
            #expect(!name.contains("secret-path"))
            #expect(!String(decoding: try Data(contentsOf: file), as: UTF8.self).contains("secret-path"))
            #expect(try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int == 0o600)
        }
        #expect(try key(first, "a", CachePartition(of: ["x"])) != key(first, "a"))
        #expect(try key(first, "a") == key(second, "a#fragment"))
    }

    @Test("a body that was removed or cut meanwhile is a miss")
    func vanished() throws {
        let temporary = try TemporaryFolder()
        let folder = try folder(temporary)
        try keep("a", [1, 2, 3], in: folder)
        let stored = try #require(folder.variants(try key(folder, "a")).first)
        let file = temporary.url.appendingPathComponent(stored.body)
        let open = try #require(folder.body(of: stored))
        try Data([1]).write(to: file)
        #expect(folder.body(of: stored) == nil)
        try FileManager.default.removeItem(at: file)
        #expect(folder.body(of: stored) == nil)
        // A reader that has it open continues.
        #expect(open.read(3, at: 0)?.count ?? 0 >= 1)
        try Data("{".utf8).write(to: temporary.url.appendingPathComponent(try key(folder, "a").stem + ".json"))
        #expect(folder.variants(try key(folder, "a")).isEmpty)
    }

    @Test("strays of a process that was killed are swept, and a body in the making is not")
    func strays() throws {
        let temporary = try TemporaryFolder()
        let first = try folder(temporary)
        try keep("a", [1], in: first)
        let inTheMaking = try #require(first.newBody(try key(first, "b")))
        let stem = try key(first, "a").stem
        for name in ["\(stem).dead.body", "\(try key(first, "c").stem).dead.body"] {
            _ = try temporary.file(name, [9, 9])
        }
        let second = try folder(temporary)
        #expect(second.bytes > 0)
        #expect(try names(temporary).filter { $0.contains("dead") }.isEmpty)
        #expect(try names(temporary).contains(inTheMaking.name))
        #expect(second.variants(try key(second, "a")).count == 1)
    }

    @Test("a body that nobody keeps goes with who was writing it")
    func abandoned() throws {
        let temporary = try TemporaryFolder()
        let folder = try folder(temporary)
        do {
            let body = try #require(folder.newBody(try key(folder, "a")))
            #expect(body.write([1]))
        }
        #expect(try names(temporary).isEmpty)
    }

    @Test("what was used longest ago makes room, and there are no more variants than allowed")
    func eviction() throws {
        let temporary = try TemporaryFolder()
        let folder = try folder(temporary, bytes: 100_000)
        let block = [UInt8](repeating: 7, count: 20_000)
        for (index, path) in ["a", "b", "c", "d"].enumerated() { try keep(path, block, in: folder, at: Double(index)) }
        folder.noteUse(try key(folder, "a"), now: now + 10)
        try keep("e", block, in: folder, at: 11)
        let kept = try ["a", "b", "c", "d", "e"].filter { !folder.variants(try key(folder, $0)).isEmpty }
        #expect(kept.contains("a"))
        #expect(kept.contains("e"))
        #expect(!kept.contains("b"))
        #expect(folder.bytes <= 100_000)
        for language in ["de", "fr", "it", "it"] { try keep("e", [1], in: folder, language: language, at: 12) }
        #expect(folder.variants(try key(folder, "e")).count == 2)
        folder.removeAll()
        #expect(try names(temporary).isEmpty)
    }
}
