import Boards
import Fetching
import Foundation
import HTTPTypes
import Hummingbird
import Localisation
import Places
import Records
import Storage
import Watching

/// `/boards/<name>` of a board of stations: what is stored for the fuel and the area that are asked for, sorted and found for whoever asks; a POST has
/// the source read now.
struct StationsPage: Sendable {
    let site: Site
    /// In the reader's language.
    let board: Board
    let plan: StationPlan
    let context: PageContext
    var reader: Reader { context.reader }
    var words: Words { context.words }

    /// Kilometres about a position, and about a place that was typed, where nobody said how many.
    static let usualRadius = 10
    static let usualRadiusOfPlace = 5
    /// Suburbs that are offered while one types.
    static let suburbsOffered = 1000

    /// The board as its file has it.
    init(_ site: Site, _ board: Board, _ context: PageContext) throws {
        self.site = site
        self.board = board.translated(for: context.words)
        self.context = context
        guard let plan = self.board.stations else { throw Refusal(.notFound, "There is no such board.") }
        self.plan = plan
    }

    /// GET: the page.
    func page(for request: Request) async throws -> Response {
        let (query, settings) = (StationsQuery(request.query), settings(in: request))
        let reading = try await reading(query, settings)
        let model = try await model(query, settings, reading)
        var history: HTML = ""
        if let suburb = query.suburb ?? model.place.middleSuburb {
            history = try await StationChart.suburb(suburb, reading, plan, board, site, words)
        }
        let street = StationMapStreet(site)
        var response = Response.page(StationsView(reader: reader).page(model, street, history: history, assets: site.assets.prefix))
        street?.allow(in: &response)
        return response
    }

    /// POST: a browser's form is sent back to the page; a script is told that it is under way.
    func refresh(_ request: Request) async throws -> Response {
        let form = try await request.form()
        let back = back(form)
        let query = StationsQuery(LocalPath(form["back"] ?? "").map { $0.query } ?? [:])
        let reading = try await reading(query, settings(in: request))
        var isRunning = false
        for feed in reading.feeds {
            await site.watcher.refresh(feed, board, for: "page")
            if await site.watcher.progress(of: feed) != nil { isRunning = true }
        }
        guard request.wantsJSON else { return .on(to: back) }
        var answer = JSONLine()
        answer.add("running", isRunning)
        return .json(answer.closed)
    }

    /// What whoever asks has set for this board.
    func settings(in request: Request) -> StationSettings {
        StationSettings.of(context.person, on: board.name, in: request)
    }

    /// Where a form of the page leads back to: to this board and nowhere else.
    func back(_ form: [String: String]) -> String {
        let page = BoardPaths(board.name).page
        guard let back = LocalPath(form["back"] ?? ""), back.text == page || back.text.hasPrefix("\(page)?") else { return page }
        return back.text
    }

    // MARK: What is shown

    func model(_ query: StationsQuery, _ settings: StationSettings) async throws -> StationsModel {
        try await model(query, settings, reading(query, settings))
    }

    private func model(_ query: StationsQuery, _ settings: StationSettings, _ reading: StationReading) async throws -> StationsModel {
        let offers = reading.offers
        var place = try await place(query, settings, reading)
        place.problem = place.problem ?? reading.problem
        let chosen = query.radius ?? settings.radius
        let usual = place.middle != nil ? Self.usualRadiusOfPlace : place.here != nil && reading.area == nil ? Self.usualRadius : 0
        let radius = (chosen ?? usual) == 0 ? nil : chosen ?? usual
        var wishes = StationList.Wishes()
        wishes.order = query.order ?? settings.order ?? .price
        wishes.brand = query.brand
        wishes.radius = place.middle ?? place.here == nil ? nil : radius.map { Double($0) * 1000 }
        wishes.onlyFavourites = query.onlyFavourites
        wishes.search = query.search
        wishes.from = query.from
        let list = StationList(offers, plan: plan, settings: settings, here: place.here, middle: place.middle, wishes)
        let feed = reading.feeds[0]
        return StationsModel(
            board: board, plan: plan, fuel: reading.fuel, query: query, settings: settings, place: place,
            radius: wishes.radius == nil ? nil : radius, list: list, suburbs: Self.suburbs(of: offers), area: reading.area,
            status: try await status(of: reading.feeds),
            source: SourceNote(url: feed.url, every: board.source.every, next: feed.due, recordCount: feed.recordCount),
            lastChange: try await site.store.lastChangeID(of: reading.feeds), live: BoardPaths(board.name, reading.choice).live,
            choice: reading.choice,
            nextReading: reading.feeds.dropFirst().compactMap(\.due).min() ?? feed.due, isCut: reading.isCut,
            attributions: site.places.attributions + reading.attributions,
            now: reading.now)
    }

    /// How the sources are doing that the page shows: as badly as the worst of them.
    func status(of feeds: [Feed]) async throws -> ReadingStatus {
        var status = ReadingStatus()
        for feed in feeds {
            if let progress = await site.watcher.progress(of: feed) {
                status.isRunning = true
                status.progress = status.progress ?? FetchProgress(progress, matches: nil)
            }
            status.failure = status.failure ?? FetchFailure(of: feed)
        }
        // The first is what is shown; the others are for later.
        if let first = feeds.first {
            status.updated = first.lastSuccess
            status.troubles = try await Troubles(of: first, board.schema, in: site.store).html(words)
        }
        return status
    }

    func place(_ query: StationsQuery, _ settings: StationSettings, _ reading: StationReading) async throws -> StationWhere {
        let finder = StationPlaces(site.places, board.name, reading.offers)
        var place = StationWhere(query, settings, find: finder.find, names: finder.names, nearest: finder.suburb)
        if case .unknown(let text, _)? = place.problem, let found = await address(text, near: place.here) {
            (place.middle, place.middleName, place.problem) = (found, text, nil)
        }
        guard let here = place.here else { return place }
        let metres = reading.offers.compactMap { $0.station.position?.metres(to: here) }.min()
        return metres.map { $0 > StationList.farthest ? place.awayFrom($0) : place } ?? place
    }

    /// Where an address is, where the installation asks somebody for that; only for people, each at their pace.
    private func address(_ text: String, near: Position?) async -> Position? {
        guard let person = context.person, let geocoding = site.geocoding,
            let question = GeocodeQuestion(text, near: near, countries: geocoding.countries)
        else { return nil }
        do {
            if try await geocoding.known([question])[question] == nil { try site.looking.check(person, context) }
            return try await geocoding.find(question, for: .interactive).answer?.position
        } catch {
            return nil
        }
    }

    private static func suburbs(of offers: [StationOffer]) -> [String] {
        Array(Set(offers.compactMap { $0.station.suburb.map(StationPlaces.written) }).sorted().prefix(suburbsOffered))
    }
}

extension LocalPath {
    /// What stands behind its question mark.
    var query: [String: String] {
        (try? URLEncodedFormDecoder().decode([String: String].self, from: text.drop { $0 != "?" }.dropFirst().description)) ?? [:]
    }
}

extension StationsPage {
    /// What the board's card on the first page says: the cheapest of the fuel that somebody has set, within what they have set.
    func news(for request: Request) async throws -> HomeNews? {
        let settings = settings(in: request)
        let list = try await model(StationsQuery(), settings)
        guard let cheapest = list.list.cheapest, let price = cheapest.price else { return .entries(count: list.list.total) }
        return .cheapest(
            price: StationAmounts(plan, list.fuel, words).whole(price), fuel: list.fuel.label, station: cheapest.station.name)
    }
}
