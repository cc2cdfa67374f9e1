import Crypto
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Fetching

@Suite("Downloads")
struct DownloadTests {
    private static let bytes = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }

    /// Runs downloads with a folder for records and one for files.
    private func withDownloads(
        _ folder: TemporaryFolder, resuming: Bool = false, _ body: @Sendable (Downloads, URL) async throws -> Void
    ) async throws {
        try await withFetcher { fetcher in
            let downloads = try Downloads(
                folder: folder.url.appendingPathComponent("state"), fetcher: fetcher, backoff: (.milliseconds(1), .milliseconds(5)))
            if resuming { try await downloads.resumeAll() }
            try await body(downloads, folder.url.appendingPathComponent("list.bin"))
            await downloads.close()
        }
    }

    private func end(of id: Download.ID, _ downloads: Downloads) async throws -> JobState {
        var last: JobState?
        for await update in await downloads.updates(of: id) { last = update.state }
        return try #require(last)
    }

    /// Opens the gate after some bytes have arrived, because a reset discards data in flight.
    private func open(_ cut: Gate, _ id: Download.ID, _ downloads: Downloads) async throws {
        try await eventually("something has come") { await downloads.download(id)?.progress.receivedBytes ?? 0 > 0 }
        cut.open()
    }

    /// Answers ranges of `bytes` correctly; an open `cut` breaks off a whole answer after 70,000 bytes.
    private static func serve(_ connection: Connection, etag: String, bytes: [UInt8] = bytes, cut: Gate? = nil) throws {
        if let range = connection.request["Range"].first, connection.request["If-Range"] == [etag],
            let start = Int(range.dropFirst(6).dropLast())
        {
            guard start < bytes.count else {
                return try connection.answer("416 Range Not Satisfiable", [("Content-Range", "bytes */\(bytes.count)")])
            }
            return try connection.answer(
                "206 Partial Content", [("ETag", etag), ("Content-Range", "bytes \(start)-\(bytes.count - 1)/\(bytes.count)")],
                body: Array(bytes[start...]))
        }
        try connection.sendHead("200 OK", [("ETag", etag), ("Content-Length", "\(bytes.count)")])
        try connection.send(cut == nil ? bytes : Array(bytes.prefix(70_000)))
        guard let cut else { return }
        try cut.block()
        connection.reset()
    }

    @Test("a download comes whole, is checked, and takes the place of what was there")
    func whole() async throws {
        let server = try ScriptedServer { try Self.serve($0, etag: "\"1\"") }
        let folder = try TemporaryFolder()
        let digest = SHA256.hash(data: Self.bytes).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        try await withDownloads(folder) { downloads, file in
            try Data("old".utf8).write(to: file)
            let id = try await downloads.start(server.url(), to: file, for: "test", checksum: Checksum("sha256:\(digest)"))
            #expect(try await end(of: id, downloads) == .done)
            #expect(try [UInt8](Data(contentsOf: file)) == Self.bytes)
            let download = try #require(await downloads.download(id))
            #expect(!FileManager.default.fileExists(atPath: download.part.path))
            #expect(download.progress.receivedBytes == Self.bytes.count)
            #expect(download.progress.fraction == 1)
        }
    }

    @Test("after a cut it goes on where it was, and the version is held against the first")
    func cut() async throws {
        let cut = Gate()
        let server = try ScriptedServer { connection in try Self.serve(connection, etag: "\"1\"", cut: cut) }
        let folder = try TemporaryFolder()
        try await withDownloads(folder) { downloads, file in
            let id = try await downloads.start(server.url(), to: file, for: "test")
            try await open(cut, id, downloads)
            #expect(try await end(of: id, downloads) == .done)
            #expect(try [UInt8](Data(contentsOf: file)) == Self.bytes)
        }
        #expect(server.requests.count == 2)
        #expect(server.requests.last?["If-Range"] == ["\"1\""])
        let range = try #require(server.requests.last?["Range"].first)
        let start = try #require(Int(range.dropFirst(6).dropLast()))
        #expect(start > 0)
        #expect(start <= 70_000)
    }

    @Test("if there is another version by now it begins anew, and no byte of the old one is left")
    func otherVersion() async throws {
        let second = Self.bytes.map { $0 ^ 0xFF }
        let count = Mutex(0)
        let cut = Gate()
        let server = try ScriptedServer { connection in
            let isFirst = count.withLock { count in
                count += 1
                return count == 1
            }
            try Self.serve(connection, etag: isFirst ? "\"1\"" : "\"2\"", bytes: isFirst ? Self.bytes : second, cut: isFirst ? cut : nil)
        }
        let folder = try TemporaryFolder()
        try await withDownloads(folder) { downloads, file in
            let id = try await downloads.start(server.url(), to: file, for: "test")
            try await open(cut, id, downloads)
            #expect(try await end(of: id, downloads) == .done)
            #expect(try [UInt8](Data(contentsOf: file)) == second)
        }
    }

    @Test("a weak entity tag is never used to put parts together", arguments: ["W/\"1\""])
    func weak(etag: String) async throws {
        let count = Mutex(0)
        let cut = Gate()
        let server = try ScriptedServer { connection in
            let isFirst = count.withLock { count in
                count += 1
                return count == 1
            }
            try Self.serve(connection, etag: etag, cut: isFirst ? cut : nil)
        }
        let folder = try TemporaryFolder()
        try await withDownloads(folder) { downloads, file in
            let id = try await downloads.start(server.url(), to: file, for: "test")
            try await open(cut, id, downloads)
            #expect(try await end(of: id, downloads) == .done)
        }
        #expect(server.requests.allSatisfy { $0["Range"].isEmpty })
    }

    @Test("a server that gives another range than was asked for, or none that fits, is asked for the whole")
    func strangeRanges() async throws {
        let count = Mutex(0)
        let cut = Gate()
        let server = try ScriptedServer { connection in
            let number = count.withLock { count in
                count += 1
                return count
            }
            switch number {
            case 1: try Self.serve(connection, etag: "\"1\"", cut: cut)
            case 2:
                try connection.answer(
                    "206 Partial Content", [("ETag", "\"1\""), ("Content-Range", "bytes 5-9/200000")], body: Array(Self.bytes[5...9]))
            default: try Self.serve(connection, etag: "\"1\"")
            }
        }
        let folder = try TemporaryFolder()
        try await withDownloads(folder) { downloads, file in
            let id = try await downloads.start(server.url(), to: file, for: "test")
            try await open(cut, id, downloads)
            #expect(try await end(of: id, downloads) == .done)
            #expect(try [UInt8](Data(contentsOf: file)) == Self.bytes)
        }
        try #require(server.requests.count == 3)
        #expect(server.requests[2]["Range"].isEmpty)
    }

    @Test("paused it keeps what has come, survives a restart, and goes on when it is told to")
    func pausedOverRestart() async throws {
        let gate = Gate()
        let server = try ScriptedServer { connection in
            if !connection.request["Range"].isEmpty { return try Self.serve(connection, etag: "\"1\"") }
            try connection.sendHead("200 OK", [("ETag", "\"1\""), ("Content-Length", "\(Self.bytes.count)")])
            try connection.send(Array(Self.bytes.prefix(50_000)))
            try gate.block()
        }
        let folder = try TemporaryFolder()
        let id = Mutex<UUID?>(nil)
        try await withDownloads(folder) { downloads, file in
            let started = try await downloads.start(server.url(), to: file, for: "test")
            id.withLock { $0 = started }
            try await eventually("something has come") { await downloads.download(started)?.progress.receivedBytes == 50_000 }
            try await downloads.pause(started)
            #expect(await downloads.download(started)?.state == .paused)
        }
        gate.open()
        try await withDownloads(folder, resuming: true) { downloads, file in
            let started = try #require(id.withLock { $0 })
            #expect(await downloads.download(started)?.state == .paused)
            try await downloads.resume(started)
            #expect(try await end(of: started, downloads) == .done)
            #expect(try [UInt8](Data(contentsOf: file)) == Self.bytes)
        }
        #expect(server.requests.map { $0["Range"] } == [[], ["bytes=50000-"]])
    }

    @Test("one that was under way when the process ended goes on by itself in the next")
    func restart() async throws {
        let server = try ScriptedServer { connection in
            if !connection.request["Range"].isEmpty { return try Self.serve(connection, etag: "\"1\"") }
            try connection.sendHead("200 OK", [("ETag", "\"1\""), ("Content-Length", "\(Self.bytes.count)")])
            try connection.send(Array(Self.bytes.prefix(50_000)))
            try connection.stall()
        }
        let folder = try TemporaryFolder()
        try await withDownloads(folder) { downloads, file in
            let id = try await downloads.start(server.url(), to: file, for: "test")
            try await eventually("something has come") { await downloads.download(id)?.progress.receivedBytes == 50_000 }
        }
        try await withDownloads(folder, resuming: true) { downloads, file in
            let id = try #require(await downloads.all.first?.id)
            #expect(try await end(of: id, downloads) == .done)
            #expect(try [UInt8](Data(contentsOf: file)) == Self.bytes)
        }
    }

    @Test("two who ask for the same share it, and it ends when the last of them leaves")
    func shared() async throws {
        let server = try ScriptedServer { connection in
            try connection.sendHead("200 OK", [("Content-Length", "10")])
            try connection.send("12345")
            try connection.stall()
        }
        let folder = try TemporaryFolder()
        try await withDownloads(folder) { downloads, file in
            let id = try await downloads.start(server.url(), to: file, for: "first")
            #expect(try await downloads.start(server.url(), to: file, for: "second") == id)
            await #expect(throws: FetchError.self) { try await downloads.start(server.url("/other"), to: file, for: "third") }
            try await eventually("something has come") { await downloads.download(id)?.progress.receivedBytes == 5 }
            try await downloads.cancel(id, for: "first")
            #expect(await downloads.download(id)?.state == .running)
            try await downloads.cancel(id, for: "second")
            guard case .failed(let error) = try #require(await downloads.download(id)).state else {
                Issue.record("it should have ended")
                return
            }
            #expect(error.code == .cancelled)
            try await eventually("the part is gone") { !FileManager.default.fileExists(atPath: file.path + ".part") }
        }
        #expect(server.requests.count == 1)
    }

    @Test("bytes that do not add up to what was promised are an error, and not kept")
    func damaged() async throws {
        let server = try ScriptedServer { try Self.serve($0, etag: "\"1\"") }
        let folder = try TemporaryFolder()
        try await withDownloads(folder) { downloads, file in
            let wrong = try #require(Checksum(String(repeating: "0", count: 64)))
            let id = try await downloads.start(server.url(), to: file, for: "test", checksum: wrong)
            guard case .failed(let error) = try await end(of: id, downloads) else {
                Issue.record("it should have failed")
                return
            }
            #expect(error.code == .damaged)
            #expect(error.detail.hasPrefix("came whole, but its sha256 is "))
            #expect(!FileManager.default.fileExists(atPath: file.path))
            #expect(!FileManager.default.fileExists(atPath: file.path + ".part"))
        }
    }

    @Test("what will not pass is not tried again, what may is tried a bounded number of times", arguments: [404, 503])
    func failing(status: Int) async throws {
        let server = try ScriptedServer { try $0.answer("\(status) No") }
        let folder = try TemporaryFolder()
        try await withDownloads(folder) { downloads, file in
            let id = try await downloads.start(server.url(), to: file, for: "test")
            guard case .failed(let error) = try await end(of: id, downloads) else {
                Issue.record("it should have failed")
                return
            }
            #expect(error.code == .status(status))
        }
        #expect(server.requests.count == (status == 404 ? 1 : Downloads.failureLimit))
    }
}
