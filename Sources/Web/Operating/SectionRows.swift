import Localisation
import Records
import Serving

/// Selects the rows shown in a section of the settings: those that match a search, a page at a time. Otherwise, the page of a server with a
/// thousand boards would be hundreds of kilobytes, and its form longer than the limit.
struct SectionRows: Sendable {
    let part: ServerSettings.Part
    /// The name of the search in the page's query and in the section's form.
    let searchName: String
    /// The name of the first row's index there.
    let fromName: String
    /// The most rows shown.
    let size: Int
    private(set) var search = ""
    /// The first row's index, from 0.
    private(set) var from = 0

    static let searchLength = 100

    static let boards = SectionRows(part: .boards, searchName: "board", fromName: "from", size: 60)
    static let addresses = SectionRows(part: .addresses, searchName: "source", fromName: "source-from", size: 20)

    private init(part: ServerSettings.Part, searchName: String, fromName: String, size: Int) {
        (self.part, self.searchName, self.fromName, self.size) = (part, searchName, fromName, size)
    }

    /// - Parameter value: Returns a value of the query or of a form; nil or empty: absent.
    mutating func choose(_ value: (String) -> String?) {
        search = String((value(searchName) ?? "").trimmingWhitespace().prefix(Self.searchLength))
        from = max(0, value(fromName).flatMap { Int($0) } ?? 0)
    }

    /// The matching rows, the shown ones among them, and the index of the first shown.
    struct Found<Row> {
        let all: [Row]
        let from: Int
        let shown: ArraySlice<Row>
    }

    func found<Row>(_ rows: [Row], text: (Row) -> String) -> Found<Row> {
        let search = SearchText(self.search)
        let all = search.words.isEmpty ? rows : rows.filter { search.matches(SearchText.folded(text($0))) }
        let from = self.from < all.count ? self.from : 0
        return Found(all: all, from: from, shown: all[from...].prefix(size))
    }
}

/// A section's search and its paging.
struct SectionRowsView {
    let rows: SectionRows
    /// The section's title.
    let title: String
    let words: Words

    /// The name of the buttons that show other rows.
    static let turn = "turn"

    private var formID: String { "\(rows.searchName)-search" }

    /// nil if all rows fit without a search.
    func search(of count: Int) -> HTML? {
        guard count > rows.size else { return nil }
        var field = FormField(
            name: rows.searchName, label: words("Search"), type: "search", value: rows.search, longest: SectionRows.searchLength,
            id: "\(rows.searchName)-query", isRequired: false)
        field.form = formID
        return """
            <div class="form" role="search" aria-label="\(words("Search")): \(title)">\(field.html)\
            <div class="form-buttons"><button class="button is-soft" type="submit" form="\(formID)">\(words("Search"))</button></div></div>
            """
    }

    /// The search's form, outside of the form of the settings.
    func searchForm(of count: Int) -> HTML? {
        guard count > rows.size else { return nil }
        return """
            <form id="\(formID)" method="get" action="\(MainWays.server)#\(rows.part.rawValue)" hidden></form>
            """
    }

    /// Buttons for the previous and next rows, and hidden fields, so that a refused form returns with the same rows.
    func ways<Row>(_ found: SectionRows.Found<Row>) -> HTML {
        let count = found.all.count
        let fields: HTML = "\(FormView.hidden(rows.searchName, rows.search))\(FormView.hidden(rows.fromName, "\(found.from)"))"
        guard count > rows.size else { return fields }
        let (from, end) = (found.from, found.from + rows.size)
        let places = words("\(words.number(from + 1))–\(words.number(min(end, count))) of \(words.number(count))")
        let ways = Chips.nav(
            "\(words("Pages")): \(title)",
            """
            \(from > 0 ? button(max(0, from - rows.size), words("Previous")) : nil)\
            <span class="figures">\(places)</span>\(end < count ? button(end, words("Next")) : nil)
            """)
        return "\(fields)\(ways)"
    }

    /// Sends the form, so that the page with the other rows keeps what was typed. Nothing is saved.
    private func button(_ from: Int, _ label: String) -> HTML {
        let search = rows.search.isEmpty ? "" : "\(rows.searchName)=\(Percent.encoded(rows.search))&"
        let address = "\(MainWays.server)?\(search)\(rows.fromName)=\(from)#\(rows.part.rawValue)"
        return """
            <button class="chip-link" type="submit" name="\(Self.turn)" value="\(rows.part.rawValue)" formaction="\(address)" \
            formnovalidate>\(label)</button>
            """
    }
}
