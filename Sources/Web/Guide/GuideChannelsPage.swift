import Boards
import HTTPTypes
import Hummingbird
import Localisation
import Records
import Storage

/// `/boards/<name>/channels`: the channels that somebody has chosen, in their order, and all others to choose from. Works without a script.
struct GuideChannelsPage: Sendable {
    private let visit: BoardVisit
    private let shown: ShownBoard
    private let fields: GuideFields
    private let paths: BoardPaths
    private var words: Words { shown.words }

    /// Throws for boards without programmes.
    init(_ visit: BoardVisit) throws {
        self.visit = visit
        shown = try visit.shown
        fields = try visit.guideFields
        paths = BoardPaths(shown.board.name, shown.choice)
    }

    func page(_ kind: PageKind) async throws -> Response {
        let chosen = visit.guideSettings.channels
        let all = try await shown.channels(of: try await shown.feeds().feeds, fields, first: chosen)
        let shell = PageShell(title: words("My channels"), assets: shown.engine.assets.prefix, kind: kind, reader: shown.reader)
        return .page(
            shell.page(
                """
                <div class="list"><p class="detail-way"><a href="\(paths.page)">\(shown.board.title)</a></p>
                <header class="list-intro"><h1>\(words("My channels"))</h1>\
                <p class="lead">\(words("They come first on all pages of the guide, in this order."))</p></header>
                \(GuideWays(words: words, paths: paths, isPerson: shown.context.person != nil).html(.channels))
                \(chosenList(chosen, all))\(others(all.filter { !chosen.contains($0.id) }))</div>
                """))
    }

    /// A channel is chosen, taken out or moved. Leads back to where the form was.
    func choose() async throws -> Response {
        let request = visit.request
        let form = try await Form(request)
        guard let change = Change(form) else { return .on(to: paths.guideChannels) }
        if case .add(let channel) = change, !GuideSettings.isName(channel) { throw HTTPError(.badRequest) }
        if case .add(let channel) = change, !visit.guideSettings.hasRoom(for: channel) {
            throw Refusal(.conflict, "You’ve reached the limit of channels. Remove one to add another.")
        }
        let back = form["back"] == "channel" ? paths.guideChannel(change.channel) : nil
        var response = Response.on(to: back ?? change.place(on: paths.guideChannels))
        try await GuideSettings.alter(for: visit.context.person, on: visit.board.name, in: request, &response, of: visit.engine) {
            change.apply(to: &$0)
        }
        return response
    }

    private enum Change: Sendable {
        case add(String), remove(String), up(String), down(String)

        init?(_ form: Form) {
            let ways: [(String, (String) -> Change)] = [
                ("add", Change.add), ("remove", Change.remove), ("up", Change.up), ("down", Change.down),
            ]
            guard let (name, change) = ways.first(where: { !form[$0.0].isEmpty }) else { return nil }
            self = change(form[name])
        }

        var channel: String {
            switch self {
            case .add(let channel), .remove(let channel), .up(let channel), .down(let channel): channel
            }
        }

        func apply(to settings: inout GuideSettings) {
            switch self {
            case .add(let channel): settings.add(channel)
            case .remove(let channel): settings.remove(channel)
            case .up(let channel): settings.move(channel, up: true)
            case .down(let channel): settings.move(channel, up: false)
            }
        }

        /// The page, told which button the keyboard was at.
        func place(on page: String) -> String {
            switch self {
            case .up(let channel): address(page, channel, "up")
            case .down(let channel): address(page, channel, "down")
            case .add, .remove: page
            }
        }

        private func address(_ page: String, _ channel: String, _ way: String) -> String {
            "\(page)\(page.contains("?") ? "&" : "?")moved=\(Percent.encoded(channel))&way=\(way)"
        }
    }

    private func chosenList(_ chosen: [String], _ all: [GuideChannel]) -> HTML {
        let names = Dictionary(all.map { ($0.id, $0.name) }) { first, _ in first }
        let (moved, isUp) = (visit.request.query["moved"], visit.request.query["way"] == "up")
        let rows = chosen.enumerated().map { index, channel -> HTML in
            let name = names[channel] ?? channel
            // The keyboard stays with the channel that was moved, as long as it can go on.
            let (isFirst, isLast) = (index == 0, index == chosen.count - 1)
            let goesOnUp = isUp && !isFirst || isLast
            let gone: HTML? =
                names[channel] == nil ? "<p class=\"ledger-note\">\(words("The guide has no such channel at present."))</p>" : nil
            func button(_ way: String, _ symbol: HTML, _ label: String, isOff: Bool, hasFocus: Bool) -> HTML {
                """
                <button class="round-button" type="submit" name="\(way)" value="\(channel)" aria-label="\(label)" title="\(label)"\
                \(isOff ? " disabled" as HTML : "")\(hasFocus ? " autofocus" as HTML : "")>\(symbol)</button>
                """
            }
            return """
                <li class="ledger-row"><div><strong dir="auto">\(name)</strong>\(gone)</div><span class="ledger-ways">\
                \(button("up", StationSymbols.up, words("Move \(name) up"), isOff: isFirst, hasFocus: moved == channel && goesOnUp))\
                \(button("down", StationSymbols.down, words("Move \(name) down"), isOff: isLast, hasFocus: moved == channel && !goesOnUp))\
                \(star(channel, name, isChosen: true))</span></li>

                """
        }
        guard !rows.isEmpty else { return "<p class=\"empty\">\(words("Tap the star beside a channel to have it first."))</p>" }
        return form("<ol class=\"ledger\">\(rows)</ol>")
    }

    private func others(_ channels: [GuideChannel]) -> HTML {
        guard !channels.isEmpty else { return "" }
        let rows = channels.map { channel -> HTML in
            """
            <li class="ledger-row"><div><a href="\(paths.guideChannel(channel.id))"><bdi>\(channel.name)</bdi></a></div>\
            <span class="ledger-ways">\(star(channel.id, channel.name, isChosen: false))</span></li>

            """
        }
        return "<h2 class=\"guide-others\">\(words("Other channels"))</h2>\(form("<ul class=\"ledger\">\(rows)</ul>"))"
    }

    private func form(_ list: HTML) -> HTML {
        "<form class=\"form\" method=\"post\" action=\"\(paths.guideChannels)\">\(shown.reader.formField)\(list)</form>"
    }

    private func star(_ channel: String, _ name: String, isChosen: Bool) -> HTML {
        """
        <button class="channel-star" type="submit" name="\(isChosen ? "remove" : "add")" value="\(channel)" \
        aria-label="\(words("One of my channels: \(name)"))" aria-pressed="\(isChosen ? "true" : "false")">\(Symbols.star)</button>
        """
    }
}

extension ShownBoard {
    /// Channels of a guide that are looked at.
    private static let mostChannels = 2000

    /// The channels of a guide, the chosen ones first.
    func channels(of feeds: [Feed], _ fields: GuideFields, first chosen: [String]) async throws -> [GuideChannel] {
        let records = try await engine.store.channels(
            of: feeds, board.schema, fields: ["channel", "channel_name"], limit: Self.mostChannels)
        return GuideChannel.inOrder(records.compactMap(fields.channel), first: chosen)
    }
}
