import Boards
import Records
import Serving

/// One station as a page shows it to one person: their discount taken off, their distance, their star.
struct StationRow: Hashable, Sendable, Identifiable {
    /// How far it is, in steps that are told apart by colour as well.
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

    /// Among the prices listed: in the cheapest third, the dearest, or between.
    enum Tone: String, CaseIterable, Sendable { case cheap, middle, dear }

    let station: Station
    /// What its prices are less for this person, in the unit of the prices; 0: as they stand.
    let discount: Double
    /// At the pump, in force now.
    let pump: StationPrice?
    /// The one after it, if it is known.
    let next: StationPrice?
    /// The newest that has ended, where none is in force.
    let last: StationPrice?
    /// In a straight line from where the person is; nil where either is not known.
    let metres: Double?
    var isFavourite = false
    var worth: WorthTheDrive.Verdict?
    var tone: Tone?

    /// Short, of letters and digits, the same over fetches: for addresses, favourites and the document.
    var code: String { Self.code(of: station) }
    var id: String { code }
    /// What they pay now.
    var price: Double? { pump.map { $0.amount - discount } }
    /// What they would go by: the price of now, else the next, else the last.
    var best: Double? { (pump ?? next ?? last).map { $0.amount - discount } }
    var nextPrice: Double? { next.map { $0.amount - discount } }
    var band: Band? { metres.map(Band.init) }

    /// By how much the price changes next; nil if either is not known.
    var step: Double? {
        guard let pump, let next else { return nil }
        // Sources write tenths of a cent: what is less came from binary fractions.
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
