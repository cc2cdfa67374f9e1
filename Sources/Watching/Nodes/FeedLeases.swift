import Fetching
import Foundation
import Logging
import Records
package import Storage

/// The feeds that this server fetches as one of several nodes sharing a database (Decision 64): it acquires their leases, renews them while
/// it fetches, and releases them. A lease that it couldn't renew counts as lost here no later than in the database.
package actor FeedLeases {
    package struct Limits: Sendable {
        /// The duration of a lease without renewal.
        package var lasting = Duration.seconds(30)
        /// Limit of concurrent fetches: queued work would be late.
        package var room = RequestLimits().total
        /// The limit per host.
        package var perHost = RequestLimits().perHost

        package init() {}

        /// The heartbeat interval.
        var beat: Duration { lasting / 6 }
        /// How long another node's changes may go unnoticed: a feed that was scheduled elsewhere, a lease that has expired.
        package var look: Duration { min(.seconds(5), lasting / 6) }
        /// The same while feeds are known to be waiting.
        package var closeLook: Duration { min(.seconds(1), lasting / 6) }
        /// The interval between checks for expired leases.
        var overLook: Duration { min(.seconds(1), lasting / 10) }
    }

    /// The id of this run.
    package nonisolated let node: String
    package nonisolated let name: String
    package nonisolated let clock = NodeClock()
    package nonisolated let limits: Limits
    private let version: String
    private let staysListed: Bool
    private let leases: LeaseStore
    private let logger = Logger(label: "tidings.nodes")
    private var held: [Feed.ID: HeldLease] = [:]
    /// Leases to release.
    private var spent: [Lease] = []
    private let signal = AsyncSignal()
    private var lastBeat = ContinuousClock.now
    /// A hash of what the boards' files declare.
    private var boards = ""

    /// `staysListed`: the node does more than fetch feeds, and goes on when those are given back (`RoleLeases`).
    package init(
        _ leases: LeaseStore, named name: String, version: String, limits: Limits = Limits(), staysListed: Bool = false
    ) {
        (self.leases, self.name, self.version, self.limits, self.staysListed) = (leases, name, version, limits, staysListed)
        node = "\(name) \(UUID().uuidString)"
    }

    /// Becomes a node. `boards`: a hash of what the boards' files declare. Throws `StorageError`.
    package func join(boards: String = "") async throws {
        self.boards = boards
        let asked = ContinuousClock.now
        clock.note(try await leases.join(node, named: name, version: version, boards: boards), asked: asked)
        lastBeat = asked
    }

    /// Notes the boards' files, which have changed.
    package func note(boards: String) async {
        self.boards = boards
        do { try await leases.note(boards: boards, of: node) } catch { logger.warning("the boards can’t be noted: \(error)") }
    }

    /// Takes those of the wanted feeds that no node holds, as many as there is room for, each as it is stored now. `byHand`: a person
    /// waits, so a host's share doesn't matter.
    func take(_ wanted: [WantedFeed], room: Int, byHand: Bool = false) async throws -> [LeasedFeed] {
        let asked = ContinuousClock.now
        let taken = try await leases.take(
            wanted, for: node, room: room, perHost: byHand ? nil : limits.perHost, lasting: limits.lasting)
        for one in taken { held[one.feed.id] = HeldLease(one.lease, lasting: limits.lasting, asked: asked) }
        return taken
    }

    /// The fetch has ended, and others may lease the feed.
    func give(_ leased: Lease, of feed: Feed.ID) {
        guard held[feed]?.lease == leased else { return }
        held[feed] = nil
        spent.append(leased)
        signal.send()
    }

    /// Whether this node holds the feed.
    func holds(_ feed: Feed.ID) -> Bool { held[feed] != nil }

    /// The feeds among these that no other node holds.
    func ended(of feeds: some Sequence<Feed.ID>) async throws -> [Feed.ID] {
        let holders = try await leases.holders()
        return feeds.filter { holders[Lease.name(of: $0)].map { $0 == node } ?? true }
    }

    /// Renews the leases until it is cancelled. `onLost` is called with feeds that this node has lost: their fetches must stop.
    func keep(_ onLost: @escaping @Sendable (Set<Feed.ID>) async -> Void) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.beatAndGive(onLost) }
            // Works even while the database doesn't answer: an expired lease is lost.
            group.addTask {
                while (try? await Task.sleep(for: self.limits.overLook)) != nil {
                    let over = await self.dropOver()
                    if !over.isEmpty { await onLost(over) }
                }
            }
        }
    }

    /// Ends the node and all of its leases, or those of feeds if it goes on. Nothing is fetched any more.
    package func leave() async {
        // Not with the task of the server, which may be cancelled already.
        let leaving = Task { [leases, node, staysListed, leased = held.values.map(\.lease) + spent] in
            if staysListed { try await leases.giveBack(leased) } else { try await leases.leave(node) }
        }
        do { try await leaving.value } catch { logger.warning("leases end by themselves: \(error)") }
        held = [:]
    }

    private func beatAndGive(_ onLost: @escaping @Sendable (Set<Feed.ID>) async -> Void) async {
        while !Task.isCancelled {
            await signal.wait(atMost: limits.overLook)
            await giveBack()
            guard lastBeat.duration(to: .now) >= limits.beat, !Task.isCancelled else { continue }
            lastBeat = .now
            let lost = await beat()
            if !lost.isEmpty { await onLost(lost) }
        }
    }

    private func giveBack() async {
        guard !spent.isEmpty else { return }
        let leased = spent
        spent = []
        // Leases that can't be released expire by themselves.
        do { try await leases.giveBack(leased) } catch { logger.warning("leases end by themselves: \(error)") }
    }

    /// Renews the leases and returns the lost feeds.
    private func beat() async -> Set<Feed.ID> {
        let asked = ContinuousClock.now
        let former = held.filter { $0.value.isToBeProlonged(at: asked) }
        do {
            guard let beat = try await leases.beat(node, prolonging: former.values.map(\.lease), lasting: limits.lasting) else {
                logger.warning("another server has the name \(name), or this one was away for long: it begins again")
                let lost = Set(held.keys)
                held = [:]
                try await join(boards: boards)
                return lost
            }
            clock.note(beat.now, asked: asked)
            var lost: Set<Feed.ID> = []
            for (feed, one) in former where held[feed]?.lease == one.lease {
                if beat.held.contains(one.lease) { held[feed] = one.prolonged(asked: asked) } else { lost.insert(feed) }
            }
            for feed in lost { held[feed] = nil }
            return lost
        } catch {
            // The next request may succeed; leases that expire before then are lost.
            if !(error is CancellationError) { logger.warning("leases can’t be prolonged: \(error)") }
            return []
        }
    }

    private func dropOver() -> Set<Feed.ID> {
        let now = ContinuousClock.now
        let over = Set(held.filter { $0.value.isOver(at: now) }.keys)
        for feed in over { held[feed] = nil }
        return over
    }
}
