import Localisation
import Records
import Storage

/// "Tell me when it changes", where a page shows what can be watched: one tap, or what is watched already.
struct TellMe: Sendable {
    let board: String
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
            <input type="hidden" name="equals-\(field.name)" value="\(value)">\
            <input type="hidden" name="back" value="\(BoardPaths(board).page(where: field, is: value))">\
            <button class="button is-soft" type="submit">\(WatchSymbols.bell)<span>\(words("Tell me when it changes"))</span></button></form>\
            <a class="quiet-link" href="\(WatchPaths.new(on: board, where: field, is: value))">\(words("Choose how"))</a></div>
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
