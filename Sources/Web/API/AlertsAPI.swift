import Boards
import Extraction
import HTTPTypes
import Hummingbird
import Localisation
import Records
import Storage
import Watching

/// `/api/v1/alerts…`: which prices a person wants to hear of.
enum AlertsAPI {
    private static let path = "/api/v1/alerts"
    private static let topic = "Price alerts"
    private static let alert = Endpoint.Parameter.path("alert", .identifier, "The alert's number.")

    private static let rules = ["below", "cheapest", "tomorrow", "daily"]
    private static let scopes = ["everywhere", "around", "favourites", "station"]

    static let endpoints: [Endpoint] = [
        Endpoint(
            .get, path, "alerts", topic: topic, "The price alerts of the person who asks, oldest first",
            outcomes: [.init("The alerts", .object([.init("alerts", .list(.named("Alert")))]))], answer: list),
        Endpoint(
            .post, path, "addAlert", topic: topic, "Adds a price alert",
            body: .json(.object([.init("board", .text(1...64)), .init("rule", .choice(rules))] + settings)),
            outcomes: [.init(.created, "The alert; Location is its address", .named("Alert"))], problems: [.conflict], answer: add),
        Endpoint(
            .get, "\(path)/{alert}", "alert", topic: topic, "One price alert", parameters: [alert],
            outcomes: [.init("The alert", .named("Alert"))], answer: one),
        Endpoint(
            .patch, "\(path)/{alert}", "updateAlert", topic: topic,
            "Alters what is given of a price alert, and mutes it or lets it speak again", parameters: [alert],
            body: .init(
                schema: .object([.init("rule", .choice(rules), isRequired: false)] + settings),
                types: ["application/json", "application/merge-patch+json"]),
            outcomes: [.init("The alert", .named("Alert"))], isConditional: true, answer: update),
        Endpoint(
            .delete, "\(path)/{alert}", "removeAlert", topic: topic, "Removes a price alert and what waits to be sent for it",
            parameters: [alert], outcomes: [.init(.noContent, "It is gone")], isConditional: true, answer: remove),
    ]

    private static let settings: [JSONSchema.Member] = [
        .init(
            "set", .map(.text(1...200)), isRequired: false,
            about: "What the source is asked with besides the fuel, by parameter of the board."),
        .init("fuel", .optional(.text(1...64)), isRequired: false, about: "By its name on the board; null: the standard one."),
        .init(
            "amount", .optional(.number), isRequired: false, about: "Of below: the price. Of tomorrow: by how much. In the board's unit."),
        .init("dailyAt", .optional(.text(4...8)), isRequired: false, about: "Of daily: 07:00."),
        .init("scope", .choice(scopes), isRequired: false, about: "Which stations; everywhere if left out."),
        .init("position", .optional(.text(3...60)), isRequired: false, about: "Of around: -31.95,115.86."),
        .init("place", .optional(.text(1...60)), isRequired: false, about: "Of around: what people call it. Of station: its name."),
        .init("kilometres", .optional(.integer(PriceAlert.Limits.kilometres)), isRequired: false, about: "Of around; 10 if left out."),
        .init("station", .optional(.text(1...13)), isRequired: false, about: "Of station: its code."),
        .init("channels", .list(.text(1...100), upTo: 20), isRequired: false, about: "Names or kinds of the person's channels."),
        .init("quietHours", .optional(.named("QuietHours")), isRequired: false, about: "When nothing is to arrive; null: never."),
        .init("isMuted", .flag, isRequired: false),
    ]

    static let alertSchema = JSONSchema.object([
        .init("id", .identifier), .init("board", .text()), .init("text", .text(), about: "The alert in words."),
        .init("fuel", .optional(.text())), .init("set", .map(.text())), .init("rule", .choice(rules)), .init("amount", .optional(.number)),
        .init("dailyAt", .optional(.text())), .init("scope", .choice(scopes)), .init("position", .optional(.text())),
        .init("place", .optional(.text())), .init("kilometres", .optional(.integer())), .init("station", .optional(.text())),
        .init("channels", .list(.text())), .init("quietHours", .optional(.named("QuietHours"))), .init("isMuted", .flag),
        .init("created", .moment),
    ])

    @Sendable private static func list(_ call: APICall) async throws -> APIAnswer {
        var line = JSONLine()
        line.add("alerts", try await call.site.store.alerts(of: try call.person()).map { Self.line($0, board(of: $0, call)) })
        return .json(line)
    }

