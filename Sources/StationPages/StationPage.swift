import BoardPages
import Boards
import Following
import Foundation
import HTTPTypes
import Hummingbird
import Localisation
import Records
import Serving

/// `/boards/<name>/stations/<code>`: one station with all its details. Opened from the list, it is a sheet.
extension StationsPage {
    func station(_ code: String?, for request: Request) async throws -> Response {
        let (query, settings) = (StationsQuery(request.query), settings(in: request))
        let reading = try await reading(query, settings)
        guard let offer = reading.offers.first(where: { StationRow.code(of: $0.station) == code }) else {
            throw Refusal(.notFound, "This station is no longer on the list.")
        }
        let place = try await place(query, settings, reading)
        // A list of this station only, so that its discount, star and distance are the same as in the list.
        let list = StationList([offer], plan: plan, settings: settings, here: place.here)
        guard let row = list.rows.first else { throw Refusal(.notFound, "This station is no longer on the list.") }
        let others = try await otherFuels(of: offer.station, reading)
        let model = StationModel(
            board: board, plan: plan, fuel: reading.fuel, row: row, others: others, query: query,
            updated: reading.feeds.first?.lastSuccess, canWatch: context.person != nil, now: reading.now)
        let chart = try await StationChart.html(row, reading, plan, board, feature, words)
        return .page(StationView(reader: reader).page(model, chart: chart, assets: feature.assets.prefix))
    }
}

extension StationsPage {
    /// Stored prices of other fuels at the station: from the same documents, or from existing feeds of other fuels.
    private func otherFuels(of station: Station, _ reading: StationReading) async throws -> [(fuel: StationPlan.Fuel, price: StationPrice)]
    {
        var others: [(fuel: StationPlan.Fuel, price: StationPrice)] = []
        for other in plan.fuels where other != reading.fuel {
            let offers: [StationOffer]
            if other.with == reading.fuel.with {
                offers = plan.offers(of: reading.records, fuel: other, at: reading.now)
            } else {
                let feeds = try await feature.boards.knownFeeds(of: board, other.with)
                offers = feeds.isEmpty ? [] : try await StationOffers.of(feeds, board, plan, other, at: reading.now, in: feature).offers
            }
            if let price = offers.first(where: { $0.station.id == station.id })?.now { others.append((other, price)) }
        }
        return others
    }
}

/// The data of a station's page.
struct StationModel: Sendable {
    var board: Board
    var plan: StationPlan
    var fuel: StationPlan.Fuel
    var row: StationRow
    /// Its current prices of other fuels.
    var others: [(fuel: StationPlan.Fuel, price: StationPrice)]
    var query: StationsQuery
    /// When the source was last read.
    var updated: Timestamp?
    var canWatch = false
    var now: Timestamp
}

/// A station's page, also shown as a sheet over its list: price, actions, then all details.
struct StationView {
    let reader: Reader
    private var words: Words { reader.words }
    private var values: ValueView { ValueView(words) }

    func page(_ model: StationModel, chart: HTML, assets: String) -> HTML {
        let station = model.row.station
        let parent = PageShell.Parent(model.board.title, at: back(model))
        return PageShell(title: station.name, parent: parent, assets: assets, kind: .stations, reader: reader).page(
            """
            <div class="detail-page">\(BackLink.html(model.board.title, to: back(model)))
            <article class="detail station-detail" data-station="\(model.row.code)">
            <header class="detail-head"><h1 class="detail-name"><bdi>\(station.name)</bdi></h1>\
            \(subtitle(station))\(price(model))\(actions(model))</header>
            <dl class="detail-fields">\(fields(model))</dl>
            \(chart)\(age(model))</article>
            </div>
            """)
    }

    private func back(_ model: StationModel) -> String { model.query.address(of: model.board.name) }

    private func subtitle(_ station: Station) -> HTML? {
        let parts = [station.brand, station.suburb.map(StationPlaces.written)].compactMap { $0 }
        return parts.isEmpty ? nil : #"<p class="station-subtitle"><bdi>\#(parts.joined(separator: " · "))</bdi></p>"#
    }

