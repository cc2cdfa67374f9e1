package import Localisation
import Records
package import Serving

/// The page around the rows of a list or a table: title, choices, state of the source, search, and details below.
package struct BoardFrameView {
    package static let statusRegion = "list-status"
    /// Only on the pages of people who may change the board.
    static let repairRegion = "list-repair"

    private let frame: BoardFrame
    private let reader: Reader
    private var words: Words { reader.words }
    private var values: ValueView { ValueView(words) }
    private var paths: BoardPaths { frame.paths }

    package init(_ frame: BoardFrame, _ reader: Reader) {
        self.frame = frame
        self.reader = reader
    }

    /// The whole page around `rows`, which are the results of `query` unless it is empty.
    package func page(_ rows: HTML, query: String, kind: PageKind = .list, assets: String) -> HTML {
        let shell = PageShell(
            title: frame.title, assets: assets, kind: kind, reader: reader, alternates: paths.alternates(title: frame.title),
            refreshSeconds: frame.status.isRunning ? 2 : nil)
        return shell.page(
            """
            <div class="list">
            \(PageHeading.html(markup: "\(frame.title)", lead: "\(frame.about)", rest: audience))
            \(ChoiceForm(choice: frame.choice, page: BoardPaths(frame.boardName).page, words: words).html)\
            <list-refresh live="\(paths.live)" after="\(frame.lastChange)" class="list-reading">
            <div class="region" id="\(Self.statusRegion)" aria-live="polite">\(Self.status(frame.status, words))</div>
            \(facts)
            </list-refresh>
            \(frame.status.isSetUp ? nil : NotSetUp.offer(frame.boardName, reader))\
            \(frame.repair.map { #"<div class="region" id="\#(Self.repairRegion)" aria-live="polite">\#($0)</div>"# as HTML })\
            \(frame.moving.map { $0.html(reader) })\
            \(frame.canWatch ? tellMe(query) : "")
            \(rows)
            \(source)
            </div>
            """)
    }

    /// A note to the owner of a hidden board, with a link to share it.
    private var audience: HTML? {
        guard frame.isHidden else { return nil }
        let way = NewBoardPaths.own(frame.boardName) + "#audience"
        return #"<p><a class="quiet-link" href="\#(way)">\#(words("Only you see this board"))</a></p>"#
    }

    private func tellMe(_ query: String) -> HTML {
        TellMe.ofList(
            frame.boardName, frame.choice, search: query, watch: frame.watch, others: frame.otherWatches, hasChannels: frame.hasChannels,
            token: reader.formField ?? "", words)
    }

    /// The part of the page that shows the progress of a reading.
    package static func status(_ status: ReadingStatus, _ words: Words) -> HTML {
        let reading = ReadingView(words: words).html(
            status.progress, isRunning: status.isRunning, failure: status.failure, shown: status.updated)
        return "\(reading)\(status.troubles)"
    }

    /// When the source was last read completely.
    package var updated: HTML { frame.status.updated.map { words.html("Checked \(values.time($0))") } ?? "" }

    /// The age of the content, and a button to refresh it.
    private var facts: HTML {
        let check = ButtonForm.html(
            markup: "\(Symbols.refresh)<span>\(words("Check now"))</span>", to: paths.page, reader.formField,
            attributes: " data-refresh\(frame.status.isRunning ? " disabled" : nil as HTML?)")
        return #"<div class="list-facts"><p class="updated" data-updated>\#(updated)</p>\#(check)</div>"#
    }

    /// The search, and below it the number of results and a link to another order. `kept`: values that a search preserves; `letters`: links
    /// to the parts of the list.
    package func search(_ query: String, keeping kept: HTML?, facts: HTML, letters: HTML? = nil) -> HTML {
        """
        <div class="list-bar"><form class="list-search" role="search" method="get" action="\(paths.page)" data-search>\
        <label class="unseen" for="list-query">\(words("Search"))</label>\(Symbols.lens)\
        <input class="field-input" id="list-query" data-query type="search" name="q" value="\(query)" \
        placeholder="\(words("Search"))" maxlength="200" autocomplete="off" autocapitalize="none" spellcheck="false" enterkeyhint="search">\
        \(kept)\(frame.choice.fields)<button class="unseen" type="submit">\(words("Search"))</button></form>\
        <div class="list-bar-facts" data-facts>\(facts)</div>\(letters)</div>
        """
    }

    /// The line below the search.
    package static func facts(count: HTML, order: HTML?) -> HTML { "<span data-counted>\(count)</span>\(order)" }

    /// The number of entries, or of results. A script that searches by itself uses the same words.
    package func count(total: Int, found: Int, query: String) -> HTML {
        let all = words("\(total) rows")
        let text = query.isEmpty ? all : words("\(words.number(found)) of \(total) rows")
        return """
            <output class="figures" data-count data-all="\(all)" \
            data-found="\(words("\("{found}") of \(total) rows"))">\(text)</output>
            """
    }

    /// Shown instead of rows if there are none. `all` is the address of all entries, for a search without results.
    package func nothing(total: Int, query: String, all: String) -> HTML {
        if total > 0, !query.isEmpty {
            return EmptyState.html(
                markup: words.html("Nothing matches “\("<bdi>\(query)</bdi>" as HTML)”."),
                way: #"<p><a href="\#(all)">\#(words("Show all"))</a></p>"#)
        }
        if frame.status.updated == nil {
            return frame.status.isRunning ? "" : EmptyState.html(words("No rows yet. Tap “Check now” to read the source."))
        }
        return EmptyState.html(words("The list is empty. Its rows appear here after the next check."))
    }

    private var source: HTML {
        var links: [HTML] = []
        if frame.hasCards { links.append(#"<a href="\#(paths.cards)" download>\#(words("All as vCard"))</a>"#) }
        links.append(#"<a href="\#(paths.records)">\#(words("JSON"))</a>"#)
        links.append(#"<a href="\#(paths.changes)">\#(words("All changes"))</a>"#)
        for (label, address) in [("Atom", paths.atom), ("CSV", paths.csv)] {
            links.append(#"<span class="source-feed"><a href="\#(address)">\#(label)</a>\#(CopyButton.html(words))</span>"#)
        }
        return SourceDetails(source: frame.source, shownLimit: frame.shownLimit, paths: paths, links: links).html(values)
    }
}