    @Sendable private static func add(_ call: APICall) async throws -> APIAnswer {
        let person = try call.person()
        let name = call.body?["board"]?.text
        guard let board = call.site.boards.first(where: { $0.name == name && $0.stations != nil }) else {
            let known = call.site.boards.filter { $0.stations != nil }.map(\.name).joined(separator: ", ")
            throw Watch.Settings.misfit("/board", "there is no such board of stations; there are \(known.isEmpty ? "none" : known)")
        }
        var wish = AlertWish()
        try wish.take(call.body)
        let settings = try wish.settings(on: board)
        try await ask(for: settings, of: board, call)
        var alert = try await call.site.store.addAlert(of: person, on: board.name, settings, at: .system())
        if wish.isMuted {
            alert.isMuted = true
            _ = try await call.site.store.update(alert, at: .system())
        }
        call.site.alerts.ring()
        return .json(line(alert, board), .created, headers: [.location: "\(path)/\(alert.id)"])
    }

    @Sendable private static func one(_ call: APICall) async throws -> APIAnswer {
        let alert = try await alert(call)
        return .json(line(alert, board(of: alert, call)))
    }

    @Sendable private static func update(_ call: APICall) async throws -> APIAnswer {
        var alert = try await alert(call)
        let board = try call.site.board(alert.board)
        try call.requireMatch(.json(line(alert, board)))
        var wish = AlertWish(alert)
        try wish.take(call.body)
        (alert.settings, alert.isMuted) = (try wish.settings(on: board), wish.isMuted)
        try await ask(for: alert.settings, of: board, call)
        guard try await call.site.store.update(alert, at: .system()) else { throw Problem(.notFound, "There is no such alert.") }
        call.site.alerts.ring()
        return .json(line(alert, board))
    }

    @Sendable private static func remove(_ call: APICall) async throws -> APIAnswer {
        let alert = try await alert(call)
        try call.requireMatch(.json(line(alert, board(of: alert, call))))
        _ = try await call.site.store.remove(alert)
        return .nothing
    }

    /// Its feeds are there from now on; whoever asks for too many new ones is told so.
    private static func ask(for settings: PriceAlert.Settings, of board: Board, _ call: APICall) async throws {
        guard let plan = board.stations, let fuel = settings.fuel.map(plan.fuel(named:)) ?? plan.fuels[0] else { return }
        _ = try await call.feeds(of: board, settings.given.merging(fuel.with) { _, fuel in fuel }, .unprocessableContent)
    }

    /// The alert of the address, if it is the asker's: of others' nobody learns that they are there.
    private static func alert(_ call: APICall) async throws -> PriceAlert {
        guard let alert = try await call.site.store.alert(Int64(call.integer("alert") ?? 0)), alert.person == (try call.person()).id else {
            throw Problem(.notFound, "There is no such alert.")
        }
        return alert
    }

    private static func board(of alert: PriceAlert, _ call: APICall) -> Board? { call.site.boards.first { $0.name == alert.board } }

    static func line(_ alert: PriceAlert, _ board: Board?) -> JSONLine {
        let wish = AlertWish(alert)
        var line = JSONLine()
        line.add("id", Int(alert.id))
        line.add("board", alert.board)
        line.add("text", PriceWriter(board, fuel: alert.settings.fuel, .english).sentence(of: alert.settings))
        line.add("fuel", wish.fuel)
        var given = JSONLine()
        for (name, value) in wish.given.sorted(by: { $0.key < $1.key }) { given.add(name, value) }
        line.add("set", given)
        line.add("rule", wish.rule)
        line.add("amount", wish.amount.map { Value.number($0) })
        line.add("dailyAt", wish.dailyAt?.description)
        line.add("scope", wish.scope)
        line.add("position", wish.position?.description)
        line.add("place", wish.place)
        line.add("kilometres", wish.scope == "around" ? wish.kilometres : nil)
        line.add("station", wish.station)
        line.add("channels", wish.channels)
        if let quiet = wish.quietHours {
            line.add("quietHours", quiet.line)
        } else {
            line.add("quietHours", nil as String?)
        }
        line.add("isMuted", alert.isMuted)
        line.add("created", alert.created.description)
        return line
    }
}

/// An alert as the API has it: flat, with what does not go with its rule and scope left empty.
private struct AlertWish {
    var fuel: String?
    var given: [String: String] = [:]
    var rule = "below"
    var amount: Double?
    var dailyAt: TimeOfDay?
    var scope = "everywhere"
    var position: Position?
    var place: String?
    var kilometres = 10
    var station: String?
    var channels: [String] = []
    var quietHours: Watch.QuietHours?
    var isMuted = false