    private func price(_ model: StationModel) -> HTML {
        let (row, amounts) = (model.row, StationAmounts(model.plan, model.fuel, words))
        guard let price = row.price else {
            return #"<p class="station-now">\#(words("No current price for \(model.fuel.label)."))</p>"#
        }
        let pump: HTML? =
            row.discount == 0
            ? nil
            : """
            <span class="station-pump">\
            \(words("at the pump \(amounts.price(price + row.discount)), your discount \(amounts.price(row.discount))"))</span>
            """
        return """
            <p class="station-now"><span class="station-fuel">\(model.fuel.label)</span> \
            <span class="station-amount figures">\(amounts.price(price))</span> <span class="station-unit">\(amounts.unit)</span>\(pump)</p>
            """
    }

    private func actions(_ model: StationModel) -> HTML {
        let (row, station) = (model.row, model.row.station)
        var links: [HTML] = []
        if let phone = station.phone, !RecognisedValue.dialled(phone).isEmpty {
            links.append(
                """
                <a class="action" href="tel:\(RecognisedValue.dialled(phone))">\(Symbols.phone)<span>\
                \(words("Call", sense: "by telephone"))</span></a>
                """
            )
        }
        if let position = station.position {
            links.append(
                """
                <a class="action" href="https://www.openstreetmap.org/directions?to=\(position.description)" rel="noopener noreferrer \
                nofollow">\
                \(StationSymbols.way)<span>\(words("Directions"))</span></a>
                """)
        }
        if model.canWatch {
            let alert = AlertPaths.new(on: model.board.name, station: row.code, fuel: model.fuel.name)
            links.append(#"<a class="action" href="\#(alert)">\#(WatchSymbols.bell)<span>\#(words("Tell me"))</span></a>"#)
        }
        return """
            <div class="actions">\(links)<form class="action-form" method="post" action="\(StationPaths(model.board.name).favourites)" \
            data-stars>\
            \(reader.formField)<input type="hidden" name="back" value="\(back(model))"><button class="action station-star" \
            name="\(row.isFavourite ? "remove" : "add")" value="\(row.code)" aria-pressed="\(row.isFavourite ? "true" : "false")">\
            \(Symbols.star)<span>\(words("Favourite"))</span></button></form></div>
            """
    }

    private func fields(_ model: StationModel) -> HTML {
        let (row, station, amounts) = (model.row, model.row.station, StationAmounts(model.plan, model.fuel, words))
        var pairs: [HTML] = []
        func add(_ label: String, _ value: HTML?) {
            if let value, !value.isEmpty { pairs.append(FactList.fact(label, value)) }
        }
        func text(_ text: String?) -> HTML? { text.map { "<bdi>\($0)</bdi>" } }
        if let until = row.pump?.validity?.upperBound {
            add(words("Valid until"), "\(words.asLabel(amounts.moment(until, at: model.now)))")
        }
        if let next = row.next, let price = row.nextPrice {
            let step = row.step.map { step in
                step > 0
                    ? words("up \(amounts.price(step))") : step < 0 ? words("down \(amounts.price(-step))") : words("unchanged")
            }
            let parts = [amounts.whole(price), step].compactMap { $0 }
            add(amounts.beginning(next, now: model.now), "\(parts.joined(separator: " · "))")
        } else if model.plan.day != nil, row.pump != nil {
            add(words("Tomorrow"), "\(words("not published yet"))")
        }
        if row.pump == nil, let last = row.last, let end = last.validity?.upperBound {
            add(words("Last price"), "\(amounts.whole(last.amount)) · \(values.time(end))")
        }
        for (fuel, price) in model.others {
            add(fuel.label, "\(StationAmounts(model.plan, fuel, words).whole(price.amount - row.discount))")
        }
        if let metres = row.metres { add(words("Distance"), "\(words("\(words.distance(metres: metres)) in a straight line"))") }
        let address = [station.address, station.suburb.map(StationPlaces.written), station.postcode].compactMap { $0 }
        add(words("Address"), text(address.isEmpty ? nil : address.joined(separator: ", ")))
        add(words("Phone"), station.phone.map { values.html(.phone($0)) })
        add(words("Open", sense: "opening hours"), text(station.hours))
        add(words("All stations"), text(station.features.isEmpty ? nil : words.list(station.features)))
        add(words("Restrictions"), text(station.restrictions))
        add(
            words("Position"),
            station.position.map { position in
                #"<a href="geo:\#(position.description)"><bdi>\#(words.position(position))</bdi></a>"#
            })
        return "\(pairs)"
    }

    private func age(_ model: StationModel) -> HTML {
        model.updated.map { #"<p class="updated">\#(words.html("From the list of \(values.time($0))"))</p>"# } ?? ""
    }
}
