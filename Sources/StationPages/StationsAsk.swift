import BoardPages
import Boards
import Following
import Localisation
import Records
import Serving

/// The controls of a station board's page: fuel, place, filters and order. They are GET forms and links.
struct StationsAsk {
    private let model: StationsModel
    private let reader: Reader
    private var words: Words { reader.words }
    private var page: String { BoardPaths(model.board.name).page }

    static let radii = [2, 5, 10, 20, 50, 100]

    init(_ model: StationsModel, _ reader: Reader) {
        self.model = model
        self.reader = reader
    }

    /// One row with the position and the current choices; each opens its form below the row.
    var html: HTML {
        """
        <div class="stations-controls">\(Self.position(words))\(fuels)\(place)\(more)</div>
        <div data-part="problem">\(model.place.problem.map(problem))</div>
        """
    }

    /// A choice in the row. Only one of them can be open.
    private func control(_ name: String, _ label: String?, chosen: HTML, isOpen: Bool, _ form: HTML) -> HTML {
        let label = label.map { #"<span class="unseen">\#($0) </span>"# } as HTML?
        return """
            <details class="stations-control" id="stations-\(name)" name="stations-control"\(isOpen ? " open" : nil as HTML?)>\
            <summary>\(label)<span class="stations-chosen">\(chosen)</span></summary>\(form)</details>
            """
    }

    private var fuels: HTML {
        let fuels = model.plan.fuels.map { fuel -> HTML in
            Chips.choice(fuel.label, name: "fuel", value: fuel.name, isChosen: fuel.name == model.fuel.name)
        }
        return control(
            "fuel", words("Fuel"), chosen: "\(model.fuel.label)", isOpen: false,
            """
            <station-ask><form class="stations-ask" method="get" action="\(page)">
            \(Chips.choices(words("Fuel"), isLegendUnseen: true, fuels))\
            \(hidden(["near", "place", "suburb", "region", "order", "brand", "radius", "favourites"]))\
            <button class="quiet-button" type="submit">\(words("Show"))</button></form></station-ask>
            """)
    }

    private var place: HTML {
        let typed = if case .saved(let name)? = model.place.origin { name } else { model.query.place ?? "" }
        let isUnknown = if case .unknown? = model.place.problem { true } else { false }
        let suburbs = model.suburbs.map { #"<option value="\#($0)"></option>"# as HTML }
        return control(
            "where", words("Suburb or postcode"), chosen: chosenPlace, isOpen: isUnknown,
            """
            <station-ask><form class="stations-place" method="get" action="\(page)" role="search">\
            <label class="unseen" for="stations-place">\(words("Suburb or postcode"))</label>\
            <div class="stations-place-row"><input class="field-input" id="stations-place" name="place" value="\(typed)" \
            placeholder="\(words("Suburb or postcode"))" \
            list="stations-suburbs"\(isUnknown ? #" aria-invalid="true" aria-describedby="stations-problem""# : nil as HTML?) \
            maxlength="\(StationSettings.Limits.characters)" autocomplete="off" spellcheck="false" enterkeyhint="search">\
            <button class="button" type="submit">\(words("Show"))</button></div>\
            <datalist id="stations-suburbs" data-part="suburbs">\(suburbs)</datalist>\
            \(hidden(["fuel", "near", "suburb", "region", "order", "brand", "radius", "favourites"]))</form></station-ask>\(saved)
            """)
    }

    /// The list's area, in a word or two.
    private var chosenPlace: HTML {
        let place = model.place
        if let name = place.middleName ?? model.area { return "<bdi>\(name)</bdi>" }
        return switch place.origin {
        case .saved(let name): "<bdi>\(name)</bdi>"
        case .position: place.suburb.map { "<bdi>\($0)</bdi>" } ?? "\(words("Your position"))"
        case nil: "\(words("Everywhere"))"
        }
    }

    /// The problem with an input, shown next to it.
    private func problem(_ problem: StationWhere.Problem) -> HTML {
        let text: HTML
        func meant(_ names: [String], _ change: (inout StationsQuery, String) -> Void) -> HTML? {
            let links = names.map { name -> HTML in
                #"<a href="\#(model.query.with { change(&$0, name) }.address(of: model.board.name))"><bdi>\#(name)</bdi></a>"#
            }
            return links.isEmpty ? nil : " \(words("Did you mean:")) \(links.joined(by: ", "))"
        }
        switch problem {
        case .unknown(let name, let alike):
            let said = words.html("Tidings doesn’t know the suburb or postcode “\("<bdi>\(name)</bdi>" as HTML)”.")
            text = "\(said)\(meant(alike) { $0.place = $1 })"
        case .unknownSuburb(let name, let alike):
            let said = words.html("Tidings doesn’t know the suburb “\("<bdi>\(name)</bdi>" as HTML)”, so it shows all stations.")
            text = "\(said)\(meant(alike) { $0.suburb = $1 })"
        case .notForStrangers(let choice): text = "\(words("Sign in to choose something new under “\(choice)”."))"
        case .unreadable: text = "\(words("Tidings can’t read the position in the address. Prices are shown without distances."))"
        case .far(let metres):
            text =
                "\(words("The nearest station is \(words.distance(metres: metres)) away, so prices are shown without distances."))"
        }
        return Callout.caution(markup: text, #" id="stations-problem" data-problem"#, isLive: true)
    }

    /// A button for a price alert on the shown stations.
    var alert: HTML? {
        guard reader.person != nil else { return nil }
        return """
            <a class="quiet-button" href="\(AlertPaths.new(on: model.board.name, asking: model.query))">\(WatchSymbols.bell)\
            <span>\(words("Tell me"))</span></a>
            """
    }

    /// The button that asks the browser for its position. Its script shows it, and shows errors below it without blocking the form.
    static func position(_ words: Words, into field: String? = nil) -> HTML {
        """
        <use-position\(field.map { #" into="\#($0)""# } as HTML?) \
        data-denied="\(words("You haven’t shared your position. Allow it in your browser’s settings, or enter a suburb or postcode."))" \
        data-unavailable="\(words("Your device can’t find its position right now. Enter a suburb or postcode instead."))" \
        data-timeout="\(words("Finding your position took too long. Try again, or enter a suburb or postcode."))" \
        data-insecure="\(words("Browsers share your position only with secure pages (https). Enter a suburb or postcode instead."))" \
        data-missing="\(words("This browser can’t find your position. Enter a suburb or postcode instead."))" \
        data-asking="\(words("Finding out where you are…"))" data-done="\(words("Your position is filled in."))">\
        <button class="quiet-button" type="button" data-locate hidden>\(StationSymbols.here)<span>\(words("Use my position"))</span>\
        </button>\
        <p class="position-said" role="status" data-said hidden></p></use-position>
        """
    }

    private var saved: HTML? {
        guard !model.settings.places.isEmpty else { return nil }
        let links = model.settings.places.map { place -> HTML in
            let address = model.query.with { ($0.place, $0.near, $0.suburb, $0.region) = (place.name, nil, nil, nil) }
            return Chips.link(
                markup: "<bdi>\(place.name)</bdi>", to: address.address(of: model.board.name),
                model.place.origin == .saved(place.name) ? .chosen : nil)
        }
        return #"<nav class="stations-saved" aria-label="\#(words("Your places"))">\#(links)</nav>"#
    }

    /// Above the list: its orders, and a switch to the map if there isn't room for both.
    var bar: HTML {
        let orders: [(StationSettings.Order, String)] = [
            (.price, words("Price")), (.distance, words("Distance")), (.worth, words("Worth the drive")),
        ]
        let chosen = model.query.order ?? model.settings.order ?? .price
        let links = orders.map { order, label -> HTML in
            let address = model.query.with { $0.order = order }.address(of: model.board.name)
            return
                """
                <a href="\(address)#stations" id="order-\(order.rawValue)"\(order == chosen ? #" aria-current="true""# : nil as HTML?)>\
                \(label)</a>
                """
        }
        return """
            <div class="stations-orders"><nav class="segments" aria-label="\(words("Order"))">\(links)</nav>\
            <button class="chip-link" type="button" data-view="map" aria-pressed="false" hidden>\(words("Map"))</button>\(favourites)</div>
            """
    }

    /// Search and filters, and the link to the settings.
    private var more: HTML {
        control(
            "more", nil, chosen: "\(Symbols.lens)<span>\(words("Search and filter"))</span>", isOpen: isNarrowed,
            """
            <station-ask><form class="stations-filter" method="get" action="\(page)#stations">\
            \(hidden(["fuel", "near", "place", "suburb", "region", "order", "favourites"]))\
            <div class="list-search"><label class="unseen" for="stations-query">\(words("Search"))</label>\(Symbols.lens)\
            <input class="field-input" id="stations-query" data-query type="search" name="q" value="\(model.query.search)" \
            placeholder="\(words("Name, brand or street"))" maxlength="200" autocomplete="off" autocapitalize="none" spellcheck="false" \
            enterkeyhint="search"></div>\
            <div class="stations-choices">\(brands)\(radii)<button class="quiet-button" type="submit" data-apply>\(words("Apply"))</button>\
            </div></form></station-ask>\
            <a class="quiet-button" href="\(StationPaths(model.board.name).settings)" data-sheet="page" id="stations-settings">\
            \(StationSymbols.settings)\
            <span>\(words("Settings"))</span></a>
            """)
    }

    private var isNarrowed: Bool {
        model.query.brand != nil || !model.query.search.isEmpty || model.query.radius != nil
    }

    private var brands: HTML {
        let brands = model.list.brands.map { brand -> HTML in
            let isChosen = model.query.brand?.folded == brand.name.folded
            return
                """
                <option value="\(brand.name)"\(isChosen ? " selected" : "" as HTML)>\(brand.name) (\(words.number(brand.count)))\
                </option>
                """
        }
        return """
            <label class="stations-choice"><span class="unseen">\(words("Brand"))</span><select class="field-input" name="brand">\
            <option value="">\(words("All brands"))</option>\(brands)</select></label>
            """
    }

    private var radii: HTML {
        let radii = Set(Self.radii + [model.radius].compactMap { $0 }).sorted().map { kilometres -> HTML in
            let label = words("within \(words.distance(metres: Double(kilometres) * 1000))")
            return #"<option value="\#(kilometres)"\#(model.radius == kilometres ? " selected" : "" as HTML)>\#(label)</option>"#
        }
        return """
            <label class="stations-choice"><span class="unseen">\(words("How far"))</span><select class="field-input" name="radius">\
            <option value="0"\(model.radius == nil ? " selected" : "" as HTML)>\(words("Any distance"))</option>\(radii)</select></label>
            """
    }

    /// A link to the list of favourites and back.
    private var favourites: HTML {
        let address = model.query.with { $0.onlyFavourites.toggle() }.address(of: model.board.name)
        return Chips.link(
            markup: "\(Symbols.star)<span>\(words("Favourites"))</span>", to: "\(address)#stations",
            model.query.onlyFavourites ? .chosen : nil, id: "stations-favourites")
    }

    /// The other parts of the query, which a form carries along.
    private func hidden(_ names: Set<String>) -> HTML {
        "\(model.query.parts.filter { names.contains($0.name) && $0.name != "from" }.map { FormView.hidden($0.name, $0.value) })"
    }
}
