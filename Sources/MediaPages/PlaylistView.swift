import Localisation
import Records
import Serving
import Storage

/// A playlist: its player, its items, and buttons to reorder them.
struct PlaylistView {
    let words: Words
    let playlist: MediaPlaylist
    let files: [MediaFile]
    let playable: [MediaFile]
    /// The item to play first; nil if there is none.
    let current: MediaFile?
    let position: MediaTime?
    let token: HTML

    private var address: String { PlaylistPage.path(of: playlist.id) }

    func page(_ reader: Reader, assets: String) -> HTML {
        let parent = PageShell.Parent(words("Films and music"), at: MediaPage.path)
        return PageShell(title: playlist.name, parent: parent, assets: assets, kind: .media, reader: reader).page(
            """
            <article class="media-page media-item">
            <p class="media-back"><a class="quiet-link" href="\(MediaPage.path)">\(words("Films and music"))</a></p>
            \(current.map(player) ?? empty)
            \(edit)
            </article>
            """)
    }

    private var empty: HTML {
        """
        <header class="media-heading"><h1><bdi>\(playlist.name)</bdi></h1></header>
        \(EmptyState.html(words("This playlist is empty. Open a film or a song and add it.")))
        """
    }

    private func player(_ file: MediaFile) -> HTML {
        let queue = playable.map { QueueLine($0, words) }
        let view = MediaItemView(words: words, file: file, position: position, queue: queue, playlist: playlist)
        return """
            \(view.player)
            <header class="media-heading"><h1 data-title><bdi>\(words.title(of: file.name))</bdi></h1>\
            <p class="media-facts" data-facts>\(MediaFacts(words: words, file: file).line)</p></header>
            \(view.next)
            """
    }

    private var edit: HTML {
        Disclosure.html(
            words("Edit playlist"), name: "media-edit", isOpen: files.isEmpty,
            """
            <form class="media-rename" method="post" action="\(address)">\(token)\(FormView.hidden("act", "rename"))\
            <input class="field-input" name="name" value="\(playlist.name)" \
            maxlength="\(MediaPlaylist.Limits.name)" required aria-label="\(words("Name of the playlist"))">\
            <button class="quiet-button" type="submit">\(words("Rename"))</button></form>
            <ol class="media-order">\(files.enumerated().map { row($1, isFirst: $0 == 0, isLast: $0 == files.count - 1) })</ol>
            \(ButtonForm.html(words("Remove playlist"), to: address, token, FormView.hidden("act", "remove"), kind: .harsh))
            """)
    }

    private func row(_ file: MediaFile, isFirst: Bool, isLast: Bool) -> HTML {
        func button(_ act: String, _ sign: HTML, _ label: String, isOff: Bool = false) -> HTML {
            let off: HTML? = isOff ? " disabled" : nil
            return """
                <button class="round-button" type="submit" name="act" value="\(act)" aria-label="\(label)"\(off)>\(sign)</button>
                """
        }
        let title = words.title(of: file.name)
        return """
            <li><bdi>\(title)</bdi><form method="post" action="\(address)">\(token)\(FormView.hidden("item", "\(file.id)"))\
            \(button("up", MediaSymbols.up, words("Move \(title) up"), isOff: isFirst))\
            \(button("down", MediaSymbols.down, words("Move \(title) down"), isOff: isLast))\
            \(button("out", Symbols.close, words("Remove \(title) from the playlist")))</form></li>

            """
    }
}
