import BoardPages
import Localisation
import Records
import Serving

/// The board view `list`: a row with picture and name for every record, with a search; tapping a row opens it.
///
/// Works without a script: the search is a form, long lists are paginated, a row links to its record's page. With a script, the search
/// filters while typing, all rows are on one page, pictures load lazily, and a row opens as a sheet.
struct ListView {
    let reader: Reader
    private var words: Words { reader.words }
    private var values: ValueView { ValueView(words) }

    func page(_ model: ListModel, assets: String) -> HTML {
        let (listing, paths) = (model.listing, model.frame.paths)
        let rows: HTML = """
            <list-pictures>
            <list-rows page="\(paths.page)" query="\(listing.query)"\(next(model))>
            \(search(model))
            <div class="list-rows" data-rows>\(rows(model))</div>
            <p class="list-nothing" data-nothing hidden>\(words("Nothing matches."))</p>
            \(details(model))\(pager(model))
            </list-rows>
            </list-pictures>
            """
        return BoardFrameView(model.frame, reader).page(rows, query: listing.query, assets: assets)
    }

    /// Below the search results: an offer to search the details too, or how many were searched.
    private func details(_ model: ListModel) -> HTML? {
        let query = model.listing.query
        switch model.details {
        case nil: return nil
        case .offered?:
            let address = model.frame.paths.address(model.frame.paths.root, "q=\(Percent.encoded(query))", "details=1")
            return """
                <p class="offer-ways" data-details\(query.isEmpty ? " hidden" as HTML : nil)>\
                <a class="button is-soft" rel="nofollow" href="\(address)">\(words("Search all details too"))</a></p>
                """
        case .searched(let known)?:
            guard !query.isEmpty else { return nil }
            let (some, all): (String, String) = (words.number(known), words.number(model.listing.total))
            let sentence =
                known < model.listing.total
                ? words("The details of \(some) of \(all) rows were searched too. The others couldn’t be read now.")
                : words("All details were searched too.")
            return #"<p class="field-hint">\#(sentence)</p>"#
        }
    }

    /// The rows, under letter headings if there are any; a message if there are none.
    func rows(_ model: ListModel, isForScript: Bool = false) -> HTML {
        let (listing, paths) = (model.listing, model.frame.paths)
        guard !listing.rows.isEmpty else {
            return BoardFrameView(model.frame, reader).nothing(
                total: listing.total, query: listing.query, all: paths.page("", listing.order))
        }
        var groups: [(letter: String?, rows: [HTML])] = []
        for row in listing.rows {
            if groups.isEmpty || groups[groups.count - 1].letter != row.letter { groups.append((row.letter, [])) }
            groups[groups.count - 1].rows.append(html(row, model, paths, isForScript))
        }
        let sections = groups.map { group -> HTML in
            let heading = group.letter.map { #"<h2 class="list-letter">\#($0)</h2>"# } as HTML?
            let id = group.letter.map { #" id="\#(Self.id(of: $0))""# } as HTML?
            return #"<section class="list-group"\#(id) data-letter="\#(group.letter ?? "")">\#(heading)<ul>\#(group.rows)</ul></section>"#
        }
        return "\(sections)"
    }

    func count(_ model: ListModel) -> HTML {
        let listing = model.listing
        return BoardFrameView(model.frame, reader).count(total: listing.total, found: listing.found, query: listing.query)
    }

    private func html(_ row: Listing.Row, _ model: ListModel, _ paths: BoardPaths, _ isForScript: Bool) -> HTML {
        let picture = model.pictureField.flatMap { field in row.picture.map { paths.picture(row.id, field, version: $0) } }
        let notes = row.notes.map { note -> HTML in
            """
            <span class="row-note"><span class="row-label">\(note.field.label)</span> \(values.plain(note.value, of: note.field))</span>
            """
        }
        return """
            <li class="row" data-find="\(row.searched)"><a id="r\(row.id)" href="\(paths.record(row.id))" data-sheet="record">\
            \(Face(row.name).html(inRow: picture, isForScript: isForScript))\
            <span class="row-text"><span class="row-name"><bdi>\(row.name)</bdi></span>\(notes)</span></a></li>

            """
    }

    private func search(_ model: ListModel) -> HTML {
        let listing = model.listing
        let order = listing.order == .name ? nil : #"<input type="hidden" name="order" value="\#(listing.order.rawValue)">"# as HTML?
        let other: (ListOrder, String) = listing.order == .name ? (.source, words("Published order")) : (.name, words("By name"))
        return BoardFrameView(model.frame, reader).search(
            listing.query, keeping: order,
            facts: BoardFrameView.facts(
                count: count(model),
                order: #"<a class="list-order" href="\#(model.frame.paths.page(listing.query, other.0))">\#(other.1)</a>"#),
            letters: letters(model))
    }

    /// A letter on another page links there; a script that has the rows scrolls to them.
    private func letters(_ model: ListModel) -> HTML? {
        let listing = model.listing
        guard !listing.letters.isEmpty else { return nil }
        let links = listing.letters.map { heading -> HTML in
            let (letter, start) = (heading.letter, heading.start)
            let isHere = (listing.from..<listing.from + listing.rows.count).contains(start)
            let page = isHere ? "" : model.frame.paths.page(listing.query, listing.order, from: start - start % Listing.pageSize)
            return #"<a href="\#(page)#\#(Self.id(of: letter))" data-letter="\#(letter)">\#(letter)</a>"#
        }
        return #"<nav class="list-letters" aria-label="\#(words("Letters"))" data-letters>\#(links)</nav>"#
    }

    private static func id(of letter: String) -> String { "letter-\(letter == "#" ? "other" : letter)" }

    private func next(_ model: ListModel) -> HTML? {
        model.listing.next.map { #" next="\#(model.frame.paths.page(model.listing.query, model.listing.order, from: $0))""# }
    }

    private func pager(_ model: ListModel) -> HTML {
        let listing = model.listing
        let pager = Pager(
            from: listing.from, count: listing.rows.count, found: listing.found, previous: listing.previous, next: listing.next)
        return pager.html(words) { model.frame.paths.page(listing.query, listing.order, from: $0) } ?? "<nav data-pager hidden></nav>"
    }
}
