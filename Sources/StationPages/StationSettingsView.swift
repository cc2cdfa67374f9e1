import BoardPages
import Boards
import Localisation
import Records
import Serving

/// The forms of a person's settings for a board of stations: fuel, area and order, car, discounts, places.
struct StationSettingsView {
    let reader: Reader
    let board: Board
    let plan: StationPlan
    let settings: StationSettings
    /// Brands that a discount can be set for.
    let brands: [String]
    let regions: [(value: String, label: String)]
    let problem: String?
    let done: Bool
    private var words: Words { reader.words }
    private var paths: StationPaths { StationPaths(board.name) }

    func page(assets: String) -> HTML {
        let title = words("Settings for \(board.title)")
        let fields: HTML = "\(fuels)\(area)\(order)\(member)\(car)\(discounts)"
        return PageShell(title: title, assets: assets, kind: .stations, reader: reader).page(
            """
            <div class="detail-page station-settings">\(BackLink.html(board.title, to: BoardPaths(board.name).page))
            <h1>\(title)</h1>
            <p class="field-hint">\
            \(reader.person == nil ? words("Saved in a cookie in this browser only.") : words("Saved with your account."))</p>
            \(FormView.problem(problem))\(FormView.done(done ? words("Saved.") : nil))
            \(FormView.form(paths.settings, reader, button: words("Save"), fields))
            \(places)
            \(forgetting)
            </div>
            """)
    }

    private var fuels: HTML {
        let fuels = plan.fuels.map { fuel -> HTML in
            Chips.choice(fuel.label, name: "fuel", value: fuel.name, isChosen: fuel.name == (settings.fuel ?? plan.fuels[0].name))
        }
        return Chips.choices(words("Fuel"), fuels)
    }