    init() {}

    init(_ alert: PriceAlert) {
        let settings = alert.settings
        (fuel, given, isMuted) = (settings.fuel, settings.given, alert.isMuted)
        (channels, quietHours) = (settings.channels, settings.quietHours)
        switch settings.rule {
        case .below(let price): (rule, amount) = ("below", price)
        case .cheapest: rule = "cheapest"
        case .tomorrow(let step): (rule, amount) = ("tomorrow", step)
        case .daily(let time): (rule, dailyAt) = ("daily", time)
        }
        switch settings.scope {
        case .everywhere: scope = "everywhere"
        case .favourites: scope = "favourites"
        case .station(let code, let name): (scope, station, place) = ("station", code, name)
        case .around(let area): (scope, position, place, kilometres) = ("around", area.position, area.name, area.kilometres)
        }
    }

    /// Takes over what a body gives, which fits the schema; what it does not name stays. Throws `Problem`.
    mutating func take(_ body: JSONValue?) throws {
        guard let body else { return }
        func text(_ name: String) -> String?? { body[name].map { $0.kind == .null ? nil : $0.text } }
        if let text = text("fuel") { fuel = text }
        if let values = body["set"] { given = values.members.reduce(into: [:]) { $0[$1.name] = $1.value.text } }
        if let text = text("rule") { rule = text ?? rule }
        if let number = body["amount"] { amount = number.number }
        if let time = body["dailyAt"] { dailyAt = time.kind == .null ? nil : try Watch.Settings.time(time, at: "/dailyAt") }
        if let text = text("scope") { scope = text ?? scope }
        if let text = text("position") { position = try text.map(Self.position) }
        if let text = text("place") { place = text }
        if let number = body["kilometres"]?.number { kilometres = Int(number) }
        if let text = text("station") { station = text }
        if let names = body["channels"] {
            channels = names.elements.map(\.text).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
        }
        if let hours = body["quietHours"] { quietHours = hours.kind == .null ? nil : try Watch.Settings.quietHours(hours) }
        if let flag = body["isMuted"]?.flag { isMuted = flag }
    }

    func settings(on board: Board) throws -> PriceAlert.Settings {
        let misfit = Watch.Settings.misfit
        if let fuel, let plan = board.stations, plan.fuel(named: fuel) == nil {
            throw misfit("/fuel", "there is no such fuel; there are \(plan.fuels.map(\.name).joined(separator: ", "))")
        }
        return PriceAlert.Settings(try ruled(), of: fuel, asking: given, in: try scoped(), channels: channels, quietHours: quietHours)
    }

    private func ruled() throws -> PriceAlert.Rule {
        switch rule {
        case "cheapest": return .cheapest
        case "daily":
            guard let dailyAt else { throw Watch.Settings.misfit("/dailyAt", "a time of day like 07:00 is wanted") }
            return .daily(at: dailyAt)
        default:
            guard let amount, PriceAlert.Limits.amounts.contains(amount) else {
                throw Watch.Settings.misfit("/amount", "an amount above 0 is wanted, like 149.9")
            }
            return rule == "tomorrow" ? .tomorrow(step: amount) : .below(price: amount)
        }
    }

    private func scoped() throws -> PriceAlert.Scope {
        switch scope {
        case "favourites": return .favourites
        case "around":
            guard let position else { throw Watch.Settings.misfit("/position", "a position like -31.95,115.86 is wanted") }
            return .around(place: PriceAlert.Area(name: try name() ?? position.description, at: position, kilometres: kilometres))
        case "station":
            guard let station, StationSettings.isCode(station) else {
                throw Watch.Settings.misfit("/station", "the code of a station is wanted")
            }
            return .station(code: station, name: try name() ?? station)
        default: return .everywhere
        }
    }

    private func name() throws -> String? {
        guard let place else { return nil }
        guard let name = StationSettings.text(place) else { throw Watch.Settings.misfit("/place", "one line of text is wanted") }
        return name
    }

    private static func position(_ text: String) throws -> Position {
        guard let position = Position(text) else { throw Watch.Settings.misfit("/position", "a position like -31.95,115.86 is wanted") }
        return position
    }
}

extension Watch.QuietHours {
    /// As the API has them.
    var line: JSONLine {
        var line = JSONLine()
        line.add("from", from.description)
        line.add("to", to.description)
        line.add("zone", zone)
        return line
    }
}
