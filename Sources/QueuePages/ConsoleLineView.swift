import Localisation
import Records
import Serving

/// The waiting, parked and missed tickets, and the tickets at the counters.
struct ConsoleLineView {
    let reader: Reader
    let model: ConsoleModel
    private var words: Words { reader.words }
    private var parts: ConsoleParts { ConsoleParts(reader: reader, model: model) }

    var line: HTML {
        let rows = model.line.enumerated().map { place, ticket in
            row(ticket, mark: "\(words.number(place + 1))", times: parts.since(ticket.joined), ways: waitingWays(ticket))
        }
        let more = model.state.waiting - model.line.count
        return """
            <div class="line-head"><h2>\(words("In the queue"))</h2>\(caller)</div>\
            \(rows.isEmpty ? EmptyState.html(words("No one is waiting.")) : "<ol class=\"line-rows\">\(rows)</ol>")\
            \(more > 0 && !rows.isEmpty ? "<p class=\"line-more\">\(words("and \(more) more behind them"))</p>" as HTML : nil)
            """
    }

    var aside: HTML {
        let parked = model.parked.map { row($0, mark: nil, times: parts.since($0.joined), ways: parkedWays($0)) }
        let missed = model.missed.map { row($0, mark: nil, times: $0.ended.map { parts.since($0) } ?? "", ways: missedWays($0)) }
        func group(_ title: String, _ rows: [HTML]) -> HTML? {
            rows.isEmpty ? nil : #"<div class="line-group"><h2>\#(title)</h2><ul class="line-rows">\#(rows)</ul></div>"#
        }
        return "\(group(words("Parked"), parked))\(group(words("No-shows"), missed))"
    }

    var counters: HTML {
        let rows = model.state.counters.enumerated().map { place, counter -> HTML in
            let isMine = counter.name == model.counter
            let who: HTML =
                counter.ticket.map { "<strong><bdi>\($0.label)</bdi></strong>" }
                ?? #"<span class="line-free">\#(parts.free(counter))</span>"#
            // A time beside a free counter would look like that of a person.
            let since = counter.ticket == nil ? nil : counter.since.map { parts.since($0) }
            return """
                <li class="line-row\(isMine ? " is-mine" : "")"><span class="line-mark">\(counter.name)</span>\(who)\
                <span class="line-who"><span class="line-facts">\(facts(of: counter).dotted)</span>\
                <span class="line-since">\(since)</span></span>\(door(of: counter, place))</li>
                """
        }
        return #"<h2>\#(words("All counters"))</h2><ul class="line-rows">\#(rows)</ul>"#
    }

    private func facts(of counter: QueueState.CounterState) -> [HTML] {
        var facts: [HTML] = counter.name == model.counter ? ["\(words("my counter"))"] : []
        if !counter.isOpen, counter.ticket != nil { facts.append("\(words("closed", sense: "counter"))") }
        return facts
    }

    /// Clerks can open and close any counter, because a clerk may forget to close theirs when going home.
    private func door(of counter: QueueState.CounterState, _ place: Int) -> HTML {
        let act: ConsoleAct = counter.isOpen ? .closeCounter : .openCounter
        let label = counter.isOpen ? words("Close", sense: "a queue or counter") : words("Open", sense: "counter")
        let spoken = counter.isOpen ? words("Close counter \(counter.name)") : words("Open counter \(counter.name)")
        return parts.form(
            act, "line-door",
            """
            \(FormView.hidden("which", counter.name))\
            <button class="quiet-button" type="submit" id="door-\(place)" aria-label="\(spoken)">\(label)</button>
            """)
    }

    private func row(_ ticket: Ticket, mark: HTML?, times: HTML, ways: HTML) -> HTML {
        """
        <li class="line-row">\(mark.map { #"<span class="line-mark" aria-hidden="true">\#($0)</span>"# } as HTML?)\
        <strong><bdi>\(ticket.label)</bdi></strong>\
        <span class="line-who"><span class="line-facts">\(parts.facts(ticket).dotted)</span>\
        <span class="line-since">\(times)</span></span>\(ways)</li>
        """
    }

    /// Calls any number; needs a selected counter.
    private var caller: HTML? {
        guard model.counter != nil else { return nil }
        return parts.form(
            .call, "line-caller",
            """
            <label class="unseen" for="call-number">\(words("Number to call"))</label>\
            <input class="field-input" id="call-number" name="number" inputmode="numeric" autocomplete="off" maxlength="14" required \
            placeholder="\(words("Number"))" data-key="c" aria-keyshortcuts="c">\(parts.button(.call, words("Call")))
            """)
    }

    private func call(_ ticket: Ticket) -> HTML? {
        guard model.counter != nil else { return nil }
        return parts.form(
            .call, "line-call",
            "\(FormView.hidden("number", "\(ticket.number)"))\(parts.button(.call, words("Call"), "quiet-button", of: ticket))")
    }

    /// An anonymous number can only be called, because its holder is unknown.
    private func waitingWays(_ ticket: Ticket) -> HTML {
        guard ticket.id > 0 else { return "\(call(ticket))" }
        return "\(call(ticket))\(more(ticket, TicketWays(parts: parts, ticket: ticket).html))"
    }

    private func parkedWays(_ ticket: Ticket) -> HTML {
        let this = FormView.hidden("ticket", "\(ticket.id)")
        let back = parts.form(
            .unpark, "line-call", "\(this)\(parts.button(.unpark, words("Back in the queue"), "quiet-button", of: ticket))")
        let front = parts.form(
            .unpark, "line-call",
            "\(this)\(FormView.hidden("where", "front"))\(parts.button(.unpark, words("To the front"), of: ticket))")
        return "\(back)\(more(ticket, #"<div class="ticket-ways is-row">\#(front)\#(call(ticket))</div>"#))"
    }

    private func missedWays(_ ticket: Ticket) -> HTML { "\(call(ticket))" }

    private func more(_ ticket: Ticket, _ ways: HTML) -> HTML {
        """
        <details class="line-details" id="ways-\(ticket.id)">\
        <summary aria-label="\(words("More for \(ticket.label)"))">\(ConsoleSymbols.more)</summary>\(ways)</details>
        """
    }
}
