package import Localisation
package import Records
package import Serving
import Storage

/// "Tell me when it changes", for something that can be watched: a button, or the existing watch.
package struct TellMe: Sendable {
    package let board: String
    package let choice: BoardChoice
    package let field: Field
    package let value: String
    /// The person's watch on it, if any.
    package let watch: Watch?
    /// Whether the person has any channel.
    package let hasChannels: Bool
    package let token: HTML
    package let words: Words

    package init(
        board: String, choice: BoardChoice, field: Field, value: String, watch: Watch?, hasChannels: Bool, token: HTML, words: Words
    ) {
        self.board = board
        self.choice = choice
        self.field = field
        self.value = value
        self.watch = watch
        self.hasChannels = hasChannels
        self.token = token
        self.words = words
    }

    package var html: HTML {
        if let watch { return Self.told(watch, hasChannels: hasChannels, words) }
        return """
            <div class="tell-me"\(Self.place)><form method="post" action="\(WatchPaths.list)"\(Self.said(words))>\(token)\
            <input type="hidden" name="board" value="\(board)">\
            \(choice.fields)<input type="hidden" name="equals-\(field.name)" value="\(value)">\
            <input type="hidden" name="back" value="\(BoardPaths(board, choice).page(where: field, is: value))#\(Self.id)">\
            <button class="button is-soft" type="submit">\(WatchSymbols.bell)<span>\(words("Tell me when it changes"))</span></button>\
            </form>\
            <a class="quiet-link" href="\(WatchPaths.new(on: board, choice, where: field, is: value))">\(words("More options"))</a></div>
            """
    }

    /// The id of the part that shows whether it is watched. The response to a form that changes it replaces that part (`stay-forms.js`).
    fileprivate static let id = "tell-me"
    fileprivate static let place: HTML = #" id="\#(id)" data-place="\#(id)""#
    /// The message after a form has made a watch.
    fileprivate static func said(_ words: Words) -> HTML { #" data-said="\#(words("Watching. You’ll see changes here."))""# }

    private static func told(_ watch: Watch, hasChannels: Bool, _ words: Words) -> HTML {
        let isMuted = watch.settings.isMuted
        return """
            <div class="tell-me is-told"\(place)><p>\(isMuted ? WatchSymbols.muted : WatchSymbols.bell)\
            <span>\(isMuted ? words("Watching, muted.") : words("Watching. You’ll see changes here."))</span></p>\
            <a class="quiet-link" href="\(WatchPaths.watch(watch.id))">\(words("Edit"))</a>\
            \(hasChannels || isMuted ? nil : channelOffer(words))</div>
            """
    }

    /// For people whose watches would notify them only in the app.
    package static func channelOffer(_ words: Words) -> HTML {
        """
        <p><a class="button" href="\(WatchPaths.channels)">\(WatchSymbols.bell)\
        <span>\(words("Add a channel to get changes on your phone"))</span></a></p>
        """
    }
}

extension TellMe {
    /// For a list or a search's results: one tap for every change, or the editor. `watch` is the person's existing watch on it, and
    /// `others` are those on parts of it.
    static func ofList(
        _ board: String, _ choice: BoardChoice, search: String, watch: Watch?, others: [Watch] = [], hasChannels: Bool, token: HTML,
        _ words: Words
    ) -> HTML {
        if let watch { return told(watch, hasChannels: hasChannels, words) }
        return """
            <list-watch class="tell-me"\(place)><form method="post" action="\(WatchPaths.list)"\(said(words))>\(token)\
            <input type="hidden" name="board" value="\(board)">\
            \(choice.fields)<input type="hidden" name="q" value="\(search)">\
            <input type="hidden" name="back" value="\(BoardPaths(board, choice).page(search, nil))#\(id)">\
            <button class="quiet-button" type="submit">\(WatchSymbols.bell)<span>\(words("Tell me when it changes"))</span></button></form>\
            <a class="quiet-link" href="\(WatchPaths.new(on: board, choice, search: search))">\(words("More options"))</a>\
            \(partly(others, words))</list-watch>
            """
    }

    /// A link to the person's only watch on a part, or to all their watches. It is behind the link to the editor, because `list-watch.js`
    /// expects that one first.
    private static func partly(_ watches: [Watch], _ words: Words) -> HTML? {
        guard let first = watches.first else { return nil }
        let count = watches.count
        let way = count == 1 ? WatchPaths.watch(first.id) : WatchPaths.list
        let text = count == 1 ? words("Watching") : words("\(count) watches")
        let symbol = watches.allSatisfy(\.settings.isMuted) ? WatchSymbols.muted : WatchSymbols.bell
        return #"<p>\#(symbol)<a class="quiet-link" href="\#(way)">\#(text)</a></p>"#
    }
}

/// The offers of a record's page: to watch it, and its history.
struct WatchLinks: Sendable {
    let board: String
    let choice: BoardChoice
    /// The record's row id in the store.
    let id: Int64
    /// Identifies the record across fetches.
    let key: String
    let canWatch: Bool
    /// The person's watch on it.
    let watch: Watch?
    /// The form's token.
    let token: HTML
    let words: Words

    /// Differs from the list's id, because a record may be shown over the list.
    private static let id = "tell-me-record"
    private static let place: HTML = #" id="\#(id)" data-place="\#(id)""#

    /// A button to watch it; if it is already watched, a link to the watch.
    var action: HTML? {
        guard canWatch else { return nil }
        if let watch {
            return """
                <a class="action is-told"\(Self.place) href="\(WatchPaths.watch(watch.id))">\
                \(watch.settings.isMuted ? WatchSymbols.muted : WatchSymbols.bell)\
                <span>\(words("Watching"))</span></a>
                """
        }
        return """
            <form class="action-form" method="post" action="\(WatchPaths.list)"\(Self.place)\(TellMe.said(words))>\(token)\
            <input type="hidden" name="board" value="\(board)">\
            \(choice.fields)<input type="hidden" name="record" value="\(id)">\
            <input type="hidden" name="back" value="\(BoardPaths(board, choice).record(id))#\(Self.id)">\
            <button class="action" type="submit">\(WatchSymbols.bell)<span>\(words("Tell me"))</span></button></form>
            """
    }

    var ways: HTML {
        let history = BoardPaths(board, choice).changesPage(key: key, before: nil)
        let editor: HTML? =
            canWatch && watch == nil
            ? #"<a class="quiet-link" href="\#(WatchPaths.new(on: board, choice, record: id))">\#(words("More options"))</a>"# : nil
        return """
            <p class="detail-ways" data-place="watch-ways"><a class="quiet-link" href="\(history)">\(words("History"))</a> \(editor)</p>
            """
    }
}

/// Links in a board's source details: to its changes and to the log of its fetches.
package enum SourceLinks {
    package static func html(_ paths: BoardPaths, _ words: Words) -> HTML {
        fact(
            words("Past checks and changes"),
            [
                #"<a id="source-history" href="\#(paths.changesPage)">\#(words("Changes"))</a>"#,
                #"<a id="source-health" href="\#(paths.health)">\#(words("Source health"))</a>"#,
            ])
    }

    /// Links as a fact of the source.
    package static func fact(_ label: String, _ links: [HTML]) -> HTML {
        FactList.fact(label, "\(links)", #" class="source-links""#)
    }
}

extension KnownBoards {
    /// Whether notices reach a person outside the app.
    package func hasChannels(_ person: Person) async throws -> Bool {
        try await store.following.channels(of: person).contains { !$0.isGone }
    }
}

extension FollowingStore {
    /// The person's watch with exactly this condition; nil if there is none.
    package func watch(of person: Person, on feed: Feed, for condition: Condition) async throws -> Watch? {
        try await watches(of: person).first { $0.feed == feed.id && $0.settings.condition == condition }
    }
}
