package import Boards
package import Foundation
package import Records

/// A price alert with all inputs of its evaluation: its person's discounts, favourites and time zone.
///
/// A pure value. It evaluates current prices, not events. The state records what was reported, so evaluating again, after a restart or
/// another reading of the same prices, repeats nothing, and a missed notice is sent at the next evaluation.
package struct PriceQuestion: Hashable, Sendable {
    package let board: String
    package let fuel: String
    package let settings: PriceAlert.Settings
    private let since: Timestamp
    private let favourites: Set<String>
    private let isMember: Bool?
    /// By the brand's folded name, in the unit of the prices.
    private let discounts: [[UInt8]: Double]
    private let zone: TimeZone

    /// The minimum time between two notices, if prices oscillate around a limit or several stations are cheapest in turn.
    package static let pause = Duration.seconds(3600)
    /// A missed digest is still sent within this time.
    static let lateness = Duration.seconds(6 * 3600)
    /// Prices have at most three decimal places; smaller differences come from binary fractions.
    private static let digits = 1000.0

    /// nil if the board has no stations or doesn't sell the fuel. `own`: the person's settings for the board. `zone`: the digest's time
    /// zone. Digests due before `since` are skipped.
    package init?(_ settings: PriceAlert.Settings, since: Timestamp, on board: Board, _ own: StationSettings, zone: TimeZone) {
        guard let plan = board.stations, let fuel = settings.fuel.map(plan.fuel(named:)) ?? plan.fuels[0] else { return nil }
        self.board = board.name
        self.fuel = fuel.name
        self.settings = settings
        self.since = since
        favourites = Set(own.favourites)
        isMember = own.isMember
        discounts = Dictionary(own.discounts.map { ($0.brand.folded, plan.unit == .cents ? $0.cents : $0.cents / 100) }) { first, _ in first
        }
        self.zone = zone
    }

    /// The result of an evaluation.
    package struct Finding: Hashable, Sendable {
        package var state: PriceAlertState
        package var news: PriceNews?
        /// When the same offers may give another result; nil for never.
        package var again: Timestamp?
        /// When the news becomes stale; nil for never.
        package var staleFrom: Timestamp?
    }

    /// `offers` are those at `now`.
    package func evaluate(_ offers: [StationOffer], _ state: PriceAlertState, at now: Timestamp) -> Finding {
        let offers = offers.filter(isOpenToThem)
        let shown = offers.compactMap { sold($0) }
        var finding = Finding(state: state)
        finding.state.now = Self.byPrice(shown.map(\.quote)).first ?? state.now
        finding.again = shown.flatMap(\.ends).filter { $0 > now }.min()
        switch settings.rule {
        case .below(let limit): evaluate(shown, below: limit, now, &finding)
        case .cheapest: lookForCheapest(shown, now, &finding)
        case .tomorrow(let step): lookAhead(shown, step, now, &finding)
        case .daily(let time): digest(shown, offers, at: time, now, &finding)
        }
        return finding
    }

    /// The prices in force that the alert covers, cheapest first; equally cheap ones nearest first.
    package func quotes(_ offers: [StationOffer]) -> [PriceQuote] {
        Self.byPrice(offers.filter(isOpenToThem).compactMap { sold($0)?.quote })
    }

    /// The number of stations with a price in force that don't count, because they sell to members only.
    package func leftOutCount(_ offers: [StationOffer]) -> Int {
        offers.count { !isOpenToThem($0) && sold($0)?.quote.price != nil }
    }

    /// Whether the person may buy there, as on the board's page. An alert about one station covers it even if it doesn't sell to the
    /// person.
    private func isOpenToThem(_ offer: StationOffer) -> Bool {
        if case .station(offer.station.code, _) = settings.scope { return true }
        return offer.station.sells(toMember: isMember)
    }

    // MARK: The rules

    private func evaluate(_ shown: [Sold], below limit: Double, _ now: Timestamp, _ finding: inout Finding) {
        let priced = Self.byPrice(shown.map(\.quote))
        // No prices are known, so they are neither above nor below.
        guard !priced.isEmpty else { return }
        let low = priced.filter { ($0.price ?? .infinity) <= limit }
        if low.isEmpty { return finding.state.isBelow = false }
        guard !finding.state.isBelow, !waits(now, &finding) else { return }
        finding.state.isBelow = true
        tell(.below(price: limit), low, now, &finding)
    }

    private func lookForCheapest(_ shown: [Sold], _ now: Timestamp, _ finding: inout Finding) {
        let priced = Self.byPrice(shown.map(\.quote))
        guard let first = priced.first else { return }
        guard let before = finding.state.cheapest else { return finding.state.cheapest = first }
        // Of several equally cheap offers, the reported one stays the cheapest.
        let isSame = priced.contains { $0.code == before.code && $0.price == before.price && $0.price == first.price }
        guard !isSame, !waits(now, &finding) else { return }
        finding.state.cheapest = first
        tell(.cheapest(before: before), [first], now, &finding)
    }

    /// For an area, compares the cheapest price now with the cheapest next price; for single stations, each station's two prices.
    private func lookAhead(_ shown: [Sold], _ least: Double, _ now: Timestamp, _ finding: inout Finding) {
        let announced = shown.filter { $0.quote.next != nil }
        guard let from = announced.compactMap(\.nextFrom).min(), finding.state.change != from else { return }
        let news: PriceNews
        switch settings.scope {
        case .favourites, .station:
            let moving = announced.map(\.quote).filter { abs($0.step ?? 0) >= least }.sorted { abs($0.step ?? 0) > abs($1.step ?? 0) }
            guard let largest = moving.first?.step else { return }
            news = PriceNews(board: board, fuel: fuel, .tomorrow(step: largest), moving)
        case .everywhere, .around:
            let priced = Self.byPrice(shown.map(\.quote))
            // While few prices are announced, the lowest of them isn't significant.
            guard announced.count * 2 >= priced.count, let cheapest = priced.first, let price = cheapest.price,
                let then = announced.map(\.quote).min(by: { ($0.next ?? .infinity) < ($1.next ?? .infinity) }), let next = then.next
            else { return }
            let step = Self.rounded(next - price)
            guard abs(step) >= least else { return }
            var told = PriceNews(board: board, fuel: fuel, .tomorrow(step: step), [cheapest])
            told.cheapestNext = then
            news = told
        }
        finding.state.change = from
        finding.state.told = now
        finding.news = news
        finding.news?.nextFrom = from
        finding.staleFrom = from
    }

    private func digest(_ shown: [Sold], _ offers: [StationOffer], at time: TimeOfDay, _ now: Timestamp, _ finding: inout Finding) {
        var due = time.next(after: now + (.zero - Self.lateness), in: zone)
        // If the clock shows the time twice, the second occurrence is ignored.
        let isTold = finding.state.digest.map { $0 <= now && due - $0 < Self.lateness } ?? false
        guard due <= now, !isTold, due > since else {
            if due <= now { due = time.next(after: now, in: zone) }
            return finding.again = min(due, finding.again ?? due)
        }
        let priced = Self.byPrice(shown.map(\.quote))
        // The digest waits for prices.
        guard !priced.isEmpty else { return }
        let named = Set(priced.prefix(PriceNews.named).map(\.code))
        var news = PriceNews(board: board, fuel: fuel, .daily, priced)
        if settings.scope != .favourites {
            news.favourites = Array(
                offers.compactMap { favourites.contains($0.station.code) ? quote($0).quote : nil }
                    .filter { !named.contains($0.code) && $0.price != nil }.prefix(PriceNews.named))
        }
        let announced = shown.filter { $0.quote.next != nil }
        news.cheapestNext = announced.map(\.quote).min { ($0.next ?? .infinity) < ($1.next ?? .infinity) }
        news.nextFrom = announced.compactMap(\.nextFrom).min()
        finding.state.digest = due
        finding.state.told = now
        finding.news = news
        let next = time.next(after: now, in: zone)
        finding.again = min(next, finding.again ?? next)
    }

    // MARK: Shared steps

    private func tell(_ event: PriceNews.Event, _ quotes: [PriceQuote], _ now: Timestamp, _ finding: inout Finding) {
        finding.state.told = now
        finding.news = PriceNews(board: board, fuel: fuel, event, quotes)
    }

    /// Whether the last notice is too recent; if so, schedules another evaluation.
    private func waits(_ now: Timestamp, _ finding: inout Finding) -> Bool {
        // A notice sent while the clock was ahead doesn't delay others.
        guard let told = finding.state.told, told <= now, now - told < Self.pause else { return false }
        let end = told + Self.pause
        finding.again = min(end, finding.again ?? end)
        return true
    }

    /// A station that the alert covers.
    private struct Sold {
        let quote: PriceQuote
        let nextFrom: Timestamp?
        /// When the current price ends, and when the next one begins.
        let ends: [Timestamp]
    }

    private func sold(_ offer: StationOffer) -> Sold? {
        switch settings.scope {
        case .everywhere: return quote(offer)
        case .favourites: return favourites.contains(offer.station.code) ? quote(offer) : nil
        case .station(let code, _): return offer.station.code == code ? quote(offer) : nil
        case .around(let area):
            guard let middle = area.position, let metres = offer.station.position?.metres(to: middle),
                metres <= Double(area.kilometres) * 1000
            else { return nil }
            return quote(offer, metres: metres)
        }
    }

    private func quote(_ offer: StationOffer, metres: Double? = nil) -> Sold {
        let discount = offer.station.brand.flatMap { discounts[$0.folded] } ?? 0
        let quote = PriceQuote(
            code: offer.station.code, name: offer.station.name, price: offer.now.map { Self.rounded($0.amount - discount) },
            next: offer.next.map { Self.rounded($0.amount - discount) }, metres: metres.map { $0.rounded() })
        let ends = [offer.now?.validity?.upperBound, offer.next?.validity?.lowerBound].compactMap { $0 }
        return Sold(quote: quote, nextFrom: offer.next?.validity?.lowerBound, ends: ends)
    }

    /// The quotes with a price, cheapest first; equally cheap ones nearest first.
    private static func byPrice(_ quotes: [PriceQuote]) -> [PriceQuote] {
        quotes.filter { $0.price != nil }.sorted {
            ($0.price ?? 0, $0.metres ?? 0, $0.code) < ($1.price ?? 0, $1.metres ?? 0, $1.code)
        }
    }

    fileprivate static func rounded(_ amount: Double) -> Double { (amount * digits).rounded() / digits }
}

extension PriceQuote {
    /// How much the price changes next; nil if either price is unknown.
    package var step: Double? {
        guard let price, let next else { return nil }
        return PriceQuestion.rounded(next - price)
    }
}
