import Foundation
import GRDB
import Records
import StorageSupport
import Synchronization
import TestSupport
import Testing

@testable import Storage

@Suite("Backup and restore") struct BackupTests {
    private let folder: TemporaryFolder
    private let data: URL
    private let prices = PriceEditions()
    private let time = Timestamp(milliseconds: 1_772_876_400_000)

    init() throws {
        folder = try TemporaryFolder()
        data = folder.url.appendingPathComponent("data")
    }

    private func backup(_ name: String) throws -> URL {
        let file = folder.url.appendingPathComponent(name)
        _ = try Backup.make(of: data, to: file, version: "1.2.3", at: time)
        return file
    }

    private func write(_ text: String, to path: String) throws {
        let file = data.appendingPathComponent(path)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    private func read(_ path: String, in folder: URL) -> String? {
        (try? Data(contentsOf: folder.appendingPathComponent(path))).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The state of a store after a number of fetches is known in advance. So the export of a backup is compared with the export of a store
    /// to which only that many fetches were applied.
    @Test("a backup taken during writes is what was stored at one moment, to the last byte of its export")
    func duringWrites() async throws {
        let store = try Store(in: data)
        try await prices.fetch(edition: 1, into: store)
        let writing = Writing()
        async let written = {
            var edition = 1
            while !writing.isOver.withLock({ $0 }) {
                edition += 1
                try await prices.fetch(edition: edition, into: store)
            }
            return edition
        }()
        var moments: Set<Int> = []
        for round in 0..<3 {
            let last = moments.max() ?? 0
            try await eventually("another edition is stored") {
                try await store.feeds.feed(of: "prices", url: PriceEditions.url).etag.flatMap { Int($0) } ?? 0 > last
            }
            // Like another process: a separate connection on the same files.
            let file = try backup("\(round).backup")
            let place = folder.url.appendingPathComponent("restored-\(round)")
            _ = try Restore(file, into: place, replacing: false, at: time)
            let restored = try Store(in: place)
            let export = try await restored.exported()
            #expect(try await restored.exported() == export)
            let feed = try await restored.feeds.feed(of: "prices", url: PriceEditions.url)
            let moment = try #require(feed.etag.flatMap { Int($0) })
            moments.insert(moment)

            let replayed = try Store(in: folder.url.appendingPathComponent("replayed-\(round)"))
            for edition in 1...moment { try await prices.fetch(edition: edition, into: replayed) }
            #expect(try await replayed.exported() == export)
        }
        writing.isOver.withLock { $0 = true }
        #expect(try await written >= moments.count)
        #expect(moments.count == 3)
    }

    @Test("boards of one's own, keys and other files come along; what can be had again does not")
    func files() async throws {
        _ = try Store(in: data)
        try write("title: Mine", to: "boards/mine/board.yaml")
        try write("key", to: "vapid.pem")
        chmod(data.appendingPathComponent("vapid.pem").path, 0o600)
        try write("answer", to: "cache/1")
        try write("half", to: "list.pdf.part")
        for part in DataFolder.Apart.allCases where part != .cache { try write("large", to: "\(part.rawValue)/1") }
        // Larger than a file in a backup may be.
        #expect(truncate(data.appendingPathComponent("documents/1").path, 65 << 20) == 0)
        let file = try backup("all.backup")
        #expect(try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int == 0o600)

        let place = folder.url.appendingPathComponent("restored")
        let restored = try Restore(file, into: place, replacing: false, at: time)
        #expect(restored.backup == Backup.Label(version: "1.2.3", created: time, hasChecksum: true, database: nil))
        #expect(restored.aside == nil)
        #expect(read("boards/mine/board.yaml", in: place) == "title: Mine")
        #expect(read("vapid.pem", in: place) == "key")
        #expect(
            try FileManager.default.attributesOfItem(atPath: place.appendingPathComponent("vapid.pem").path)[.posixPermissions] as? Int
                == 0o600)
        #expect(read("list.pdf.part", in: place) == nil)
        #expect(DataFolder.Apart.allCases.filter { read("\($0.rawValue)/1", in: place) != nil } == [])
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted() == ["all.backup", "data", "restored"])
    }

    @Test("data that are there stay unless told otherwise, and then are kept aside")
    func replacing() async throws {
        let store = try Store(in: data)
        try await prices.fetch(edition: 1, into: store)
        let file = try backup("first.backup")
        let first = try await store.exported()
        try await prices.fetch(edition: 2, into: store)
        let second = try await store.exported()

        #expect(throws: StorageError.self) { try Restore(file, into: data, replacing: false, at: time) }
        let restored = try Restore(file, into: data, replacing: true, at: time)
        #expect(try await Store(in: data).exported() == first)
        let aside = try #require(restored.aside)
        #expect(aside.lastPathComponent == "data.before-20260307T094000Z")
        #expect(try await Store(in: aside).exported() == second)
        let left = try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
        #expect(left == ["data", "data.before-20260307T094000Z", "first.backup"])
    }

    @Test("a folder that a server holds is not restored over")
    func held() throws {
        _ = try Store(in: data)
        let file = try backup("held.backup")
        let lock = try DataLock(data)
        let error = #expect(throws: StorageError.self) { try Restore(file, into: data, replacing: true, at: time) }
        #expect(error?.code == .inUse)
        #expect(throws: StorageError.self) { try DataLock(data) }
        withExtendedLifetime(lock) {}
    }

