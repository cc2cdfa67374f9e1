package import Records
package import Serving

/// One of the servers that share the store, with what it does and what is wrong with it.
package struct ListedNode: Sendable {
    package let node: ServerNode
    package let work: NodeOverview.Work
    package let faults: [NodeFault]
}

extension NodeOverview {
    package var listed: [ListedNode] {
        nodes.map { ListedNode(node: $0, work: work[$0.id] ?? Work(), faults: faults(of: $0)) }
    }
}

/// The JSON form of a server among several in the API and in `tidings nodes --json`.
package enum NodeResource {
    private static let clockRange = -1_000_000_000_000...1_000_000_000_000

    package static let members = Resource<ListedNode, Never>([
        .told("name", .text()) { $1.add("name", $0.node.name) },
        .told("version", .text()) { $1.add("version", $0.node.version) },
        .told("started", .moment) { $1.add("started", $0.node.started.description) },
        .told("seen", .moment, about: "Its last sign of life.") { $1.add("seen", $0.node.seen.description) },
        .told("feeds", .integer(), about: "Feeds that it fetches, and streams that it follows.") { $1.add("feeds", $0.work.feeds) },
        .told("roles", .list(.text()), about: "What it does for all servers.") { $1.add("roles", $0.work.roles) },
        .told("jobs", .integer(), about: "Jobs that haven't ended.") { $1.add("jobs", $0.work.jobs) },
        .told("streams", .integer()) { $1.add("streams", $0.report.streams) },
        .told("staleFeeds", .integer(), about: "Feeds on its open pages that were fetched since.") {
            $1.add("staleFeeds", $0.report.staleFeeds)
        },
        .told("missingEvents", .integer(), about: "Events of queues that its open pages don't have yet.") {
            $1.add("missingEvents", $0.report.missingEvents)
        },
        .told("missingSettings", .integer(), about: "Changes of settings that it doesn't have yet.") {
            $1.add("missingSettings", $0.report.missingSettings)
        },
        .told("waiting", .integer(), about: "Callers that wait for a connection to the database.") {
            $1.add("waiting", $0.report.waiting)
        },
        .told("longestWait", .integer(), about: "The longest of these waits within a few seconds, in milliseconds.") {
            $1.add("longestWait", Int(clamping: $0.report.longestWait.wholeMilliseconds))
        },
        .told("clock", .integer(clockRange), about: "How far its clock is ahead of the database's, in milliseconds.") {
            let clock = Int(clamping: $0.report.clock.wholeMilliseconds)
            $1.add("clock", min(max(clock, clockRange.lowerBound), clockRange.upperBound))
        },
        .told("faults", .list(.choice(NodeFault.names)), about: "What is wrong with it.") { $1.add("faults", $0.faults.map(\.name)) },
    ])

    package static let refusal = Resource<NodeOverview.Refusal, Never>([
        .told("name", .text()) { $1.add("name", $0.name) },
        .told("keys", .list(.text()), about: "Key files that differ from those of the other servers.") { $1.add("keys", $0.keys) },
        .told("at", .moment) { $1.add("at", $0.at.description) },
    ])
}

extension ListedNode {
    fileprivate var report: NodeReport { node.report ?? NodeReport() }
}
