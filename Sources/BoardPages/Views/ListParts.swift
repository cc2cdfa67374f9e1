package import Localisation
package import Serving

/// Links to the previous and next pages of a list, and the range of the rows. Nil if the list has one page.
package struct Pager {
    /// The index of the page's first row among the results, base 0.
    package let from: Int
    package let count: Int
    package let found: Int
    /// The first rows of the previous and next pages.
    package let previous: Int?
    package let next: Int?

    package init(from: Int, count: Int, found: Int, previous: Int?, next: Int?) {
        self.from = from
        self.count = count
        self.found = found
        self.previous = previous
        self.next = next
    }

    package func html(_ words: Words, address: (Int) -> String) -> HTML? {
        guard next != nil || previous != nil else { return nil }
        func link(_ from: Int?, _ relation: String, _ label: String) -> HTML {
            guard let from else { return "<span></span>" }
            return #"<a rel="\#(relation)" href="\#(address(from))">\#(label)</a>"#
        }
        let places = words("\(words.number(from + 1))–\(words.number(from + count)) of \(words.number(found))")
        return """
            <nav class="pager" data-pager aria-label="\(words("Pages"))">\(link(previous, "prev", words("Previous")))\
            <span class="figures">\(places)</span>\(link(next, "next", words("Next")))</nav>
            """
    }
}

/// The details below a list: its source, how often it is read, and links to save it.
package struct SourceDetails {
    package let source: SourceNote
    /// The most rows shown, if there are more.
    package let shownLimit: Int?
    package let paths: BoardPaths
    /// Rows of details before the links to the source's history.
    package var more: [HTML] = []
    /// Links to save the list.
    package let links: [HTML]

    package init(source: SourceNote, shownLimit: Int?, paths: BoardPaths, more: [HTML] = [], links: [HTML]) {
        self.source = source
        self.shownLimit = shownLimit
        self.paths = paths
        self.more = more
        self.links = links
    }

    package func html(_ values: ValueView) -> HTML {
        let words = values.words
        var pairs: [HTML] = [FactList.fact(words("Source"), ValueView.link(to: source.url, id: "source-address"))]
        if let every = source.every { pairs.append(FactList.fact(words("Checked"), "\(words.every(every))")) }
        if let next = source.next { pairs.append(FactList.fact(words("Next check"), values.time(next))) }
        if let shownLimit {
            let shown = words("Only the first \(words.number(shownLimit)) of \(source.recordCount) rows.")
            pairs.append(FactList.fact(words("Shown"), "\(shown)"))
        }
        pairs += more
        pairs += [SourceLinks.html(paths, words), SourceLinks.fact(words("Export"), links)]
        return """
            <details class="source" id="source-details"><summary id="source-summary">\(words("About this list"))</summary>\
            \(FactList.html(pairs))</details>
            """
    }
}
