import Fetching
import Foundation
import Hummingbird
import Logging
import ServiceLifecycle
import Synchronization
import TestSupport

@testable import Web

/// A directory of people as a web service: a list, an answer for each of them, and photos.
struct Directory: Sendable {
    /// The answer to a photo's request, by its name; a picture by default.
    var photo: @Sendable (String, Connection) throws -> Void = { _, connection in
        try connection.answer("200 OK", [("Content-Type", "image/png")], body: Directory.png)
    }
    var contact: @Sendable (String, Connection) throws -> Void = { id, connection in
        try connection.answer("200 OK", [("Content-Type", "application/xml")], body: Array(Directory.contact(id).utf8))
    }
    /// Published address of the photo, by the number of the person; nil: none.
    var photoAddress: @Sendable (Int) -> String? = { "photos/\($0).png" }
    var names = ["Ada Okafor", "Brönnimann & Söhne, Empfang", "Li"]

    static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + Array(repeating: 7, count: 40)

    static func contact(_ id: String) -> String {
        """
        <contact><contactid>\(id)</contactid><name>Ada Okafor</name><job_title>Head of repairs</job_title>\
        <phone kind="work">+1-555-0117</phone><email>ada@example.org</email></contact>
        """
    }

    var list: String {
        let contacts = names.enumerated().map { index, name in
            let photo = photoAddress(index + 1).map { "<photo>\(Self.escaped($0))</photo>" } ?? ""
            return "<contact><contactid>\(index + 1)</contactid>\(photo)<name>\(Self.escaped(name))</name></contact>"
        }
        return "<contacts>\(contacts.joined())</contacts>"
    }

    func source() throws -> Source {
        let list = Array(list.utf8)
        return try Source { connection in
            let target = connection.request.target
            if target == "/contacts.xml" {
                try connection.answer("200 OK", [("Content-Type", "application/xml")], body: list)
            } else if target.hasPrefix("/contact.xml?id=") {
                try contact(String(target.dropFirst(16)), connection)
            } else if target.hasPrefix("/photos/") {
                try photo(String(target.dropFirst(8)), connection)
            } else {
                try connection.answer("404 Not Found")
            }
        }
    }

    private static func escaped(_ text: String) -> String { text.replacing("&", with: "&amp;").replacing("<", with: "&lt;") }
}

extension Source {
    /// How often a path was requested.
    func count(of target: String) -> Int { requests.count { $0.target == target } }
}

/// A house of a directory that was read, its server listening, and a browser's requests to it.
func withDirectory(_ directory: Directory = Directory(), _ body: @escaping @Sendable (House, Visits) async throws -> Void) async throws {
    try await withHouse(directory.source(), isDirectory: true) { house in
        try await house.read()
        let services = ServiceGroup(services: [house.web], logger: Logger(label: "test"))
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await services.run() }
            let visits = Visits(port: try await house.port.known())
            let result: Result<Void, any Error>
            do { result = .success(try await body(house, visits)) } catch { result = .failure(error) }
            try await visits.end()
            await services.triggerGracefulShutdown()
            try await group.waitForAll()
            try result.get()
        }
    }
}

/// Requests to the server over real connections, one for each, so cancelling a request closes its connection.
struct Visits: Sendable {
    private let base: String
    private let fetcher: Fetcher

    init(port: Int) {
        base = "http://127.0.0.1:\(port)"
        var configuration = Fetcher.Configuration.loopback
        configuration.limits.perHost = 32
        fetcher = Fetcher(configuration)
    }

    /// The body, or `FetchError` for a status that isn't a success.
    func get(_ path: String) async throws -> (head: ResponseHead, bytes: [UInt8]) {
        let bytes = Mutex<[UInt8]>([])
        let head = try await fetcher.job(request(path), for: "test").run { part in
            if case .body(let piece) = part { bytes.withLock { $0 += piece } }
        }
        return (head, bytes.withLock { $0 })
    }

    /// What has come when `end` has, and goes away then, when `isTime`.
    func firstEvents(_ path: String, upTo end: String, _ isTime: () async throws -> Void = {}) async throws -> String {
        let job = job(path)
        let bytes = Mutex<[UInt8]>([])
        let task = Task {
            try await job.run { part in
                if case .body(let piece) = part { bytes.withLock { $0 += piece } }
            }
        }
        try await eventually("'\(end)' has come") { bytes.withLock { String(decoding: $0, as: UTF8.self) }.contains(end) }
        try await isTime()
        job.cancel()
        _ = await task.result
        return bytes.withLock { String(decoding: $0, as: UTF8.self) }
    }

    func job(_ path: String) -> Job { fetcher.job(request(path), for: "test") }
    func end() async throws { try await fetcher.shutdown() }

    private func request(_ path: String) -> Fetching.Request { Fetching.Request(url: URL(string: base + path)!) }
}
