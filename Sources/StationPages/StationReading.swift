import BoardPages
import Boards
import Foundation
import Localisation
import Records
import Serving
import Storage
import Watching

/// The stored data of a board of stations for a fuel and an area: its feeds, today's first, and the offers in them at this moment.
struct StationReading: Sendable {
    let fuel: StationPlan.Fuel
    let feeds: [Feed]
    let offers: [StationOffer]
    let suburbs: [String]
    let records: [StoredRecord]
    /// The name of the suburb or region that the source was queried for.
    let area: String?
    /// Why it isn't the area that the reader requested.
    let problem: StationWhere.Problem?
    /// The board parameters that were used.
    let choice: BoardChoice
    /// Credits for positions that the source doesn't give.
    let attributions: [String]
    let isCut: Bool
    /// When the next prices begin or end; nil: never.
    let end: Timestamp?
    let now: Timestamp
}

extension StationsPage {
    /// Feeds that have never been read are read now. Only known names are sent to the source, so a reader can't make up new ones.
    func reading(_ query: StationsQuery, _ settings: StationSettings) async throws -> StationReading {
        let fuel =
            query.fuel.flatMap(plan.fuel(named:)) ?? settings.fuel.flatMap(plan.fuel(named:)) ?? plan.fuels[0]
        var given = fuel.with
        var (area, problem): (String?, StationWhere.Problem?)
        // A typed place overrides the region and suburb in the reader's settings.
        let isElsewhere = query.place?.isEmpty == false
        let region = query.region ?? (isElsewhere ? nil : settings.region) ?? ""
        let suburb = query.suburb ?? (isElsewhere ? nil : settings.suburb) ?? ""
        if let name = plan.regionParameter, let label = regions.first(where: { $0.value == region })?.label {
            given[name] = region
            area = label
        } else if let name = plan.suburbParameter, let known = knownSuburb(suburb) {
            given[name] = known
            area = known
        } else if let parameter = suburbParameter, !suburb.isEmpty {
            let names =
                parameter.choices.isEmpty ? feature.boards.places.suburbs(of: board.name).map(StationPlaces.written) : parameter.choices
            problem = .unknownSuburb(suburb, alike: NearNames.of(suburb, among: names))
        }
        let (choice, feeds, isWhole) = try await self.feeds(given, orElse: fuel.with)
        if !isWhole { (area, problem) = (nil, suburbParameter.map { .notForStrangers(choice: $0.field.label) }) }
        let now = Timestamp.system()
        for feed in feeds where feed.lastSuccess == nil && feed.lastAttempt == nil {
            await feature.boards.watcher.refresh(feed, board, for: "page", by: Asking.behalf?.person)
        }
        let stored = try await StationOffers.of(feeds, board, plan, fuel, at: now, in: feature)
        let placed = try await feature.services.geocoding?.placed(stored.offers)
        return StationReading(
            fuel: fuel, feeds: feeds, offers: placed?.offers ?? stored.offers, suburbs: stored.suburbs, records: stored.records, area: area,
            problem: problem,
            choice: choice,
            attributions: placed?.attributions ?? [], isCut: feeds.contains { $0.recordCount > StationList.limit },
            end: stored.end, now: now)
    }

    /// The feeds for `given` if the reader may query the source for it; otherwise those for `standard`.
    func feeds(
        _ given: [String: String], orElse standard: [String: String]
    ) async throws -> (choice: BoardChoice, feeds: [Feed], isWhole: Bool) {
        func found(_ given: [String: String]) async throws -> (BoardChoice, [Feed]) {
            let marked = Dictionary(uniqueKeysWithValues: given.map { (BoardChoice.mark + $0.key, $0.value) })
            let choice = try feature.boards.choice(marked, of: board, words)
            return (choice, try await feature.boards.feeds(of: board, choice, for: context).feeds)
        }
        do {
            let (choice, feeds) = try await found(given)
            return (choice, feeds, true)
        } catch NewFeedError.notForStrangers {
            let (choice, feeds) = try await found(standard)
            return (choice, feeds, false)
        }
    }

    /// The regions that the source can be queried for.
    var regions: [(value: String, label: String)] {
        guard let parameter = board.parameters.first(where: { $0.name == plan.regionParameter }) else { return [] }
        return parameter.choices.map { ($0, parameter.label(of: $0)) }
    }

    private var suburbParameter: Parameter? { board.parameters.first { $0.name == plan.suburbParameter } }

    /// A suburb in the source's spelling: a choice of its parameter, or a name that it has already used.
    private func knownSuburb(_ text: String) -> String? {
        guard !text.isEmpty, let parameter = suburbParameter else { return nil }
        let wanted = StationPlaces.folded(text)
        if !parameter.choices.isEmpty { return parameter.choices.first { StationPlaces.folded($0) == wanted } }
        return feature.boards.places.suburb(named: text, of: board.name)?.name
    }
}
