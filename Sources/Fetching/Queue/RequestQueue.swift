/// Decides which waiting requests may be sent. A pure value: the time is passed in, and `RequestLine` acts on its decisions.
///
/// Limits: concurrent requests in total and per host, spacing between background requests to one host, and the number of waiting requests.
/// The request with the highest priority goes first; its priority rises one step for each `ageing` it waits. Among equal priorities, the
/// host with the fewest active requests is next, then the oldest request, so a long queue for one host doesn't block others.
struct RequestQueue {
    typealias Ticket = Int

    /// Why a request is refused.
    enum Refusal: Error, Hashable {
        /// The queue is full.
        case full
        /// The host asked for a pause longer than requests wait in the queue.
        case paused(until: ContinuousClock.Instant)
    }

    /// Requests wait for pauses up to this long.
    static let pauseLimit: Duration = .seconds(10)

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
        /// Tickets in order of arrival, by priority. Removed tickets are skipped.
        var lines = [Line](repeating: Line(), count: Priority.allCases.count)
        /// No background request is sent before this time.
        var spacedUntil: ContinuousClock.Instant?
        /// No request is sent before this time.
        var pausedUntil: ContinuousClock.Instant?
    }

    private struct Line {
        private var tickets: [Ticket] = []
        private var first = 0

        mutating func append(_ ticket: Ticket) { tickets.append(ticket) }

        /// The first ticket that is still waiting.
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

    /// Adds a request to the queue.
    mutating func enter(_ ticket: Ticket, host: String, _ priority: Priority, at now: ContinuousClock.Instant) throws(Refusal) {
        guard waiting.count < limits.waiting else { throw .full }
        if let until = hosts[host]?.pausedUntil, until > now + Self.pauseLimit { throw .paused(until: until) }
        waiting[ticket] = Entry(priority: priority, since: now)
        hosts[host, default: Host()].lines[priority.rawValue].append(ticket)
    }

    /// Removes a request that has ended or been cancelled.
    mutating func leave(_ ticket: Ticket) {
        waiting[ticket] = nil
        if let host = admitted.removeValue(forKey: ticket) { hosts[host]?.running -= 1 }
    }

    /// Applies a server's pause.
    mutating func pause(_ host: String, until time: ContinuousClock.Instant) {
        let old = hosts[host]?.pausedUntil ?? time
        hosts[host, default: Host()].pausedUntil = max(old, time)
    }

    /// Admits all requests that may be sent now, in order.
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

    /// The time of the next admission that depends only on time; nil if there is none.
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

/// The priority of a request, lowest first.
public enum Priority: Int, CaseIterable, Sendable, Codable {
    /// Scheduled; no reader is waiting.
    case background
    /// Shown on a page.
    case visible
    /// Requested by a person who is waiting.
    case interactive
}

/// How many requests a fetcher runs at once.
public struct RequestLimits: Hashable, Sendable {
    /// Limit of concurrent requests in total.
    public var total = 32
    /// Limit of concurrent requests per host (name and port).
    public var perHost = 6
    /// The minimum time between two background requests to one host.
    public var backgroundSpacing: Duration = .milliseconds(500)
    /// Waiting this long makes a request as urgent as the next higher priority.
    public var ageing: Duration = .seconds(10)
    /// The number of requests that may wait; further ones are refused.
    public var waiting = 10_000

    /// The defaults.
    public init() {}
}
