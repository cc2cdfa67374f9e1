import BoardPages
import Boards
import Fetching
import Following
import Foundation
import HTTPTypes
import Hummingbird
import Localisation
import Places
import Records
import Serving
import Storage
import Watching

/// `/boards/<name>` of a board of stations: the stored prices for the chosen fuel and area, sorted and filtered for the reader. A POST
/// starts a reading of the source.
package struct StationsPage: Sendable {
    let feature: StationsFeature
    /// In the reader's language.
    let board: Board
    let plan: StationPlan
    let context: PageContext
    var reader: Reader { context.reader }
    var words: Words { context.words }

    /// Default radius in kilometres around a position, and around a typed place.
    static let defaultRadius = 10
    static let defaultRadiusOfPlace = 5
    /// The most suburbs suggested while typing.
    static let suburbsOffered = 1000

    /// `board` is as in its file.
    init(_ feature: StationsFeature, _ board: Board, _ context: PageContext) throws {
        self.feature = feature
        self.board = board.translated(for: context.words)
        self.context = context
        guard let plan = self.board.stations else { throw Refusal(.notFound, "This board doesn’t exist.") }
        self.plan = plan
    }

    /// GET: the page, or the next rows for a script.
    func page(for request: Request) async throws -> Response {
        let (query, settings) = (StationsQuery(request.query), settings(in: request))
        let reading = try await reading(query, settings)
        let model = try await model(query, settings, reading)
        let parts = StationParts.of(model, reading, words, feature)
        guard !request.wantsJSON else {
            var rows = Response.json(rows(model, parts))
            rows.headers[.vary] = "Accept"
            return rows
        }
        var history: HTML = ""
        if let suburb = query.suburb ?? model.place.middleSuburb {
            history = try await StationChart.suburb(suburb, reading, plan, board, feature, words)
        }
        var response = Response.page(StationsView(reader: reader).page(model, parts, history: history, assets: feature.assets.prefix))
        StationMapStreet(feature)?.allow(in: &response)
        response.headers[.vary] = "Accept"
        return response
    }

    private func rows(_ model: StationsModel, _ parts: StationParts) -> String {
        var answer = JSONLine()
        answer.add("rows", parts.rows.description)
        answer.add("next", model.list.next.map { from in BasePath.address(model.query.with { $0.from = from }.address(of: board.name)) })
        return answer.closed
    }

    /// POST: starts a reading of the source. A browser's form is redirected to the page; a script gets the state as JSON.
    func refresh(_ request: Request) async throws -> Response {
        let form = try await request.form()
        let back = back(form)
        let query = StationsQuery(LocalPath(form["back"] ?? "").map { $0.query } ?? [:])
        let reading = try await reading(query, settings(in: request))
        var isRunning = false
        for feed in reading.feeds {
            await feature.boards.watcher.refresh(feed, board, for: "page", by: Asking.behalf?.person)
            if await feature.boards.watcher.progress(of: feed) != nil { isRunning = true }
        }
        guard request.wantsJSON else { return .on(to: back) }
        var answer = JSONLine()
        answer.add("running", isRunning)
        return .json(answer.closed)
    }

    /// The reader's settings for this board.
    func settings(in request: Request) -> StationSettings {
        StationSettings.of(context.person, on: board.name, in: request)
    }

    /// The path that a form redirects back to: always on this board.
    func back(_ form: [String: String]) -> String {
        let page = BoardPaths(board.name).page
        guard let back = LocalPath(form["back"] ?? ""), back.text == page || back.text.hasPrefix("\(page)?") else { return page }
        return back.text
    }

    // MARK: Content

    func model(_ query: StationsQuery, _ settings: StationSettings) async throws -> StationsModel {
        try await model(query, settings, reading(query, settings))
    }

    private func model(_ query: StationsQuery, _ settings: StationSettings, _ reading: StationReading) async throws -> StationsModel {
        let (list, place, radius) = try await list(query, settings, reading)
        let feed = reading.feeds[0]
        return StationsModel(
            board: board, plan: plan, fuel: reading.fuel, query: query, settings: settings, place: place, radius: radius, list: list,
            suburbs: reading.suburbs, area: reading.area,
            status: try await status(of: reading.feeds),
            source: SourceNote(url: feed.url, every: board.source.every, next: feed.due, recordCount: feed.recordCount),
            lastChange: try await feature.store.feeds.lastChangeID(of: reading.feeds), live: BoardPaths(board.name, reading.choice).live,
            choice: reading.choice,
            nextReading: reading.feeds.dropFirst().compactMap(\.due).min() ?? feed.due, isCut: reading.isCut,
            attributions: feature.boards.places.attributions + reading.attributions,
            now: reading.now)
    }

    /// `radius` is in kilometres; nil: any.
    private func list(
        _ query: StationsQuery, _ settings: StationSettings, _ reading: StationReading
    ) async throws -> (StationList, place: StationWhere, radius: Int?) {
        var place = try await place(query, settings, reading)
        place.problem = place.problem ?? reading.problem
        let chosen = query.radius ?? settings.radius
        let standard = place.middle != nil ? Self.defaultRadiusOfPlace : place.here != nil && reading.area == nil ? Self.defaultRadius : 0
        let radius = (chosen ?? standard) == 0 ? nil : chosen ?? standard
        var wishes = StationList.Wishes()
        wishes.order = query.order ?? settings.order ?? .price
        wishes.brand = query.brand
        wishes.radius = place.middle ?? place.here == nil ? nil : radius.map { Double($0) * 1000 }
        wishes.onlyFavourites = query.onlyFavourites
        wishes.search = query.search
        wishes.from = query.from
        wishes.size = query.rows ?? StationList.pageSize
        let list = StationList(reading.offers, plan: plan, settings: settings, here: place.here, middle: place.middle, wishes)
        return (list, place, wishes.radius == nil ? nil : radius)
    }

    /// The state of the page's sources: running or failed if any of them is; other troubles are those of the first.
    func status(of feeds: [Feed]) async throws -> ReadingStatus { try await Self.status(of: feeds, board, feature, words) }

    static func status(of feeds: [Feed], _ board: Board, _ feature: StationsFeature, _ words: Words) async throws -> ReadingStatus {
        var status = ReadingStatus()
        for feed in feeds {
            if let progress = await feature.boards.watcher.progress(of: feed) {
                status.isRunning = true
                status.progress = status.progress ?? FetchProgress(progress, matches: nil)
            }
            status.failure = status.failure ?? FetchFailure(of: feed)
        }
        // The first feed is shown; the others are for later.
        if let first = feeds.first {
            status.updated = first.lastSuccess
            let isUnset = NotSetUp.holds(for: board, feeds)
            status.isSetUp = !isUnset
            status.troubles = isUnset ? NotSetUp.html(words) : try await Troubles(of: first, board.schema, in: feature.store).html(words)
        }
        return status
    }

    func place(_ query: StationsQuery, _ settings: StationSettings, _ reading: StationReading) async throws -> StationWhere {
        let finder = StationPlaces(feature.boards.places, board.name, reading.offers)
        var place = StationWhere(query, settings, find: finder.find, names: finder.names, nearest: finder.suburb)
        if case .unknown(let text, _)? = place.problem, let found = await address(text, near: place.here) {
            (place.middle, place.middleName, place.problem) = (found, text, nil)
        }
        guard let here = place.here else { return place }
        let metres = reading.offers.compactMap { $0.station.position?.metres(to: here) }.min()
        return metres.map { $0 > StationList.farthest ? place.awayFrom($0) : place } ?? place
    }

    /// The position of an address, if the server has a geocoder. Only for signed-in people, each with their own rate limit.
    private func address(_ text: String, near: Position?) async -> Position? {
        guard let person = context.person, let geocoding = feature.services.geocoding,
            let question = GeocodeQuestion(text, near: near, countries: geocoding.countries)
        else { return nil }
        do {
            if try await geocoding.known([question])[question] == nil { try feature.services.looking.check(person) }
            return try await geocoding.find(question, for: .interactive).answer?.position
        } catch {
            return nil
        }
    }
}

