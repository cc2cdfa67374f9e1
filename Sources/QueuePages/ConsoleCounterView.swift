import Localisation
import Records
import Serving

/// The clerk's counter: the current ticket and its start time, the button for the next, and actions on the current ticket. If no counter is
/// selected yet, it asks for one.
struct ConsoleCounterView {
    let reader: Reader
    let model: ConsoleModel
    private var words: Words { reader.words }
    private var parts: ConsoleParts { ConsoleParts(reader: reader, model: model) }

    var html: HTML {
        guard !model.isChoosing, let here = model.here else { return choice }
        let shown = FormView.hidden("at", "\(here.ticket?.id ?? 0)")
        let ticket = here.ticket.map { FormView.hidden("ticket", "\($0.id)") }
        let acts: HTML? = here.ticket.map { #"<div class="desk-buttons">\#(buttons($0))</div>"# }
        let onward: HTML = here.isOpen ? next : "\(which(here))\(open)"
        let form = parts.form(.next, "desk-form", "\(shown)\(ticket)\(onward)\(acts)")
        return """
            \(card(here))\(form)<div class="desk-foot"><div class="desk-ends">\(here.isOpen ? close(here) : nil)\(undo)</div>\
            \(here.ticket.map(more))</div>
            """
    }

    private func which(_ counter: QueueState.CounterState) -> HTML { FormView.hidden("which", counter.name) }

    private func close(_ here: QueueState.CounterState) -> HTML {
        let button = parts.button(.closeCounter, words("Close the counter"), "quiet-button", hasKey: true)
        return parts.form(.closeCounter, "desk-undo", "\(which(here))\(button)")
    }

    private var next: HTML { parts.button(.next, words("Next"), "button desk-next", hasKey: true) }

    /// Shown instead of "Next".
    private var open: HTML { parts.button(.openCounter, words("Open the counter"), "button desk-next", hasKey: true) }

    private var undo: HTML { parts.form(.undo, "desk-undo", parts.button(.undo, words("Undo"), "quiet-button", hasKey: true)) }

    private func more(_ ticket: Ticket) -> HTML {
        """
        <details class="desk-more" id="desk-more"><summary>\(words("More"))</summary>\
        \(TicketWays(parts: parts, ticket: ticket, hasKeys: true).html)</details>
        """
    }

    private func card(_ here: QueueState.CounterState) -> HTML {
        let change: HTML? =
            model.plan.counters.count > 1
            ? #"<a class="desk-change" href="\#(parts.paths.choice)">\#(words("Change", sense: "counter"))</a>"# : nil
        let waiting = words("\(model.state.waiting) people waiting")
        let head: HTML = """
            <div class="desk-head"><h2>\(words("Counter \(here.name)"))</h2><span class="desk-waiting">\(waiting)</span>\(change)</div>
            """
        guard let ticket = here.ticket else {
            let sentence = here.isOpen ? words("No one is being served.") : words("This counter is closed.")
            return #"<div class="desk-card is-empty">\#(head)<p class="desk-nobody">\#(sentence)</p></div>"#
        }
        var facts = parts.facts(ticket)
        if ticket.calls > 1 { facts.append("\(words("called \(ticket.calls) times"))") }
        let clock: HTML? = here.since.map { since in
            """
            <span class="desk-clock"><span class="unseen">\(words("Here since:")) </span>\(parts.since(since, isClock: true))</span>
            """
        }
        return """
            <div class="desk-card">\(head)<p class="desk-number"><bdi>\(ticket.label)</bdi></p>\
            <p class="desk-facts">\(clock)\
            \(facts.isEmpty ? nil : "<span>\(facts.dotted)</span>" as HTML?)</p>\
            \(here.isOpen ? nil : #"<p class="desk-closed">\#(words("This counter is closed."))</p>"# as HTML?)</div>
            """
    }

    private func buttons(_ ticket: Ticket) -> [HTML] {
        [
            parts.button(.recall, words("Recall"), of: ticket, hasKey: true),
            parts.button(.finish, words("Finish"), of: ticket, hasKey: true),
            parts.button(.noShow, words("No-show"), of: ticket, hasKey: true), parts.button(.park, words("Park"), of: ticket, hasKey: true),
        ]
    }

    private var choice: HTML {
        let buttons = model.state.counters.map { counter -> HTML in
            let who: HTML = counter.ticket.map { "<bdi>\($0.label)</bdi>" } ?? "\(parts.free(counter))"
            let current: HTML? = counter.name == model.counter ? #" aria-current="true""# : nil
            return """
                <li><button class="desk-choice" type="submit" name="counter" value="\(counter.name)"\(current)>\
                <strong>\(counter.name)</strong> <span>\(who)</span></button></li>
                """
        }
        return """
            <div class="desk-card is-choice"><h2>\(words("Which counter are you at?"))</h2>\
            <form method="post" action="\(parts.paths.act(.counter))">\(reader.formField)\
            <ul class="desk-choices">\(buttons)</ul></form></div>
            """
    }
}

/// Actions on a ticket other than calling and ending it: let others go first, postpone to a time, transfer to another queue.
struct TicketWays {
    let parts: ConsoleParts
    let ticket: Ticket
    /// Whether keyboard shortcuts are shown. Only the ticket at the counter has them.
    var hasKeys = false
    private var words: Words { parts.words }

