import Logging
package import Records
import ServiceLifecycle
package import Storage
import Synchronization

/// Stores every few seconds what this server, one of several that share a store, says of itself (`NodeReport`), for the page of servers.
///
/// A service. It throws, and so ends the server, once a server of a later version has changed the tables in a way that this version can't
/// live with (Decision 69).
package final class NodeReporter: Service {
    /// The run of the server.
    package let node: ServerNode.ID
    private let leases: LeaseStore
    private let pause: Duration
    private let makeReport: @Sendable () async throws -> NodeReport
    private let report = Mutex<NodeReport?>(nil)
    private let logger = Logger(label: "tidings.nodes")

    /// `pause`: the time between two reports. `makeReport` fills in all but the later version's steps.
    package init(
        _ leases: LeaseStore, of node: ServerNode.ID, every pause: Duration = .seconds(5),
        _ makeReport: @escaping @Sendable () async throws -> NodeReport
    ) {
        (self.leases, self.node, self.pause, self.makeReport) = (leases, node, pause, makeReport)
    }

    /// nil before the first.
    package var last: NodeReport? { report.withLock { $0 } }

    package func run() async throws {
        try await cancelWhenGracefulShutdown {
            repeat { try await self.look() } while (try? await Task.sleep(for: self.pause)) != nil
        }
    }

    private func look() async throws {
        do {
            let laterSteps = try await leases.laterSteps()
            var made = try await makeReport()
            made.laterSteps = laterSteps
            let former = report.withLock { report in
                defer { report = made }
                return report
            }
            if made.laterSteps > former?.laterSteps ?? 0 {
                logger.notice("a server of a later version has added to the tables; this one goes on, and is to be upgraded")
            }
            try await leases.note(made, of: node)
        } catch let error as StorageError where error.code == .unfit {
            throw error
        } catch {
            // The page says how old the last report is.
            if !Task.isCancelled { logger.warning("the state of this server can’t be noted: \(error)") }
        }
    }
}
