package import Boards
import Foundation
import JSONReading
import Localisation
package import Records
package import Serving
import Watching

/// A price alert with its board.
package struct ShownAlert: Sendable {
    let alert: PriceAlert
    /// nil if the board was removed.
    let board: Board?
    let wish: AlertWish

    package init(_ alert: PriceAlert, _ board: Board?) {
        self.alert = alert
        self.board = board
        wish = AlertWish(alert)
    }
}

/// A price alert in the format of the API and `tidings alert list --json`.
package enum AlertResource {
    private static let rules = ["below", "cheapest", "tomorrow", "daily"]
    private static let scopes = ["everywhere", "around", "favourites", "station"]

    package static let members = Resource<ShownAlert, AlertWish>([
        .told("id", .identifier) { $1.add("id", Int($0.alert.id)) },
        .told("board", .text()) { $1.add("board", $0.alert.board) },
        .told("text", .text(), about: "The alert, in words.") { shown, line in
            let writer = PriceWriter(shown.board, fuel: shown.alert.settings.fuel, .english)
            line.add("text", writer.sentence(of: shown.alert.settings))
        },
        .set("fuel", .optional(.text()), asked: .optional(.text(1...64)), about: "By its name on the board; null: the standard one.") {
            $1.add("fuel", $0.wish.fuel)
        } read: {
            $1.fuel = text($0)
        },
        .set(
            "set", .map(.text()), asked: .map(.text(1...200)),
            about: "What the source is asked for in addition to the fuel, by parameter of the board."
        ) { shown, line in
            var given = JSONLine()
            for (name, value) in shown.wish.given.sorted(by: { $0.key < $1.key }) { given.add(name, value) }
            line.add("set", given)
        } read: { values, wish in
            wish.given = values.members.reduce(into: [:]) { $0[$1.name] = $1.value.text }
        },
        .set("rule", .choice(rules)) {
            $1.add("rule", $0.wish.rule)
        } read: {
            $1.rule = text($0) ?? $1.rule
        },
        .set("amount", .optional(.number), about: "Of below: the price. Of tomorrow: by how much. In the board's unit.") {
            $1.add("amount", $0.wish.amount.map { Value.number($0) })
        } read: {
            $1.amount = $0.number
        },
        .set("dailyAt", .optional(.text()), asked: .optional(.text(4...8)), about: "Of daily: 07:00.") {
            $1.add("dailyAt", $0.wish.dailyAt?.description)
        } read: {
            $1.dailyAt = $0.kind == .null ? nil : try Watch.Settings.time($0, at: "/dailyAt")
        },
        .set("scope", .choice(scopes), about: "Which stations; everywhere if left out.") {
            $1.add("scope", $0.wish.scope)
        } read: {
            $1.scope = text($0) ?? $1.scope
        },
        .set("position", .optional(.text()), asked: .optional(.text(3...60)), about: "Of around: -31.95,115.86.") {
            $1.add("position", $0.wish.position?.description)
        } read: {
            $1.position = try text($0).map(AlertWish.position)
        },
        .set(
            "place", .optional(.text()), asked: .optional(.text(1...60)),
            about: "Of around: what people call it. Of station: its name."
        ) {
            $1.add("place", $0.wish.place)
        } read: {
            $1.place = text($0)
        },
        .set(
            "kilometres", .optional(.integer()), asked: .optional(.integer(PriceAlert.Limits.kilometres)),
            about: "Of around; 10 if left out."
        ) {
            $1.add("kilometres", $0.wish.scope == "around" ? $0.wish.kilometres : nil)
        } read: { number, wish in
            if let number = number.number { wish.kilometres = Int(clamping: number) }
        },
        .set("station", .optional(.text()), asked: .optional(.text(1...13)), about: "Of station: its code.") {
            $1.add("station", $0.wish.station)
        } read: {
            $1.station = text($0)
        },
        .set("channels", .list(.text()), asked: .list(.text(1...100), upTo: 20), about: "Names or kinds of the person's channels.") {
            $1.add("channels", $0.wish.channels)
        } read: { names, wish in
            wish.channels = names.elements.map(\.text).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
        },
        .set("quietHours", .optional(.named("QuietHours")), about: "When no notices arrive; null: never.") {
            $1.add("quietHours", $0.wish.quietHours)
        } read: {
            $1.quietHours = $0.kind == .null ? nil : try Watch.Settings.quietHours($0)
        },
        .set("isMuted", .flag) {
            $1.add("isMuted", $0.alert.isMuted)
        } read: { flag, wish in
            if let isMuted = flag.flag { wish.isMuted = isMuted }
        },
        .told("created", .moment) { $1.add("created", $0.alert.created.description) },
    ])

    private static func text(_ value: JSONValue) -> String? { value.kind == .null ? nil : value.text }
}

/// The API's flat form of an alert; members that don't apply to its rule and scope are empty.
package struct AlertWish {
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
            guard let dailyAt else { throw Watch.Settings.misfit("/dailyAt", "a time of day like 07:00 is expected") }
            return .daily(at: dailyAt)
        default:
            guard let amount, PriceAlert.Limits.amounts.contains(amount) else {
                throw Watch.Settings.misfit("/amount", "an amount above 0 is expected, like 149.9")
            }
            return rule == "tomorrow" ? .tomorrow(step: amount) : .below(price: amount)
        }
    }

    private func scoped() throws -> PriceAlert.Scope {
        switch scope {
        case "favourites": return .favourites
        case "around":
            guard let position else { throw Watch.Settings.misfit("/position", "a position like -31.95,115.86 is expected") }
            return .around(place: PriceAlert.Area(name: try name() ?? position.description, at: position, kilometres: kilometres))
        case "station":
            guard let station, StationSettings.isCode(station) else {
                throw Watch.Settings.misfit("/station", "the code of a station is expected")
            }
            return .station(code: station, name: try name() ?? station)
        default: return .everywhere
        }
    }

    private func name() throws -> String? {
        guard let place else { return nil }
        guard let name = StationSettings.text(place) else { throw Watch.Settings.misfit("/place", "one line of text is expected") }
        return name
    }

    static func position(_ text: String) throws -> Position {
        guard let position = Position(text) else { throw Watch.Settings.misfit("/position", "a position like -31.95,115.86 is expected") }
        return position
    }
}

extension Watch.QuietHours {
    /// In the API's format.
    package var line: JSONLine {
        var line = JSONLine()
        line.add("from", from.description)
        line.add("to", to.description)
        line.add("zone", zone)
        return line
    }
}
