import Foundation
import Localisation
import Records
import Serving

/// A kiosk: one large button, or one per service; then the number and its code, while it is printed if there is a printer.
struct KioskView {
    /// In the queue's time zone.
    let words: Words
    let plan: QueuePlan
    let state: QueueState
    /// Whether it has a printer.
    let prints: Bool
    let reader: Reader
    /// The form token of a signed-in person.
    let token: HTML
    /// The address of the guest page.
    let address: String
    let now: Timestamp
    private var paths: GuestPaths { GuestPaths(plan.name) }

    var html: HTML {
        """
        <main class="kiosk" id="main"><queue-kiosk live="\(paths.live)" data-url="\(paths.kioskNumbers)" data-queue="\(plan.name)" \
        data-edition="\(String(state.edition))" data-prefix="\(plan.prefix)" \
        data-zone="\(plan.zone.identifier)"\(prints ? " data-prints" : nil as HTML?)>
        <header class="kiosk-head"><h1>\(plan.label)</h1><p class="kiosk-time figures" data-clock>\(words.clock(now))</p></header>
        <form class="kiosk-ask" method="post" action="\(paths.kioskTake)" data-ask>\(token)
        <p class="kiosk-waiting" data-open\(state.opening == .open ? nil : " hidden" as HTML?)>\(words("People waiting")): \
        <b class="figures" data-waiting>\(words.number(state.waiting))</b></p>
        <p class="kiosk-closed" data-closed\(state.opening == .open ? " hidden" as HTML? : nil)>\(words.opening(of: state, at: now))</p>
        <p class="kiosk-closed" role="status" data-no-counters\(isUnstaffed ? nil : " hidden" as HTML?)>\
        \(words("All counters are closed right now."))</p>
        \(buttons)
        <p class="kiosk-problem" role="alert" data-problem></p>
        </form>
        <section class="kiosk-taken" data-taken aria-live="assertive" hidden><p>\(words("Your number"))</p>\
        <p class="kiosk-number"><bdi data-number></bdi></p>\
        <div class="kiosk-code" data-code></div><p class="kiosk-hint">\(local == nil ? words("Scan to see when it’s your turn.") : "")\
        \(prints ? " \(words("Please take your ticket."))" : nil as HTML?)</p>\
        <button class="button" type="button" data-done>\(words("Done"))</button></section>
        <footer class="kiosk-foot">\(local)\
        <p class="kiosk-offline" role="status" data-offline hidden>\(words("Offline. You can still take a number."))</p>\
        <p class="kiosk-offline" role="status" data-empty hidden>\
        \(words("Offline, and no numbers are left. Please go to a counter."))</p></footer>
        <template data-part="paper">\(TicketPaper(words, plan, address: address).html)</template>
        </queue-kiosk></main><div class="kiosk-paper" data-paper></div>
        """
    }

    /// Says that the tickets' codes don't work on a guest's phone; nil if they do.
    private var local: HTML? {
        LocalAddressNote(reader).line(for: address).map { #"<p class="kiosk-offline" data-local><bdi>\#(address)</bdi> · \#($0)</p>"# }
    }

    private var isUnstaffed: Bool { state.opening == .open && state.openCounters == 0 }

    private var buttons: HTML {
        let isShut: HTML? = state.opening == .open ? nil : " disabled"
        guard !plan.services.isEmpty else {
            return #"<button class="kiosk-button" type="submit"\#(isShut)>\#(words("Take a number"))</button>"#
        }
        let buttons: [HTML] = plan.services.map {
            #"<button class="kiosk-button" type="submit" name="service" value="\#($0.name)"\#(isShut)><bdi>\#($0.label)</bdi></button>"#
        }
        return #"<div class="kiosk-buttons">\#(buttons)</div>"#
    }
}

/// The form that turns a device into a kiosk, for administrators.
struct KioskEnrolment {
    let reader: Reader
    let plan: QueuePlan
    /// The new kiosk's name and the link to open on it.
    var made: (name: String, address: String)?
    var problem: String?
    private var words: Words { reader.words }

    func page(assets: String) -> HTML {
        PageShell(title: words("Kiosk for \(plan.label)"), assets: assets, kind: .staff, reader: reader).page(
            """
            <div class="entry kiosk-enrolment"><h1>\(words("Kiosk for \(plan.label)"))</h1>
            \(FormView.problem(problem))\(made.map(link) ?? form)</div>
            """)
    }

    private var form: HTML {
        """
        <p class="lead">\
        \(words("A kiosk at the door prints numbers, for a while even offline. Anyone can use it, so give it its own device."))</p>
        \(FormView.form(GuestPaths(plan.name).kiosk, reader, button: words("Create link"), "\(name)\(printer)"))
        """
    }

    private var name: HTML {
        FormField(
            name: "name", label: words("Kiosk name"), hint: words("Shown in the audit trail, for example “entrance”."),
            longest: QueueKiosk.nameLimit
        ).html
    }

    private var printer: HTML {
        Checkbox.html(words("It has no printer: show numbers on its screen"), name: "printer", value: "none")
    }

    private func link(_ made: (name: String, address: String)) -> HTML {
        let note = words(
            "Anyone with the link can take numbers as this kiosk. To print without a dialog, start Chromium with --kiosk --kiosk-printing.")
        return """
            <p class="lead">\(words.html("Open this link once on “\("<bdi>\(made.name)</bdi>" as HTML)” to make it a kiosk."))</p>
            <code class="secret">\(made.address)</code>
            \(LocalAddressNote(reader).html(for: made.address))
            <figure class="queue-code">\(QRCode(made.address)?.svg(label: words("QR code of the link")))</figure>
            <p class="section-note">\(note)</p>
            <p><a class="button" href="\(made.address)">\(words("Make this device the kiosk"))</a></p>
            """
    }
}
