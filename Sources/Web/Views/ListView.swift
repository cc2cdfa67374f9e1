import Localisation
import Records

/// The board view `list`: every record a row with its picture and name, found by typing, opened by a tap.
///
/// Works without a script: the search is a form, long lists come in pages, a row leads to its record's page. With one, the search
/// filters as one types, all rows are on one page, pictures are asked for where one looks, and a row opens as a sheet.
struct ListView {
    static let statusRegion = "list-status"

    let reader: Reader
    private var words: Words { reader.words }
    private var values: ValueView { ValueView(words) }

    func page(_ model: ListModel, assets: String) -> HTML {
        let shell = PageShell(
            title: model.title, assets: assets, reader: reader, formats: BoardPaths(model.boardName, model.choice),
            refreshSeconds: model.status.isRunning ? 2 : nil)
        let paths = BoardPaths(model.boardName, model.choice)
        return shell.page(
            """
            <div class="list">
            <header class="list-intro"><h1>\(model.title)</h1><p class="lead">\(model.about)</p></header>
            \(ChoiceForm(choice: model.choice, page: BoardPaths(model.boardName).page, words: words).html)\
            <list-refresh live="\(paths.live)" after="\(model.lastChange)" class="list-reading">
            <div class="region" id="\(Self.statusRegion)" aria-live="polite">\(status(model.status))</div>
            \(facts(model, paths))
            </list-refresh>
            \(model.canWatch ? TellMe.ofList(model.boardName, model.choice, search: model.listing.query, words) : "")
            <list-pictures>
            <list-rows page="\(paths.page)" query="\(model.listing.query)"\(next(model, paths))>
            \(search(model, paths))
            <div class="list-rows" data-rows>\(rows(model))</div>
            <p class="list-nothing" data-nothing hidden>\(words("Nothing matches."))</p>
            \(pager(model, paths))
            </list-rows>
            </list-pictures>
            \(source(model, paths))
            </div>
            """)
    }

    /// The part of the page that follows a reading.
    func status(_ status: ReadingStatus) -> HTML {
        let reading = ReadingView(words: words).html(
            status.progress, isRunning: status.isRunning, failure: status.failure, shown: status.updated)
        return "\(reading)\(status.troubles)"
    }

    /// The rows, under their letters if they have any; what is said in their place if there are none.
    func rows(_ model: ListModel, isForScript: Bool = false) -> HTML {
        let (listing, paths) = (model.listing, BoardPaths(model.boardName, model.choice))
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
    func count(_ listing: Listing) -> HTML {
        let isSearch = !listing.query.isEmpty
        let all = words("\(listing.total) entries")
        let text = isSearch ? words("\(words.number(listing.found)) of \(listing.total) entries") : all
        return """
            <output class="list-count figures" data-count data-all="\(all)" \
            data-found="\(words("\("{found}") of \(listing.total) entries"))">\(text)</output>
            """
    }

    private func html(_ row: Listing.Row, _ model: ListModel, _ paths: BoardPaths, _ isForScript: Bool) -> HTML {
        let picture = model.pictureField.flatMap { field in row.picture.map { paths.picture(row.id, field, version: $0) } }
        let notes = row.notes.map { note -> HTML in
            "<span class=\"row-note\"><span class=\"row-label\">\(note.field.label)</span> \(values.plain(note.value, of: note.field))</span>"
        }
        return """
            <li class="row" data-find="\(row.searched)"><a id="r\(row.id)" href="\(paths.record(row.id))" data-sheet="record">\
            \(Face(row.name).html(inRow: picture, isForScript: isForScript))<span class="row-text"><span class="row-name"><bdi>\(row.name)</bdi></span>\(notes)</span></a></li>

            """
    }

    private func empty(_ model: ListModel, _ paths: BoardPaths) -> HTML {
        let listing = model.listing
        if listing.total > 0, !listing.query.isEmpty {
            return """
                <div class="empty"><p>\(words.html("Nothing matches “\("<bdi>\(listing.query)</bdi>" as HTML)”."))</p>\
                <p><a href="\(paths.page("", listing.order))">\(words("Show all"))</a></p></div>
                """
        }
        if model.status.updated == nil {
            return model.status.isRunning ? "" : "<p class=\"empty\">\(words("Nothing was read yet. Refresh asks the source now."))</p>"
        }
        return "<p class=\"empty\">\(words("The list is empty."))</p>"
    }

    /// How old what is shown is, and the way to newer.
    private func facts(_ model: ListModel, _ paths: BoardPaths) -> HTML {
        """
        <div class="list-facts"><p class="updated" data-updated>\(updated(model.status))</p>\
        <form method="post" action="\(paths.page)">\(reader.formField)<button class="quiet-button" type="submit" data-refresh\
        \(model.status.isRunning ? " disabled" : nil as HTML?)>\(Symbols.refresh)<span>\(words("Refresh"))</span></button></form></div>
        """
    }

    /// When the source was last read to its end.
    func updated(_ status: ReadingStatus) -> HTML {
        status.updated.map { words.html("Read \(values.time($0))") } ?? ""
    }

    private func search(_ model: ListModel, _ paths: BoardPaths) -> HTML {
        let listing = model.listing
        let order = listing.order == .name ? nil : "<input type=\"hidden\" name=\"order\" value=\"\(listing.order.rawValue)\">" as HTML?
        let other: (ListOrder, String) = listing.order == .name ? (.source, words("Sort as published")) : (.name, words("Sort by name"))
        return """
            <div class="list-bar"><form class="list-search" role="search" method="get" action="\(paths.page)" data-search>\
            <label class="unseen" for="list-query">\(words("Search"))</label>\(Symbols.lens)\
            <input class="field-input" id="list-query" data-query type="search" name="q" value="\(listing.query)" \
            placeholder="\(words("Search"))" maxlength="200" autocomplete="off" autocapitalize="none" spellcheck="false" enterkeyhint="search">\
            \(order)\(model.choice.fields)<button class="unseen" type="submit">\(words("Search"))</button></form>\
            <div class="list-bar-facts"><span data-counted>\(count(listing))</span>\
            <a class="list-order" href="\(paths.page(listing.query, other.0))">\(other.1)</a></div></div>
            """
    }

    private func next(_ model: ListModel, _ paths: BoardPaths) -> HTML? {
        model.listing.next.map { " next=\"\(paths.page(model.listing.query, model.listing.order, from: $0))\"" }
    }

    private func pager(_ model: ListModel, _ paths: BoardPaths) -> HTML {
        let listing = model.listing
        let pager = Pager(
            from: listing.from, count: listing.rows.count, found: listing.found, previous: listing.previous, next: listing.next)
        return pager.html(words) { paths.page(listing.query, listing.order, from: $0) } ?? "<nav data-pager hidden></nav>"
    }

    private func source(_ model: ListModel, _ paths: BoardPaths) -> HTML {
        var links: [HTML] = []
        if model.hasCards { links.append("<a href=\"\(paths.cards)\" download>\(words("All as vCard"))</a>") }
        links.append("<a href=\"\(paths.records)\">\(words("As JSON"))</a>")
        links.append("<a href=\"\(paths.changes)\">\(words("All changes"))</a>")
        let limit = model.isCut ? Listing.limit : nil
        return SourceDetails(source: model.source, shownLimit: limit, paths: paths, links: links).html(values)
    }
}
