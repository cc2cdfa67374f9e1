import BoardPages
import Localisation
import Serving

/// All boards: a search, filters by state, letters to jump to, and a page of tiles.
struct BoardsView {
    let reader: Reader
    private var words: Words { reader.words }

    /// Titles of some languages begin with hundreds of different letters.
    private static let letterLimit = 60

    func page(_ model: BoardsModel, assets: String) -> HTML {
        let title = words("All boards")
        let tiles = model.cards.map { HomeView(reader: reader).tile($0).html }
        let list: HTML = tiles.isEmpty ? EmptyState.html(words("No board matches.")) : #"<ul class="tiles">\#(tiles)</ul>"#
        return PageShell(title: title, assets: assets, kind: .boards, reader: reader).page(
            """
            <div class="all-boards"><h1>\(title)</h1>
            \(search(model))
            \(states(model))\(letters(model))
            \(list)
            \(pager(model))</div>
            """)
    }

    private func search(_ model: BoardsModel) -> HTML {
        let state: HTML? = model.state.map { #"<input type="hidden" name="state" value="\#($0.rawValue)">"# }
        return SearchForm.html(
            words("Search"), to: MainWays.boards, state, id: "boards-query", value: model.search, longest: BoardsPage.searchLength, words)
    }

    /// nil if no board has a state to filter by.
    private func states(_ model: BoardsModel) -> HTML? {
        guard !model.counts.isEmpty || model.state != nil else { return nil }
        func chip(_ state: BoardsModel.State?, _ label: String, _ count: Int) -> HTML {
            Chips.link("\(label) (\(words.number(count)))", to: address(model.search, state), model.state == state ? .chosen : nil)
        }
        let chips = BoardsModel.State.allCases.filter { model.counts[$0] != nil || model.state == $0 }.map { state in
            chip(state, label(of: state), model.counts[state] ?? 0)
        }
        return Chips.nav(words("By state"), "\(chip(nil, words("All boards"), model.total))\(chips)")
    }

    private func label(of state: BoardsModel.State) -> String {
        switch state {
        case .failing: words("With problems")
        case .unset: words("Not set up")
        case .paused: words("Paused", sense: "board")
        }
    }

    /// Each letter links to a page that begins with it.
    private func letters(_ model: BoardsModel) -> HTML? {
        guard model.found > BoardsPage.pageSize, model.letters.count > 1 else { return nil }
        let shown = model.from..<model.from + model.cards.count
        let links = model.letters.prefix(Self.letterLimit).map { letter, from -> HTML in
            let current: HTML? = shown.contains(from) ? #" aria-current="true""# : nil
            return #"<a href="\#(address(model.search, model.state, from: from))"\#(current)>\#(letter)</a>"#
        }
        return #"<nav class="letter-ways" aria-label="\#(words("Letters"))">\#(links)</nav>"#
    }

    private func pager(_ model: BoardsModel) -> HTML? {
        let next = model.from + model.cards.count
        return Pager(
            from: model.from, count: model.cards.count, found: model.found,
            previous: model.from == 0 ? nil : max(0, model.from - BoardsPage.pageSize), next: next < model.found ? next : nil
        ).html(words) { address(model.search, model.state, from: $0) }
    }

    private func address(_ search: String, _ state: BoardsModel.State?, from: Int = 0) -> String {
        let parts = [
            search.isEmpty ? nil : "q=\(Percent.encoded(search))", state.map { "state=\($0.rawValue)" }, from == 0 ? nil : "from=\(from)",
        ].compactMap { $0 }
        return parts.isEmpty ? MainWays.boards : "\(MainWays.boards)?\(parts.joined(separator: "&"))"
    }
}

extension PageKind {
    static let boards = PageKind("boards", styles: ["home", "list"])
}
