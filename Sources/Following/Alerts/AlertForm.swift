package import Foundation
import Localisation
package import Records
import Serving

/// All that a person fills in for a price alert. Parsed from a posted form, or made from a stored alert or a page's address.
///
/// A place is typed; what it was filled in with beforehand comes back with its position, so that one that nobody changed is looked up by nobody.
package struct AlertForm: Hashable, Sendable {
    package enum When: String, CaseIterable, Hashable, Sendable { case below, cheapest, tomorrow, daily }
    package enum Which: String, CaseIterable, Hashable, Sendable { case around, favourites, station, everywhere }

    package enum Problem: Hashable, Sendable {
        case price, step, time, place
        /// What was typed is known nowhere; names that are written like it.
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
    package static let usualRadius = 10

    /// By its name; nil: the board's standard one.
    package var fuel: String?
    /// What the source is asked for, where the board has such parameters; empty: for all that it has.
    package var region = ""
    package var suburb = ""
    package var when = When.below
    package var price = ""
    package var step = ""
    package var dailyAt = "07:00"
    package var which = Which.everywhere
    package var place = ""
    /// What `place` was filled in with.
    package var known: Spot?
    package var radius = AlertForm.usualRadius
    /// nil: none is offered.
    package var station: Pump?
    package var ways = TellingForm()
    package var isMuted = false
    package var problem: Problem?

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

    /// The settings, if all is right; else `problem` says what is not. `find` looks a typed place up, and says which could have been meant;
    /// `given` is what the source is asked with, as it knows it.
    package mutating func settings(
        asking given: [String: String], in zone: TimeZone, find: (String) -> (spot: Spot?, alike: [String])
    ) -> PriceAlert.Settings? {
        problem = nil
        let quiet = ways.quiet(in: zone)
        guard let rule = rule(), let scope = scope(find), !ways.hasWrongQuietHours else { return nil }
        return PriceAlert.Settings(rule, of: fuel, asking: given, in: scope, channels: ways.channels, quietHours: quiet)
    }

    private mutating func rule() -> PriceAlert.Rule? {
        switch when {
        case .below:
            if let price = Self.amount(price) { return .below(price: price) }
            problem = .price
        case .cheapest: return .cheapest
        case .tomorrow:
            if let step = Self.amount(step) { return .tomorrow(step: step) }
            problem = .step
        case .daily:
            if let time = TimeOfDay(dailyAt) { return .daily(at: time) }
            problem = .time
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
                problem = .place
                return nil
            }
            let kilometres = PriceAlert.Limits.kilometres.contains(radius) ? radius : Self.usualRadius
            let (spot, alike) = typed == known?.name ? (known, []) : find(typed)
            guard let spot else {
                problem = .unknown(alike: alike)
                return nil
            }
            return .around(place: PriceAlert.Area(name: spot.name, at: spot.position, kilometres: kilometres))
        }
    }

    /// As people write it, with a comma or a point; nil for what is no price.
    private static func amount(_ text: String) -> Double? {
        Double(text.trimmingWhitespace().replacing(",", with: ".")).flatMap {
            $0.isFinite && PriceAlert.Limits.amounts.contains($0) ? $0 : nil
        }
    }
}