    var html: HTML {
        #"<div class="ticket-ways">\#(isWaiting ? park : nil)\#(skip)\#(hold)\#(transfer)</div>"#
    }

    private var isWaiting: Bool { ticket.state == .waiting }
    private var this: HTML { FormView.hidden("ticket", "\(ticket.id)") }

    private var park: HTML { parts.form(.park, "ticket-way", "\(this)\(parts.button(.park, words("Park"), of: ticket))") }

    private var skip: HTML {
        let count: HTML = """
            <input class="field-input" id="\(id(.skip))" name="behind" type="number" min="1" max="1000" value="3" required\(key(.skip))>
            """
        return parts.form(
            .skip, "ticket-way",
            """
            \(this)\(field(.skip, words("How many go first"), count))\
            \(parts.button(.skip, words("Lets others go first"), of: ticket))
            """)
    }

    private var hold: HTML {
        let time: HTML = #"<input class="field-input" id="\#(id(.hold))" name="until" type="time" required\#(key(.hold))>"#
        return parts.form(
            .hold, "ticket-way",
            """
            \(this)\(field(.hold, words("Not before"), time))\
            \(parts.button(.hold, words("Hold", sense: "ticket"), of: ticket))
            """)
    }

    /// Shown only if there is another queue.
    private var transfer: HTML? {
        let others = parts.model.queues.filter { $0.name != ticket.line }
        guard !others.isEmpty else { return nil }
        let options = others.map { #"<option value="\#($0.name)">\#($0.label)</option>"# as HTML }
        let line: HTML = #"<select class="field-input" id="\#(id(.transfer))" name="queue"\#(key(.transfer))>\#(options)</select>"#
        return parts.form(
            .transfer, "ticket-way",
            """
            \(this)\(field(.transfer, words("Another queue"), line))\
            \(Checkbox.html(words("At the front"), name: "where", value: "front"))\
            \(parts.button(.transfer, words("Move"), of: ticket))
            """)
    }

    private func field(_ act: ConsoleAct, _ label: String, _ input: HTML) -> HTML {
        #"<div class="form-field"><label class="field-label" for="\#(id(act))">\#(label)</label>\#(input)</div>"#
    }

    private func id(_ act: ConsoleAct) -> String { "\(act.rawValue)-\(ticket.id)" }
    private func key(_ act: ConsoleAct) -> HTML? {
        hasKeys ? act.key.map { #" data-key="\#($0)" aria-keyshortcuts="\#($0)""# } : nil
    }
}
