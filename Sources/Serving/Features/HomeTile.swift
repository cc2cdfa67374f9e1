/// A tile on the home page, for a board or another part of the app: its link, its name, and its news in one line.
package struct HomeTile: Sendable {
    private let address: String
    private let title: String
    private let symbol: HTML
    /// Its purpose, shown to first-time readers.
    private let about: String?
    private let note: HTML?

    package init(_ title: String, at address: String, _ symbol: HTML, about: String? = nil, note: HTML? = nil) {
        (self.title, self.address, self.symbol, self.about, self.note) = (title, address, symbol, about, note)
    }

    package var html: HTML {
        """
        <li class="tile"><span class="tile-symbol">\(symbol)</span>\
        <div class="tile-text"><a class="tile-title" href="\(address)"><bdi>\(title)</bdi></a>\
        \(about.map { #"<p class="tile-about">\#($0)</p>"# } as HTML?)\(note)</div></li>

        """
    }
}
