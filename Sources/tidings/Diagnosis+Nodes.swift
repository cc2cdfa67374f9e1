import Records
import Storage

extension Diagnosis {
    /// The connections that a server, the process that sends its notices and commands may use (`PostgresFitness`).
    private static let connectionsOfNode = 15
    /// In a few seconds: others wait, too.
    private static let longWait = Duration.seconds(1)

    /// The servers that share a database, and what is wrong with each; nothing where a server is alone.
    static func nodes(_ store: Store) async throws -> [Finding] {
        let before = Timestamp.system()
        let overview = try await store.leases.overview()
        let after = Timestamp.system()
        guard !overview.nodes.isEmpty || !overview.refusals.isEmpty else { return [] }
        let living = overview.living
        var findings = [
            Finding("nodes", living.isEmpty ? .note : .well, living.isEmpty ? "none runs" : living.map(\.name).joined(separator: ", "))
        ]
        for node in overview.nodes {
            for fault in overview.faults(of: node) {
                // A server that is gone may have been stopped on purpose.
                let state: Finding.State = [.gone, .outdated].contains(fault) ? .note : .amiss
                findings.append(Finding(fault.topic, state, "\(node.name): \(fault.sentence)"))
            }
        }
        findings += overview.refusals.map { Finding("keys", .amiss, $0.sentence) }
        findings += living.compactMap(waits)
        if let figures = try await store.databaseFigures(), figures.allowedConnections < living.count * connectionsOfNode {
            findings.append(
                Finding(
                    "connections", .amiss,
                    """
                    \(living.count) servers need up to \(living.count * connectionsOfNode), and the database allows \
                    \(figures.allowedConnections): raise max_connections
                    """))
        }
        // What the answer took may be either's.
        let difference = NodeOverview.clockDifference
        if before > overview.now + difference || after + difference < overview.now {
            findings.append(
                Finding(
                    "clock", .amiss, "it is \(before) here and \(overview.now) in the database; set the clock that is wrong (timedatectl)"))
        }
        return findings
    }

    /// Work of a server that had to wait for a connection to the database.
    private static func waits(_ node: ServerNode) -> Finding? {
        guard let report = node.report, report.longestWait > longWait else { return nil }
        return Finding(
            "connections", .note,
            """
            \(node.name): something has waited \(report.longestWait.wholeMilliseconds) ms for a connection, and \(report.waiting) \
            wait now: the database or the network to it is slow, or a transaction holds what others need
            """)
    }
}

extension NodeFault {
    /// The name of its finding.
    fileprivate var topic: String {
        switch self {
        case .gone, .deaf, .outdated: "nodes"
        case .boards: "boards"
        case .files: "files"
        case .clock: "clock"
        }
    }
}
