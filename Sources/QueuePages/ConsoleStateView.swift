import Localisation
import Records
import Serving

/// The state of the queue: whether it is open, how many wait and how long, and buttons to pause, close and open it.
struct ConsoleStateView {
    let reader: Reader
    let model: ConsoleModel
    private var words: Words { reader.words }
    private var parts: ConsoleParts { ConsoleParts(reader: reader, model: model) }
    private var state: QueueState { model.state }

    var html: HTML {
        """
        <div class="console-opening is-\(state.opening.rawValue)"><p><strong>\(opening)</strong>\(reason)</p>\(late)</div>\
        <dl class="console-figures">\(figures)</dl>\
        <div class="console-controls">\(controls)</div>
        """
    }

    private var opening: String {
        switch state.opening {
        case .open: words("Open", sense: "queue")
        case .paused: words("Paused", sense: "queue")
        case .closed: words("Closed", sense: "queue")
        }
    }

    private var reason: HTML? {
        if let reason = state.reason { return " <bdi>\(reason)</bdi>" }
        if state.opening != .open, let time = state.opens { return " <span>\(words("Opens \(words.moment(time, at: model.now))"))</span>" }
        return nil
    }

    private var late: HTML? { state.isLate ? #"<p class="pill">\#(words("Running late"))</p>"# : nil }

    private var figures: [HTML] {
        return [
            FactList.fact(words("Waiting"), "\(words.number(state.waiting))"),
            model.longest.map { FactList.fact(words("Longest wait"), parts.since($0)) },
            state.pace.service.map { FactList.fact(words("Usual service"), "\(words.duration($0.wholeSeconds))") },
            FactList.fact(words("Next number"), "<bdi>\(model.plan.label(of: state.next))</bdi>"),
            state.free.map { FactList.fact(words("Places free"), "\(words.number($0))") },
        ].compactMap { $0 }
    }

    private var controls: [HTML] {
        let toggle = parts.form(
            .late, "console-form",
            """
            \(FormView.hidden("late", state.isLate ? "false" : "true"))<button class="desk-button" type="submit" \
            aria-pressed="\(state.isLate ? "true" : "false")">\(words("Running late"))</button>
            """)
        guard state.opening == .open else {
            return [parts.form(.open, "console-form", parts.button(.open, words("Open", sense: "verb"), "button")), toggle]
        }
        let form = parts.form(
            .pause, "console-pausing",
            """
            <label class="form-field"><span class="field-label">\(words("Guests see"))</span>\
            <input class="field-input" id="console-reason" name="reason" \
            maxlength="200" autocomplete="off" placeholder="\(words("Back in ten minutes"))"></label>\
            <div class="desk-buttons">\(parts.button(.pause, words("Pause", sense: "verb")))\
            \(parts.button(.close, words("Close", sense: "a queue or counter")))</div>
            """)
        return [
            toggle, #"<details class="desk-more" id="console-pausing"><summary>\#(words("Pause or close"))</summary>\#(form)</details>"#,
        ]
    }
}

extension Duration {
    /// Rounded to seconds; from one minute on, to minutes.
    var wholeSeconds: Duration {
        let seconds = (wholeMilliseconds + 500) / 1000
        return .seconds(seconds < 60 ? seconds : (seconds + 30) / 60 * 60)
    }
}
