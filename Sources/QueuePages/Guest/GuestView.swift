import Foundation
import Localisation
import Records
import Serving

/// A guest's page of a queue: the guest's number and its state, or a form to get one; and the state of the queue.
///
/// The script reloads the two regions, `mine` and `hall`, after each change and updates times itself in between, using `data-` attributes.
/// Without a script the page reloads every twenty seconds while a number waits.
struct GuestView {
    let reader: Reader
    private var words: Words { reader.words }

    func page(_ model: GuestModel, assets: String) -> HTML {
        let shell = PageShell(
            title: title(model), heading: model.plan.label, assets: assets, kind: .queue, reader: reader,
            refreshSeconds: model.mine?.ticket.state.isLive == true ? 20 : nil,
            hasWayBack: false)
        return shell.page(
            """
            <queue-guest class="queue" live="\(GuestPaths.live(model.shown.plan.name))" \
            data-url="\(address(model))" data-queue="\(model.plan.name)" \
            data-edition="\(String(model.shown.edition))" \
            data-zone="\(model.plan.zone.identifier)" data-prefix="\(model.plan.prefix)" data-counter="\(words.counterTemplate)" \
            data-wait="\(words("\("{least}")–\("{most}") min"))" data-wait-most="\(words("up to \(words("\("{most}") min"))"))">
            <header class="queue-head"><h1>\(model.plan.label)</h1>\(console(model))</header>
            <div class="queue-main"><div class="region" id="queue-mine">\(mine(model))</div></div>
            <aside class="queue-aside" aria-label="\(words("Display"))"><div class="region" id="queue-hall">\(hall(model))</div>
            \(code(model))</aside>
            <p class="unseen" role="status" data-say></p>
            </queue-guest>
            """)
    }

    private func console(_ model: GuestModel) -> HTML? {
        guard let person = reader.person, person.role >= .clerk else { return nil }
        return #"<a class="queue-console" href="\#(StaffPaths(model.plan.name).console)">\#(words("Console"))</a>"#
    }

    /// The address that the script polls.
    private func address(_ model: GuestModel) -> String {
        guard model.isLinked, let link = model.mine?.link else { return model.paths.ticket }
        return "\(model.paths.ticket)?ticket=\(link.text)"
    }

    /// The title of the tab, starting with the guest's number.
    func title(_ model: GuestModel) -> String {
        guard let mine = model.mine else { return model.plan.label }
        if mine.kind == .called, let counter = mine.ticket.counter { return "\(mine.ticket.label) → \(words.counter(counter))" }
        return "\(mine.ticket.label) · \(model.plan.label)"
    }

    // MARK: The guest

    func mine(_ model: GuestModel) -> HTML {
        guard let mine = model.mine else {
            return """
                <div data-kind="join" data-open="\(String(model.canJoin))">\(problem(model))\
                \(shut(model))\(JoinView(reader: reader).card(model))</div>
                """
        }
        let ticket = TicketView(words: words.at(model.plan.zone), mine: mine, model: model)
        let isLive = mine.ticket.state.isLive
        return """
            <div data-kind="\(mine.kind.rawValue)" data-open="\(String(model.canJoin))" data-title="\(title(model))" \(ticket.facts)>
            \(problem(model))\(shut(model))\
            \(ticket.card)
            \(isLive ? GuestActions(reader: reader, model: model, mine: mine).html : JoinView(reader: reader).card(model))\
            </div>
            """
    }

    /// Explains that calling has stopped and what happens to numbers. The script shows it when counters close and hides it when one opens.
    private func shut(_ model: GuestModel) -> HTML? {
        let advice: String
        switch model.kind {
        case .waiting, .held, .parked: advice = words("Keep your number. It will be called when a counter opens.")
        case .called: return nil
        case .join, .finished, .missed, .left:
            guard model.canJoin else { return nil }
            advice = words("You can take a number now. It will be called when a counter opens.")
        }
        return Callout.caution(
            markup: "<strong>\(words("All counters are closed right now."))</strong> \(advice)",
            " data-no-counters\(model.shown.openCounters == 0 ? nil : " hidden" as HTML?)", isLive: true, symbol: QueueSymbols.clock)
    }

    private func problem(_ model: GuestModel) -> HTML? { FormView.problem(model.problem) }

    // MARK: For all visitors

    func hall(_ model: GuestModel) -> HTML {
        let state = model.shown
        let free: HTML? = state.capacity.map { capacity in
            FactList.fact(words("Free places"), "\(words.number(state.free ?? 0))", #" data-free data-capacity="\#(capacity)""#)
        }
        return """
            \(opening(state, at: model.now))
            <h2>\(words("Last called"))</h2>
            <ol class="queue-calls" data-calls>\(state.calls.prefix(4).map(call))</ol>
            <p class="queue-note" data-no-calls\(state.calls.isEmpty ? nil : " hidden" as HTML?)>\(words("No one has been called yet."))</p>
            <dl class="queue-facts">\
            \(FactList.fact(words("Next number"), "<bdi>\(state.plan.label(of: state.next))</bdi>", " data-next"))\
            \(FactList.fact(words("People waiting"), "\(words.number(state.waiting))", " data-waiting"))\(free)</dl>
            """
    }

    private func opening(_ state: QueueState, at now: Timestamp) -> HTML {
        let style = state.opening == .open ? "is-fresh" : "is-failing"
        let reason: HTML? = state.opening == .open ? nil : state.reason.map { #"<p class="queue-note"><bdi>\#($0)</bdi></p>"# }
        let late: HTML? =
            state.isLate
            ? #"<p class="queue-late">\#(QueueSymbols.clock)<span>\#(words("Running late: it takes longer than usual."))</span></p>"# : nil
        return """
            <p class="state \(style)" data-opening="\(state.opening.rawValue)" data-late="\(String(state.isLate))">\
            \(words.at(state.plan.zone).opening(of: state, at: now))</p>\(reason)\(late)
            """
    }

    private func call(_ call: QueueState.Call) -> HTML {
        """
        <li><bdi class="queue-call-number">\(call.label)</bdi><span>\(words.counter(call.counter))</span></li>
        """
    }

    private func code(_ model: GuestModel) -> HTML {
        """
        <figure class="queue-code">\
        <img src="\(model.paths.code)" width="132" height="132" alt="\(words("QR code of this page"))" loading="lazy">\
        <figcaption>\(LocalAddressNote(reader).line(for: model.address) ?? "\(words("Scan to follow the queue on your phone."))")\
        </figcaption></figure>
        """
    }
}
