import Records

/// The board view `list`: every record a row with its picture and name, found by typing, opened by a tap.
///
/// Works without a script: the search is a form, long lists come in pages, a row leads to its record's page. With one, the search
/// filters as one types, all rows are on one page, pictures are asked for where one looks, and a row opens as a sheet.
enum ListView {
    static let statusRegion = "list-status"

    static func page(_ model: ListModel, assets: String, _ reader: Reader = Reader()) -> HTML {
        let shell = PageShell(
            title: model.title, assets: assets, reader: reader, formats: BoardPaths(model.boardName),
            refreshSeconds: model.status.isRunning ? 2 : nil)
        let paths = BoardPaths(model.boardName)
        return shell.page(
            """
            <div class="list">
            <header class="list-intro"><h1>\(model.title)</h1><p class="lead">\(model.about)</p></header>
            <list-refresh live="\(paths.live)" class="list-reading">
            <div class="region" id="\(statusRegion)" aria-live="polite">\(status(model.status))</div>
            <p class="notice" data-offline hidden>\(Symbols.caution)<span>\(Words.offline)</span></p>
            \(facts(model, paths, reader))
            </list-refresh>
            <list-pictures>
            <list-rows page="\(paths.page)" query="\(model.listing.query)"\(next(model, paths))>
            \(search(model, paths))
            <div class="list-rows" data-rows>\(rows(model))</div>
            <p class="list-nothing" data-nothing hidden>\(Words.nothing)</p>
            \(pager(model, paths))
            </list-rows>
            </list-pictures>
            \(source(model, paths))
            </div>
            \(SheetView.parts)
            """)
    }

    /// The part of the page that follows a reading.
    static func status(_ status: ReadingStatus) -> HTML {
        ReadingView.html(status.progress, isRunning: status.isRunning, failure: status.failure, shown: status.updated)
    }

    /// The rows, under their letters if they have any; what is said in their place if there are none.
    static func rows(_ model: ListModel, isForScript: Bool = false) -> HTML {
        let (listing, paths) = (model.listing, BoardPaths(model.boardName))
        guard !listing.rows.isEmpty else { return empty(model, paths) }
        var groups: [(letter: String?, rows: [HTML])] = []
        for row in listing.rows {
            if groups.isEmpty || groups[groups.count - 1].letter != row.letter { groups.append((row.letter, [])) }
            groups[groups.count - 1].rows.append(html(row, model, paths, isForScript))
        }
        let sections = groups.map { group -> HTML in
            let heading = group.letter.map { "<h2 class=\"list-letter\">\($0)</h2>" } as HTML?
            return "<section class=\"list-group\" data-letter=\"\(group.letter ?? "")\">\(heading)<ul>\(group.rows)</ul></section>"
        }
        return "\(sections)"
    }

    /// How many there are, or were found. The script counts in the same words.
    static func count(_ listing: Listing) -> HTML {
        let isSearch = !listing.query.isEmpty
        let text = isSearch ? Words.found(listing.found, of: listing.total) : Words.entries(listing.total)
        return """
            <output class="list-count figures" data-count data-all="\(Words.entries(listing.total))" \
            data-found="\(Words.foundTemplate(of: listing.total))">\(text)</output>
            """
    }

    private static func html(_ row: Listing.Row, _ model: ListModel, _ paths: BoardPaths, _ isForScript: Bool) -> HTML {
        let picture = model.pictureField.flatMap { field in row.picture.map { paths.picture(row.id, field, version: $0) } }
        let notes = row.notes.map { note -> HTML in
            "<span class=\"row-note\"><span class=\"row-label\">\(note.field.label)</span> \(ValueView.plain(note.value, of: note.field))</span>"
        }
        return """
            <li class="row" data-find="\(row.searched)"><a id="r\(row.id)" href="\(paths.record(row.id))" data-sheet="record">\
            \(Face(row.name).html(inRow: picture, isForScript: isForScript))<span class="row-text"><span class="row-name"><bdi>\(row.name)</bdi></span>\(notes)</span></a></li>

            """
    }

    private static func empty(_ model: ListModel, _ paths: BoardPaths) -> HTML {
        let listing = model.listing
        if listing.total > 0, !listing.query.isEmpty {
            return """
                <div class="empty"><p>\(Words.nothingMatches) “<bdi>\(listing.query)</bdi>”.</p>\
                <p><a href="\(paths.page("", listing.order))">\(Words.showAll)</a></p></div>
                """
        }
        if model.status.updated == nil { return model.status.isRunning ? "" : "<p class=\"empty\">\(Words.neverRead)</p>" }
        return "<p class=\"empty\">\(Words.isEmpty)</p>"
    }

    /// How old what is shown is, and the way to newer.
    private static func facts(_ model: ListModel, _ paths: BoardPaths, _ reader: Reader) -> HTML {
        """
        <div class="list-facts"><p class="updated" data-updated>\(updated(model.status))</p>\
        <form method="post" action="\(paths.page)">\(reader.formField)<button class="quiet-button" type="submit" data-refresh\
        \(model.status.isRunning ? " disabled" : nil as HTML?)>\(Symbols.refresh)<span>\(Words.refresh)</span></button></form></div>
        """
    }

