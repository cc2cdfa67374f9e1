import Localisation
import Records
import Serving

/// Settings of a queue's services: a row for each service that expands to its form, and a form to add one.
struct QueueServicesView {
    let reader: Reader
    let model: QueueSettingsModel
    private var words: Words { reader.words }
    private var path: String { "\(StaffPaths(model.plan.name).settings)#services-title" }

    var html: HTML {
        let services = model.plan.services
        let list: HTML =
            services.isEmpty
            ? #"<p class="section-note">\#(words("Guests take a number without choosing. Add a service to have them choose."))</p>"#
            : #"<ul class="ledger">\#(services.enumerated().map { row($1, isFirst: $0 == 0) })</ul>"#
        return "\(list)\(services.count < QueuePlan.serviceLimit ? adding : nil)\(declared)"
    }

    private func row(_ service: QueuePlan.Service, isFirst: Bool) -> HTML {
        var facts: [String] = service.minutes.map { [words("about \(words.duration(.seconds($0 * 60)))")] } ?? []
        if service.counters != model.plan.counters { facts.append(words.list(service.counters.map { words.counter($0) })) }
        let up: HTML? = isFirst ? nil : act("raise", words("Move up"), service, label: words("Move \(service.label) up"))
        let edit = FormView.form(
            path, reader, button: words("Save"), label: words("Save \(service.label)"),
            "\(FormView.hidden("set", "service"))\(FormView.hidden("service", service.name))\(fields(service))")
        return """
            <li class="ledger-row"><div><strong><bdi>\(service.label)</bdi></strong>\
            \(facts.isEmpty ? nil : #"<p class="ledger-note">\#(facts.joined(separator: " · "))</p>"# as HTML?)</div>\
            \(up)\(act("remove", words("Remove"), service, label: words("Remove service \(service.label)")))\
            <details class="ledger-more" id="service-\(service.name)">\
            <summary aria-label="\(words("Edit \(service.label)"))">\(words("Edit"))</summary>\
            \(edit)</details></li>

            """
    }

    private func act(_ set: String, _ button: String, _ service: QueuePlan.Service, label: String) -> HTML {
        FormView.form(
            path, reader, button: button, isQuiet: true, isHarsh: set == "remove", label: label,
            "\(FormView.hidden("set", set))\(FormView.hidden("service", service.name))")
    }

    /// Expanded if there are no services yet.
    private var adding: HTML {
        Disclosure.html(
            words("Add a service"), id: "service-new", isOpen: model.plan.services.isEmpty,
            FormView.form(path, reader, button: words("Add a service"), "\(FormView.hidden("set", "add-service"))\(fields(nil))"))
    }

    private func fields(_ service: QueuePlan.Service?) -> HTML {
        let id = service?.name ?? "new"
        let label = FormField(
            name: "label", label: words("Service name"), value: service?.label ?? "",
            hint: service == nil ? words("For example “Passports”.") : nil, longest: QueueNaming.labelLimit, id: "\(id)-label")
        let minutes: HTML = """
            <div class="form-field"><label class="field-label" for="field-\(id)-minutes">\(words("Usual length in minutes"))</label>\
            <p class="field-hint" id="field-\(id)-minutes-hint">\(words("Optional. Guests read it when they choose."))</p>\
            <input class="field-input" id="field-\(id)-minutes" name="minutes" type="number" min="1" max="600" \
            value="\(service?.minutes.map { "\($0)" } ?? "")" aria-describedby="field-\(id)-minutes-hint"></div>
            """
        return "\(label.html)\(minutes)\(counters(service))"
    }

    /// The counters that offer the service; omitted if there is only one counter.
    private func counters(_ service: QueuePlan.Service?) -> HTML? {
        guard model.plan.counters.count > 1 else { return nil }
        let boxes = model.plan.counters.enumerated().map { place, counter -> HTML in
            let isTicked = service?.counters.contains(counter) ?? true
            return Checkbox.html(words.counter(counter), name: "counter-\(place)", isTicked: isTicked)
        }
        return #"<fieldset class="service-counters"><legend class="field-label">\#(words("Given at"))</legend>\#(boxes)</fieldset>"#
    }

    private var declared: HTML? {
        guard model.hasOwnServices else { return nil }
        return ButtonForm.html(
            words("Reset to default"), to: path, reader.formField, FormView.hidden("set", "declared-services"),
            about: words("Services as in the board file"))
    }
}
