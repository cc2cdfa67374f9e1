import Localisation
import Records
import Serving

/// A guest's view of a ticket: its number, large, and its state.
struct TicketView {
    /// In the queue's time zone.
    let words: Words
    let mine: GuestModel.Mine
    let model: GuestModel
    /// Must equal the limit in `js/queue-guest.js`.
    private static let stepLimit = 9
    private var ticket: Ticket { mine.ticket }
    private var place: TicketPlace { mine.place }

    /// The values from which the script continues counting.
    var facts: HTML {
        let estimate = place.estimate.map { ($0.lowerBound.wholeMilliseconds / 1000, $0.upperBound.wholeMilliseconds / 1000) }
        return """
            data-ticket="\(ticket.id)" data-label="\(ticket.label)" data-place="\(ticket.place)" data-ahead="\(place.ahead)" \
            data-times="\(ticket.calls)" data-sequence="\(place.state.sequence)" data-live="\(GuestPaths.live(ticket.line))" \
            data-least="\(estimate.map { String($0.0) } ?? "")" data-most="\(estimate.map { String($0.1) } ?? "")" \
            data-until="\(mine.kind == .held ? ticket.notBefore.map { String($0.milliseconds) } ?? "" : "")"
            """
    }

    var card: HTML {
        """
        <article class="ticket queue-ticket is-\(mine.kind.rawValue)" aria-labelledby="queue-number">
        <div class="ticket-stub"><span>\(words("Your number"))</span><span>\(words("since \(words.clock(ticket.joined))"))</span></div>
        <h2 class="queue-number" id="queue-number"><bdi>\(ticket.label)</bdi></h2>
        <div class="ticket-cut"></div>
        <div class="ticket-row">\(standing)\(services)</div>
        </article>
        """
    }

    private var standing: HTML {
        switch mine.kind {
        case .join: ""
        case .waiting: waiting
        case .held:
            """
            <p class="ticket-status">\(words("Not before \(ticket.notBefore.map { words.clock($0) } ?? "")"))</p>
            <p class="queue-explained">\(words("You keep your place and are called after that."))</p>\(ahead)
            """
        case .parked:
            """
            <p class="ticket-status">\(words("Set aside"))</p>
            <p class="queue-explained">\(words("Staff set your number aside and will call it again."))</p>
            """
        case .called:
            """
            <p class="ticket-status">\(words("It’s your turn"))</p>
            <p class="queue-counter">\(QueueSymbols.onward)<span>\(words.counter(ticket.counter ?? ""))</span></p>
            \(ticket.calls > 1 ? #"<p class="queue-explained">\#(words("This is call number \(String(ticket.calls))."))</p>"# as HTML : nil)
            """
        case .finished:
            """
            <p class="ticket-status">\(words("You have been served"))</p><p class="queue-explained">\(words("Thank you for waiting."))</p>
            """
        case .missed:
            """
            <p class="ticket-status">\(words("You were called"))</p>
            <p class="queue-explained">\(words("You missed your call. Ask at a counter: staff can call your number again."))</p>
            """
        case .left:
            """
            <p class="ticket-status">\(words("You have left the queue"))</p>\
            <p class="queue-explained">\(words("Your place is free for others."))</p>
            """
        }
    }

    private var waiting: HTML { "\(ahead)\(estimate)" }

    /// The number of people ahead and its label, and a note that there is none. The script shows one of them.
    private var ahead: HTML {
        """
        <p class="queue-ahead" data-some\(place.ahead > 0 ? nil : " hidden" as HTML?)>\
        <span class="queue-ahead-count figures" data-ahead-count>\(words.number(place.ahead))</span> \
        <span>\(words("ahead of you"))</span></p>
        <p class="ticket-status" data-none\(place.ahead > 0 ? " hidden" as HTML? : nil)>\(words("You’re next"))</p>
        <ol class="queue-steps" aria-hidden="true" data-steps data-count="\(place.ahead)">\(steps)</ol>
        """
    }

    /// One step per person ahead, nearest to the counter first, then the guest; as many as fit in a row.
    private var steps: [HTML] {
        let shown = min(place.ahead, Self.stepLimit)
        return (0..<shown).map { $0 == 0 && place.ahead > shown ? #"<li class="is-more"></li>"# : "<li></li>" } + [
            #"<li class="is-me"></li>"#
        ]
    }

    private var estimate: HTML {
        guard let estimate = place.estimate, place.ahead > 0 || estimate.upperBound > .seconds(60) else {
            return """
                <p class="queue-explained" data-no-estimate>\
                \(place.ahead > 0 ? words("A wait estimate appears once a few people have been served.") : words("Please stay nearby."))</p>
                """
        }
        let range = WaitRange(estimate)
        let clock: HTML? = words.clock(range, from: model.now).map { #"<span class="queue-clock" data-clock>\#($0)</span>"# }
        return """
            <p class="queue-estimate" data-estimate>\(QueueSymbols.clock)<span><span class="unseen">\(words("Estimated wait:")) </span>\
            <span data-range>\(words.wait(range))</span></span>\(clock)</p>
            """
    }

    /// The next one first, if there are several.
    private var services: HTML? {
        guard !ticket.services.isEmpty, ticket.state.isLive else { return nil }
        let names = ticket.services.map { model.plan.service($0)?.label ?? $0 }
        let list: [HTML] = names.map { "<li><bdi>\($0)</bdi></li>" }
        return #"<div class="queue-services"><h3>\#(words("For"))</h3><ol>\#(list)</ol></div>"#
    }
}
