import Foundation
import Localisation
import Records
import Serving

/// `/queue/<name>/settings`: forms for the names, the services (`QueueServicesView`), the hours and the capacity; the addresses of guest
/// page, display and kiosk, with the QR code to print.
struct QueueSettingsView {
    let reader: Reader
    let model: QueueSettingsModel
    private var words: Words { reader.words }
    private var paths: StaffPaths { StaffPaths(model.plan.name) }

    func page(assets: String) -> HTML {
        PageShell(title: words("\(model.plan.label): settings"), assets: assets, kind: .staff, reader: reader).page(
            """
            <div class="account queue-settings">\(PageHeading.html(
                markup: "\(words("Settings"))", back: BackLink.html(words("Console"), to: paths.console),
                lead: "<bdi>\(model.plan.label)</bdi>"))
            \(names)\(section(.services, words("What guests can choose"), QueueServicesView(reader: reader, model: model).html))\
            \(hours)\(capacity)\(entrance)\(kiosk)</div>
            """)
    }

    private func section(_ part: QueueSettingsModel.Part, _ title: String, _ content: HTML) -> HTML {
        let said: HTML? = model.part == part ? FormView.problem(model.problem) : model.done == part ? FormView.done(words("Saved.")) : nil
        return section(part.rawValue, title, "\(said)\(content)")
    }

    /// The target of a section's form: the response is shown at the section.
    private func action(_ part: QueueSettingsModel.Part) -> String { "\(paths.settings)#\(part.rawValue)-title" }

    private func section(_ name: String, _ title: String, _ content: HTML) -> HTML {
        PageSection.html(title, id: "\(name)-title", content)
    }

    private var names: HTML {
        let fields = [
            FormField(
                name: "label", label: words("Queue name"), value: model.label, problem: model.problems["label"],
                longest: QueueNaming.labelLimit),
            FormField(
                name: "prefix", label: words("Letters before numbers"), value: model.prefix,
                hint: words("Up to 3. With “A”, numbers are A1, A2 and so on."), problem: model.problems["prefix"], longest: 3,
                isRequired: false),
        ].map(\.html)
        let isDeclared = model.plan.label == model.declared.label && model.plan.prefix == model.declared.prefix
        let declared: HTML? =
            isDeclared
            ? nil
            : ButtonForm.html(
                words("Reset to default"), to: paths.settings, reader.formField, FormView.hidden("set", "declared-names"),
                about: words("Name and letters as in the board file"))
        let form = FormView.form(
            action(.names), reader, button: words("Save"), label: words("Save the name and letters"),
            "\(FormView.hidden("set", "names"))\(fields)")
        return section(.names, words("Name and numbers"), "\(form)\(declared)")
    }

