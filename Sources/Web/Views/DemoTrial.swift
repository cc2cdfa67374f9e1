import BoardPages
import DemoPublishing
import Following
import Localisation
import Serving

/// In a demo, three things to try with one tap each. Those on boards that the person watches are done and left out; when no other is left,
/// the queue is too, since a number that was taken isn't known here. Visitors are led to where they begin.
struct DemoTrial {
    let reader: Reader
    /// The boards that are on, by name.
    let boards: Set<String>
    let watched: WatchedThings
    private var words: Words { reader.words }

    var html: HTML? {
        let left = [visa, fuel].compactMap { $0 }
        guard watched.total == 0 || !left.isEmpty else { return nil }
        let offers = left + [queue].compactMap { $0 }
        guard !offers.isEmpty else { return nil }
        return """
            <section class="home-part" aria-labelledby="trial-title"><div class="home-head">\
            <h2 id="trial-title">\(words("Things to try"))</h2></div><ul class="tiles">\(offers)</ul></section>
            """
    }

    private func isLeft(_ board: String) -> Bool { boards.contains(board) && !watched.boards.contains(board) }

    /// Watches the sample number that changes.
    private var visa: HTML? {
        guard isLeft("visa") else { return nil }
        let (title, number) = (words("Watch a visa number"), VisaList.wellKnownBatch)
        let note = line(words("It changes within minutes, and you get a notice."))
        guard reader.person != nil else {
            return HomeTile(title, at: "\(BoardPaths("visa").page)?batch=\(number)", BoardSymbols.lookup, note: note).html
        }
        return """
            <li class="tile"><span class="tile-symbol">\(BoardSymbols.lookup)</span>\
            <form class="tile-text" method="post" action="\(WatchPaths.list)" data-said="\(words("Watching. You’ll see changes here."))">\
            \(reader.formField)\(FormView.hidden("board", "visa"))\(FormView.hidden("equals-batch", number))\(FormView.hidden("back", "/"))\
            <button class="tile-title" type="submit">\(title)</button>\(note)</form></li>

            """
    }

    private var fuel: HTML? {
        guard isLeft("fuel") else { return nil }
        let address = reader.person == nil ? BoardPaths("fuel").page : AlertPaths.new(on: "fuel")
        let note = line(words("For fuel near you, at a price you choose."))
        return HomeTile(words("Get a price alert"), at: address, BoardSymbols.pump, note: note).html
    }

    private var queue: HTML? {
        guard boards.contains("queue") else { return nil }
        let note = line(words("In a queue, as guests do on their phones."))
        return HomeTile(words("Take a number"), at: BoardPaths("queue").page, BoardSymbols.ticket, note: note).html
    }

    private func line(_ text: String) -> HTML { #"<p class="tile-note">\#(text)</p>"# }
}
