import Localisation

/// The links from one page of a list to those before and after it, and which of its rows these are. Nil where the list has one page.
struct Pager {
    /// Place of the page's first row among those found, base 0.
    let from: Int
    let count: Int
    let found: Int
    /// Where the pages beside this one begin.
    let previous: Int?
    let next: Int?

    func html(_ words: Words, address: (Int) -> String) -> HTML? {
        guard next != nil || previous != nil else { return nil }
        func link(_ from: Int?, _ relation: String, _ label: String) -> HTML {
            guard let from else { return "<span></span>" }
            return "<a rel=\"\(relation)\" href=\"\(address(from))\">\(label)</a>"
        }
        let places = words("\(words.number(from + 1))–\(words.number(from + count)) of \(words.number(found))")
        return """
            <nav class="pager" data-pager aria-label="\(words("Pages"))">\(link(previous, "prev", words("Previous")))\
            <span class="figures">\(places)</span>\(link(next, "next", words("Next")))</nav>
            """
    }
}

/// What is told below a list: where it comes from and how often, and what of it can be taken along.
struct SourceDetails {
    let source: SourceNote
    /// How many rows are shown at most, where there are more.
    let shownLimit: Int?
    let paths: BoardPaths
    /// Pairs before the links of the source's feeds.
    var more: [HTML] = []
    /// Takes the list along.
    let links: [HTML]

    func html(_ values: ValueView) -> HTML {
        let words = values.words
        func pair(_ label: String, _ value: HTML) -> HTML { "<div><dt>\(label)</dt><dd>\(value)</dd></div>" }
        var pairs: [HTML] = [pair(words("Source"), ValueView.link(to: source.url, id: "source-address"))]
        if let every = source.every { pairs.append(pair(words("Check again"), "\(words.every(every))")) }
        if let next = source.next { pairs.append(pair(words("Next check"), values.time(next))) }
        if let shownLimit {
            pairs.append(pair(words("Shown"), "\(words("Only the first \(words.number(shownLimit)) of \(source.recordCount) rows."))"))
        }
        pairs += more
        pairs.append(SourceLinks.html(paths, words))
        return """
            <details class="source" id="source-details"><summary id="source-summary">\(words("About this list"))</summary>\
            <dl class="pairs">\(pairs)<div><dt>\(words("Export"))</dt><dd class="source-links">\(links)</dd></div></dl></details>
            """
    }
}
