import BoardPages
import Localisation
import Records
import Serving

/// The board view `table`: a row for each record, a column for each field, in the board's order; tapping a column header sorts.
///
/// Works without a script: headers are links, the search is a form, long tables are paginated. With one (`table-rows.js`), all of that
/// happens in place, and changes appear live. A table with too many columns scrolls in its own box, with fixed headers and row names. A
/// recently changed row is marked, with the previous values.
struct TableView {
    private let model: TableModel
    private let reader: Reader
    private var words: Words { reader.words }
    private var values: ValueView { ValueView(words) }
    private var frame: BoardFrameView { BoardFrameView(model.frame, reader) }
    private var paths: BoardPaths { model.frame.paths }

    init(_ model: TableModel, _ reader: Reader) {
        self.model = model
        self.reader = reader
    }

    func page(assets: String) -> HTML {
        let kept = model.sort.map { #"<input type="hidden" name="sort" value="\#($0.text)">"# } as HTML?
        let rows: HTML = """
            <table-rows page="\(paths.page)">
            \(frame.search(model.query, keeping: kept, facts: facts))
            <div class="table-box" role="region" tabindex="0" aria-label="\(model.frame.title)" data-table>\(table)</div>
            <div data-pages>\(pager)</div>
            </table-rows>
            """
        return frame.page(rows, query: model.query, assets: assets)
    }

    /// The content of the box: the table, or a message.
    var table: HTML {
        let page = model.page
        guard !page.rows.isEmpty else { return frame.nothing(total: page.total, query: model.query, all: paths.page("", model.sort)) }
        return """
            <table class="table"><caption class="unseen">\(model.frame.title)</caption>\
            <thead><tr>\(model.schema.fields.indices.map(head))</tr></thead>
            <tbody>\(page.rows.map(row))</tbody></table>
            """
    }

    /// Links to the previous and next page.
    var pager: HTML {
        let page = model.page
        let pager = Pager(
            from: page.from, count: page.rows.count, found: page.found, previous: model.previous, next: model.next)
        return pager.html(words) { paths.page(model.query, model.sort, from: $0) } ?? ""
    }

    /// The number of records or matches, and a link back to the source's order.
    var facts: HTML {
        let way: HTML = #"<a class="list-order" href="\#(paths.page(model.query, nil as RecordSort?))">\#(words("Published order"))</a>"#
        return BoardFrameView.facts(
            count: frame.count(total: model.page.total, found: model.page.found, query: model.query), order: model.sort.map { _ in way })
    }

    var updated: HTML { frame.updated }

    private func head(_ place: Int) -> HTML {
        let field = model.schema.fields[place]
        let style = style(of: place)
        guard RecordSort.isPossible(by: field.kind) else { return #"<th scope="col"\#(style)><span>\#(field.label)</span></th>"# }
        let isSorted = model.sort?.field == field.name
        let next = RecordSort(field: field.name, isDescending: isSorted && model.sort?.isDescending == false)
        let order = isSorted ? #" aria-sort="\#(next.isDescending ? "ascending" : "descending")""# : nil as HTML?
        return """
            <th scope="col"\(order)\(style)><a id="sort-\(field.name)" href="\(paths.page(model.query, next))" rel="nofollow">\
            <span>\(field.label)</span>\(Symbols.sort)</a></th>
            """
    }

    private func row(_ row: RecordPage.Row) -> HTML {
        let (record, change) = (row.stored.record, model.changes[row.stored.id])
        let altered = Set(change?.alteredFields ?? [])
        let cells = model.schema.fields.indices.map { place -> HTML in
            let before = altered.contains(place) ? .some(change?.before?.values[at: place]) : nil as Value??
            guard place != model.shape.name else { return name(row, change, style(of: place)) }
            return cell(record.values[at: place], before: before, place, row.stored.id)
        }
        return "<tr\(row.isNews ? #" class="is-news""# : nil as HTML?)>\(cells)</tr>\n"
    }

    /// The row header links to the record's page.
    private func name(_ row: RecordPage.Row, _ change: Change?, _ style: HTML?) -> HTML {
        let field = model.schema.fields[model.shape.name]
        let name = row.stored.record.values[at: model.shape.name].map { values.plain($0, of: field) } ?? ValueView.absent
        let news = change?.kind == .appeared ? words("New", sense: "a row") : words("Changed", sense: "a row")
        let mark = row.isNews ? "<span class=\"table-news\">\(news)</span>" : nil as HTML?
        return """
            <th scope="row"\(style)><a id="r\(row.stored.id)" href="\(paths.record(row.stored.id))" data-sheet="record">\
            <span>\(name)</span></a>\(mark)</th>
            """
    }

    /// `before` is the previous value, if it differs.
    private func cell(_ value: Value?, before: Value??, _ place: Int, _ id: Int64) -> HTML {
        let field = model.schema.fields[place]
        let shown: HTML
        if case .image(let address)? = value {
            let picture = paths.picture(id, field, version: address)
            shown = #"<img class="table-picture" src="\#(picture)" alt="" loading="lazy" decoding="async">"#
        } else {
            shown = values.html(value?.shortened(to: Value.amongOthers), of: field)
        }
        guard let before, field.kind != .image else { return "<td\(style(of: place))>\(shown)</td>" }
        return """
            <td\(style(of: place))><ins>\(shown)</ins> <span class="table-before"><span class="unseen">\(words("before:")) </span>\
            <del>\(before.map { values.plain($0.shortened(to: Value.amongOthers), of: field) } ?? ValueView.absent)</del></span></td>
            """
    }

    /// Numbers are right-aligned; the row names stay fixed while the rest scrolls.
    private func style(of place: Int) -> HTML? {
        let kind: HTML? =
            switch model.schema.fields[place].kind {
            case .number, .money, .duration: "is-number"
            case .date, .time, .timestamp, .phone: "is-figures"
            case .text, .flag, .url, .image, .position, .list, .email: nil
            }
        let classes = [place == model.shape.name ? "is-name" : nil, kind].compactMap { $0 }
        return classes.isEmpty ? nil : #" class="\#(classes.joined(by: " "))""#
    }
}
