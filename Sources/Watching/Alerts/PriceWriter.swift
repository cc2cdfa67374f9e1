package import Boards
import Foundation
package import Localisation
package import Records

/// Formats prices, alerts and their notices in the reader's language. The board is in that language; nil if it no longer exists.
package struct PriceWriter: Sendable {
    private let board: Board?
    private let plan: StationPlan?
    private let fuel: StationPlan.Fuel?
    private let fuelName: String
    private let words: Words

    /// `fuel`: the name of a fuel; nil for the board's standard one.
    package init(_ board: Board?, fuel: String?, _ words: Words) {
        self.board = board
        self.words = words
        let plan = board?.stations
        let known = fuel.map { plan?.fuel(named: $0) } ?? plan?.fuels[0]
        (self.plan, self.fuel, fuelName) = (plan, known, known?.label ?? fuel ?? "")
    }

    /// `149.9 c/L`, with as many digits as pumps display.
    package func amount(_ amount: Double) -> String {
        let figure = amount.formatted(.number.precision(.fractionLength(plan?.unit == .cents ? 1 : 3)).locale(words.locale))
        return unit.isEmpty ? figure : "\(figure)\u{A0}\(unit)"
    }

    /// `c/L`; empty if the board no longer exists.
    package var unit: String {
        guard let plan, let fuel else { return "" }
        return plan.unit(of: fuel, words)
    }

    // MARK: An alert

    /// The rule, without the place: `Unleaded 91 at or below 150.0 c/L`.
    package func rule(of settings: PriceAlert.Settings) -> String {
        switch settings.rule {
        case .below(let price): words("\(fuelName) at or below \(amount(price))")
        case .cheapest: words("The cheapest \(fuelName), whenever it changes")
        case .tomorrow(let step): words("\(fuelName), when it rises or falls by \(amount(step)) or more tomorrow")
        case .daily(let time): words("\(fuelName), every day at \(words.timeOfDay(time))")
        }
    }

    /// `Within 10 km of Subiaco`
    package func scope(of settings: PriceAlert.Settings) -> String {
        switch settings.scope {
        case .everywhere: words("All stations")
        case .favourites: words("Your favourites")
        case .around(let area): words("Within \(words.distance(metres: Double(area.kilometres) * 1000)) of \(area.name)")
        case .station(_, let name): name
        }
    }

    /// The rule and the place in one line.
    package func sentence(of settings: PriceAlert.Settings) -> String { "\(rule(of: settings)) · \(scope(of: settings))" }

    // MARK: News

    package func title(of news: PriceNews) -> String {
        let first = news.quotes.first
        let (price, name) = (amount(first?.price ?? 0), first?.name ?? "")
        switch news.event {
        case .below: return words("\(fuelName) at \(price): \(name)")
        case .cheapest: return words("Cheapest \(fuelName): \(price), \(name)")
        case .tomorrow(let step):
            return step < 0
                ? words("\(fuelName) falls by \(amount(-step)) tomorrow") : words("\(fuelName) rises by \(amount(step)) tomorrow")
        case .daily: return words("\(fuelName) from \(price) today: \(name)")
        }
    }

    package func lines(of news: PriceNews) -> [String] {
        guard !news.favourites.isEmpty else { return lines(of: news, naming: PriceNews.named) }
        return lines(of: news, naming: PriceNews.named) + [words("Your favourites:")] + news.favourites.map(line)
    }

    /// As many stations as a list has room for and how many more there are, without the favourites of a digest.
    package func lines(of news: PriceNews, naming limit: Int) -> [String] {
        let stations = stations(of: news)
        var lines = Array(stations.prefix(limit))
        let more = news.more + stations.count - lines.count
        if more > 0 { lines.append(words("and \(more) more")) }
        if case .cheapest(let before) = news.event, let price = before.price {
            lines.append(words("Before: \(amount(price)), \(before.name)"))
        }
        if let quote = news.cheapestNext, let next = quote.next, let from = news.nextFrom {
            lines.append(words("Cheapest from \(moment(from)): \(amount(next)), \(quote.name)"))
        } else if let from = news.nextFrom, case .tomorrow = news.event {
            lines.append(words("From \(moment(from))"))
        }
        return lines
    }

    /// A line for each station that the news names.
    private func stations(of news: PriceNews) -> [String] {
        guard case .tomorrow = news.event else { return news.quotes.map(line) }
        guard news.cheapestNext == nil else {
            return news.quotes.prefix(1).compactMap { quote in
                quote.price.map { words("Cheapest now: \(amount($0)), \(quote.name)") }
            }
        }
        return news.quotes.compactMap { quote in
            guard let price = quote.price, let next = quote.next else { return nil }
            return words("\(quote.name): \(amount(price)) now, \(amount(next)) then")
        }
    }

    /// `149.9 c/L · BP Subiaco · 1.2 km`
    package func line(_ quote: PriceQuote) -> String {
        let price = quote.price.map(amount) ?? ""
        guard let metres = quote.metres else { return "\(price) · \(quote.name)" }
        return "\(price) · \(quote.name) · \(words.distance(metres: metres))"
    }

    /// In the stations' time zone, because prices change at its local times.
    private func moment(_ time: Timestamp) -> String { words.at(plan?.day?.zone ?? words.zone).dateTime(time) }
}

extension StationPlan {
    /// The unit of a fuel's amounts: the board file's, or else the currency's.
    package func unit(of fuel: Fuel, _ words: Words) -> String {
        if let label = unitLabel(of: fuel) { return label }
        return switch unit {
        case .cents: currency == "GBP" ? words("p/L") : words("c/L")
        case .whole: words("\(currency) per litre")
        }
    }
}
