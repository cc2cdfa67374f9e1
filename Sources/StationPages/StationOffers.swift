import BoardPages
import Boards
import Places
import Records
import Serving
import Storage

/// A board's stored stations for a fuel, computed once for each edition of its feeds, and again when prices begin or end.
package struct StationOffers: Sendable {
    package struct Key: Hashable, Sendable {
        let board: String
        let declared: Fingerprint
        let fuel: String
        let editions: [FeedEdition]
    }

    let records: [StoredRecord]
    let offers: [StationOffer]
    /// The stations' suburbs in readable spelling, to suggest while typing.
    let suburbs: [String]
    /// When the next prices begin or end; nil: never.
    let end: Timestamp?

    private init(_ records: [StoredRecord], _ plan: StationPlan, _ fuel: StationPlan.Fuel, _ now: Timestamp) {
        self.records = records
        offers = plan.offers(of: records, fuel: fuel, at: now)
        suburbs = Array(
            Set(offers.compactMap { $0.station.suburb.map(StationPlaces.written) }).sorted().prefix(StationsPage.suburbsOffered))
        let bounds = offers.flatMap { [$0.now, $0.next] }.compactMap { $0?.validity }.flatMap { [$0.lowerBound, $0.upperBound] }
        end = bounds.filter { $0 > now }.min()
    }

    /// The approximate size of a record with its strings.
    private static let bytesPerRecord = 1000

    static func of(
        _ feeds: [Feed], _ board: Board, _ plan: StationPlan, _ fuel: StationPlan.Fuel, at now: Timestamp, in feature: StationsFeature
    )
        async throws -> StationOffers
    {
        let key = Key(board: board.name, declared: board.edition, fuel: fuel.name, editions: feeds.map(FeedEdition.init))
        if let known = feature.services.offers.value(for: key, at: now) { return known }
        var records: [StoredRecord] = []
        for feed in feeds { records += try await feature.store.feeds.records(of: feed, board.schema, limit: StationList.limit) }
        let fresh = StationOffers(records, plan, fuel, now)
        feature.services.offers.keep(fresh, for: key, bytes: records.count * bytesPerRecord, until: fresh.end)
        return fresh
    }
}
