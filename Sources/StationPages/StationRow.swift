import Boards
import Records
import Serving

/// A station as one person sees it, with their discount, distance and star.
struct StationRow: Hashable, Sendable, Identifiable {
    /// The distance in steps, which also differ by colour.
    enum Band: String, CaseIterable, Sendable {
        case close, near, further, far

        init(metres: Double) {
            switch metres {
            case ..<2000: self = .close
            case ..<5000: self = .near
            case ..<15_000: self = .further
            default: self = .far
            }
        }
    }

    /// The rank among the listed prices: in the cheapest third, in the most expensive third, or between.
    enum Tone: String, CaseIterable, Sendable { case cheap, middle, dear }

    let station: Station
    /// The person's discount, in the unit of the prices; 0: none.
    let discount: Double
    /// Before the discount, currently valid.
    let pump: StationPrice?
    /// The next price, if known.
    let next: StationPrice?
    /// The newest expired price, if none is valid.
    let last: StationPrice?
    /// Straight-line distance from the person; nil if either position is unknown.
    let metres: Double?
    var isFavourite = false
    var worth: WorthTheDrive.Verdict?
    var tone: Tone?

    /// Short, of letters and digits, the same across fetches: for addresses, favourites and the document.
    var code: String { Self.code(of: station) }
    var id: String { code }
    /// The price that the person pays now.
    var price: Double? { pump.map { $0.amount - discount } }
    /// The price to compare by: the current, otherwise the next, otherwise the last one.
    var best: Double? { (pump ?? next ?? last).map { $0.amount - discount } }
    var nextPrice: Double? { next.map { $0.amount - discount } }
    var band: Band? { metres.map(Band.init) }

    /// How much the price changes next; nil if either price is unknown.
    var step: Double? {
        guard let pump, let next else { return nil }
        // Sources write tenths of a cent: smaller differences come from binary fractions.
        return ((next.amount - pump.amount) * 1000).rounded() / 1000
    }

    init(_ offer: StationOffer, discount: Double = 0, from here: Position? = nil, isFavourite: Bool = false) {
        station = offer.station
        self.discount = discount
        (pump, next, last) = (offer.now, offer.next, offer.last)
        metres = here.flatMap { here in offer.station.position?.metres(to: here) }
        self.isFavourite = isFavourite
    }

    static func code(of station: Station) -> String { Fingerprint(station.id).description }
}
