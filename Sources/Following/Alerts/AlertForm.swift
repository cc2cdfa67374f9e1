package import Foundation
import Localisation
package import Records
import Serving

/// The values of a price alert's form. Parsed from a posted form, or made from a stored alert or a page's address.
///
/// The form carries the prefilled place's position, so an unchanged place needs no lookup.
package struct AlertForm: Hashable, Sendable {
    package enum When: String, CaseIterable, Hashable, Sendable { case below, cheapest, tomorrow, daily }
    package enum Which: String, CaseIterable, Hashable, Sendable { case around, favourites, station, everywhere }

    package enum Problem: Hashable, Sendable {
        case price, step, time, place
        /// The place is unknown; the names are similarly spelled ones.
        case unknown(alike: [String])
    }

    package struct Spot: Hashable, Sendable {
        package let name: String
        package let position: Position

        package init(name: String, position: Position) {
            self.name = name
            self.position = position
        }
    }

    package struct Pump: Hashable, Sendable {
        package let code: String
        package let name: String

        package init(code: String, name: String) {
            self.code = code
            self.name = name
        }
    }

    package static let radii = [2, 5, 10, 20, 50, 100]
    package static let defaultRadius = 10

    /// By name; nil for the board's default.
    package var fuel: String?
    /// The region to query the source for, if the board has regions; empty for all.
    package var region = ""
    package var suburb = ""
    package var when = When.below
    package var price = ""
    package var step = ""
    package var dailyAt = "07:00"
    package var which = Which.everywhere
    package var place = ""
    /// The prefilled place.
    package var known: Spot?
    package var radius = AlertForm.defaultRadius
    /// nil if the form offers no station.
    package var station: Pump?
    package var ways = TellingForm()
    package var isMuted = false
    /// All that is wrong with the input except the quiet hours.
    package private(set) var problems: [Problem] = []

    package init() {}

    package init(_ alert: PriceAlert) {
        let settings = alert.settings
        (fuel, isMuted) = (settings.fuel, alert.isMuted)
        ways = TellingForm(settings.channels, settings.quietHours)
        switch settings.rule {
        case .below(let price): (when, self.price) = (.below, Value.number(price).text)
        case .cheapest: when = .cheapest
        case .tomorrow(let step): (when, self.step) = (.tomorrow, Value.number(step).text)
        case .daily(let time): (when, dailyAt) = (.daily, TellingForm.minutes(time))
        }
        switch settings.scope {
        case .everywhere: which = .everywhere
        case .favourites: which = .favourites
        case .station(let code, let name): (which, station) = (.station, Pump(code: code, name: name))
        case .around(let area):
            (which, place, radius) = (.around, area.name, area.kilometres)
            known = area.position.map { Spot(name: area.name, position: $0) }
        }
    }

    package init(posted: [String: String]) {
        fuel = posted["fuel"]
        region = posted["region"] ?? ""
        suburb = posted["suburb"] ?? ""
        when = posted["when"].flatMap { When(rawValue: $0) } ?? .below
        price = posted["price"] ?? ""
        step = posted["step"] ?? ""
        dailyAt = posted["daily-at"] ?? dailyAt
        which = posted["which"].flatMap { Which(rawValue: $0) } ?? .everywhere
        place = posted["place"] ?? ""
        if let name = posted["known"], let position = posted["known-at"].flatMap({ Position($0) }) {
            known = Spot(name: name, position: position)
        }
        radius = posted["radius"].flatMap { Int($0) } ?? radius
        if let code = posted["station"], let name = posted["station-name"].flatMap(StationSettings.text), StationSettings.isCode(code) {
            station = Pump(code: code, name: name)
        }
        ways = TellingForm(posted: posted)
        isMuted = posted["muted"] == "on"
    }

    /// Returns the settings if all input is valid; otherwise sets `problems`. `find` looks up a place and returns candidates; `given` are
    /// the source's parameters.
    package mutating func settings(
        asking given: [String: String], in zone: TimeZone, find: (String) -> (spot: Spot?, alike: [String])
    ) -> PriceAlert.Settings? {
        problems = []
        let (quiet, rule, scope) = (ways.quiet(in: zone), rule(), scope(find))
        guard let rule, let scope, !ways.hasWrongQuietHours else { return nil }
        return PriceAlert.Settings(rule, of: fuel, asking: given, in: scope, channels: ways.channels, quietHours: quiet)
    }

    private mutating func rule() -> PriceAlert.Rule? {
        switch when {
        case .below:
            if let price = Self.amount(price) { return .below(price: price) }
            problems.append(.price)
        case .cheapest: return .cheapest
        case .tomorrow:
            if let step = Self.amount(step) { return .tomorrow(step: step) }
            problems.append(.step)
        case .daily:
            if let time = TimeOfDay(dailyAt) { return .daily(at: time) }
            problems.append(.time)
        }
        return nil
    }

    private mutating func scope(_ find: (String) -> (spot: Spot?, alike: [String])) -> PriceAlert.Scope? {
        switch which {
        case .everywhere: return .everywhere
        case .favourites: return .favourites
        case .station: return station.map { .station(code: $0.code, name: $0.name) }
        case .around:
            guard let typed = StationSettings.text(place) else {
                problems.append(.place)
                return nil
            }
            let kilometres = PriceAlert.Limits.kilometres.contains(radius) ? radius : Self.defaultRadius
            let (spot, alike) = typed == known?.name ? (known, []) : find(typed)
            guard let spot else {
                problems.append(.unknown(alike: alike))
                return nil
            }
            return .around(place: PriceAlert.Area(name: spot.name, at: spot.position, kilometres: kilometres))
        }
    }

    /// Parses a price with a decimal comma or point; nil if it isn't one.
    private static func amount(_ text: String) -> Double? {
        Double(text.trimmingWhitespace().replacing(",", with: ".")).flatMap {
            $0.isFinite && PriceAlert.Limits.amounts.contains($0) ? $0 : nil
        }
    }
}
