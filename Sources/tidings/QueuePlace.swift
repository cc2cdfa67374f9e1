import ArgumentParser
import Boards
import Fetching
import Foundation
import Queueing
import Records
import Storage
import Synchronization

enum QueueCLI {
    static let actor = QueueActor(kind: .program, name: "tidings queue")

    /// The queue with this name; nil: the first queue.
    static func plan(_ name: String?, in library: BoardLibrary) throws -> QueuePlan {
        let plans = library.enabledQueueBoards.flatMap(\.queues)
        guard let plan = name.map({ name in plans.first { $0.name == name } }) ?? plans.first else {
            let names = plans.map(\.name).joined(separator: ", ")
            throw Failure(.badUse, "there is no such queue; there are: \(names.isEmpty ? "none" : names)")
        }
        return plan
    }
}

/// The location of a queue: in a data folder, or at the server that runs on it.
struct QueuePlace: ParsableArguments {
    @Option(help: ArgumentHelp("The server that holds the data (http://127.0.0.1 and its port if left out).", valueName: "url"))
    var url: String?
    @OptionGroup var folder: StoreOption

    /// Uses the desk if the data aren't locked, otherwise the server. For staff actions, the server needs a token, in `TIDINGS_TOKEN`.
    func withQueue<Result>(
        _ queue: String?, atDesk: (QueueDesk, QueuePlan) async throws -> Result, atServer: (QueueServer) async throws -> Result
    ) async throws -> Result {
        let settings = try Settings(flags: folder.flags)
        do {
            guard url == nil else { return try await served(settings, atServer) }
            guard Store.isThere(in: settings.folder) else { throw Workspace.isMissing(settings.folder) }
            let lock: DataLock
            do { lock = try DataLock(settings.folder) } catch let error as StorageError where error.code == .inUse {
                return try await served(settings, atServer)
            }
            let work = try Workspace(folder)
            // A server on another folder uses the same database.
            do { try work.store.reserve() } catch let error as StorageError where error.code == .inUse {
                return try await served(settings, atServer)
            }
            let plan = try QueueCLI.plan(queue, in: work.library)
            let desk = try await QueueDesk(plans: work.library.enabledQueueBoards.flatMap(\.queues), store: work.store)
            let result = try await atDesk(desk, plan)
            withExtendedLifetime(lock) {}
            return result
        } catch {
            throw Failure(error)
        }
    }

    private func served<Result>(_ settings: Settings, _ body: (QueueServer) async throws -> Result) async throws -> Result {
        let port = settings.value("port") ?? "8080"
        let text = url ?? "http://127.0.0.1:\(port)"
        guard let address = URL(string: text), ["http", "https"].contains(address.scheme), let host = address.host else {
            throw Failure(.badUse, "url: '\(text)' is not an address like http://127.0.0.1:8080")
        }
        let named = [host, address.port.map { "\(host):\($0)" } ?? host]
        let fetcher = Fetcher(try settings.fetching(named: named))
        let server = QueueServer(address: address, fetcher: fetcher, token: try settings.token)
        do {
            let result = try await body(server)
            try? await fetcher.shutdown()
            return result
        } catch {
            try? await fetcher.shutdown()
            throw error
        }
    }
}

/// The running server, called through its API.
struct QueueServer: Sendable {
    private static let answerLimit = 1 << 20

    let address: URL
    let fetcher: Fetcher
    let token: String?

    /// The name of the queue; the first queue's for nil.
    func name(of queue: String?) async throws -> String {
        if let queue { return queue }
        struct Queues: Decodable {
            struct Queue: Decodable { let name: String }
            let queues: [Queue]
        }
        guard let first = try await answer(Queues.self, at: "/api/v1/queues").queues.first else {
            throw Failure(.badUse, "the server has no queue")
        }
        return first.name
    }

    func answer<Answer: Decodable>(_: Answer.Type, at path: String, posting body: String? = nil) async throws -> Answer {
        let base = address.absoluteString.hasSuffix("/") ? String(address.absoluteString.dropLast()) : address.absoluteString
        guard let url = URL(string: base + path) else { throw Failure(.badUse, "'\(base + path)' is not an address") }
        var headers = [(name: "Accept", value: "application/json")]
        if let token { headers.append((name: "Authorization", value: "Bearer \(token)")) }
        var request = Request(url: url, headers: headers, bodyLimit: Self.answerLimit)
        request.timeouts.total = .seconds(30)
        request.followsRedirects = false
        if let body {
            request.method = .post
            request.headers.append((name: "Content-Type", value: "application/json"))
            request.body = Array(body.utf8)
        }
        let bytes = Mutex<[UInt8]>([])
        do {
            _ = try await fetcher.job(request, for: "tidings queue").run { part in
                if case .body(let piece) = part { bytes.withLock { $0 += piece } }
            }
        } catch let error as FetchError {
            throw Self.failure(error, at: base)
        }
        do { return try JSONDecoder().decode(Answer.self, from: Data(bytes.withLock { $0 })) } catch {
            throw Failure(.source, "\(base) does not answer as a Tidings server does")
        }
    }

    private static func failure(_ error: FetchError, at base: String) -> Failure {
        switch error.code {
        case .status(401), .status(403):
            Failure(.badUse, "the server lets only staff do that: put a token with the scope 'watch' into TIDINGS_TOKEN")
        case .status(404): Failure(.badUse, "there is no such queue, or counter, at \(base)")
        case .status(409), .status(423): Failure(.nothingFound, "the queue is closed, paused or full, or that is not possible now")
        case .status(429): Failure(.nothingFound, "the server wants a pause; try again in a moment")
        case .unreachable: Failure(.source, "no server answers at \(base); name the server that holds the data with --url")
        default: Failure(.source, "\(base): \(error)")
        }
    }
}

extension Settings {
    /// The token for a running server: `TIDINGS_TOKEN`, or the first line of the file named by `TIDINGS_TOKEN_FILE`.
    var token: String? {
        get throws {
            if let token = variable("token") { return token }
            guard let path = variable("token-file") else { return nil }
            guard let text = try? String(contentsOfFile: path, encoding: .utf8), let line = text.split(whereSeparator: \.isNewline).first
            else {
                throw Failure(.badUse, "TIDINGS_TOKEN_FILE: '\(path)' cannot be read, or is empty")
            }
            return String(line)
        }
    }
}