    /// When the source was last read to its end.
    static func updated(_ status: ReadingStatus) -> HTML {
        status.updated.map { "\(Words.read) \(ValueView.time($0, Wording.dateTime($0)))" } ?? ""
    }

    private static func search(_ model: ListModel, _ paths: BoardPaths) -> HTML {
        let listing = model.listing
        let order = listing.order == .name ? nil : "<input type=\"hidden\" name=\"order\" value=\"\(listing.order.rawValue)\">" as HTML?
        let other: (ListOrder, String) = listing.order == .name ? (.source, Words.asPublished) : (.name, Words.byName)
        return """
            <div class="list-bar"><form class="list-search" role="search" method="get" action="\(paths.page)" data-search>\
            <label class="unseen" for="list-query">\(Words.search)</label>\(Symbols.lens)\
            <input class="field-input" id="list-query" data-query type="search" name="q" value="\(listing.query)" \
            placeholder="\(Words.search)" maxlength="200" autocomplete="off" autocapitalize="none" spellcheck="false" enterkeyhint="search">\
            \(order)<button class="unseen" type="submit">\(Words.search)</button></form>\
            <div class="list-bar-facts"><span data-counted>\(count(listing))</span>\
            <a class="list-order" href="\(paths.page(listing.query, other.0))">\(other.1)</a></div></div>
            """
    }

    private static func next(_ model: ListModel, _ paths: BoardPaths) -> HTML? {
        model.listing.next.map { " next=\"\(paths.page(model.listing.query, model.listing.order, from: $0))\"" }
    }

    private static func pager(_ model: ListModel, _ paths: BoardPaths) -> HTML {
        let listing = model.listing
        guard listing.next != nil || listing.previous != nil else { return "<nav data-pager hidden></nav>" }
        func link(_ from: Int?, _ relation: String, _ words: String) -> HTML {
            guard let from else { return "<span></span>" }
            return "<a rel=\"\(relation)\" href=\"\(paths.page(listing.query, listing.order, from: from))\">\(words)</a>"
        }
        let places = "\(Wording.number(listing.from + 1))–\(Wording.number(listing.from + listing.rows.count))"
        return """
            <nav class="pager" data-pager aria-label="\(Words.pages)">\(link(listing.previous, "prev", Words.previous))\
            <span class="figures">\(places) \(Words.of) \(Wording.number(listing.found))</span>\(link(listing.next, "next", Words.next))</nav>
            """
    }

    private static func source(_ model: ListModel, _ paths: BoardPaths) -> HTML {
        let source = model.source
        var pairs: [HTML] = ["<div><dt>\(Words.sourceAddress)</dt><dd>\(ValueView.link(to: source.url, id: "source-address"))</dd></div>"]
        if let every = source.every { pairs.append("<div><dt>\(Words.readAgain)</dt><dd>\(Wording.every(every))</dd></div>") }
        if let next = source.next {
            pairs.append("<div><dt>\(Words.nextReading)</dt><dd>\(ValueView.time(next, Wording.dateTime(next)))</dd></div>")
        }
        if model.isCut {
            pairs.append("<div><dt>\(Words.shown)</dt><dd>\(Words.onlyTheFirst(Listing.limit, of: source.recordCount))</dd></div>")
        }
        var links: [HTML] = []
        if model.hasCards { links.append("<a href=\"\(paths.cards)\" download>\(Words.asCards)</a>") }
        links.append("<a href=\"\(paths.records)\">\(Words.asJSON)</a>")
        links.append("<a href=\"\(paths.changes)\">\(Words.allChanges)</a>")
        return """
            <details class="source" id="source-details"><summary id="source-summary">\(Words.aboutTheList)</summary>\
            <dl class="pairs">\(pairs)<div><dt>\(Words.takeAlong)</dt><dd class="source-links">\(links)</dd></div></dl></details>
            """
    }

    private enum Words {
        static let search = "Search"
        static let read = "Read"
        static let refresh = "Refresh"
        static let offline = "You are offline. What you see is what was read before."
        static let nothing = "Nothing matches."
        static let nothingMatches = "Nothing matches"
        static let showAll = "Show all"
        static let neverRead = "Nothing was read yet. Refresh asks the source now."
        static let isEmpty = "The list is empty."
        static let byName = "Sort by name"
        static let asPublished = "Sort as published"
        static let pages = "Pages"
        static let previous = "Previous"
        static let next = "Next"
        static let of = "of"
        static let aboutTheList = "About this list"
        static let sourceAddress = "Published at"
        static let readAgain = "Read again"
        static let nextReading = "Next reading"
        static let shown = "Shown"
        static let takeAlong = "Take along"
        static let asCards = "All as vCard"
        static let asJSON = "As JSON"
        static let allChanges = "All changes"

        static func entries(_ count: Int) -> String { Wording.plural(count, "entry", "entries") }
        static func found(_ count: Int, of total: Int) -> String {
            foundTemplate(of: total).replacing("{found}", with: Wording.number(count))
        }
        static func foundTemplate(of total: Int) -> String { "{found} of \(entries(total))" }
        static func onlyTheFirst(_ limit: Int, of count: Int) -> String {
            "Only the first \(Wording.number(limit)) of \(Wording.plural(count, "row", "rows"))."
        }
    }
}
