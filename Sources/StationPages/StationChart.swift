import BoardPages
import Boards
import Localisation
import Records
import Serving

/// Price histories: of a station on its page, and of a suburb below its list. One section each; empty if nothing is known yet.
enum StationChart {
    static func html(
        _ station: StationRow, _ reading: StationReading, _ plan: StationPlan, _ board: Board, _ feature: StationsFeature, _ words: Words
    ) async throws -> HTML {
        let history = try await feature.services.histories.history(
            of: [station.station.id], reading, plan, board, in: feature.store, zone: words.zone)
        return StationChartView(
            title: words("Prices of \(reading.fuel.label)"), days: history.days(of: station.station.id), isOfMany: false,
            amounts: StationAmounts(plan, reading.fuel, words), words: words
        ).html
    }

    /// The stations of a suburb, whose name may have any case.
    static func suburb(
        _ suburb: String, _ reading: StationReading, _ plan: StationPlan, _ board: Board, _ feature: StationsFeature, _ words: Words
    ) async throws -> HTML {
        let wanted = StationPlaces.folded(suburb)
        let stations = reading.offers.map(\.station).filter { $0.suburb.map(StationPlaces.folded) == wanted }.map(\.id)
        guard !stations.isEmpty else { return "" }
        let history = try await feature.services.histories.history(
            of: Set(stations), reading, plan, board, in: feature.store, zone: words.zone)
        return StationChartView(
            title: words("Prices of \(reading.fuel.label) in \(StationPlaces.written(suburb))"), days: history.days(),
            isOfMany: stations.count > 1,
            amounts: StationAmounts(plan, reading.fuel, words), words: words
        ).html
    }
}
