import Localisation
import Records
import Serving

struct ChangeEntry: Sendable {
    let change: StoredChange
    /// The record's current page; nil if it is gone.
    let page: String?
    /// The fetch that found the change; nil if it is no longer in the log.
    let fetch: LoggedFetch?
}

struct ChangesModel: Sendable {
    var boardName: String
    var choice = BoardChoice.standard
    var boardTitle: String
    var schema: Schema
    /// Only records with this key; nil: all.
    var key: String?
    /// Newest first.
    var entries: [ChangeEntry]
    /// The change before which the next page begins; nil on the last page.
    var next: Int64?
    var isFirst: Bool
    var charts: [StepChart]
    /// When the board was first read; nil: never.
    var began: Timestamp?
}

/// `/boards/<name>/changes`: added, changed and removed records, with the time of each change and the fetch that found it.
struct ChangesView {
    let model: ChangesModel
    let words: Words

    func page(_ reader: Reader, assets: String) -> HTML {
        let paths = BoardPaths(model.boardName, model.choice)
        let title = model.key == nil ? words("Changes") : words("The history of \(name)")
        let entries = model.entries.map(entry)
        let all =
            model.key == nil
            ? nil : #"<p><a class="quiet-link" href="\#(paths.changesPage)">\#(words("All changes of this board"))</a></p>"# as HTML
        let charts = model.isFirst ? model.charts.map { StepChartView(chart: $0, words: words).html } : []
        return PageShell(title: title, assets: assets, kind: .watches, reader: reader).page(
            """
            <div class="watch-page">
            \(PageHeading.html(markup: "\(title)", back: BackLink.html(model.boardTitle, to: paths.page), rest: all))
            \(charts)
            \(entries.isEmpty ? empty : #"<ol class="changes">\#(entries)</ol>"#)
            \(OlderLink(model.next.map { paths.changesPage(key: model.key, before: $0) }, words)?.html)
            </div>
            """)
    }

    private func entry(_ entry: ChangeEntry) -> HTML {
        let change = entry.change
        let title = title(of: change.change)
        let history = BoardPaths(model.boardName, model.choice).changesPage(key: change.key, before: nil)
        // The changed fields; for an added or removed record, only the kind of change.
        let what = ChangeLine(words: words).detail(change.change, model.schema) ?? ChangeKind.label(change.change.kind, words)
        let whose: HTML? = model.key == nil ? #"<span><a href="\#(history)"><bdi>\#(title)</bdi></a></span>"# : nil
        return """
            <li class="change-entry is-\(change.change.kind.rawValue)" id="change-\(change.id)"><h2><bdi>\(what)</bdi></h2>\
            <p class="watch-facts">\(whose)<span>\(ValueView(words).time(change.seen))</span></p>\
            \(ChangeTable(change: change.change, schema: model.schema, words: words, showsAll: change.change.kind != .altered).html)\
            \(entry.fetch.map(details))</li>

            """
    }

    private func details(_ fetch: LoggedFetch) -> HTML {
        Disclosure.html(
            words("Details"), name: "change-details",
            """
            <p class="watch-facts"><span>\(words("\(words.bytes(fetch.bytes)) fetched"))</span>\
            \(fetch.etag.map { "<span><bdi>ETag <code>\($0)</code></bdi></span>" } as HTML?)</p>
            """)
    }

    private var empty: HTML {
        let text = model.began == nil ? words("Not checked yet.") : words("Nothing has changed since the first check.")
        return EmptyState.html(text)
    }

    private var name: String { model.entries.first.map { title(of: $0.change.change) } ?? model.key ?? "" }

    private func title(of change: Change) -> String { words.name(of: change.after ?? change.before ?? Record([]), model.schema) }
}
