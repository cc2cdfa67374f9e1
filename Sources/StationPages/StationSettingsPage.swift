import BoardPages
import Boards
import Foundation
import HTTPTypes
import Hummingbird
import Localisation
import Places
import Records
import Serving
import Watching

/// `/boards/<name>/settings`, `…/places` and `…/favourites`: a person's settings for a board of stations. All are forms. Each response
/// redirects back to the form's page, and a script gets the new state.
extension StationsPage {
    func settingsPage(for request: Request) async throws -> Response {
        try await settingsAnswer(settings(in: request), done: request.query["done"] != nil)
    }

    /// The whole form except places and favourites, which have forms of their own.
    func set(_ request: Request) async throws -> Response {
        let form = try await request.form()
        var settings = settings(in: request)
        if form["forget"] != nil {
            settings = StationSettings(board: board.name)
        } else {
            settings.fuel = form["fuel"].flatMap(plan.fuel(named:))?.name
            settings.order = form["order"].flatMap { StationSettings.Order(rawValue: $0) }
            settings.radius = form["radius"].flatMap { Int($0) }
            (settings.suburb, settings.region) = (nil, nil)
            switch form["area"] {
            case "suburb": settings.suburb = form["suburb"]
            case "region": settings.region = form["region"]
            default: break
            }
            settings.tank = Self.number(form["tank"])
            settings.consumption = Self.number(form["consumption"])
            settings.isMember = form["member"] == nil ? nil : true
            settings.discounts = form.filter { $0.key.hasPrefix("discount-") }.sorted { $0.key < $1.key }.compactMap { name, text in
                Self.number(text).map { StationSettings.Discount(brand: String(name.dropFirst("discount-".count)), cents: $0) }
            }
        }
        if let problem = Self.problem(of: settings, form, words) { return try await settingsAnswer(settings, problem: problem) }
        var response = Response.on(to: BoardPaths(board.name).page)
        try await settings.checked.keep(for: context.person, in: &response, of: feature.boards)
        return response
    }

    /// Adds a place by name with a position from the browser, or a suburb or postcode; or removes one.
    func setPlace(_ request: Request) async throws -> Response {
        let form = try await request.form()
        var settings = settings(in: request)
        if let name = form["remove"] {
            settings.places.removeAll { $0.name == name }
        } else {
            let (named, text) = (StationSettings.text(form["name"] ?? ""), StationSettings.text(form["where"] ?? "") ?? "")
            let finder = StationPlaces(feature.boards.places, board.name, try await reading(StationsQuery(), settings).offers)
            let found = Position(text) ?? finder.find(text).first?.position
            guard let name = named, let position = found else {
                var problems = named == nil ? [words("Enter a name for the place, like Home.")] : []
                if found == nil { problems.append(unknown(text, among: finder.names())) }
                return try await settingsAnswer(settings, problem: problems.joined(separator: " "))
            }
            let others = settings.places.filter { $0.name.lowercased() != name.lowercased() }
            guard others.count < StationSettings.Limits.places else {
                return try await settingsAnswer(
                    settings, problem: words("You can save up to \(StationSettings.Limits.places) places."))
            }
            let place = StationSettings.SavedPlace(name: name, latitude: position.latitude, longitude: position.longitude)
            settings.places = others + [place]
        }
        var response = Response.on(to: "\(StationPaths(board.name).settings)?done=yes")
        try await settings.checked.keep(for: context.person, in: &response, of: feature.boards)
        return response
    }

    private func unknown(_ place: String, among names: [String]) -> String {
        let problem = words("Tidings doesn’t know the suburb or postcode “\(place)”.")
        let alike = NearNames.of(place, among: names)
        return alike.isEmpty ? problem : "\(problem) \(words("Did you mean:")) \(alike.joined(separator: ", "))"
    }

    /// Adds a station to the favourites, or removes it.
    func setFavourite(_ request: Request) async throws -> Response {
        let form = try await request.form()
        var settings = settings(in: request)
        if let code = form["remove"] { settings.favourites.removeAll { $0 == code } }
        if let code = form["add"], StationSettings.isCode(code), !settings.favourites.contains(code) {
            guard settings.favourites.count < StationSettings.Limits.favourites else {
                throw Refusal(.conflict, "You’ve reached the limit of favourites. Remove one to add another.")
            }
            settings.favourites.append(code)
        }
        var response: Response
        if request.wantsJSON {
            var answer = JSONLine()
            answer.add("favourites", settings.favourites)
            response = .json(answer.closed)
        } else {
            response = .on(to: back(form))
        }
        try await settings.checked.keep(for: context.person, in: &response, of: feature.boards)
        return response
    }

    private func settingsAnswer(_ settings: StationSettings, problem: String? = nil, done: Bool = false) async throws -> Response {
        let offers = try await reading(StationsQuery(), settings).offers
        var counts: [String: Int] = [:]
        for offer in offers { if let brand = offer.station.brand { counts[brand, default: 0] += 1 } }
        let common = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(40).map(\.key)
        let view = StationSettingsView(
            reader: reader, board: board, plan: plan, settings: settings,
            brands: Set(common).union(settings.discounts.map(\.brand)).sorted(), regions: regions, problem: problem, done: done)
        return .page(view.page(assets: feature.assets.prefix), status: problem == nil ? .ok : .unprocessableContent)
    }

    /// With a decimal comma or point.
    private static func number(_ text: String?) -> Double? {
        text.flatMap { Double($0.trimmingWhitespace().replacing(",", with: ".")) }.flatMap { $0.isFinite && $0 != 0 ? $0 : nil }
    }

    /// All that is wrong, a sentence each; nil: nothing.
    private static func problem(of settings: StationSettings, _ form: [String: String], _ words: Words) -> String? {
        let limits = StationSettings.Limits.self
        func misses(_ name: String, _ number: Double?, _ range: ClosedRange<Double>) -> Bool {
            let isEmpty = (form[name] ?? "").trimmingWhitespace().isEmpty
            return number.map { !range.contains($0) } ?? !isEmpty
        }
        var problems: [String] = []
        if misses("tank", settings.tank, limits.tank) {
            problems.append(words("Enter \(words.number(limits.tank.lowerBound)) to \(words.number(limits.tank.upperBound)) litres."))
        }
        if misses("consumption", settings.consumption, limits.consumption) {
            let (least, most) = (words.number(limits.consumption.lowerBound), words.number(limits.consumption.upperBound))
            problems.append(words("Enter \(least) to \(most) litres per 100 km."))
        }
        if settings.discounts.contains(where: { !limits.cents.contains($0.cents) }) {
            problems.append(
                words("Enter a discount of \(words.number(limits.cents.lowerBound)) to \(words.number(limits.cents.upperBound)) per litre.")
            )
        }
        return problems.isEmpty ? nil : problems.joined(separator: " ")
    }
}
