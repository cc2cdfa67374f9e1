package import Hummingbird
import Localisation
import Records
import Serving

/// A printed ticket, on a roll of 58 or 80 mm or on a sheet, styled by `css/queue-paper.css`.
struct TicketPaper {
    /// In the queue's time zone.
    let words: Words
    let plan: QueuePlan
    /// Printed in black only.
    var number: String
    var at: String
    var services: [String] = []
    /// The target of the QR code: the ticket's page, or the queue's page for an anonymous number.
    var address: String

    init(_ words: Words, _ plan: QueuePlan, _ ticket: Ticket, address: String) {
        self.words = words
        self.plan = plan
        number = ticket.label
        at = words.dateTime(ticket.joined)
        services = ticket.services.map { plan.service($0)?.label ?? $0 }
        self.address = address
    }

    /// For an offline kiosk, whose script fills in number and time.
    init(_ words: Words, _ plan: QueuePlan, address: String) {
        self.words = words
        self.plan = plan
        (number, at) = ("", "")
        self.address = address
    }

    var html: HTML {
        let wanted: HTML? = services.isEmpty ? nil : #"<p class="paper-services"><bdi>\#(words.list(services))</bdi></p>"#
        return """
            <article class="paper"><p class="paper-queue"><bdi>\(plan.label)</bdi></p>
            <p class="paper-label">\(words("Your number"))</p>
            <p class="paper-number"><bdi data-number>\(number)</bdi></p>\(wanted)
            <p data-time>\(at)</p>
            \(QRCode(address)?.svg(label: words("QR code of this ticket")))
            <p>\(words("Scan to see when it’s your turn."))</p></article>
            """
    }
}

/// `/queue/<name>/tickets/<link>/print`.
extension GuestPage {
    package func paper(_ text: String?, for request: Request) async throws -> Response {
        let mine = try await mine(text)
        let title = "\(mine.ticket.label) · \(plan.label)"
        let address = WebOrigin(of: request, feature.site).address(GuestPaths(plan.name).ticket(mine.link))
        return .page(
            PageShell(title: title, assets: feature.assets.prefix, kind: .screen, reader: context.reader).bare(
                """
                <main class="paper-page" id="main"><h1 class="unseen">\(title)</h1>\
                \(TicketPaper(context.words.at(plan.zone), plan, mine.ticket, address: address).html)
                <div class="paper-ways">\(LocalAddressNote(context.reader).html(for: address))\
                <button class="button" type="button" data-print hidden>\(QueueSymbols.paper)<span>\(context.words("Print"))</span></button>\
                <a class="quiet-button" href="\(GuestPaths(plan.name).ticket(mine.link))">\
                \(context.words("Back to the ticket"))</a></div></main>
                """, kind: "is-paper"))
    }
}
