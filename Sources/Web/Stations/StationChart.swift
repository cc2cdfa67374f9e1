import Boards
import Localisation
import Records
import Storage

/// How prices went: of a station on its page, of a suburb below its list. A section each, empty where nothing is known yet.
enum StationChart {
    static func html(
        _ station: StationRow, _ fuel: StationPlan.Fuel, _ plan: StationPlan, _ board: Board, feeds: [Feed], records: [StoredRecord],
        _ site: Site,
        _ words: Words, now: Timestamp
    ) async throws -> HTML {
        let history = try await site.histories.history(
            of: [station.station.id], fuel, plan, board, feeds: feeds, records: records, in: site.store, zone: words.zone, at: now)
        return StationChartView(
            title: words("Prices of \(fuel.label)"), days: history.days(of: station.station.id), isOfMany: false,
            amounts: StationAmounts(plan, fuel, words), words: words
        ).html
    }

    /// `suburb` as the source writes it.
    static func suburb(
        _ suburb: String, _ fuel: StationPlan.Fuel, _ plan: StationPlan, _ board: Board, feeds: [Feed], records: [StoredRecord],
        _ site: Site,
        _ words: Words, now: Timestamp
    ) async throws -> HTML {
        let stations = Set(records.map { plan.station(of: $0.record) }.filter { $0.suburb?.folded == suburb.folded }.map(\.id))
        guard !stations.isEmpty else { return "" }
        let history = try await site.histories.history(
            of: stations, fuel, plan, board, feeds: feeds, records: records, in: site.store, zone: words.zone, at: now)
        return StationChartView(
            title: words("Prices of \(fuel.label) in \(suburb)"), days: history.days(), isOfMany: stations.count > 1,
            amounts: StationAmounts(plan, fuel, words), words: words
        ).html
    }
}
