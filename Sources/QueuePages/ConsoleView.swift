import Localisation
import Records
import Serving

/// The console: the state of the queue, the clerk's counter, the waiting tickets, the parked and missed ones, and all counters.
///
/// The page consists of regions. The page and the script's updates render them with the same code, so a live update shows the same as a
/// reload. All actions are forms; the script submits them without leaving the page and adds keyboard shortcuts.
struct ConsoleView {
    let reader: Reader
    private var words: Words { reader.words }
    /// Without a script, the page reloads at this interval.
    private static let refreshSeconds = 30

    func page(_ model: ConsoleModel, assets: String) -> HTML {
        let paths = StaffPaths(model.plan.name)
        return PageShell(
            title: words("\(model.plan.label): console"), assets: assets, kind: .staff, reader: reader, refreshSeconds: Self.refreshSeconds
        ).page(
            """
            <queue-console class="console" live="\(paths.live)" address="\(paths.console)" data-waiting="\(model.state.waiting)">
            <header class="console-head"><h1><bdi>\(model.plan.label)</bdi></h1>\(ways(model, paths))</header>
            \(element(.state, model))
            <div class="console-main">\([.note, .counter, .counters].map { element($0, model) })</div>
            <div class="console-side">\([.line, .aside].map { element($0, model) })</div>
            \(ConsoleLegend(words: words).html)
            </queue-console>
            """)
    }

    /// The content of each region, keyed by the id of its element.
    func regions(_ model: ConsoleModel) -> [(id: String, html: HTML)] { Region.allCases.map { ($0.rawValue, content($0, model)) } }

    private enum Region: String, CaseIterable {
        case note = "console-note"
        case state = "console-state"
        case counter = "console-counter"
        case line = "console-line"
        case aside = "console-aside"
        case counters = "console-counters"
    }

    private func content(_ region: Region, _ model: ConsoleModel) -> HTML {
        switch region {
        case .note: note(model)
        case .state: ConsoleStateView(reader: reader, model: model).html
        case .counter: ConsoleCounterView(reader: reader, model: model).html
        case .line: ConsoleLineView(reader: reader, model: model).line
        case .aside: ConsoleLineView(reader: reader, model: model).aside
        case .counters: ConsoleLineView(reader: reader, model: model).counters
        }
    }

    private func element(_ region: Region, _ model: ConsoleModel) -> HTML {
        let html = content(region, model)
        return switch region {
        case .note: "<div class=\"region\" id=\"\(region.rawValue)\" aria-live=\"polite\">\(html)</div>\n"
        case .state: "<section id=\"\(region.rawValue)\" aria-label=\"\(words("The queue"))\">\(html)</section>\n"
        case .counter: "<section id=\"\(region.rawValue)\" aria-label=\"\(words("My counter"))\">\(html)</section>\n"
        case .line: "<section id=\"\(region.rawValue)\" aria-label=\"\(words("In the queue"))\">\(html)</section>\n"
        case .aside: "<section class=\"region\" id=\"\(region.rawValue)\" aria-label=\"\(words("Out of the queue"))\">\(html)</section>\n"
        case .counters: "<section id=\"\(region.rawValue)\" aria-label=\"\(words("All counters"))\">\(html)</section>\n"
        }
    }

    /// Links to the queue's other pages, and controls that need a script.
    private func ways(_ model: ConsoleModel, _ paths: StaffPaths) -> HTML {
        let settings: HTML? = model.isAdministrator ? #"<li><a href="\#(paths.settings)">\#(words("Settings"))</a></li>"# : nil
        return """
            <nav class="console-ways" aria-label="\(words("Of this queue"))"><ul>\
            <li><a href="\(paths.guests)">\(words("Guest page"))</a></li>\
            <li><a href="\(paths.display)">\(words("Display"))</a></li>\
            <li><a href="\(paths.statistics)">\(words("Statistics"))</a></li>\(settings)</ul>\
            <div class="console-tools is-reserved" data-tools>\
            <button class="round-button" type="button" data-sound \
            aria-pressed="false" aria-label="\(words("Play a sound when someone joins an empty queue"))" \
            title="\(words("Play a sound when someone joins an empty queue"))">\(ConsoleSymbols.sound)</button>\
            <button class="round-button" type="button" data-keys aria-keyshortcuts="?" \
            aria-label="\(words("Keys"))" title="\(words("Keys"))">\
            \(ConsoleSymbols.keyboard)</button></div></nav>
            """
    }

    private func note(_ model: ConsoleModel) -> HTML {
        guard let note = model.note else { return "" }
        return note.isProblem ? Callout.error(note.sentence) : Callout.ok(note.sentence)
    }
}

/// Building blocks for a console's forms and times.
struct ConsoleParts {
    let reader: Reader
    let model: ConsoleModel
    var words: Words { reader.words }
    var paths: StaffPaths { StaffPaths(model.plan.name) }

    /// A form that performs `act`; `fields` are added to the common ones.
    func form(_ act: ConsoleAct, _ name: String = "console-form", _ fields: HTML) -> HTML {
        let counter: HTML? = model.counter.map { FormView.hidden("counter", $0) }
        return #"<form class="\#(name)" method="post" action="\#(paths.act(act))">\#(reader.formField)\#(counter)\#(fields)</form>"#
    }

    /// A button that may belong to another form. `isNamed` adds the ticket for screen readers.
    func button(_ act: ConsoleAct, _ label: String, _ name: String = "desk-button", of ticket: Ticket? = nil, hasKey: Bool = false) -> HTML
    {
        let key = hasKey ? act.key : nil
        let shortcut: HTML? = key.map { #" data-key="\#($0)" aria-keyshortcuts="\#($0)""# }
        let shown: HTML? = key.map { #"<kbd aria-hidden="true">\#($0.uppercased())</kbd>"# }
        let unseen: HTML? = ticket.map { #"<span class="unseen"> \#($0.label)</span>"# }
        return """
            <button class="\(name)" type="submit" formaction="\(paths.act(act))"\(shortcut)><span>\(label)\(unseen)</span>\(shown)</button>
            """
    }

    /// The text for a counter without a ticket.
    func free(_ counter: QueueState.CounterState) -> String {
        counter.isOpen ? words("free", sense: "counter") : words("closed", sense: "counter")
    }

    /// The time since an event: a time of day that the script turns into minutes, or a running clock.
    func since(_ time: Timestamp, isClock: Bool = false) -> HTML {
        """
        <time datetime="\(time.description)" data-elapsed="\(isClock ? "clock" : "minutes")">\(words.moment(time, at: model.now))</time>
        """
    }

    /// A ticket's services, guest, and earliest call time.
    func facts(_ ticket: Ticket) -> [HTML] {
        let services = ticket.services.map { model.plan.service($0)?.label ?? $0 }
        var facts: [HTML] = services.isEmpty ? [] : ["<bdi>\(words.list(services))</bdi>"]
        facts += PersonalField.allCases.compactMap { ticket.guest[$0] }.map { "<bdi>\($0)</bdi>" }
        if let time = ticket.notBefore, time > model.now { facts.append("\(words("not before \(words.timeOfDay(time))"))") }
        return facts
    }
}

extension [HTML] {
    /// Joined by a middle dot.
    var dotted: HTML { joined(by: " · ") }
}
