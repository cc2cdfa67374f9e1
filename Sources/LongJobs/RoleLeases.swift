import Logging
package import Records
import ServiceLifecycle
package import Storage

/// The leases of a node's roles: takes those that its services ask for and no other node has, prolongs them, and cancels the work under
/// those that are lost. A lease that it couldn't prolong counts as lost here no later than in the database.
///
/// A service, and the last of a node that ends: then the node is listed no more, and all that it has leased is free.
package actor RoleLeases: Service {
    /// The node, and its run.
    package nonisolated let name: String
    private let node: ServerNode.ID
    private let leases: LeaseStore
    private nonisolated let lasting: Duration
    private let logger = Logger(label: "tidings.nodes")
    private var held: [Role: HeldLease] = [:]
    /// What is being done under each role.
    private var works: [Int: (role: Role, cancel: @Sendable () -> Void)] = [:]
    private var workCount = 0

    /// `lasting`: how long a role stays with a node that is gone.
    package init(_ leases: LeaseStore, of node: ServerNode.ID, named name: String, lasting: Duration) {
        (self.leases, self.node, self.name, self.lasting) = (leases, node, name, lasting)
    }

    /// How long a role that is free goes unnoticed, and another node's news.
    nonisolated var look: Duration { min(.seconds(5), lasting / 6) }

    func holds(_ role: Role) async -> Bool {
        if let former = held[role] {
            guard former.isOver(at: .now) else { return true }
            lose(role)
        }
        let asked = ContinuousClock.now
        do {
            guard let taken = try await leases.take(role.leaseName, for: node, lasting: lasting) else { return false }
            // Another service may have asked for it too, and have the later fence.
            if held[role].map({ $0.lease.fence < taken.fence }) ?? true {
                held[role] = HeldLease(taken, lasting: lasting, asked: asked)
            }
            return true
        } catch {
            if !(error is CancellationError) { logger.warning("a role can’t be taken: \(error)", metadata: ["role": "\(role.rawValue)"]) }
            return false
        }
    }

    /// Does work if this node has the role, and cancels it when the role is lost.
    func doing(_ role: Role, _ work: @escaping @Sendable () async -> Void) async {
        // It may be lost again by now.
        guard await holds(role), held[role] != nil else { return }
        let task = Task { await work() }
        let number = workCount
        workCount += 1
        works[number] = (role, { task.cancel() })
        await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
        works[number] = nil
    }

    package func run() async throws {
        await cancelWhenGracefulShutdown {
            await withDiscardingTaskGroup { group in
                group.addTask {
                    repeat { await self.prolong() } while (try? await Task.sleep(for: self.lasting / 6)) != nil
                }
                // The database may not answer, and what is over is over.
                group.addTask { while (try? await Task.sleep(for: min(.seconds(1), self.lasting / 10))) != nil { await self.dropOver() } }
            }
        }
        // Not with the task of the server, which may be cancelled already.
        let leaving = Task { [leases, node] in try await leases.leave(node) }
        do { try await leaving.value } catch { logger.warning("leases end by themselves: \(error)") }
        held = [:]
    }

    /// The node's sign of life, too.
    private func prolong() async {
        let asked = ContinuousClock.now
        let former = held.filter { $0.value.isToBeProlonged(at: asked) }
        do {
            let beat = try await leases.beat(node, prolonging: former.values.map(\.lease), lasting: lasting)
            for (role, one) in former where held[role]?.lease == one.lease {
                if beat?.held.contains(one.lease) == true { held[role] = one.prolonged(asked: asked) } else { lose(role) }
            }
        } catch {
            // The next one may come through; what is over until then is lost.
            if !(error is CancellationError) { logger.warning("roles can’t be prolonged: \(error)") }
        }
    }

    private func dropOver() {
        let now = ContinuousClock.now
        for (role, one) in held where one.isOver(at: now) { lose(role) }
    }

    private func lose(_ role: Role) {
        held[role] = nil
        logger.warning("another server may have the role now, so this one stops", metadata: ["role": "\(role.rawValue)"])
        for work in works.values where work.role == role { work.cancel() }
    }
}
