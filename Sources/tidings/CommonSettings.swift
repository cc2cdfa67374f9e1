import Foundation
import Logging
import LongJobs
import Records
import ServiceLifecycle
import Storage

/// Keeps the settings from the page (`KeptSettings`) the same in the folders of all nodes: the last change on any node's page counts
/// (Decision 66). A node whose settings are replaced restarts with them.
struct CommonSettings: Service {
    /// The version of the folder's settings among those of all nodes.
    static let fileName = "shared.json"
    private static let version = "version"
    private static let pause = Duration.seconds(5)

    private let folder: URL
    private let leases: LeaseStore
    private let telling: NodeTelling
    private let beginAnew: @Sendable () -> Void
    private let logger = Logger(label: "tidings.nodes")

    init(in folder: URL, _ leases: LeaseStore, _ telling: NodeTelling, beginAnew: @escaping @Sendable () -> Void) {
        (self.folder, self.leases, self.telling, self.beginAnew) = (folder, leases, telling, beginAnew)
    }

    func run() async throws {
        if await cancelWhenGracefulShutdown({ await self.replaced() }) {
            logger.notice("settings were changed at another node; this server restarts with them")
            beginAnew()
        }
        try await gracefulShutdown()
    }

    /// Shares the folder's settings if they were changed here, and replaces them if they were changed elsewhere. Returns whether they were
    /// replaced.
    func agree() async throws -> Bool {
        while true {
            let own = try KeptSettings(in: folder).texts
            let known = try known()
            let shared = try await leases.settings()
            if let shared, let texts = shared.texts, shared.version > known {
                if texts != own { try KeptSettings(texts).write(in: folder) }
                try note(shared.version)
                return texts != own
            }
            guard shared?.texts ?? [:] != own else { return false }
            guard let version = try await leases.share(own, after: shared?.version ?? 0) else { continue }
            try note(version)
            telling.tell(.settings)
            return false
        }
    }

    /// The number of changes of other nodes that the folder doesn't have yet.
    func missing() async throws -> Int { Int(clamping: max(0, try await leases.settingsVersion() - known())) }

    /// The version of the folder's settings.
    private func known() throws -> Int64 {
        try KeptSettings(in: folder, named: Self.fileName).texts[Self.version].flatMap { Int64($0) } ?? 0
    }

    private func note(_ version: Int64) throws {
        try KeptSettings([Self.version: String(version)]).write(in: folder, named: Self.fileName)
    }

    /// Returns once the settings have been replaced, or at the end of the server.
    private func replaced() async -> Bool {
        let inbox = telling.inbox()
        var isDue = false  // A comparison that failed is tried again without further news.
        while !Task.isCancelled {
            if !isDue {
                let message = await inbox.next()
                if case .news(let news) = message, !news.contains(.settings) { continue }
                isDue = true
                continue
            }
            do {
                if try await agree() { return true }
                isDue = false
            } catch {
                if !Task.isCancelled { logger.warning("the settings of all nodes can’t be compared: \(error)") }
                try? await Task.sleep(for: Self.pause)
            }
        }
        return false
    }
}