extension LocalPath {
    /// The query after the question mark.
    package var query: [String: String] {
        (try? URLEncodedFormDecoder().decode([String: String].self, from: text.drop { $0 != "?" }.dropFirst().description)) ?? [:]
    }
}

extension StationsPage {
    /// The news on the board's card on the home page: the cheapest station for the person's fuel, within their settings.
    func news(for request: Request) async throws -> HomeNews? {
        let settings = settings(in: request)
        // Without settings, the news is the same for all readers until a feed is read or prices end, so it is cached.
        guard settings == StationSettings(board: board.name) else { return try await news(settings, nil) }
        let fuel = plan.fuels[0]
        let feeds = try await feeds(fuel.with, orElse: fuel.with).feeds
        let key = StationParts.Key(
            board: board.name, declared: board.edition, editions: feeds.map(FeedEdition.init), fuel: fuel.name, asked: "", rows: nil,
            language: words.language, zone: words.zoneKey)
        if let known = feature.services.news.value(for: key, at: .system()) { return known }
        return try await news(settings, key)
    }

    /// Cached under `key`, if not nil.
    private func news(_ settings: StationSettings, _ key: StationParts.Key?) async throws -> HomeNews? {
        let reading = try await reading(StationsQuery(), settings)
        let (list, _, _) = try await list(StationsQuery(), settings, reading)
        let news: HomeNews? =
            if let cheapest = list.cheapest, let price = cheapest.price {
                HomeNews.cheapest(
                    price: StationAmounts(plan, reading.fuel, words).whole(price), fuel: reading.fuel.label, station: cheapest.station.name)
            } else {
                nil
            }
        if let key { feature.services.news.keep(news, for: key, bytes: 500, until: reading.end) }
        return news
    }
}
