import Boards
import Foundation
import Logging
import LongJobs
import Notifying
import QueuePages
import Records
import Serving
import Storage
import Watching
import Web

extension Server {
    /// This server among others over one database. Alone it has all roles, and its machine's clock.
    struct Company: Sendable {
        /// Its name; empty: it is alone.
        var name = ""
        var feeds: FeedLeases?
        /// The service that ends the node.
        var keeper: RoleLeases?
        var roles = Roles.all
        /// What the nodes tell each other.
        var telling: NodeTelling?
        /// As a node, the time of the database: what is due is due on all nodes at once.
        var now: Now = Timestamp.system
    }

    /// The files that all nodes have to have in common: what one seals or signs, the others read.
    private static let keys = ["channels.key", "links.key", "vapid.pem"]

    /// Becomes a node, if it is to be one. Throws `Failure` if its keys aren't those of the other nodes.
    func company(on store: Store, with boards: BoardLibrary) async throws -> Company {
        guard let node else { return Company() }
        try await checkKeys(of: node.name, in: store)
        let feeds = FeedLeases(store.leases, named: node.name, version: Version.number, limits: node.limits, staysListed: true)
        try await feeds.join(boards: boards.edition)
        let others = try await store.leases.overview().living.filter { $0.id != feeds.node }
        try await SharedFolders(data: data, leases: store.leases).makeMarks(isFirst: others.isEmpty)
        for other in others where other.boards != boards.edition {
            Logger(label: "tidings.nodes").warning(
                "the boards of another node aren’t those of this one: make their folders the same", metadata: ["node": "\(other.name)"])
        }
        let keeper = RoleLeases(store.leases, of: feeds.node, named: node.name, lasting: node.limits.lasting)
        return Company(
            name: node.name, feeds: feeds, keeper: keeper, roles: Roles(keeper), telling: NodeTelling(NodeChannel(of: store)),
            now: { feeds.clock.time() })
    }

    private func checkKeys(of node: String, in store: Store) async throws {
        // Those of the first node are made at its start.
        _ = try VAPIDKey.stored(in: data.appendingPathComponent("vapid.pem"))
        _ = try LinkKey.stored(in: data.appendingPathComponent("links.key"))
        let fingerprints = try Self.keys.map { ($0, try DataFolder.fingerprint(of: data.appendingPathComponent($0))) }
        let differing = try await store.leases.differing(Dictionary(fingerprints) { first, _ in first })
        guard differing.isEmpty else {
            // The page of servers names it.
            try await store.leases.refuse(node, for: differing)
            throw Failure(
                .badUse,
                """
                \(differing.joined(separator: ", ")) in \(data.path) differs from that of the other nodes: \
                copy it from the folder of a node that runs, and start again
                """)
        }
    }

    /// Reports the state of a node; nil if this server is alone.
    func reporter(
        of company: Company, _ watcher: Watcher, _ shared: SharedQueueEvents?, _ settings: CommonSettings?, in store: Store
    ) -> NodeReporter? {
        guard let feeds = company.feeds, let telling = company.telling else { return nil }
        let folders = SharedFolders(data: data, leases: store.leases)
        return NodeReporter(store.leases, of: feeds.node) {
            var report = NodeReport()
            report.clock = Timestamp.system() - feeds.clock.time()
            report.streams = await watcher.streamCount
            report.staleFeeds = try await watcher.staleFeeds()
            report.missingEvents = try await shared?.missing() ?? 0
            report.missingSettings = try await settings?.missing() ?? 0
            let waits = store.connectionWaits(isLast: true).values
            report.waiting = waits.reduce(0) { $0 + $1.waiting }
            report.longestWait = waits.map(\.longest).max() ?? .zero
            report.isHearing = telling.isHearing
            report.unseenFolders = try await folders.unseen()
            return report
        }
    }
}
