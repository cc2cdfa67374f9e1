package import Localisation
package import Records
package import Serving

/// A board card with the state of its queues: how many wait, the last call, and whether numbers are available.
package struct QueueCard {
    package let words: Words
    /// With several queues, a statement is shown if it is true for at least one of them.
    package let states: [QueueState]
    package let now: Timestamp

    package init(words: Words, states: [QueueState], now: Timestamp) {
        self.words = words
        self.states = states
        self.now = now
    }

    package var html: HTML {
        """
        <p class="card-news"><span class="card-news-line figures">\(words("\(waiting) people waiting"))</span> \
        <span class="card-news-note">\(lastCalled)</span></p>\(opening)
        """
    }

    /// The same on one line: how many wait and the last call, or that it is closed.
    package var line: HTML {
        guard let shown, shown.opening == .open else { return opening ?? "" }
        return #"<p class="tile-note figures">\#(words("\(waiting) people waiting")) · \#(lastCalled)</p>"#
    }

    /// An open queue, otherwise the first.
    private var shown: QueueState? { states.first { $0.opening == .open } ?? states.first }
    private var waiting: Int { states.reduce(0) { $0 + $1.waiting } }

    private var lastCalled: HTML {
        guard let call = states.compactMap(\.calls.first).max(by: { $0.at < $1.at }) else {
            return "\(words("No one has been called yet."))"
        }
        return "\(words.html("Last called: \("<bdi>\(call.label)</bdi>" as HTML)")) · \(words.counter(call.counter))"
    }

    private var opening: HTML? {
        guard let shown else { return nil }
        let isOpen = shown.opening == .open
        // Closing times differ between queues.
        let sentence = isOpen && states.count > 1 ? words("Open", sense: "queue") : words.at(shown.plan.zone).opening(of: shown, at: now)
        return #"<p class="state \#(isOpen ? "is-fresh" : "is-failing")">\#(sentence)</p>"#
    }
}
