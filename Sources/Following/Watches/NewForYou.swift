package import Localisation
import Records
package import Serving

/// On the home page: a person's new notices, and a line for each watch.
package struct NewForYou: Sendable {
    /// The newest unread notices.
    package var notices: [NoticeLine] = []
    /// The number of unread notices.
    package var unread = 0
    package var watches: [WatchLine] = []
    package var words = Words.english

    package init(notices: [NoticeLine] = [], unread: Int = 0, watches: [WatchLine] = [], words: Words = Words.english) {
        self.notices = notices
        self.unread = unread
        self.watches = watches
        self.words = words
    }

    package static let noticesShown = 5
    package static let watchesShown = 6

    package var html: HTML {
        guard !watches.isEmpty || unread > 0 else { return "" }
        return "<div class=\"new-for-you\">\(news)\(lines)</div>"
    }

    private var news: HTML {
        guard unread > 0 else { return "" }
        let more = unread - notices.count
        return """
            <section class="why-part"><h2>\(words("New for you"))</h2><ul class="notices">\(notices.map { NoticesView.line($0, words) })</ul>\
            \(more > 0 ? "<p><a class=\"quiet-link\" href=\"\(WatchPaths.notices)\">\(words("\(more) more"))</a></p>" as HTML : nil)</section>
            """
    }

    private var lines: HTML {
        guard !watches.isEmpty else { return "" }
        let shown = watches.prefix(Self.watchesShown).map { line -> HTML in
            let isMuted = line.watch.settings.isMuted
            let told: HTML =
                line.told.map { "\(words("sent")) \(ValueView(words).time($0))" } ?? "\(words("no notices yet"))"
            return """
                <li><a href="\(WatchPaths.watch(line.watch.id))"><span>\(line.sentence(words))</span></a>\
                <span class="watch-line-note">\(line.title(words)) · \(line.record.map { "<bdi>\($0)</bdi> · " } as HTML?)\(isMuted ? "\(words("muted"))" : told)</span></li>
                """
        }
        return """
            <section class="why-part"><h2><a href="\(WatchPaths.list)">\(words("Your watches"))</a></h2><ul class="watch-lines">\(shown)</ul></section>
            """
    }
}
