package import Localisation
package import Serving

/// A watch, price alert or reminder as a card on the home page: its subject, its current value, and when that changed.
package struct WatchedThing: Sendable {
    /// The board, then the subject on it: “Visa status”, “Batch number 20121456171”.
    package var subject: [String]
    package var symbol: HTML
    package var address: String
    package var value: HTML
    /// Whether there is no value yet; `value` says why.
    package var isPending = false
    package var notes: [HTML] = []
    /// Whether there is a notice that the person hasn't seen.
    package var isNew = false
    package var isMuted = false

    package init(_ subject: [String], _ symbol: HTML, at address: String, _ value: HTML, isPending: Bool = false, notes: [HTML] = []) {
        (self.subject, self.symbol, self.address) = (subject, symbol, address)
        (self.value, self.isPending, self.notes) = (value, isPending, notes)
    }

    package func html(_ words: Words) -> HTML {
        let new = isNew ? #"<span class="watched-new">\#(words("New", sense: "a notice"))</span>"# as HTML : nil
        let notes = isMuted ? self.notes + ["\(words("muted"))"] : self.notes
        return """
            <li class="watched\(isNew ? " is-new" : nil as HTML?)\(isPending ? " is-pending" : nil as HTML?)"><a href="\(address)">\
            <span class="watched-subject">\(symbol)<span>\(subject.map { "<bdi>\($0)</bdi>" as HTML }.joined(by: " · "))</span>\(new)\
            </span> \
            <span class="watched-value">\(value)</span></a>\
            \(notes.isEmpty ? nil : #"<p class="watched-note">\#(notes.joined(by: " · "))</p>"# as HTML)</li>

            """
    }
}

/// A person's watches, latest news first.
package struct WatchedThings: Sendable {
    /// How many of them the home page shows.
    package static let shown = 12

    package var things: [WatchedThing] = []
    /// How many there are in all.
    package var total = 0
    /// The boards with watches, and the boards with unseen news.
    package var boards: Set<String> = []
    package var boardsWithNews: Set<String> = []

    package init() {}

    /// The response to a form that adds a watch replaces this part (`stay-forms.js`).
    package static let place: HTML = #" data-place="watched""#

    /// The section of the home page; without any watches, it explains how to begin.
    package func html(_ words: Words) -> HTML {
        guard total > 0 else {
            return """
                <section class="home-part"\(Self.place)><div class="watched-none"><h2>\(words("Nothing watched yet"))</h2>\
                <p>\(words("Open a board and tap “Tell me when it changes”. Its latest value then shows up here."))</p></div></section>
                """
        }
        let all = total > things.count ? "\(words("Show all")) (\(words.number(total)))" : words("Manage")
        return """
            <section class="home-part"\(Self.place) aria-labelledby="watched-title"><div class="home-head"><h2 id="watched-title">\
            \(words("Watching"))</h2>\
            <a class="quiet-link" href="\(WatchPaths.list)">\(all)</a></div>\
            <ul class="watched-list">\(things.map { $0.html(words) })</ul></section>
            """
    }
}
