import Foundation
import Localisation
import Records
import Serving

/// The waiting-room screen, readable from a distance: the newest call as large as the screen, the three before it, and how to join.
///
/// The script flashes, chimes and speaks, with a browser voice for the language if there is one, otherwise with the server's
/// (`data-speech`). Without a script the page reloads every ten seconds.
struct DisplayView {
    /// In the queue's time zone.
    let words: Words
    let plan: QueuePlan
    let state: QueueState
    /// The address of the guest page.
    let address: String
    let now: Timestamp
    let reader: Reader
    /// Whether the server's voice is always used.
    var hasServerVoice = false

    var html: HTML {
        """
        <main class="display" id="main"><queue-display live="\(GuestPaths(plan.name).live)" data-zone="\(plan.zone.identifier)" \
        data-speech="\(GuestPaths(plan.name).speech)" data-voice="\(hasServerVoice ? "server" : "any")" \
        data-edition="\(String(state.edition))" data-prefix="\(plan.prefix)" \
        data-counter="\(words.counterTemplate)" data-speak="\(words("Number \("{number}"), \("{counter}")"))">
        <header class="display-head"><h1>\(plan.label)</h1><p class="display-state" data-lost hidden>\(words("Reconnecting…"))</p>\
        <p class="display-time figures" data-clock>\(words.clock(now))</p></header>
        <section class="display-calls" aria-live="polite" aria-label="\(words("Last called"))">\
        <ol data-calls>\(state.calls.prefix(4).map(call))</ol>\
        <p class="display-none" data-no-calls\(state.calls.isEmpty ? nil : " hidden" as HTML?)>\
        \(words("No one has been called yet."))</p></section>
        <aside class="display-aside" aria-label="\(words("Join the queue"))">
        <figure class="display-code">\(QRCode(address)?.svg(label: words("QR code of this queue")))\
        <figcaption>\(LocalAddressNote(reader).line(for: address) ?? "\(words("Scan to take a number"))")</figcaption></figure>
        <dl class="display-facts">\
        \(FactList.fact(words("Next number"), "<bdi>\(plan.label(of: state.next))</bdi>", #" class="figures" data-next"#))\
        \(FactList.fact(words("People waiting"), "\(words.number(state.waiting))", #" class="figures" data-waiting"#))</dl>
        </aside>
        <footer class="display-foot">\(notes)<button class="display-sound" type="button" data-start hidden>\(QueueSymbols.sound)\
        <span>\(words("Turn on sound"))</span></button></footer>
        </queue-display></main>
        """
    }

    /// All notes are rendered; the script shows the applicable note.
    private var notes: HTML {
        let opening: [HTML] = [QueueState.Opening.paused, .closed].map { kind in
            let isNow = state.opening == kind
            let text =
                isNow
                ? words.opening(of: state, at: now) : kind == .paused ? words("Paused", sense: "queue") : words("Closed", sense: "queue")
            let reason: HTML? = isNow ? state.reason.map { " <bdi>\($0)</bdi>" } : nil
            return #"<p class="display-note" data-opening="\#(kind.rawValue)"\#(isNow ? nil : " hidden" as HTML?)>\#(text)\#(reason)</p>"#
        }
        let isShut = state.openCounters == 0 && state.opening != .closed
        return """
            \(opening)\
            <p class="display-note" data-no-counters\(isShut ? nil : " hidden" as HTML?)>\(words("All counters are closed right now."))</p>\
            <p class="display-note" data-late\(state.isLate ? nil : " hidden" as HTML?)>\
            \(words("Running late: it takes longer than usual."))</p>
            """
    }

    private func call(_ call: QueueState.Call) -> HTML {
        #"<li><bdi class="display-number">\#(call.label)</bdi><span class="display-counter">\#(words.counter(call.counter))</span></li>"#
    }
}
