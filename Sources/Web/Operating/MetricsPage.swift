import BoardPages
import Broadcasting
import Foundation
import HTTPTypes
import Hummingbird
import Localisation
import LongJobs
import Operating
import Records
import Serving
import Storage
import Watching

/// `/metrics`: Prometheus' text format, for requests from this machine itself, or with the operator's token.
///
/// A connection from this machine proves nothing if a proxy runs on it: the proxy's own connections come from here, and not every proxy
/// names its client. So if the operator has configured a proxy (`OperatorSettings.isBehindProxy`), only the token counts. Otherwise a
/// request is local if it has no trace of a proxy, and its host is a name that means this machine only on the machine itself.
struct MetricsPage: Sendable {
    let feature: OperatingFeature

    func page(for request: Request, _ context: PageContext) async throws -> Response {
        guard carriesToken(request) || isOfThisMachine(request, context) else {
            throw Refusal(.forbidden, text: "Metrics are for this machine, or for requests with the metrics token.")
        }
        var samples = [Sample(.build, 1, ("version", feature.site.operating.version))] + ProcessFigures.samples()
        do {
            samples += try await stored(at: .system()) + sharing()
            samples.append(Sample(.databaseUp, 1))
        } catch is StorageError {
            // The other metrics need no database.
            samples.append(Sample(.databaseUp, 0))
        }
        samples += waits
        for (kind, running, waiting) in await feature.jobs?.figures(of: Features.jobKinds) ?? [] {
            samples.append(Sample(.jobs, Double(running), ("kind", kind.name), ("state", "running")))
            samples.append(Sample(.jobs, Double(waiting), ("kind", kind.name), ("state", "waiting")))
        }
        samples.append(Sample(.liveClients, Double(await feature.boards.live.followerCount)))
        if let live = feature.liveQueues {
            for (kind, figures) in [("events", live.eventFigures), ("words", live.wordFigures)] {
                samples.append(Sample(.broadcastSubscribers, Double(figures.subscribers), ("kind", kind)))
                samples.append(Sample(.broadcastDelivered, Double(figures.delivered), ("kind", kind)))
                samples.append(Sample(.broadcastCut, Double(figures.cut), ("kind", kind)))
                samples.append(Sample(.broadcastRefused, Double(figures.refused), ("kind", kind)))
            }
            samples.append(Sample(.broadcastCoalesced, Double(live.wordFigures.coalesced)))
        }
        return Response(
            status: .ok, headers: [.contentType: "text/plain; version=0.0.4; charset=utf-8", .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: feature.site.operating.metrics.text(with: samples))))
    }

    /// The metrics from the database. Throws `StorageError` if it doesn't answer.
    private func stored(at now: Timestamp) async throws -> [Sample] {
        let figures = try await feature.store.figures(at: now)
        var samples = figures.feeds.sorted { $0.key < $1.key }.map { Sample(.feeds, Double($0.value), ("state", $0.key)) }
        samples.append(Sample(.records, Double(figures.records)))
        samples.append(Sample(.watches, Double(figures.watches)))
        samples.append(Sample(.people, Double(figures.people)))
        for (channel, state, count) in figures.notices {
            samples.append(Sample(.notices, Double(count), ("channel", channel), ("state", state)))
        }
        samples.append(Sample(.outboxAge, figures.oldestDue.map { max(0, (now - $0) / .seconds(1)) } ?? 0))
        if feature.geocoding?.service != nil {
            for (outcome, count) in try await feature.store.places.geocodeCounts().sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
                samples.append(Sample(.geocodes, Double(count), ("outcome", outcome.rawValue)))
            }
            let until = try await feature.store.places.geocodeTraffic().pausedUntil
            samples.append(Sample(.geocoderPause, until.map { max(0, ($0 - now) / .seconds(1)) } ?? 0))
        }
        if let database = try await feature.store.databaseFigures() {
            samples.append(Sample(.databaseBytes, Double(database.bytes)))
            samples.append(Sample(.databaseConnections, Double(database.connections)))
            samples.append(Sample(.databaseConnectionsAllowed, Double(database.allowedConnections)))
            samples.append(Sample(.databaseTransaction, database.longest?.seconds ?? 0))
        }
        return samples
    }

    /// The metrics of this server as one of several; none if it is alone. Throws `StorageError`.
    private func sharing() async throws -> [Sample] {
        guard let reporter = feature.nodes else { return [] }
        let overview = try await feature.store.leases.overview()
        let running = overview.living.count
        var samples = [
            Sample(.nodes, Double(running), ("state", "running")),
            Sample(.nodes, Double(overview.nodes.count - running), ("state", "gone")),
            Sample(.nodes, Double(overview.refusals.count), ("state", "refused")),
        ]
        guard let own = overview.listed.first(where: { $0.node.id == reporter.node }) else { return samples }
        samples.append(Sample(.nodeFeeds, Double(own.work.feeds)))
        samples += own.work.roles.map { Sample(.nodeRole, 1, ("role", $0)) } + own.faults.map { Sample(.nodeFault, 1, ("fault", $0.name)) }
        guard let report = reporter.last else { return samples }
        samples.append(Sample(.nodeStreams, Double(report.streams)))
        for (kind, count) in [
            ("feeds", report.staleFeeds), ("events", report.missingEvents), ("settings", report.missingSettings),
        ] {
            samples.append(Sample(.nodeBehind, Double(count), ("kind", kind)))
        }
        return samples + [Sample(.nodeClock, report.clock / .seconds(1))]
    }

    /// The waits for this server's connections to the database, which need no answer from it.
    private var waits: [Sample] {
        feature.store.connectionWaits().sorted { $0.key.rawValue < $1.key.rawValue }.flatMap { use, waits in
            [
                Sample(.databaseWaiting, Double(waits.waiting), ("use", use.rawValue)),
                Sample(.databaseWaits, Double(waits.count), ("use", use.rawValue)),
                Sample(.databaseWaitTime, waits.total / .seconds(1), ("use", use.rawValue)),
            ]
        }
    }

    private func isOfThisMachine(_ request: Request, _ context: PageContext) -> Bool {
        guard context.peer?.isLoopback == true, !context.cameThroughProxy, !feature.site.operating.isBehindProxy else { return false }
        return request.head.authority.map(Self.isOfThisMachine) ?? true
    }

    /// `localhost:8080`, `[::1]`: names that other machines can't reach this server by.
    static func isOfThisMachine(_ authority: String) -> Bool {
        guard let name = URLComponents(string: "http://\(authority)")?.host else { return false }
        let bare = name.hasPrefix("[") ? String(name.dropFirst().dropLast()) : name
        return bare == "localhost" || InternetAddress(bare)?.isLoopback == true
    }

    private func carriesToken(_ request: Request) -> Bool {
        guard let token = feature.site.operating.metricsToken, !token.isEmpty, let given = request.headers[.authorization],
            given.hasPrefix("Bearer ")
        else { return false }
        return String(given.dropFirst(7)).isSame(as: token)
    }
}
