import Records
import Storage

extension Diagnosis {
    /// Two leases of the usual length. Others do the work of a node that has been silent for longer.
    private static let silence = Duration.seconds(60)
    private static let clockDifference = Duration.seconds(5)

    /// The servers that share a database; nothing where a server is alone.
    static func nodes(_ store: Store) async throws -> [Finding] {
        let before = Timestamp.system()
        let (nodes, now) = try await store.leases.nodes()
        guard !nodes.isEmpty else { return [] }
        let living = nodes.filter { $0.seen + silence >= now }
        var findings = [
            Finding("nodes", living.isEmpty ? .note : .well, living.isEmpty ? "none runs" : living.map(\.name).joined(separator: ", "))
        ]
        findings += nodes.filter { $0.seen + silence < now }.map { node in
            Finding("nodes", .note, "\(node.name) was last heard of at \(node.seen); others do its work. Start it again if it is to run")
        }
        findings += boards(of: living)
        // What the answer took may be either's.
        if before > now + clockDifference || Timestamp.system() + clockDifference < now {
            findings.append(
                Finding("clock", .amiss, "it is \(before) here and \(now) in the database; set the clock that is wrong (timedatectl)"))
        }
        return findings
    }

    /// Whether all nodes have the same boards.
    private static func boards(of nodes: [ServerNode]) -> [Finding] {
        let editions = Dictionary(grouping: nodes, by: \.boards).values.sorted { $0.count > $1.count }
        guard let most = editions.first, editions.count > 1 else { return [] }
        let names = { (nodes: [ServerNode]) in nodes.map(\.name).sorted().joined(separator: ", ") }
        let others = names(Array(editions.dropFirst().joined()))
        return [Finding("boards", .amiss, "the boards of \(others) aren’t those of \(names(most)); make their folders the same")]
    }
}