    private var area: HTML {
        let chosen = settings.region != nil ? "region" : settings.suburb != nil ? "suburb" : "all"
        func choice(_ value: String, _ label: String, _ more: HTML? = nil) -> HTML {
            """
            <div class="station-area"><label class="radio">\
            <input type="radio" name="area" value="\(value)"\(value == chosen ? " checked" : "" as HTML)>\
            <span>\(label)</span></label>\(more)</div>
            """
        }
        var choices = [choice("all", words("All stations"))]
        // Visitors' texts aren't sent to the source.
        if plan.suburbParameter != nil, reader.person != nil {
            choices.append(
                choice(
                    "suburb", words("A suburb and nearby"),
                    """
                    <input class="field-input" name="suburb" value="\(settings.suburb ?? "")" aria-label="\(words("Suburb"))" \
                    maxlength="\(StationSettings.Limits.characters)" autocomplete="off">
                    """))
        }
        if !regions.isEmpty {
            let options = regions.map {
                #"<option value="\#($0.value)"\#($0.value == settings.region ? " selected" : "" as HTML)>\#($0.label)</option>"# as HTML
            }
            choices.append(
                choice(
                    "region", words("Region"),
                    #"<select class="field-input" name="region" aria-label="\#(words("Region"))">\#(options)</select>"#))
        }
        let radii =
            [FormChoiceOption("", words("automatic")), FormChoiceOption("0", words("Any distance"))]
            + StationsAsk.radii.map { FormChoiceOption(String($0), words("within \(words.distance(metres: Double($0) * 1000))")) }
        let radius = FormChoice(
            name: "radius", label: words("Distance from me"), options: radii.map { ($0.value, $0.label) },
            chosen: settings.radius.map(String.init) ?? "")
        let asked: HTML =
            choices.count == 1
            ? ""
            : #"<fieldset class="station-areas"><legend class="field-label">\#(words("Which stations"))</legend>\#(choices)</fieldset>"#
        return "\(asked)\(radius.html)"
    }

    private struct FormChoiceOption {
        let value: String
        let label: String

        init(_ value: String, _ label: String) { (self.value, self.label) = (value, label) }
    }

    private var order: HTML {
        FormChoice(
            name: "order", label: words("Order"),
            options: [("price", words("Price")), ("distance", words("Distance")), ("worth", words("Worth the drive"))],
            chosen: (settings.order ?? .price).rawValue
        ).html
    }

    private var car: HTML {
        """
        <fieldset class="station-car"><legend class="field-label">\(words("Your car"))</legend>\
        <p class="field-hint">\(words("Used to judge whether a cheaper station is worth the drive."))</p>\
        \(number("tank", words("Litres per fill"), settings.tank, standard: WorthTheDrive.standard.litres))\
        \(number("consumption", words("Litres per 100 km"), settings.consumption, standard: WorthTheDrive.standard.consumption))</fieldset>
        """
    }

    private var member: HTML {
        Checkbox.html(
            words("I’m a member: members-only stations can be the cheapest"), name: "member", isTicked: settings.isMember == true)
    }

    private var discounts: HTML {
        guard !brands.isEmpty else { return "" }
        let fields = brands.map { brand in
            number("discount-\(brand)", brand, settings.discounts.first { $0.brand.folded == brand.folded }?.cents)
        }
        let isOpen: HTML? = settings.discounts.isEmpty ? nil : " open"
        return """
            <details class="station-discounts"\(isOpen)><summary>\(words("Discounts"))</summary>\
            <p class="field-hint">\(words("Your discount per brand, in hundredths of \(plan.currency) per litre. Prices include it."))</p>\
            <div class="station-discount-fields">\(fields)</div></details>
            """
    }

    private func number(_ name: String, _ label: String, _ value: Double?, standard: Double? = nil) -> HTML {
        let hint = standard.map { #" placeholder="\#(words.number($0))""# } as HTML?
        return """
            <label class="station-number"><span>\(label)</span><input class="field-input" name="\(name)" inputmode="decimal" \
            value="\(value.map { Value.number($0).text } ?? "")"\(hint) maxlength="8" autocomplete="off"></label>
            """
    }

    private var places: HTML {
        let kept = settings.places.map { place -> HTML in
            """
            <li><bdi>\(place.name)</bdi> <span class="field-hint"><bdi>\(place.position.map { words.position($0) } ?? "")</bdi></span>\
            <form method="post" action="\(paths.places)">\(reader.formField)\(FormView.hidden("remove", place.name))\
            <button class="quiet-button is-harsh" type="submit" aria-label="\(words("Remove \(place.name)"))">\(words("Remove"))</button>\
            </form></li>
            """
        }
        let list: HTML? = kept.isEmpty ? nil : #"<ul class="station-places">\#(kept)</ul>"#
        let form: HTML =
            """
            <label class="station-number"><span>\(words("Name"))</span>\
            <input class="field-input" name="name" placeholder="\(words("Home"))" \
            maxlength="\(StationSettings.Limits.characters)" autocomplete="off" required></label>\
            <label class="station-number"><span>\(words("Suburb or postcode"))</span><input class="field-input" id="place-where" \
            name="where" \
            maxlength="\(StationSettings.Limits.characters)" autocomplete="off" required></label>\
            \(StationsAsk.position(words, into: "place-where"))
            """
        let isFull = settings.places.count >= StationSettings.Limits.places
        let adding = isFull ? nil : FormView.form(paths.places, reader, button: words("Add place"), isQuiet: true, form)
        return """
            <section class="station-saved"><h2>\(words("Your places"))</h2>\
            <p class="field-hint">\
            \(words("Distances start from the first place unless you share your position. Tidings keeps positions to about 100 metres."))\
            </p>\
            \(list)\
            \(adding)</section>
            """
    }

    private var forgetting: HTML {
        """
        <form class="station-forget" method="post" action="\(paths.settings)">\(reader.formField)\(FormView.hidden("forget", "yes"))\
        <button class="quiet-button is-harsh" type="submit">\(words("Forget these settings"))</button></form>
        """
    }
}
