import Localisation
import Records
import Serving
import Storage

/// The selection of a person's documents: the form that sorts, filters and searches, and the paging links.
struct ReaderShelf {
    typealias Choice = DocumentStore.Shelf

    let words: Words
    var choice = Choice()
    /// The search text, as typed.
    var text = ""
    /// The person's series and groups.
    var groups: [String] = []
    var hasMore = false

    private static let longest = 100

    init(words: Words) { self.words = words }

    /// Invalid values become the defaults.
    init(words: Words, query: [String: String]) {
        self.words = words
        choice.order = query["order"].flatMap(Choice.Order.init(rawValue:)) ?? .recent
        choice.part = query["show"].flatMap(Choice.Part.init(rawValue:)) ?? .all
        choice.group = query["group"].flatMap { $0.isEmpty ? nil : $0.limited(to: StoredDocument.Limits.group) }
        text = (query["search"] ?? "").trimmingWhitespace().limited(to: Self.longest)
        choice.words = text.isEmpty ? [] : DocumentSearch.wanted(text)
        if choice.words.isEmpty, !text.isEmpty { choice.words = [text] }
        choice.page = max(0, min((query["page"].flatMap { Int($0) } ?? 1) - 1, StoredDocument.Limits.documents))
    }

    /// Whether the list contains all documents.
    var isWhole: Bool { isDefault && choice.page == 0 && !hasMore }
    private var isDefault: Bool { choice.part == .all && choice.group == nil && text.isEmpty }

    func address(page: Int) -> String {
        var pairs: [(String, String)] = []
        if choice.order != .recent { pairs.append(("order", choice.order.rawValue)) }
        if choice.part != .all { pairs.append(("show", choice.part.rawValue)) }
        if let group = choice.group { pairs.append(("group", group)) }
        if !text.isEmpty { pairs.append(("search", text)) }
        if page > 0 { pairs.append(("page", String(page + 1))) }
        let query = pairs.map { "\($0)=\(Percent.encoded($1))" }.joined(separator: "&")
        return query.isEmpty ? ReaderPage.path : "\(ReaderPage.path)?\(query)"
    }

    var form: HTML {
        let orders: [(Choice.Order, String)] = [
            (Choice.Order.recent, words("Last listened to")), (.added, words("Last added")), (.title, words("Title")),
            (.author, words("Author")),
        ]
        let parts: [(Choice.Part, String)] = [
            (Choice.Part.all, words("All documents")), (.unfinished, words("Not finished")), (.finished, words("Finished")),
        ]
        let group: HTML? =
            groups.isEmpty
            ? nil : select("group", words("Series or group"), [("", words("All groups"))] + groups.map { ($0, $0) }, choice.group ?? "")
        return Disclosure.html(
            words("Search and sort"), name: "reader-shelf", id: "shelf", isOpen: !isDefault || choice.order != .recent,
            """
            <form class="reader-find" method="get" action="\(ReaderPage.path)" role="search">\
            <label class="unseen" for="shelf-search">\(words("Title, author or words of the text"))</label>\
            <input class="field-input" id="shelf-search" name="search" type="search" maxlength="\(Self.longest)" value="\(text)" \
            placeholder="\(words("Title, author or words of the text"))">\
            \(select("order", words("Sort by"), orders.map { ($0.rawValue, $1) }, choice.order.rawValue))\
            \(select("show", words("Which documents"), parts.map { ($0.rawValue, $1) }, choice.part.rawValue))\(group)\
            <button class="button" type="submit">\(words("Show"))</button></form>
            """)
    }

    /// Links to the previous and next documents.
    var pages: HTML? {
        guard choice.page > 0 || hasMore else { return nil }
        let back: HTML? =
            choice.page > 0
            ? #"<a class="quiet-link" rel="prev" href="\#(address(page: choice.page - 1))">\#(words("Previous"))</a>"# : nil
        let on: HTML? =
            hasMore ? #"<a class="quiet-link" rel="next" href="\#(address(page: choice.page + 1))">\#(words("Next"))</a>"# : nil
        return #"<p class="reader-pages">\#(back) \#(on)</p>"#
    }

    private func select(_ name: String, _ label: String, _ options: [(String, String)], _ chosen: String) -> HTML {
        let lines = options.map { #"<option value="\#($0)"\#($0 == chosen ? " selected" as HTML : nil)>\#($1)</option>"# as HTML }
        return """
            <label class="reader-choice"><span class="unseen">\(label)</span>\
            <select class="field-input" name="\(name)">\(lines)</select></label>
            """
    }
}
