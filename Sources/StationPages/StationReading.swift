import BoardPages
import Boards
import Foundation
import Localisation
import Records
import Serving
import Storage
import Watching

/// What is stored of a board of stations for a fuel and an area: its feeds, today's first, and the offers in them, now.
struct StationReading: Sendable {
    let fuel: StationPlan.Fuel
    let feeds: [Feed]
    let offers: [StationOffer]
    let suburbs: [String]
    let records: [StoredRecord]
    /// The suburb or region that the source was asked for, as people call it.
    let area: String?
    /// Why it is not what somebody wanted.
    let problem: StationWhere.Problem?
    /// What of the board that is.
    let choice: BoardChoice
    /// Whom to name for positions that the source does not give.
    let attributions: [String]
    let isCut: Bool
    /// When other prices are in force; nil: never.
    let end: Timestamp?
    let now: Timestamp
}

extension StationsPage {
    /// Feeds that were never read are read now. What the source can be asked for is known beforehand: nobody can make up names for it.
    func reading(_ query: StationsQuery, _ settings: StationSettings) async throws -> StationReading {
        let fuel =
            query.fuel.flatMap(plan.fuel(named:)) ?? settings.fuel.flatMap(plan.fuel(named:)) ?? plan.fuels[0]
        var given = fuel.with
        var (area, problem): (String?, StationWhere.Problem?)
        // Whoever types a place is not where they have set that they are.
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

    /// What is asked for, if it may be asked of the source for whoever asks; else what is there anyway.
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

    /// The regions that the source can be asked for.
    var regions: [(value: String, label: String)] {
        guard let parameter = board.parameters.first(where: { $0.name == plan.regionParameter }) else { return [] }
        return parameter.choices.map { ($0, parameter.label(of: $0)) }
    }

    private var suburbParameter: Parameter? { board.parameters.first { $0.name == plan.suburbParameter } }

    /// A suburb as the source knows it: as a choice of its parameter, or as it has named one already.
    private func knownSuburb(_ text: String) -> String? {
        guard !text.isEmpty, let parameter = suburbParameter else { return nil }
        let wanted = StationPlaces.folded(text)
        if !parameter.choices.isEmpty { return parameter.choices.first { StationPlaces.folded($0) == wanted } }
        return feature.boards.places.suburb(named: text, of: board.name)?.name
    }
}
