import BoardPages
import Boards
import Following
import Foundation
import HTTPTypes
package import Hummingbird
import Localisation
import Places
import Records
package import Serving
import Storage
import Watching

/// `/boards/<name>/alerts/new` and `/alerts/<id>`: creates or changes a price alert. Works without a script.
package struct AlertPage: Sendable {
    private let feature: StationsFeature
    private let context: PageContext
    private let person: Person
    private var words: Words { context.words }

    package init(_ feature: StationsFeature, _ context: PageContext) throws {
        self.feature = feature
        self.context = context
        person = try context.knownPerson()
    }

    // MARK: A new alert

    /// GET: prefilled from the query, with the parameters of the board's page: `fuel=`, `near=` or `place=`, `radius=`, `favourites=yes`;
    /// also `station=<code>` for one station, `when=` for the kind (`AlertForm.When`). Missing parameters use the person's settings for the
    /// board.
    package func new(for request: Request) async throws -> Response {
        let stations = try stations(context.parameters.get("board"))
        let (query, own) = (StationsQuery(request.query), person.settings.stations(of: stations.board.name))
        var form = AlertForm()
        form.fuel = (query.fuel ?? own.fuel).flatMap(stations.plan.fuel(named:))?.name
        // A typed place overrides the region and suburb in the person's settings.
        let isElsewhere = query.place?.isEmpty == false
        form.region = query.region ?? (isElsewhere ? nil : own.region) ?? ""
        form.suburb = query.suburb ?? (isElsewhere ? nil : own.suburb) ?? ""
        let reading = try await reading(form, stations)
        form.when = request.query["when"].flatMap { AlertForm.When(rawValue: $0) } ?? .below
        form.radius = [query.radius, own.radius].compactMap { $0 }.first { PriceAlert.Limits.kilometres.contains($0) } ?? form.radius
        let place = try await stations.place(query, own, reading)
        if let middle = place.middle, let name = place.middleName {
            form.known = AlertForm.Spot(name: name, position: middle)
        } else if let here = place.here {
            let saved = if case .saved(let name)? = place.origin { name } else { nil as String? }
            form.known = AlertForm.Spot(name: saved ?? place.suburb ?? here.description, position: here)
        }
        form.place = form.known?.name ?? ""
        let offer = request.query["station"].flatMap { code in reading.offers.first { $0.station.code == code } }
        form.station = offer.map { AlertForm.Pump(code: $0.station.code, name: $0.station.name) }
        form.which = form.station != nil ? .station : query.onlyFavourites ? .favourites : form.known != nil ? .around : .everywhere
        form.ways.channels = try await WatchDefaults(feature.store, person).channels()
        return try await shown(form, stations, reading, nil)
    }

    package func add(_ request: Request) async throws -> Response {
        let stations = try stations(context.parameters.get("board"))
        var form = AlertForm(posted: try await request.form())
        let reading = try await reading(form, stations)
        guard let settings = settings(&form, stations, reading) else { return try await shown(form, stations, reading, nil) }
        let alert = try await feature.store.following.addAlert(of: person, on: stations.board.name, settings, at: .system())
        feature.services.alerts.send()
        return .on(to: AlertPaths.card(alert.id))
    }

    // MARK: An existing alert

    package func page(_ id: String?) async throws -> Response {
        let alert = try await known(id)
        let stations = try stations(alert.board)
        var form = AlertForm(alert)
        form.region = stations.plan.regionParameter.flatMap { alert.settings.given[$0] } ?? ""
        form.suburb = stations.plan.suburbParameter.flatMap { alert.settings.given[$0] } ?? ""
        return try await shown(form, stations, try await reading(form, stations), alert)
    }

    package func save(_ request: Request, _ id: String?) async throws -> Response {
        let alert = try await known(id)
        let stations = try stations(alert.board)
        var form = AlertForm(posted: try await request.form())
        let reading = try await reading(form, stations)
        guard let settings = settings(&form, stations, reading) else { return try await shown(form, stations, reading, alert) }
        let isMuted = form.isMuted
        let changed = try await feature.store.following.update(alert.id, at: .system()) { ($0.settings, $0.isMuted) = (settings, isMuted) }
        guard changed != nil else { throw Self.isGone }
        feature.services.alerts.send()
        return .on(to: AlertPaths.card(alert.id))
    }

    package func mute(_ request: Request, _ id: String?) async throws -> Response {
        let posted = try await request.form()
        let isMuted = posted["muted"] == "on"
        if let alert = try await feature.store.following.alert(id, of: person) {
            _ = try await feature.store.following.update(alert.id, at: .system()) { $0.isMuted = isMuted }
            feature.services.alerts.send()
        }
        return .on(to: AlertPaths.list)
    }

    package func remove(_ request: Request, _ id: String?) async throws -> Response {
        _ = try await request.form()
        if let alert = try await feature.store.following.alert(id, of: person) { _ = try await feature.store.following.remove(alert) }
        return .on(to: AlertPaths.list)
    }

    // MARK: Content

    private func stations(_ board: String?) throws -> StationsPage { try StationsPage(feature, try feature.boards.board(board), context) }

    private func known(_ id: String?) async throws -> PriceAlert {
        guard let alert = try await feature.store.following.alert(id, of: person) else { throw Self.isGone }
        return alert
    }

    private static let isGone = Refusal(.notFound, "This alert has been removed.")

    /// The stations of the alert, regardless of the person's view of the board's page.
    private func reading(_ form: AlertForm, _ stations: StationsPage) async throws -> StationReading {
        var query = StationsQuery()
        (query.fuel, query.region, query.suburb) = (form.fuel, form.region, form.suburb)
        return try await stations.reading(query, StationSettings(board: stations.board.name))
    }

    private func settings(_ form: inout AlertForm, _ stations: StationsPage, _ reading: StationReading) -> PriceAlert.Settings? {
        form.fuel = form.fuel.flatMap(stations.plan.fuel(named:))?.name
        let finder = StationPlaces(feature.boards.places, stations.board.name, reading.offers)
        let saved = person.settings.stations(of: stations.board.name).places
        let given = reading.choice.given.filter { reading.fuel.with[$0.key] == nil }
        return form.settings(asking: given, in: words.zone) { typed in
            if let place = saved.first(where: { $0.name.lowercased() == typed.lowercased() }), let position = place.position {
                return (AlertForm.Spot(name: place.name, position: position), [])
            }
            if let position = Position(typed)?.rounded {
                return (AlertForm.Spot(name: finder.suburb(of: position) ?? typed, position: position), [])
            }
            let found = finder.find(typed).first.map { AlertForm.Spot(name: $0.name, position: $0.position) }
            return (found, found == nil ? NearNames.of(typed, among: finder.names()) : [])
        }
    }

    private func shown(
        _ form: AlertForm, _ stations: StationsPage, _ reading: StationReading, _ alert: PriceAlert?
    ) async throws -> Response {
        var tried = form
        let own = person.settings.stations(of: stations.board.name)
        // With any price, so that the form can show current prices before one is typed.
        tried.when = .cheapest
        let settings = self.settings(&tried, stations, reading)
        let question = settings.flatMap { PriceQuestion($0, since: reading.now, on: stations.board, own, zone: words.zone) }
        let names = Array(Set(finder(stations, reading).names()).sorted().prefix(StationsPage.suburbsOffered))
        let model = AlertModel(
            board: stations.board, plan: stations.plan, alert: alert, form: form, quotes: question?.quotes(reading.offers) ?? [],
            leftOutCount: question?.leftOutCount(reading.offers) ?? 0, area: reading.area,
            favourites: own.favourites.count, saved: own.places.map(\.name), suburbs: names,
            channels: try await WatchDefaults(feature.store, person).choices(words))
        let isRefused = !form.problems.isEmpty || form.ways.hasWrongQuietHours
        return .page(
            AlertView(reader: context.reader, model: model).page(assets: feature.assets.prefix),
            status: isRefused ? .unprocessableContent : .ok)
    }

    private func finder(_ stations: StationsPage, _ reading: StationReading) -> StationPlaces {
        StationPlaces(feature.boards.places, stations.board.name, reading.offers)
    }
}
