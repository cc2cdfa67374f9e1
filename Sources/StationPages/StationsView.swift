import BoardPages
import Boards
import Localisation
import Records
import Serving

/// The board view `map`: the cheapest station, the fuel and area, the validity of the prices, the list of stations, and the map beside it.
/// On a phone, the map is a tab beside the list's orders.
///
/// Works without a script: each choice is a form or a link, and a star submits the form around the list. With a script, choices take effect
/// at once, the browser's position can be used, and a station opens as a sheet.
struct StationsView {
    static let statusRegion = "stations-status"

    let reader: Reader
    private var words: Words { reader.words }
    private var values: ValueView { ValueView(words) }

    func page(_ model: StationsModel, _ parts: StationParts? = nil, history: HTML = "", assets: String) -> HTML {
        let parts = parts ?? StationParts(model, words, nil)
        let (paths, chosen) = (BoardPaths(model.board.name), BoardPaths(model.board.name, model.choice))
        let title = "\(model.fuel.label) · \(model.board.title)"
        let shell = PageShell(
            title: title, assets: assets, kind: .stations, reader: reader, alternates: chosen.alternates(title: title),
            refreshSeconds: model.status.isRunning ? 2 : nil)
        let here = model.place.here.map { #" data-here="\#($0.description)""# } as HTML?
        return shell.page(
            """
            <div class="stations" data-stations data-unit="\(StationAmounts(model.plan, model.fuel, words).unit)"\(here)>
            \(PageHeading.html(
                markup: #"\#(model.board.title) <span class="stations-fuel">\#(model.fuel.label)</span>"#, lead: "\(model.board.lead)"))
            <div class="stations-answer" data-part="answer">\(answer(model))</div>
            \(StationsAsk(model, reader).html)
            <list-refresh live="\(model.live)" after="\(model.lastChange)" class="list-reading">
            <div class="region" id="\(Self.statusRegion)" aria-live="polite">\(status(model.status))</div>
            \(facts(model, paths))
            </list-refresh>
            \(model.status.isSetUp ? nil : NotSetUp.offer(model.board.name, reader))\
            <station-list class="stations-both">
            <section class="stations-map" data-stations-map aria-label="\(words("Map"))">\(parts.map)</section>
            <section class="stations-list" id="stations" aria-label="\(words("Stations"))">
            \(StationsAsk(model, reader).bar)
            <div data-part="list">\(list(model, parts))</div>
            </section>
            </station-list>
            \(history)
            \(source(model, chosen))
            </div>
            """)
    }

    /// The part of the page that follows a reading.
    func status(_ status: ReadingStatus) -> HTML {
        let reading = ReadingView(words: words).html(
            status.progress, isRunning: status.isRunning, failure: status.failure, shown: status.updated)
        return "\(reading)\(status.troubles)"
    }

    // MARK: The cheapest station

    /// The cheapest station, its price, its distance, its next price, and the button for an alert.
    private func answer(_ model: StationsModel) -> HTML? {
        guard let row = model.list.cheapest, let price = row.price else { return nil }
        let amounts = StationAmounts(model.plan, model.fuel, words)
        var facts: [HTML] = []
        if let metres = row.metres { facts.append("\(words.distance(metres: metres))") }
        if let next = row.next, let nextPrice = row.nextPrice {
            facts.append(
                #"\#(words.inSentence(amounts.beginning(next, now: model.now))) <span class="figures">\#(amounts.price(nextPrice))</span>"#)
        }
        let page = StationPaths(model.board.name).station(row.code, fuel: model.query.fuel)
        return """
            <a class="stations-cheapest" id="stations-cheapest" href="\(page)" data-sheet="page"><span class="station-unit">\
            \(words.asLabel(words("cheapest now")))</span>\
            <strong><bdi>\(row.station.name)</bdi> <span class="figures">\(amounts.price(price))</span></strong> \
            <span class="stations-cheapest-facts">\(facts.joined(by: " · "))</span></a>\(StationsAsk(model, reader).alert)
            """
    }

    // MARK: Age and validity

    private func facts(_ model: StationsModel, _ paths: BoardPaths) -> HTML {
        let check = ButtonForm.html(
            markup: "\(Symbols.refresh)<span>\(words("Check now"))</span>", to: paths.page, reader.formField,
            FormView.hidden("back", model.query.address(of: model.board.name)),
            attributes: " data-refresh\(model.status.isRunning ? " disabled" : nil as HTML?)")
        return #"<div class="list-facts"><div data-part="facts">\#(holding(model))</div>\#(check)</div>"#
    }

    /// The fuel and area of the prices, when they expire, and what is known about tomorrow.
    func holding(_ model: StationsModel) -> HTML {
        var lines: [HTML] = []
        if let ended = model.list.ended {
            lines.append(
                """
                <p class="stations-ended">\(Symbols.caution)<span>\
                \(words.html("These prices ended \(values.time(ended)). Newer ones aren’t available yet."))</span></p>
                """)
        } else if let until = model.list.holdsUntil {
            lines.append(#"<p class="stations-until">\#(words.html("Valid until \(there(until, model))."))</p>"#)
        }
        if model.list.announced > 0 {
            var marks: [HTML] = []
            if model.list.rising > 0 {
                marks.append(
                    #"<span class="station-step is-rise">\#(Symbols.up)\#(words("\(model.list.rising) more expensive"))</span>"#)
            }
            if model.list.falling > 0 {
                marks.append(#"<span class="station-step is-fall">\#(Symbols.down)\#(words("\(model.list.falling) cheaper"))</span>"#)
            }
            // On a phone they are in one line of text.
            let spaced = marks.map { " \($0)" as HTML }
            lines.append(#"<p class="stations-next"><span>\#(words("The next prices are out."))</span>\#(spaced)</p>"#)
        } else if model.plan.day != nil, model.list.total > 0 {
            let when =
                model.nextReading.map { words.html("Tomorrow’s prices aren’t out yet. Next check: \(values.time($0)).") }
                ?? "\(words("Tomorrow’s prices aren’t out yet."))"
            lines.append(#"<p class="stations-next"><span>\#(when)</span></p>"#)
        }
        let updated = model.status.updated.map { words.html("Checked \(values.time($0))") } ?? ""
        return #"\#(lines)<p class="updated" data-updated>\#(updated)</p>"#
    }

    /// In the stations' time zone.
    private func there(_ time: Timestamp, _ model: StationsModel) -> HTML {
        #"<time datetime="\#(time.description)">\#(StationAmounts(model.plan, model.fuel, words).moment(time, at: model.now))</time>"#
    }

    // MARK: The list

    /// The part that a script replaces: the area, the rows, the pages.
    private func list(_ model: StationsModel, _ parts: StationParts) -> HTML {
        let list = model.list
        let back = model.query.address(of: model.board.name)
        let rows: HTML =
            list.rows.isEmpty
            ? empty(model)
            : """
            <form method="post" action="\(StationPaths(model.board.name).favourites)" data-stars>\(reader.formField)\
            <input type="hidden" name="back" value="\(back)"><ol class="station-rows" data-rows start="\(list.from + 1)">
            \(parts.rows)</ol></form>
            """
        return """
            \(whereabouts(model))\(explanation(model))\(summary(model))\(rows)\
            <p class="list-nothing" data-nothing hidden>\(words("Nothing matches."))</p>\(pager(model))\(parts.pins)
            """
    }

    /// The origin of distances, and the list's approximate area.
    private func whereabouts(_ model: StationsModel) -> HTML? {
        let place = model.place
        var lines: [HTML] = []
        func changed(_ label: String, _ change: (inout StationsQuery) -> Void) -> HTML {
            #"<a class="quiet-link" href="\#(model.query.with(change).address(of: model.board.name))">\#(label)</a>"#
        }
        switch place.origin {
        case .position:
            let text =
                place.suburb.map { words.html("Distances are from your position, near \("<b><bdi>\($0)</bdi></b>" as HTML).") }
                ?? "\(words("Distances are from your position."))"
            lines.append("<p>\(StationSymbols.here)<span>\(text) \(changed(words("Stop using it")) { $0.near = nil })</span></p>")
        case .saved(let name):
            let text = words.html("Distances are from \("<b><bdi>\(name)</bdi></b>" as HTML).")
            lines.append("<p>\(StationSymbols.here)<span>\(text) \(changed(words("Without")) { $0.place = "" })</span></p>")
        case nil: break
        }
        if let name = place.middleName {
            let about = "<b><bdi>\(name)</bdi></b>" as HTML
            let text =
                model.radius.map { words.html("Stations within \(words.distance(metres: Double($0) * 1000)) of \(about).") }
                ?? words.html("Stations near \(about).")
            lines.append("<p>\(Symbols.lens)<span>\(text) \(changed(words("Everywhere")) { $0.place = nil })</span></p>")
        }
        if let area = model.area {
            let text = words.html("Only stations published for \("<b><bdi>\(area)</bdi></b>" as HTML).")
            lines.append(
                "<p>\(Symbols.lens)<span>\(text) \(changed(words("Everywhere")) { ($0.suburb, $0.region) = ("", "") })</span></p>")
        }
        return lines.isEmpty ? nil : #"<div class="stations-where">\#(lines)</div>"#
    }

    /// An explanation of the order, if it needs one.
    private func explanation(_ model: StationsModel) -> HTML? {
        let wanted = model.query.order ?? model.settings.order ?? .price
        if wanted != model.list.order {
            let reason =
                wanted == .worth
                ? words("Sorted by price. Share your position to see what is worth the drive.")
                : words("Sorted by price. Choose a place to sort by distance.")
            return "<p class=\"stations-order-note\">\(reason)</p>"
        }
        guard model.list.order == .worth, let nearest = model.list.nearest else {
            guard model.list.order == .distance, model.place.here == nil, let name = model.place.middleName else { return nil }
            return #"<p class="stations-order-note">\#(words("Sorted by distance from the centre of \(name)."))</p>"#
        }
        let drive = WorthTheDrive(model.settings)
        let car = words("\(words.number(drive.litres)) litres, \(words.number(drive.consumption)) L/100 km")
        let (name, factor): (HTML, String) = ("<bdi>\(nearest.station.name)</bdi>", words.number(WorthTheDrive.roadFactor))
        let compared = words.html(
            """
            Savings compared with the nearest station, \(name), on a fill of \(car), including the return trip. \
            Roads are taken as \(factor) times the straight line.
            """)
        return """
            <p class="stations-order-note">\
            \(compared) \
            <a href="\(StationPaths(model.board.name).settings)" data-sheet="page">\(words("Your car"))</a></p>
            """
    }

    /// The number of stations, and the unit of their prices.
    private func summary(_ model: StationsModel) -> HTML {
        let list = model.list
        let isPart = list.found < list.total
        let all = words("\(list.total) stations")
        let text = isPart ? words("\(words.number(list.found)) of \(list.total) stations") : all
        let amounts = StationAmounts(model.plan, model.fuel, words)
        return """
            <p class="stations-count"><output class="figures" data-count data-all="\(text)" \
            data-found="\(words("\("{found}") of \(list.total) stations"))">\(text)</output> \
            <span class="station-unit">\(amounts.unit)</span></p>
            """
    }

    private func empty(_ model: StationsModel) -> HTML {
        let list = model.list
        func link(_ label: String, _ change: (inout StationsQuery) -> Void) -> HTML {
            #"<p><a href="\#(model.query.with(change).address(of: model.board.name))">\#(label)</a></p>"#
        }
        guard list.total > 0 else {
            if model.status.updated == nil, !model.status.isRunning {
                return EmptyState.html(words("No rows yet. Tap “Check now” to read the source."))
            }
            return model.status.isRunning
                ? "" : EmptyState.html(words("No station here sells \(model.fuel.label)."))
        }
        if model.query.onlyFavourites, model.settings.favourites.isEmpty {
            return EmptyState.html(
                words("No favourites yet. Tap the star beside a station to add it."),
                way: link(words("Show all")) { $0.onlyFavourites = false })
        }
        if let radius = model.radius, let nearest = list.nearestMetres, nearest > Double(radius) * 1000 {
            let text = words(
                """
                No stations within \(words.distance(metres: Double(radius) * 1000)). The nearest is \(words.distance(metres: nearest)) \
                away.
                """
            )
            return EmptyState.html(text, way: link(words("Any distance")) { $0.radius = 0 })
        }
        let clear = link(words("Show all")) { query in
            (query.brand, query.search, query.onlyFavourites, query.radius) = (nil, "", false, 0)
        }
        return EmptyState.html(words("No stations match."), way: clear)
    }

    private func pager(_ model: StationsModel) -> HTML {
        let list = model.list
        let pager = Pager(from: list.from, count: list.rows.count, found: list.found, previous: list.previous, next: list.next)
        return pager.html(words) { from in
            let address = model.query.with { $0.from = from }.address(of: model.board.name)
            return "\(address)#stations"
        } ?? ""
    }

    private func source(_ model: StationsModel, _ paths: BoardPaths) -> HTML {
        var more: [HTML] = []
        if !model.attributions.isEmpty {
            more.append(FactList.fact(words("Places from"), "\(model.attributions.joined(separator: "; "))"))
        }
        let links: [HTML] = [
            #"<a href="\#(BoardPaths(model.board.name).api("stations"))?fuel=\#(model.fuel.name)">\#(words("JSON"))</a>"#,
            #"<a href="\#(paths.changes)">\#(words("All changes"))</a>"#,
        ]
        let limit = model.isCut ? StationList.limit : nil
        return SourceDetails(source: model.source, shownLimit: limit, paths: paths, more: more, links: links).html(values)
    }
}
