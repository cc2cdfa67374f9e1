import BoardPages
import Boards
import Extraction
import Foundation
import Hummingbird
import Localisation
import Records
import Serving
import Storage

/// `/boards/<name>/sources`: the health of each source of a guide: its channels and days, skipped data, and the publisher's notice.
struct GuideSourcesPage: Sendable {
    private let shown: ShownBoard
    private let fields: GuideFields
    private let paths: BoardPaths
    private var words: Words { shown.words }
    private var values: ValueView { ValueView(words) }

    /// The maximum number of channels read.
    private static let channelLimit = 2000

    /// Throws for boards without programmes.
    init(_ visit: BoardVisit) throws {
        shown = try visit.shown
        fields = try visit.guideFields
        paths = BoardPaths(shown.board.name, shown.choice)
    }

    func page(_ kind: PageKind) async throws -> Response {
        let feeds = try await shown.feeds().feeds
        var sources: [HTML] = []
        for (number, feed) in feeds.enumerated() { sources.append(try await source(feed, number: feeds.count > 1 ? number + 1 : nil)) }
        let shell = PageShell(
            title: words("Sources of this guide"), assets: shown.boards.assets.prefix, kind: kind, reader: shown.reader)
        let lead =
            feeds.count > 1
            ? words("If several sources list the same channel, the first one here wins.")
            : words("Which channels and days it covers, and what was left out.")
        return .page(
            shell.page(
                """
                <div class="list">\(BackLink.html(shown.board.title, to: paths.page))
                \(PageHeading.html(words("Sources of this guide"), lead: lead))
                \(GuideWays(words: words, paths: paths, isPerson: shown.context.person != nil).html(nil))
                \(sources)
                <p><a href="\(paths.health)">\(words("Source health"))</a></p></div>
                """))
    }

    private func source(_ feed: Feed, number: Int?) async throws -> HTML {
        let (store, schema) = (shown.boards.store, shown.board.schema)
        let last = try await store.feeds.channels(
            of: [feed], schema, fields: GuideFields.ofChannel.union(["start", "stop", "title"]), limit: Self.channelLimit)
        let covered = try await store.feeds.coverage(of: [feed], schema)
        let notes = try await store.feeds.notes(of: feed).flatMap { ReadingNotes(json: $0) }
        func pair(_ label: String, _ value: HTML?) -> HTML? { value.map { FactList.fact(label, $0) } }
        let (first, end) = (covered.map { day(of: $0.lowerBound) }, covered.map { day(of: $0.upperBound + .milliseconds(-1)) })
        let facts = [
            pair(words("Source"), ValueView.link(to: feed.url)),
            pair(words("Last successful check"), feed.lastSuccess.map { values.time($0) }),
            pair(words("Channels with programmes"), "\(words.number(last.count))"),
            pair(words("Programmes", sense: "of a guide"), "\(words.number(feed.recordCount))"),
            pair(words("First day"), first.map { "\(words.longDay($0))" }), pair(words("Last day"), end.map { "\(words.longDay($0))" }),
            pair(words("Channels without programmes"), notes.flatMap { Self.silent($0, words) }),
            pair(words("Left out"), notes.flatMap { ReadingNotes.counted($0.leftOut, words) }),
            pair(words("Repaired"), notes.flatMap { ReadingNotes.counted($0.mended, words) }),
        ].compactMap { $0 }
        let failure = feed.failure.map { Callout.caution(words("The last check failed: \(words.text($0)).")) }
        let isOld = covered.map { $0.upperBound <= .system() } ?? false
        let old = isOld ? Callout.caution(words("Its last programme is over. The source may have stopped publishing.")) : nil
        let title = number.map { "\(words.number($0)). " } ?? ""
        return """
            <section class="guide-source"><h2>\(title)<bdi>\(URL(string: feed.url)?.host ?? feed.url)</bdi></h2>\(failure)\(old)
            \(FactList.html(facts, isWide: true))\
            \(short(last, until: end))\(notes?.notice.map { #"<p class="guide-notice" dir="auto">\#($0)</p>"# as HTML })</section>
            """
    }

    /// Channels whose programmes end before the source's last day.
    private func short(_ last: [StoredRecord], until end: CalendarDate?) -> HTML? {
        guard let end else { return nil }
        let lines = last.compactMap { record -> HTML? in
            guard let channel = fields.channel(record), let programme = fields.programme(record),
                case let last = day(of: programme.start), last.daysSince1970 < end.daysSince1970
            else { return nil }
            let address = paths.guideChannel(channel.id, last)
            return #"<li><a href="\#(address)"><bdi>\#(channel.name)</bdi></a> · \#(words.shortDay(last))</li>"#
        }
        guard !lines.isEmpty else { return nil }
        return "<details><summary>\(words("Channels whose programmes end sooner"))</summary><ul>\(lines)</ul></details>"
    }

    private func day(of time: Timestamp) -> CalendarDate { GuideDay(of: time, in: words.zone).date }

    /// `2 (Harbour, Lantern)`
    private static func silent(_ notes: ReadingNotes, _ words: Words) -> HTML? {
        notes.silentCount > 0 ? "\(words.number(notes.silentCount)) <bdi>(\(notes.silentNames))</bdi>" : nil
    }
}
