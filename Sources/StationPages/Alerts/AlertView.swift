import BoardPages
import Boards
import Following
import Localisation
import Records
import Serving
import Watching

/// The data of a price alert's form.
struct AlertModel: Sendable {
    /// In the reader's language.
    var board: Board
    var plan: StationPlan
    /// nil for a new alert.
    var alert: PriceAlert?
    var form: AlertForm
    /// Current prices at the alert's stations, cheapest first.
    var quotes: [PriceQuote]
    /// The number of the alert's stations with a price that don't count, because they sell to members only.
    var leftOutCount: Int
    /// The region or suburb that the source is queried for; nil: all stations of the source.
    var area: String?
    /// The number of the person's favourites.
    var favourites: Int
    /// Places to choose from: the person's saved places, and the known suburbs.
    var saved: [String]
    var suburbs: [String]
    var channels: [ChannelChoice]

    var action: String { alert.map { AlertPaths.alert($0.id) } ?? AlertPaths.new(on: board.name) }
}

/// The form of a price alert: fuel, condition, stations, and channels.
struct AlertView {
    let reader: Reader
    let model: AlertModel
    private var words: Words { reader.words }
    private var form: AlertForm { model.form }
    private var writer: PriceWriter { PriceWriter(model.board, fuel: form.fuel, words) }

    func page(assets: String) -> HTML {
        let title = model.alert == nil ? words("Price alert") : words("Edit price alert")
        let isNew = model.alert == nil
        let telling = TellingFields(ways: form.ways, choices: model.channels, words: words)
        let muted: HTML? =
            isNew
            ? nil
            : """
            <label class="choice"><input type="checkbox" name="muted"\(form.isMuted ? " checked" : nil as HTML?)>\
            <span>\(words("Muted"))<small>\(words("Muted. These notices are dropped, not delayed."))</small></span></label>
            """
        return PageShell(title: title, assets: assets, kind: .watches, reader: reader).page(
            """
            <div class="watch-page alert-page">
            \(PageHeading.html(title, back: BackLink.html(model.board.title, to: BoardPaths(model.board.name).page)))
            <form class="watch-form" method="post" action="\(model.action)" novalidate>\(reader.formField)
            \(refusal)\(fuels)\(when)\(which)\(now)
            <section class="watch-told watch-how" aria-labelledby="watch-told-title"><h2 id="watch-told-title">\(words("Channels"))</h2>
            \(telling.channels)\(telling.quietHours)\(muted)
            <div class="watch-actions"><button class="button" type="submit">\(WatchSymbols.bell)<span>\
            \(isNew ? words("Tell me") : words("Save"))</span></button>\
            <a class="quiet-link" href="\(isNew ? BoardPaths(model.board.name).page : AlertPaths.list)">\(words("Cancel"))</a></div>\
            </section>
            </form>
            \(model.alert.map { AlertCards.removal(of: $0.id, reader.formField, words) })
            </div>
            """)
    }

    private var refusal: HTML? {
        form.problems.isEmpty && !form.ways.hasWrongQuietHours
            ? nil : FieldProblem.html(words("Not saved yet. Check the marked fields."))
    }

    private var fuels: HTML {
        let fuels = model.plan.fuels.map { fuel -> HTML in
            Chips.choice(fuel.label, name: "fuel", value: fuel.name, isChosen: fuel.name == (form.fuel ?? model.plan.fuels[0].name))
        }
        return Chips.choices(words("Fuel"), fuels)
    }

    // MARK: Condition

    private var when: HTML {
        var choices = [
            choice(
                .below, words("The price is at or below"),
                amount(.price, form.price, words("Price, in \(writer.unit)"), example: model.quotes.first?.price)),
            choice(.cheapest, words("The cheapest station or its price changes"), nil),
        ]
        // Only a source with prices by day publishes tomorrow's.
        if model.plan.day != nil {
            let example = model.plan.unit == .cents ? 5 : 0.05
            choices.append(
                choice(
                    .tomorrow, words("Tomorrow’s prices rise or fall by at least"),
                    amount(.step, form.step, words("By how much, in \(writer.unit)"), example: example)))
        }
        choices.append(
            choice(
                .daily, words("Every day, at any price"),
                """
                <p class="alert-value"><label class="unseen" for="alert-daily-at">\(words("Time of day"))</label>\
                <span aria-hidden="true">\(words("at", sense: "a time of day"))</span>\
                <input class="field-input" id="alert-daily-at" name="daily-at" type="time" value="\(form.dailyAt)"\
                \(mark(.time))></p>\
                \(problem(.time))
                """))
        return #"<fieldset class="alert-choices"><legend>\#(words("Tell me when"))</legend>\#(choices)</fieldset>"#
    }

    private func choice(_ when: AlertForm.When, _ label: String, _ more: HTML?) -> HTML {
        choice("when", when.rawValue, isChosen: form.when == when, label, more)
    }

    private func choice(_ name: String, _ value: String, isChosen: Bool, _ label: String, _ more: HTML?) -> HTML {
        """
        <div class="alert-choice"><label class="choice">\
        <input type="radio" name="\(name)" value="\(value)"\(isChosen ? " checked" : nil as HTML?)>\
        <span>\(label)</span></label>\(more.map { #"<div class="alert-more">\#($0)</div>"# } as HTML?)</div>
        """
    }

