import Localisation
import Records
import Storage

/// "Tell me when it changes", where a page shows what can be watched: one tap, or what is watched already.
struct TellMe: Sendable {
    let board: String
    let choice: BoardChoice
    let field: Field
    let value: String
    /// The watch that the person has of it.
    let watch: Watch?
    let token: HTML
    let words: Words

    var html: HTML {
        if let watch { return told(watch) }
        return """
            <div class="tell-me"><form method="post" action="\(WatchPaths.list)">\(token)<input type="hidden" name="board" value="\(board)">\
            \(choice.fields)<input type="hidden" name="equals-\(field.name)" value="\(value)">\
            <input type="hidden" name="back" value="\(BoardPaths(board, choice).page(where: field, is: value))">\
            <button class="button is-soft" type="submit">\(WatchSymbols.bell)<span>\(words("Tell me when it changes"))</span></button></form>\
            <a class="quiet-link" href="\(WatchPaths.new(on: board, choice, where: field, is: value))">\(words("Choose how"))</a></div>
            """
    }

    private func told(_ watch: Watch) -> HTML {
        let isMuted = watch.settings.isMuted
        return """
            <div class="tell-me is-told"><p>\(isMuted ? WatchSymbols.muted : WatchSymbols.bell)\
            <span>\(isMuted ? words("You watch this, but it is muted.") : words("You are told when this changes."))</span></p>\
            <a class="quiet-link" href="\(WatchPaths.watch(watch.id))">\(words("Change", sense: "verb"))</a></div>
            """
    }
}

extension TellMe {
    /// For a list, or what is found in it: chosen in the editor.
    static func ofList(_ board: String, _ choice: BoardChoice, search: String, _ words: Words) -> HTML {
        """
        <list-watch class="tell-me"><a class="quiet-button" href="\(WatchPaths.new(on: board, choice, search: search))">\
        \(WatchSymbols.bell)<span>\(words("Tell me of changes"))</span></a></list-watch>
        """
    }
}

/// What a record's page offers: to be told of it, and its history.
struct WatchLinks: Sendable {
    let board: String
    let choice: BoardChoice
    /// The store's number for the record.
    let id: Int64
    /// What identifies it across fetches.
    let key: String
    let canWatch: Bool
    let words: Words

    var action: HTML? {
        guard canWatch else { return nil }
        return
            "<a class=\"action\" href=\"\(WatchPaths.new(on: board, choice, record: id))\">\(WatchSymbols.bell)<span>\(words("Tell me"))</span></a>"
    }

    var history: HTML {
        "<p><a class=\"quiet-link\" href=\"\(BoardPaths(board, choice).changesPage(key: key, before: nil))\">\(words("Its history"))</a></p>"
    }
}

/// In what a board says of its source: the ways to its changes and to the log of its fetches.
enum SourceLinks {
    static func html(_ paths: BoardPaths, _ words: Words) -> HTML {
        """
        <div><dt>\(words("Look back"))</dt><dd class="source-links"><a id="source-history" href="\(paths.changesPage)">\(words("What has changed"))</a>\
        <a id="source-health" href="\(paths.health)">\(words("How its source is doing"))</a></dd></div>
        """
    }
}
