import Foundation
import Storage

extension Diagnosis {
    /// In seconds. An older transaction prevents the removal of old rows, and may hold locks that others wait for.
    private static let longTransaction = 60.0

    /// The state of a PostgreSQL database; nothing for a store in a file.
    static func database(_ store: Store) async throws -> [Finding] {
        guard let figures = try await store.databaseFigures() else { return [] }
        var findings = [
            Finding("database", .well, "PostgreSQL \(figures.version), \(figures.bytes >> 20) MB"), connections(figures),
        ]
        if let longest = figures.longest, longest.seconds > longTransaction {
            findings.append(
                Finding(
                    "transactions", .note,
                    """
                    process \(longest.process) of the database has been in one for \(Int(longest.seconds)) s; \
                    if it is forgotten: SELECT pg_terminate_backend(\(longest.process))
                    """))
        } else {
            let longest = figures.longest.map { "the longest has taken \(String(format: "%.1f", $0.seconds)) s" } ?? "none is under way"
            findings.append(Finding("transactions", .well, longest))
        }
        if figures.replicas > 0, !figures.waitsForReplicas {
            findings.append(
                Finding(
                    "replicas", .note,
                    """
                    commits don’t wait for them, so a replica that takes over may lack the last commits. To lose nothing, set \
                    synchronous_standby_names
                    """))
        }
        if !figures.syncs {
            findings.append(
                Finding("fsync", .note, "is off: a power failure may damage the database, and lose numbers of queues; set it to on"))
        }
        if !figures.indexesMedia {
            let mend = "CREATE EXTENSION pg_trgm; CREATE INDEX media_names ON media USING gin (words gin_trgm_ops)"
            findings.append(Finding("media-search", .note, "looks at each name, as pg_trgm wasn’t there at first; if it is slow: \(mend)"))
        }
        return findings
    }

    /// A server and the process that sends its notices use up to 13 connections.
    private static func connections(_ figures: DatabaseFigures) -> Finding {
        let text = "\(figures.connections) of \(figures.allowedConnections) connections are used"
        guard figures.connections * 10 > figures.allowedConnections * 9 else { return Finding("connections", .well, text) }
        return Finding("connections", .amiss, "\(text): raise max_connections, or end those of other programs")
    }
}