    private func amount(_ place: Place, _ value: String, _ label: String, example: Double?) -> HTML {
        let name = place.rawValue
        return """
            <p class="alert-value"><label class="unseen" for="alert-\(name)">\(label)</label>\
            <input class="field-input figures" id="alert-\(name)" name="\(name)" inputmode="decimal" value="\(value)" maxlength="10" \
            autocomplete="off"\
            \(example.map { #" placeholder="\#(words.number($0))""# } as HTML?)\(mark(place))>\
            <span aria-hidden="true">\(writer.unit)</span></p>\(problem(place))
            """
    }

    // MARK: Stations

    private var which: HTML {
        var choices: [HTML] = []
        func add(_ which: AlertForm.Which, _ label: String, _ more: HTML? = nil) {
            choices.append(choice("which", which.rawValue, isChosen: form.which == which, label, more))
        }
        if let station = form.station {
            add(
                .station, station.name,
                "\(FormView.hidden("station", station.code))\(FormView.hidden("station-name", station.name))")
        }
        add(.around, words("Around a place"), around)
        add(.favourites, words("Your favourites: \(words.number(model.favourites))"))
        add(.everywhere, words("All stations"))
        let area: HTML? = model.area.map { area in
            """
            <p class="field-hint">\(words.html("Only stations published for \("<b><bdi>\(area)</bdi></b>" as HTML)."))</p>\
            \(FormView.hidden("region", form.region))\(FormView.hidden("suburb", form.suburb))
            """
        }
        return #"<fieldset class="alert-choices"><legend>\#(words("Which stations"))</legend>\#(area)\#(choices)</fieldset>"#
    }

    private var around: HTML {
        let radii = Set(AlertForm.radii + [form.radius]).filter(PriceAlert.Limits.kilometres.contains).sorted()
        let options = radii.map { radius -> HTML in
            let label = words("within \(words.distance(metres: Double(radius) * 1000))")
            return #"<option value="\#(String(radius))"\#(radius == form.radius ? " selected" : nil as HTML?)>\#(label)</option>"#
        }
        let names = (model.saved + model.suburbs).map { #"<option value="\#($0)"></option>"# as HTML }
        let known =
            form.known.map { "\(FormView.hidden("known", $0.name))\(FormView.hidden("known-at", $0.position.description))" } as HTML?
        return """
            <p class="alert-value"><label class="unseen" for="alert-radius">\(words("How far"))</label>\
            <select class="field-input" id="alert-radius" name="radius">\(options)</select>\
            <label class="unseen" for="alert-place">\(words("Suburb or postcode"))</label>\
            <input class="field-input" id="alert-place" name="place" value="\(form.place)" placeholder="\(words("Suburb or postcode"))" \
            list="alert-places" maxlength="\(PriceAlert.Limits.characters)" autocomplete="off"\(mark(.place))>\
            <datalist id="alert-places">\(names)</datalist>\(known)</p>\(problem(.place))
            """
    }

    /// The current prices at the alert's stations.
    private var now: HTML? {
        let leftOut: HTML? =
            model.leftOutCount > 0 ? "\(words("Members only, not counted: \(words.number(model.leftOutCount))"))" : nil
        guard let first = model.quotes.first else { return leftOut.map { #"<p class="alert-now"><small>\#($0)</small></p>"# } }
        let found = model.quotes.count
        let counted: HTML = "\(words("Stations with a price now: \(words.number(found))"))"
        return """
            <p class="alert-now"><span>\(words("Cheapest there now"))</span> <strong><bdi>\(writer.line(first))</bdi></strong> <small>\
            \([counted, leftOut].compactMap { $0 }.joined(by: " · "))</small></p>
            """
    }

    // MARK: Problems

    private enum Place: String { case price, step, time, place }

    private func problem(_ place: Place) -> HTML { TellingFields.problem(sentence(at: place), id: "alert-\(place.rawValue)-problem") }

    /// The attributes of a field that say whether its content is wrong, and where the reason is.
    private func mark(_ place: Place) -> HTML {
        let isWrong = sentence(at: place) != nil
        return #" aria-describedby="alert-\#(place.rawValue)-problem"\#(isWrong ? #" aria-invalid="true""# : nil as HTML?)"#
    }

    private func sentence(at place: Place) -> String? { form.problems.lazy.compactMap { sentence(of: $0, at: place) }.first }

    /// nil: the problem is elsewhere.
    private func sentence(of problem: AlertForm.Problem, at place: Place) -> String? {
        switch (place, problem) {
        case (.price, .price): words("Enter a price, like \(words.number(model.plan.unit == .cents ? 149.9 : 1.499)).")
        case (.step, .step): words("Enter an amount, like \(words.number(model.plan.unit == .cents ? 5 : 0.05)).")
        case (.time, .time): words("Enter a time of day, like \("07:00").")
        case (.place, .place): words("Enter a suburb or postcode.")
        case (.place, .unknown(let alike)):
            alike.isEmpty
                ? words("Tidings doesn’t know the suburb or postcode “\(form.place)”.")
                : words("Tidings doesn’t know “\(form.place)”. Did you mean one of these? \(words.list(anyOf: alike))")
        default: nil
        }
    }
}
