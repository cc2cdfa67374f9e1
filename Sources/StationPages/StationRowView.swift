import Boards
import Localisation
import Records
import Serving

/// A station as a row of the list: price, name, next price, distance. Every meaning of a colour is also in the text.
struct StationRowView {
    let amounts: StationAmounts
    let board: String
    let fuel: String?
    let now: Timestamp
    /// Whether rows show distances. The unit of prices is shown once, above the list.
    let hasDistances: Bool
    /// Whether rows show the saving after the drive.
    let showsWorth: Bool
    private var words: Words { amounts.words }
    /// The texts for the beginnings of next prices: a few for hundreds of rows.
    private let beginnings: [Timestamp: String]

    init(_ model: StationsModel, _ words: Words) {
        amounts = StationAmounts(model.plan, model.fuel, words)
        board = model.board.name
        fuel = model.query.fuel
        now = model.now
        hasDistances = model.place.here != nil
        showsWorth = model.list.order == .worth
        var beginnings: [Timestamp: String] = [:]
        for row in model.list.rows {
            guard let next = row.next, let start = next.validity?.lowerBound, beginnings[start] == nil else { continue }
            beginnings[start] = amounts.beginning(next, now: model.now)
        }
        self.beginnings = beginnings
    }

    func html(_ row: StationRow) -> HTML {
        let station = row.station
        let position = station.position.map { #" data-position="\#($0.description)""# } as HTML?
        let price = row.price.map { #" data-price="\#(Value.number($0).text)" data-text="\#(amounts.price($0))""# } as HTML?
        let tone = row.tone.map { #" data-tone="\#($0.rawValue)""# } as HTML?
        let metres = row.metres.map { #" data-metres="\#(Int(clamping: $0))""# } as HTML?
        return """
            <li class="station\(row.isFavourite ? " is-favourite" : "" as HTML)" id="station-\(row.code)" data-station="\(row.code)"\
            \(position)\(price)\(tone)\(metres) data-find="\(row.searched)">\(star(row))<a class="station-link" id="to-\(row.code)" \
            href="\(StationPaths(board).station(row.code, fuel: fuel))" data-sheet="page">\(figures(row))\
            <span class="station-text"><span class="station-name"><bdi>\(station.name)</bdi></span>\
            \(members(station))\(address(station))\(next(row))\(worth(row))</span>\
            \(distance(row))</a></li>

            """
    }

    /// Sends the whole list's form with its own code.
    private func star(_ row: StationRow) -> HTML {
        """
        <button class="station-star" name="\(row.isFavourite ? "remove" : "add")" value="\(row.code)" \
        aria-label="\(words("Favourite: \(row.station.name)"))" aria-pressed="\(row.isFavourite ? "true" : "false")">\(Symbols.star)\
        </button>
        """
    }

    private func figures(_ row: StationRow) -> HTML {
        guard let price = row.price else {
            guard let best = row.best else { return #"<span class="station-price">–</span>"# }
            // Not a valid price: the next, or the last one.
            let about = row.next.map { words("not yet, \(words.inSentence(beginning($0)))") } ?? words("no longer sold")
            return """
                <span class="station-price is-past"><span class="station-amount figures">\(amounts.price(best))</span> \
                <span class="station-unit">\(about)</span></span>
                """
        }
        let pump: HTML? =
            row.discount == 0
            ? nil : #"<span class="station-pump">\#(words("at the pump \(amounts.price(price + row.discount))"))</span>"#
        return """
            <span class="station-price\(row.tone.map { " is-\($0.rawValue)" } as HTML?)"><span class="station-amount figures">\
            \(amounts.price(price))</span> \
            \(pump)</span>
            """
    }

    private func members(_ station: Station) -> HTML? {
        station.isForMembers ? #"<span class="station-members">\#(words("Members only"))</span>"# : nil
    }

    private func address(_ station: Station) -> HTML? {
        // The suburb first, because the end may be cut off.
        let parts = [station.suburb.map(StationPlaces.written), station.address].compactMap { $0 }
        return parts.isEmpty ? nil : #"<span class="station-note" dir="auto">\#(parts.joined(separator: ", "))</span>"#
    }

    private func next(_ row: StationRow) -> HTML? {
        guard let next = row.next, let price = row.nextPrice, row.pump != nil, let step = row.step else { return nil }
        let change: HTML =
            if step > 0 {
                #"<span class="station-step is-rise">\#(Symbols.up)\#(words("up \(amounts.price(step))"))</span>"#
            } else if step < 0 {
                #"<span class="station-step is-fall">\#(Symbols.down)\#(words("down \(amounts.price(-step))"))</span>"#
            } else {
                #"<span class="station-step">\#(StationSymbols.same)\#(words("unchanged"))</span>"#
            }
        return """
            <span class="station-next"><span>\(beginning(next))</span> <span class="figures">\(amounts.price(price))</span> \(change)</span>
            """
    }

    private func beginning(_ price: StationPrice) -> String {
        price.validity.flatMap { beginnings[$0.lowerBound] } ?? amounts.beginning(price, now: now)
    }

    private func worth(_ row: StationRow) -> HTML? {
        guard showsWorth, let worth = row.worth else { return nil }
        guard worth.cost >= 0.5 else { return #"<span class="station-worth">\#(words("nearest to you"))</span>"# }
        let net =
            worth.net >= 0.5
            ? #"<span class="is-good">\#(words("saves \(amounts.sum(cents: worth.net))"))</span>"# as HTML
            : "<span>\(words("not worth the drive: \(amounts.sum(cents: worth.net))"))</span>"
        return """
            <span class="station-worth">\(net) <span>\(words("worth it if \(amounts.perLitre(cents: worth.breakEven)) cheaper"))</span>\
            </span>
            """
    }

    private func distance(_ row: StationRow) -> HTML? {
        guard hasDistances else { return nil }
        guard let metres = row.metres, let band = row.band else {
            return #"<span class="station-away">\#(words("position unknown"))</span>"#
        }
        return #"<span class="station-away is-\#(band.rawValue) figures">\#(words.distance(metres: metres))</span>"#
    }
}
