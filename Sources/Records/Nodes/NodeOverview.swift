/// The servers that share a store, with what each of them does, as stored at one moment.
package struct NodeOverview: Hashable, Sendable {
    /// What one server does for all of them.
    package struct Work: Hashable, Sendable {
        /// Feeds that it fetches, with streams.
        package var feeds = 0
        /// Its roles, by name.
        package var roles: [String] = []
        /// Jobs that haven't ended.
        package var jobs = 0

        package init(feeds: Int = 0, roles: [String] = [], jobs: Int = 0) { (self.feeds, self.roles, self.jobs) = (feeds, roles, jobs) }
    }

    /// A server that didn't start, because its keys weren't those of the others.
    package struct Refusal: Hashable, Sendable {
        /// The server's.
        package let name: String
        /// The files' names.
        package let keys: [String]
        package let at: Timestamp

        package init(name: String, keys: [String], at: Timestamp) { (self.name, self.keys, self.at) = (name, keys, at) }
    }

    /// Two leases of the usual length: others do the work of a server that has given no sign of life for longer.
    package static let silence = Duration.seconds(60)
    /// A larger difference of clocks is a fault.
    package static let clockDifference = Duration.seconds(5)

    /// By name.
    package let nodes: [ServerNode]
    package let work: [ServerNode.ID: Work]
    package let refusals: [Refusal]
    /// By the clock of the database.
    package let now: Timestamp

    package init(nodes: [ServerNode], work: [ServerNode.ID: Work] = [:], refusals: [Refusal] = [], now: Timestamp) {
        (self.nodes, self.work, self.refusals, self.now) = (nodes, work, refusals, now)
    }

    package func isGone(_ node: ServerNode) -> Bool { node.seen + Self.silence < now }

    package var living: [ServerNode] { nodes.filter { !isGone($0) } }

    /// What is wrong with one of them, the worst first.
    package func faults(of node: ServerNode) -> [NodeFault] {
        if isGone(node) { return [.gone] }
        var faults: [NodeFault] = []
        let report = node.report ?? NodeReport()
        if let most = commonBoards, node.boards != most { faults.append(.boards) }
        if !report.unseenFolders.isEmpty { faults.append(.files(report.unseenFolders)) }
        if abs(report.clock.wholeMilliseconds) > Self.clockDifference.wholeMilliseconds { faults.append(.clock(report.clock)) }
        if !report.isHearing { faults.append(.deaf) }
        if report.laterSteps > 0 { faults.append(.outdated) }
        return faults
    }

    /// The boards of most living servers. If two sets are equally common, those of the server with the earliest start.
    private var commonBoards: String? {
        let groups = Dictionary(grouping: living, by: \.boards)
        let first = { (nodes: [ServerNode]) in nodes.map(\.started).min() ?? now }
        return groups.max { ($0.value.count, first($1.value)) < ($1.value.count, first($0.value)) }?.key
    }
}

/// What is wrong with one of several servers that share a store.
package enum NodeFault: Hashable, Sendable {
    /// It gives no sign of life.
    case gone
    /// Its boards differ from the others'.
    case boards
    /// It can't see these folders of shared files.
    case files([String])
    /// Its machine's clock differs from the database's by so much.
    case clock(Duration)
    /// It doesn't hear what the others tell.
    case deaf
    /// The tables are a later version's.
    case outdated

    /// As metrics and the API name it.
    package var name: String {
        switch self {
        case .gone: "gone"
        case .boards: "boards"
        case .files: "files"
        case .clock: "clock"
        case .deaf: "deaf"
        case .outdated: "outdated"
        }
    }

    /// All names.
    package static let names = ["gone", "boards", "files", "clock", "deaf", "outdated"]
}
