import Boards
import Foundation
import Localisation
import Records
import Storage
import Watching

/// What is stored of a board of stations for a fuel and an area: its feeds, today's first, and the offers in them, now.
struct StationReading: Sendable {
    let fuel: StationPlan.Fuel
    let feeds: [Feed]
    let offers: [StationOffer]
    let records: [StoredRecord]
    /// The suburb or region that the source was asked for, as people call it.
    let area: String?
    /// What the feeds were asked with, by parameter.
    let given: [String: String]
    let isCut: Bool
    let now: Timestamp

    /// Where their events are.
    func live(_ board: String) -> String {
        let query = given.sorted { $0.key < $1.key }.map { "set.\(Percent.encoded($0.key))=\(Percent.encoded($0.value))" }
        return "\(BoardPaths(board).live)\(query.isEmpty ? "" : "?")\(query.joined(separator: "&"))"
    }
}

extension StationsPage {
    /// Feeds that were never read are read now. What the source can be asked for is known beforehand: nobody can make up names for it.
    func reading(_ query: StationsQuery, _ settings: StationSettings) async throws -> StationReading {
        let fuel =
            query.fuel.flatMap(plan.fuel(named:)) ?? settings.fuel.flatMap(plan.fuel(named:)) ?? plan.fuels[0]
        var given = fuel.with
        var area: String?
        // Whoever types a place is not where they have set that they are.
        let isElsewhere = query.place?.isEmpty == false
        let region = query.region ?? (isElsewhere ? nil : settings.region) ?? ""
        let suburb = query.suburb ?? (isElsewhere ? nil : settings.suburb) ?? ""
        if let name = plan.regionParameter, let label = regions.first(where: { $0.value == region })?.label {
            given[name] = region
            area = label
        } else if let name = plan.suburbParameter, let known = await knownSuburb(suburb) {
            given[name] = known
            area = known
        }
        let feeds = try await site.watcher.feeds(of: board, given)
        let now = Timestamp.system()
        var records: [StoredRecord] = []
        for feed in feeds {
            records += try await site.store.records(of: feed, board.schema, limit: StationList.limit)
            if feed.lastSuccess == nil, feed.lastAttempt == nil { await site.watcher.refresh(feed, board, for: "page") }
        }
        return StationReading(
            fuel: fuel, feeds: feeds, offers: plan.offers(of: records, fuel: fuel, at: now), records: records, area: area, given: given,
            isCut: feeds.contains { $0.recordCount > StationList.limit }, now: now)
    }

    /// The regions that the source can be asked for.
    var regions: [(value: String, label: String)] {
        guard let parameter = board.parameters.first(where: { $0.name == plan.regionParameter }) else { return [] }
        return parameter.choices.map { ($0, parameter.label(of: $0)) }
    }

    /// A suburb as the source knows it: as a choice of its parameter, or as it has named one already.
    private func knownSuburb(_ text: String) async -> String? {
        guard !text.isEmpty, let parameter = board.parameters.first(where: { $0.name == plan.suburbParameter }) else { return nil }
        let wanted = StationPlaces.folded(text)
        if !parameter.choices.isEmpty { return parameter.choices.first { StationPlaces.folded($0) == wanted } }
        return site.places.suburb(named: text, of: board.name)?.name
    }
}
