import Foundation
import Localisation
import Records

/// `/queue/<name>/settings`: forms for the hours and the capacity; the addresses of guests, display and kiosk, with the code to hang up.
struct QueueSettingsView {
    let reader: Reader
    let model: QueueSettingsModel
    private var words: Words { reader.words }
    private var paths: StaffPaths { StaffPaths(model.plan.name) }

    func page(assets: String) -> HTML {
        PageShell(title: words("\(model.plan.label): settings"), assets: assets, reader: reader).page(
            """
            <div class="account queue-settings"><header><p class="detail-way"><a href="\(paths.console)">\(words("Console"))</a></p>\
            <h1>\(words("Settings"))</h1><p class="lead"><bdi>\(model.plan.label)</bdi></p></header>
            \(FormView.problem(model.problem))\(model.isDone ? FormView.done(words("Saved.")) : nil)\
            \(hours)\(capacity)\(entrance)\(kiosk)</div>
            """)
    }

    private func section(_ name: String, _ title: String, _ content: HTML) -> HTML {
        """
        <section class="account-section" aria-labelledby="\(name)-title"><h2 id="\(name)-title">\(title)</h2>\(content)</section>

        """
    }

    private var hours: HTML {
        let fields = zip(OpeningHours.dayNames, model.hours).enumerated().map { place, day -> HTML in
            """
            <label class="hours-day"><span>\(words.weekday(place))</span><input class="field-input" name="hours-\(day.0)" value="\(day.1)" \
            maxlength="200" autocomplete="off" spellcheck="false" dir="ltr" placeholder="\(model.state.hours == nil ? "" : words("closed", sense: "day"))"></label>
            """
        }
        let note =
            model.state.hours == nil
            ? words("There are no hours: the queue is open until staff close it.")
            : words("The queue opens and closes by itself, in the time of \(model.plan.zone.identifier).")
        let declared: HTML? =
            model.state.hours == model.plan.hours
            ? nil
            : """
            <form method="post" action="\(paths.settings)">\(reader.formField)\(FormView.hidden("set", "declared-hours"))\
            <button class="quiet-button" type="submit">\(words("As the board declares them"))</button></form>
            """
        return section(
            "hours", words("Hours"),
            """
            <p class="section-note">\(note) <span class="hours-example">\(words("For example: 08:30-12:00, 13:00-17:00"))</span></p>\
            \(FormView.form(paths.settings, reader, button: words("Save"), label: words("Save the hours"), "\(FormView.hidden("set", "hours"))<div class=\"hours-days\">\(fields)</div>"))\(declared)
            """)
    }

    private var capacity: HTML {
        let field: HTML = """
            <div class="form-field"><label class="field-label" for="capacity">\(words("How many may wait at once"))</label>\
            <p class="field-hint" id="capacity-hint">\(words("Empty: as many as come."))</p>\
            <input class="field-input" id="capacity" name="capacity" type="number" min="1" max="1000000" value="\(model.state.capacity.map { "\($0)" } ?? "")" \
            aria-describedby="capacity-hint"></div>
            """
        return section(
            "capacity", words("Capacity"),
            FormView.form(
                paths.settings, reader, button: words("Save"), label: words("Save the capacity"),
                "\(FormView.hidden("set", "capacity"))\(field)"))
    }

    private var entrance: HTML {
        section(
            "entrance", words("At the entrance"),
            """
            <div class="entrance"><img src="\(paths.code)" width="176" height="176" alt="\(words("Code that leads to the guest page"))">\
            <div><p class="section-note">\(words("Guests take a number on their own phone: by this code, or at the address below it."))</p>\
            \(address(words("Guest page"), paths.guests))\(address(words("Display"), paths.display))</div></div>
            """)
    }

    private var kiosk: HTML {
        section(
            "kiosk", words("Kiosk"),
            """
            <p class="section-note">\(words("A tablet at the door gives numbers to those who have no phone, also while it has lost the network."))</p>\
            \(model.kiosks.isEmpty ? nil : "<ul class=\"ledger\">\(model.kiosks.map(row))</ul>" as HTML)\
            \(FormView.form(paths.kiosk, reader, button: words("Enrol a kiosk"), FormField(
                name: "name", label: words("What the kiosk is called"), hint: words("For the list of what was done: “entrance”."),
                longest: QueueKiosk.nameLimit).html))
            """)
    }

    private func row(_ kiosk: QueueKiosk) -> HTML {
        let form = FormView.form(
            paths.settings, reader, button: words("Take away"), isQuiet: true, label: words("Take away the kiosk \(kiosk.name)"),
            "\(FormView.hidden("set", "away"))\(FormView.hidden("kiosk", "\(kiosk.id)"))")
        return """
            <li class="ledger-row"><div><strong><bdi>\(kiosk.name)</bdi></strong>\
            <p class="ledger-note">\(words.html("enrolled \(ValueView(words).time(kiosk.since))"))</p></div>\(form)</li>

            """
    }

    private func address(_ name: String, _ path: String) -> HTML {
        "<p class=\"entrance-address\"><a href=\"\(path)\">\(name)</a> <code class=\"secret\" dir=\"ltr\" tabindex=\"0\">\(model.origin + path)</code></p>"
    }
}