    private var hours: HTML {
        let fields = zip(OpeningHours.dayNames, model.hours).enumerated().map { place, day -> HTML in
            let name = QueueSettingsModel.field(ofHours: day.0)
            let problem = model.problems[name]
            return """
                <div class="hours-day"><label for="\(name)">\(words.weekday(place))</label>\
                <input class="field-input" id="\(name)" name="\(name)" \
                value="\(day.1)" maxlength="\(QueueSettingsModel.hoursLength)" autocomplete="off" spellcheck="false" dir="ltr" \
                placeholder="\(model.state.hours == nil ? "" : words("closed", sense: "day"))"\
                \(problem == nil ? nil : #" aria-invalid="true" aria-describedby="\#(name)-problem""# as HTML?)>\
                \(FormView.fieldProblem(problem, of: name))</div>
                """
        }
        let note =
            model.state.hours == nil
            ? words("No hours set: the queue is open until staff close it.")
            : words("The queue opens and closes by itself, in the time zone \(model.plan.zone.identifier).")
        var zone = FormField(name: "zone", label: words("Time zone"), value: model.zone, problem: model.problems["zone"], longest: 64)
        zone.hint = model.plan.hasZone ? nil : words("Not chosen yet: the queue uses the server’s, \(model.plan.zone.identifier).")
        (zone.isRequired, zone.suggestions) = (false, ZoneChoices.all)
        let declared: HTML? =
            model.state.hours == model.plan.hours
            ? nil
            : ButtonForm.html(
                words("Reset to default"), to: paths.settings, reader.formField, FormView.hidden("set", "declared-hours"))
        let form = FormView.form(
            action(.hours), reader, button: words("Save"), label: words("Save the hours"),
            #"\#(FormView.hidden("set", "hours"))<div class="hours-days">\#(fields)</div>\#(zone.html)"#)
        return section(
            .hours, words("Hours"),
            """
            <p class="section-note">\(note) <span class="hours-example">\(words("For example: 08:30-12:00, 13:00-17:00"))</span> \
            \(words("Leave all days empty for no hours."))</p>\(form)\(declared)
            """)
    }

    private var capacity: HTML {
        let problem = model.problems["capacity"]
        let field: HTML = """
            <div class="form-field"><label class="field-label" for="capacity">\(words("Maximum number waiting"))</label>\
            <p class="field-hint" id="capacity-hint">\(words("Leave empty for no limit."))</p>\
            <input class="field-input" id="capacity" name="capacity" type="number" min="1" max="1000000" value="\(model.capacity)" \
            aria-describedby="capacity-hint\(problem == nil ? "" : " capacity-problem")"\
            \(problem == nil ? nil : #" aria-invalid="true""# as HTML?)>\
            \(FormView.fieldProblem(problem, of: "capacity"))</div>
            """
        return section(
            .capacity, words("Capacity"),
            FormView.form(
                action(.capacity), reader, button: words("Save"), label: words("Save the capacity"),
                "\(FormView.hidden("set", "capacity"))\(field)"))
    }

    private var entrance: HTML {
        section(
            "entrance", words("At the entrance"),
            """
            <div class="entrance"><img src="\(paths.code)" width="176" height="176" alt="\(words("QR code of the guest page"))">\
            <div><p class="section-note">\(words("Guests scan this code or open the address to take a number on their phone."))</p>\
            \(address(words("Guest page"), paths.guests))\(address(words("Display"), paths.display))</div></div>\
            \(LocalAddressNote(reader).html(for: model.origin))
            """)
    }

    private var kiosk: HTML {
        section(
            .kiosk, words("Kiosk"),
            """
            <p class="section-note">\(words("A tablet at the door gives out numbers to people without a phone, even offline."))</p>\
            \(model.kiosks.isEmpty ? nil : #"<ul class="ledger">\#(model.kiosks.map(row))</ul>"# as HTML)\
            \(FormView.form(paths.kiosk, reader, button: words("Add a kiosk"), FormField(
                name: "name", label: words("Kiosk name"), hint: words("Shown in the audit trail, for example “entrance”."),
                longest: QueueKiosk.nameLimit).html))
            """)
    }

    private func row(_ kiosk: QueueKiosk) -> HTML {
        let form = FormView.form(
            paths.settings, reader, button: words("Remove"), isQuiet: true, isHarsh: true, label: words("Remove kiosk \(kiosk.name)"),
            "\(FormView.hidden("set", "away"))\(FormView.hidden("kiosk", "\(kiosk.id)"))")
        return """
            <li class="ledger-row"><div><strong><bdi>\(kiosk.name)</bdi></strong>\
            <p class="ledger-note">\(words.html("added \(ValueView(words).time(kiosk.since))"))</p></div>\(form)</li>

            """
    }

    private func address(_ name: String, _ path: String) -> HTML {
        """
        <p class="entrance-address"><a href="\(path)">\(name)</a> \
        <code class="secret" dir="ltr" tabindex="0">\(model.origin + path)</code>\(CopyButton.html(words))</p>
        """
    }
}
