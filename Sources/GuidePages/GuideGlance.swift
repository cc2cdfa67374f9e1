import BoardPages
import Boards
import Localisation
import Records
import Serving

/// Current and next programmes for very small screens such as a watch's, one per line, without a menu.
///
/// Without a script it reloads when a programme changes.
struct GuideGlance {
    /// The maximum number of channels; the guide's own page has the rest.
    private static let limit = 50
    /// Limits the reload interval in seconds without a script: short enough to notice updates of the source, but not too short.
    private static let waiting = 10...600

    let shown: ShownBoard
    let paths: BoardPaths
    private var words: Words { shown.words }

    func page(_ guide: GuideNow, kind: PageKind) -> HTML {
        let shell = PageShell(
            title: words("Now and next"), assets: shown.boards.assets.prefix, kind: kind, reader: shown.reader,
            refreshSeconds: Self.seconds(until: guide.nextChange, from: guide.now))
        return shell.bare(
            """
            <main class="glance" id="main"><h1 class="unseen">\(words("Now and next"))</h1>
            <guide-now><div class="region" id="guide-glance">\(list(guide))</div></guide-now>
            <p class="glance-way"><a href="\(paths.page)">\(shown.board.title)</a></p></main>
            """, kind: "is-glance")
    }

    static func seconds(until change: Timestamp?, from now: Timestamp) -> Int {
        let left = change.map { Int(clamping: ($0 - now).wholeMilliseconds / 1000 + 1) } ?? waiting.upperBound
        return min(max(left, waiting.lowerBound), waiting.upperBound)
    }

    private func list(_ guide: GuideNow) -> HTML {
        guard !guide.channels.isEmpty else { return GuideNowView(words: words, paths: paths).html(guide) }
        let change = guide.nextChange.map { #" data-change="\#($0.description)""# } as HTML?
        let channels = guide.channels.prefix(Self.limit).map { channel -> HTML in
            let on: HTML = channel.now.first.map { line($0, "glance-now") } ?? #"<p class="glance-now">\#(words("No information"))</p>"#
            return """
                <li><h2><bdi>\(channel.channel.name)</bdi></h2>\(on)\(channel.next.map { line($0, "glance-next") })</li>

                """
        }
        return #"<ul class="glance-channels"\#(change)>\#(channels)</ul>"#
    }

    private func line(_ programme: GuideProgramme, _ style: String) -> HTML {
        """
        <p class="\(style)"><time class="figures" datetime="\(programme.start.description)">\(words.timeOfDay(programme.start))</time> \
        <a href="\(paths.record(programme.id))"><bdi>\(programme.title)</bdi></a></p>
        """
    }
}
