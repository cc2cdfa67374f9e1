package import Boards
package import Foundation
package import Records

/// A price alert with all that decides what it tells: the discounts and favourites of its person, and where they are in time.
///
/// A pure value. It looks at how prices *are* and not at what has happened to them: what was told is in the state, so that to ask again, after a
/// restart or by another reading of the same, tells nothing twice, and what was missed is told at the next look.
package struct PriceQuestion: Hashable, Sendable {
    package let board: String
    package let fuel: String
    package let settings: PriceAlert.Settings
    private let since: Timestamp
    private let favourites: Set<String>
    private let isMember: Bool?
    /// By the folded name of the brand, in the unit of the prices.
    private let discounts: [[UInt8]: Double]
    private let zone: TimeZone

    /// Prices that go up and down around a limit, or take turns at being the cheapest, are told so often at most.
    package static let pause = Duration.seconds(3600)
    /// A digest that could not be made when it was due is made up for so long.
    static let lateness = Duration.seconds(6 * 3600)
    /// Prices are written with three digits after the mark at most; what is less came from binary fractions.
    private static let digits = 1000.0

    /// nil where the board sells no such fuel, or is of no stations. `own` is what the person has set for the board; `zone` that of the digest;
    /// of digests those from before `since` are none.
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

    /// What comes of a look at the prices.
    package struct Finding: Hashable, Sendable {
        package var state: PriceAlertState
        package var news: PriceNews?
        /// When the same offers may say something else; nil: never.
        package var again: Timestamp?
        /// From when on the news is stale; nil: never.
        package var staleFrom: Timestamp?
    }

    /// `offers` are those at `now`.
    package func evaluate(_ offers: [StationOffer], _ state: PriceAlertState, at now: Timestamp) -> Finding {
        let offers = offers.filter(isOpenToThem)
        let shown = offers.compactMap { sold($0) }
        var finding = Finding(state: state)
        finding.again = shown.flatMap(\.ends).filter { $0 > now }.min()
        switch settings.rule {
        case .below(let limit): look(shown, below: limit, now, &finding)
        case .cheapest: lookForCheapest(shown, now, &finding)
        case .tomorrow(let step): lookAhead(shown, step, now, &finding)
        case .daily(let time): digest(shown, offers, at: time, now, &finding)
        }
        return finding
    }

    /// The prices in force that it is about, the cheapest first, of equally cheap ones the nearest.
    package func quotes(_ offers: [StationOffer]) -> [PriceQuote] {
        Self.byPrice(offers.filter(isOpenToThem).compactMap { sold($0)?.quote })
    }

    /// Whether the person may buy there, as the board's page has it. An alert about one station is about that one, whatever it sells to.
    private func isOpenToThem(_ offer: StationOffer) -> Bool {
        if case .station(offer.station.code, _) = settings.scope { return true }
        return offer.station.sells(toMember: isMember)
    }

    // MARK: The rules

    private func look(_ shown: [Sold], below limit: Double, _ now: Timestamp, _ finding: inout Finding) {
        let priced = Self.byPrice(shown.map(\.quote))
        // Nobody knows: it is neither above nor below.
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
        // Of several that are equally cheap the one that was told stays it.
        let isSame = priced.contains { $0.code == before.code && $0.price == before.price && $0.price == first.price }
        guard !isSame, !waits(now, &finding) else { return }
        finding.state.cheapest = first
        tell(.cheapest(before: before), [first], now, &finding)
    }

    /// Of an area the cheapest now and then are compared; of stations by themselves each.
    private func lookAhead(_ shown: [Sold], _ least: Double, _ now: Timestamp, _ finding: inout Finding) {
        let announced = shown.filter { $0.quote.next != nil }
        guard let from = announced.compactMap(\.nextFrom).min(), finding.state.change != from else { return }
        let news: PriceNews
        switch settings.scope {
        case .favourites, .station:
            let moving = announced.map(\.quote).filter { abs($0.step ?? 0) >= least }.sorted { abs($0.step ?? 0) > abs($1.step ?? 0) }
            guard let most = moving.first?.step else { return }
            news = PriceNews(board: board, fuel: fuel, .tomorrow(step: most), moving)
        case .everywhere, .around:
            let priced = Self.byPrice(shown.map(\.quote))
            // While only some are announced, the cheapest of them says nothing.
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
        // Of a time that the clock shows twice the second is none.
        let isTold = finding.state.digest.map { $0 <= now && due - $0 < Self.lateness } ?? false
        guard due <= now, !isTold, due > since else {
            if due <= now { due = time.next(after: now, in: zone) }
            return finding.again = min(due, finding.again ?? due)
        }
        let priced = Self.byPrice(shown.map(\.quote))
        // It waits for prices.
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

    // MARK: What they share

    private func tell(_ event: PriceNews.Event, _ quotes: [PriceQuote], _ now: Timestamp, _ finding: inout Finding) {
        finding.state.told = now
        finding.news = PriceNews(board: board, fuel: fuel, event, quotes)
    }

    /// Whether something was told only just, so that this is looked at again later.
    private func waits(_ now: Timestamp, _ finding: inout Finding) -> Bool {
        // What was told by a clock that was ahead holds up nothing.
        guard let told = finding.state.told, told <= now, now - told < Self.pause else { return false }
        let end = told + Self.pause
        finding.again = min(end, finding.again ?? end)
        return true
    }

    /// A station of those that the alert is about.
    private struct Sold {
        let quote: PriceQuote
        let nextFrom: Timestamp?
        /// When another price of it is in force, or none.
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

    /// Those with a price, the cheapest first, of equally cheap ones the nearest.
    private static func byPrice(_ quotes: [PriceQuote]) -> [PriceQuote] {
        quotes.filter { $0.price != nil }.sorted {
            ($0.price ?? 0, $0.metres ?? 0, $0.code) < ($1.price ?? 0, $1.metres ?? 0, $1.code)
        }
    }

    fileprivate static func rounded(_ amount: Double) -> Double { (amount * digits).rounded() / digits }
}

extension PriceQuote {
    /// By how much the price changes next; nil if either is not known.
    package var step: Double? {
        guard let price, let next else { return nil }
        return PriceQuestion.rounded(next - price)
    }
}
