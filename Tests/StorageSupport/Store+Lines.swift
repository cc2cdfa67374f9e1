package import Storage
import Synchronization

extension Store {
    /// The lines of an export.
    package func exported(_ selection: ExportSelection = .everything) async throws -> [String] {
        let lines = Lines()
        try await export(selection) { line in lines.all.withLock { $0.append(line) } }
        return lines.all.withLock { $0 }
    }

    package func importing(_ lines: [String], withAccounts: Bool = false) async throws -> ImportReport {
        let rest = Lines()
        rest.all.withLock { $0 = lines.reversed() }
        return try await importLines(withAccounts: withAccounts) { rest.all.withLock { $0.popLast() } }
    }
}

private final class Lines: Sendable {
    let all = Mutex<[String]>([])
}