    @Test(
        "what is no backup, or a damaged one, changes nothing", arguments: ["empty", "text", "database", "cut", "flipped", "later", "path"])
    func unsound(kind: String) async throws {
        let store = try Store(in: data)
        try await prices.fetch(edition: 1, into: store)
        let export = try await store.exported()
        let file = try backup("sound.backup")
        switch kind {
        case "empty": try Data().write(to: file)
        case "text": try Data("nothing of the kind".utf8).write(to: file)
        case "database":
            let other = folder.url.appendingPathComponent("other")
            _ = try Store(in: other)
            try FileManager.default.removeItem(at: file)
            try FileManager.default.copyItem(at: other.appendingPathComponent("tidings.sqlite"), to: file)
        case "cut":
            let bytes = try Data(contentsOf: file)
            try bytes.prefix(bytes.count * 2 / 3).write(to: file)
        case "flipped":
            var bytes = try Data(contentsOf: file)
            for offset in stride(from: 4096, to: bytes.count, by: 1024) { bytes[offset] ^= 0xFF }
            try bytes.write(to: file)
        case "later":
            try makeOld(file)
            try sql("INSERT INTO grdb_migrations VALUES ('999 what is not known yet')", on: file)
        default:
            try makeOld(file)
            try sql("INSERT INTO backup_files VALUES ('../escaped', 420, x'00')", on: file)
        }
        let error = #expect(throws: StorageError.self) { try Restore(file, into: data, replacing: true, at: time) }
        #expect(error?.code == .backup)
        #expect(try await Store(in: data).exported() == export)
        let left = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
        #expect(!left.contains { $0.contains("restoring") || $0.contains("before") || $0.contains("escaped") })
    }

    @Test("every one of 200 damages is found before anything is replaced, whatever SQLite thinks of the file")
    func damages() async throws {
        let store = try Store(in: data)
        for edition in 1...2 { try await prices.fetch(edition: edition, into: store) }
        let export = try await store.exported()
        let sound = try Data(contentsOf: backup("sound.backup"))
        let file = folder.url.appendingPathComponent("damaged.backup")
        var generator = Repeatable(state: 16)
        for round in 0..<200 {
            var bytes = sound
            let place = Int.random(in: 0..<bytes.count, using: &generator)
            switch round % 5 {
            case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
            case 1: bytes = bytes.prefix(place)
            case 2:
                // Two pages change places.
                let pages = (0..<2).map { _ in Int.random(in: 0..<bytes.count / 4096, using: &generator) * 4096 }
                let (one, other) = (bytes[pages[0]..<pages[0] + 4096], bytes[pages[1]..<pages[1] + 4096])
                bytes.replaceSubrange(pages[0]..<pages[0] + 4096, with: other)
                bytes.replaceSubrange(pages[1]..<pages[1] + 4096, with: one)
            case 3: bytes.replaceSubrange(place..<min(place + 512, bytes.count), with: Data(count: min(512, bytes.count - place)))
            // In the line with the checksum, or in the mark that announces it.
            default: bytes[round % 2 == 0 ? bytes.count - 1 - place % 90 : 68 + place % 4] ^= 0x20
            }
            guard bytes != sound else { continue }
            try bytes.write(to: file)
            #expect(throws: StorageError.self, "round \(round), byte \(place)") { try Backup.check(file) }
            #expect(throws: StorageError.self, "round \(round), byte \(place)") { try Restore(file, into: data, replacing: true, at: time) }
        }
        #expect(try await Store(in: data).exported() == export)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted() == ["damaged.backup", "data", "sound.backup"])
    }

    @Test("a backup can be checked where it is, and stays as it is")
    func checked() async throws {
        let store = try Store(in: data)
        try await prices.fetch(edition: 1, into: store)
        let file = try backup("sound.backup")
        let bytes = try Data(contentsOf: file)
        #expect(try Backup.check(file) == Backup.Label(version: "1.2.3", created: time, hasChecksum: true, database: nil))
        #expect(try Data(contentsOf: file) == bytes)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted() == ["data", "sound.backup"])
    }

    @Test("a backup of before checksums is restored, and says that it has none")
    func withoutChecksum() async throws {
        let store = try Store(in: data)
        try await prices.fetch(edition: 1, into: store)
        let file = try backup("old.backup")
        try makeOld(file)
        #expect(try !Backup.check(file).hasChecksum)
        let place = folder.url.appendingPathComponent("restored")
        #expect(try !Restore(file, into: place, replacing: false, at: time).backup.hasChecksum)
        #expect(try await Store(in: place).exported() == store.exported())
    }

    @Test("a backup is not written over another file, and none is left of one that failed")
    func noOverwriting() throws {
        #expect(throws: StorageError.self) { try backup("none.backup") }
        _ = try Store(in: data)
        let file = try backup("once.backup")
        #expect(throws: StorageError.self) { try backup("once.backup") }
        #expect(FileManager.default.fileExists(atPath: file.path))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted() == ["data", "once.backup"])
    }

    /// Makes it look like a backup of a version that wrote no checksum.
    private func makeOld(_ file: URL) throws {
        var bytes = try Data(contentsOf: file)
        let line = try #require(bytes.range(of: Data("\ntidings backup".utf8), options: .backwards))
        bytes.removeSubrange(line.lowerBound...)
        try bytes.write(to: file)
        try sql("PRAGMA application_id = 0", on: file)
    }

    /// The same numbers in each run (SplitMix64).
    private struct Repeatable: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            return mixed ^ (mixed >> 31)
        }
    }

    private final class Writing: Sendable {
        let isOver = Mutex(false)
    }

    /// Through a separate connection, like another program.
    private func sql(_ statement: String, on file: URL) throws {
        let database = try DatabaseQueue(path: file.path)
        try database.write { try $0.execute(sql: statement) }
        try database.close()
    }
}
