/// Which of the waiting requests may go out now. A pure value: the time is passed in, and what it decides is acted on by `RequestLine`.
///
/// Bounds: so many at once in all and per host, a pause between two background requests to one host, and so many waiting at most.
/// Of those that may go, the more urgent goes first, and waiting makes more urgent: one step for each `ageing`. Between equally
/// urgent ones the host with fewer on the way is next, then the one that came first, so no long line holds up a short one.
struct RequestQueue {
    typealias Ticket = Int

    /// Why a request does not get into line.
    enum Refusal: Error, Hashable {
        /// So many are waiting already as may.
        case full
        /// The host has asked to be left alone for longer than anyone waits in line.
        case paused(until: ContinuousClock.Instant)
    }

    /// Shorter pauses are waited for in line.
    static let patience: Duration = .seconds(10)

    let limits: RequestLimits
    private var waiting: [Ticket: Entry] = [:]
    private var admitted: [Ticket: String] = [:]
    private var hosts: [String: Host] = [:]

    private struct Entry {
        let priority: Priority
        let since: ContinuousClock.Instant
    }

    private struct Host {
        var running = 0
        /// Tickets in the order they came, by urgency; those that left meanwhile are skipped.
        var lines = [Line](repeating: Line(), count: Priority.allCases.count)
        /// No background request goes out before.
        var spacedUntil: ContinuousClock.Instant?
        /// No request at all goes out before.
        var pausedUntil: ContinuousClock.Instant?
    }

    private struct Line {
        private var tickets: [Ticket] = []
        private var first = 0

        mutating func append(_ ticket: Ticket) { tickets.append(ticket) }

        /// The first ticket that is still wanted.
        mutating func head(where isWanted: (Ticket) -> Bool) -> Ticket? {
            while first < tickets.count, !isWanted(tickets[first]) { first += 1 }
            if first > 64, first * 2 > tickets.count {
                tickets.removeFirst(first)
                first = 0
            }
            return first < tickets.count ? tickets[first] : nil
        }
    }

    init(_ limits: RequestLimits) { self.limits = limits }

    var waitingCount: Int { waiting.count }

    func isAdmitted(_ ticket: Ticket) -> Bool { admitted[ticket] != nil }

    /// A request gets into line.
    mutating func enter(_ ticket: Ticket, host: String, _ priority: Priority, at now: ContinuousClock.Instant) throws(Refusal) {
        guard waiting.count < limits.waiting else { throw .full }
        if let until = hosts[host]?.pausedUntil, until > now + Self.patience { throw .paused(until: until) }
        waiting[ticket] = Entry(priority: priority, since: now)
        hosts[host, default: Host()].lines[priority.rawValue].append(ticket)
    }

    /// A request has ended, or is no longer wanted.
    mutating func leave(_ ticket: Ticket) {
        waiting[ticket] = nil
        if let host = admitted.removeValue(forKey: ticket) { hosts[host]?.running -= 1 }
    }

    /// The server has asked for a pause.
    mutating func pause(_ host: String, until time: ContinuousClock.Instant) {
        let old = hosts[host]?.pausedUntil ?? time
        hosts[host, default: Host()].pausedUntil = max(old, time)
    }

    /// Admits all that may go out now, in that order.
    mutating func admit(at now: ContinuousClock.Instant) -> [Ticket] {
        var result: [Ticket] = []
        while admitted.count < limits.total, let (ticket, host) = best(at: now) {
            if let entry = waiting.removeValue(forKey: ticket), entry.priority == .background {
                hosts[host]?.spacedUntil = now + limits.backgroundSpacing
            }
            admitted[ticket] = host
            hosts[host]?.running += 1
            result.append(ticket)
        }
        forgetIdleHosts(at: now)
        return result
    }

    /// When something may go out that may not now only because of the time; nil if nothing waits for that.
    mutating func nextAdmission(after now: ContinuousClock.Instant) -> ContinuousClock.Instant? {
        guard admitted.count < limits.total else { return nil }
        var nearest: ContinuousClock.Instant?
        for name in Array(hosts.keys) {
            guard var host = hosts[name], host.running < limits.perHost else { continue }
            for priority in Priority.allCases where host.lines[priority.rawValue].head(where: { waiting[$0] != nil }) != nil {
                guard let time = Self.opening(of: host, for: priority), time > now else { continue }
                nearest = min(nearest ?? time, time)
            }
            hosts[name] = host
        }
        return nearest
    }

    private mutating func best(at now: ContinuousClock.Instant) -> (Ticket, host: String)? {
        var best: (ticket: Ticket, host: String, urgency: Int, running: Int)?
        for name in Array(hosts.keys) {
            guard var host = hosts[name], host.running < limits.perHost else { continue }
            for priority in Priority.allCases {
                guard let ticket = host.lines[priority.rawValue].head(where: { waiting[$0] != nil }), let entry = waiting[ticket] else {
                    continue
                }
                if let time = Self.opening(of: host, for: priority), time > now { continue }
                let urgency = priority.rawValue + Int((now - entry.since) / limits.ageing)
                if let best, (-best.urgency, best.running, best.ticket) <= (-urgency, host.running, ticket) { continue }
                best = (ticket, name, urgency, host.running)
            }
            hosts[name] = host
        }
        return best.map { ($0.ticket, $0.host) }
    }

    private static func opening(of host: Host, for priority: Priority) -> ContinuousClock.Instant? {
        let spaced = priority == .background ? host.spacedUntil : nil
        guard let paused = host.pausedUntil else { return spaced }
        return max(paused, spaced ?? paused)
    }

    private mutating func forgetIdleHosts(at now: ContinuousClock.Instant) {
        guard hosts.count > 64 else { return }
        for name in Array(hosts.keys) {
            guard var host = hosts[name], host.running == 0 else { continue }
            let isWaited = host.lines.indices.contains { host.lines[$0].head(where: { waiting[$0] != nil }) != nil }
            if !isWaited, Self.opening(of: host, for: .background).map({ $0 <= now }) ?? true { hosts[name] = nil }
        }
    }
}

/// How urgent a request is, the least first.
public enum Priority: Int, CaseIterable, Sendable, Codable {
    /// A schedule's; nobody is looking.
    case background
    /// What a page shows.
    case visible
    /// What a person has just asked for and waits for.
    case interactive
}

/// How many requests a fetcher has on their way at once.
public struct RequestLimits: Hashable, Sendable {
    /// To all hosts together.
    public var total = 32
    /// To one host (name and port).
    public var perHost = 6
    /// From one background request to a host to the next.
    public var backgroundSpacing: Duration = .milliseconds(500)
    /// Waiting this long makes a request as urgent as the next higher priority.
    public var ageing: Duration = .seconds(10)
    /// Requests in line at most; one more is refused.
    public var waiting = 10_000

    /// The defaults.
    public init() {}
}
