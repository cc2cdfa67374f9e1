import BoardPages
import Boards
import Localisation
import Records
import Serving

/// The stored parts of a guide, and the text templates for the script that renders guide pages from them.
struct GuideOfflineView {
    let shown: ShownBoard
    let paths: BoardPaths
    let hasChosen: Bool
    /// The number of channels stored, or to be stored.
    let count: Int
    let absence: GuideLineUp.Absence?
    private var words: Words { shown.words }

    func page(_ kind: PageKind) -> HTML {
        let shell = PageShell(title: words("Keep offline"), assets: shown.boards.assets.prefix, kind: kind, reader: shown.reader)
        return shell.page(
            """
            <guide-offline class="list" data-root="\(paths.root)"\(sentences)>\(BackLink.html(shown.board.title, to: paths.page))
            \(PageHeading.html(
                words("Keep offline"),
                lead: words("Save the programmes of your channels on this device, to browse and search the guide without a connection.")))
            \(GuideWays(words: words, paths: paths, isPerson: shown.context.person != nil).html(.offline))
            <div data-inside>\(count == 0 ? nothing : keeping)</div></guide-offline>
            """)
    }

    private var nothing: HTML {
        let sentence =
            absence?.sentence(words)
            ?? (hasChosen
                ? words("The guide doesn’t have your channels at the moment. Choose other channels to save.")
                : words("Choose your channels first. This guide has too many to save them all."))
        return """
            \(EmptyState.html(sentence))\
            <p><a class="quiet-button" href="\(paths.guideChannels)">\(words("My channels"))</a></p>
            """
    }

    private var keeping: HTML {
        let pair = { (name: String, label: String) -> HTML in FactList.fact(label, "", " data-\(name)") }
        let all: HTML? =
            hasChosen
            ? nil
            : """
            <p class="section-note">\(words("You haven’t chosen channels, so all of them are saved.")) \
            <a href="\(paths.guideChannels)">\(words("My channels"))</a></p>
            """
        return """
            \(all)<dl class="detail-fields" data-kept-facts hidden>\(pair("days", words("Days")))\
            \(pair("channels", words("Channels", sense: "of a guide")))\(pair("size", words("Size")))\
            \(pair("checked", words("Last checked")))</dl>
            <p class="updated" role="status" data-state></p>
            <div class="guide-keeping"><button class="button" type="button" data-keep hidden>\(words("Keep offline"))</button>\
            <button class="quiet-button" type="button" data-again hidden>\(Symbols.refresh)<span>\(words("Update"))</span></button>\
            <button class="quiet-button is-harsh" type="button" data-remove hidden>\(words("Remove from this device"))</button></div>
            <noscript>\(EmptyState.html(words("This needs JavaScript.")))</noscript>
            """
    }

    /// With `{…}` for values inserted by the script.
    private var sentences: [HTML] {
        let said = [
            ("now", words("Now and next")), ("grid", words("All channels")), ("search", words("Search")),
            ("my-channels", words("My channels")), ("groups", words("Groups")), ("all", words("All", sense: "channels")),
            ("no-channels", words("No channels in this group. Choose another group, or show hidden channels under “My channels”.")),
            ("today", words("Today")), ("today-until", words("Today until \("{time}")")), ("next-day", words("Next day: \("{day}")")),
            ("label", words("Programmes, \("{day}")")), ("share", words("\("{share}")% of it is over")),
            ("no-programmes", words("The guide has nothing for this channel on this day.")),
            ("no-words", words("Search titles, episodes and descriptions. Results contain all your words.")),
            ("not-found", words("No upcoming programmes match “\("{query}")”. Try fewer or shorter words.")),
            ("covers", words("This searches what’s saved on this device: \("{first}") – \("{last}"). Channels: \("{channels}").")),
            ("channels", words("Channels", sense: "of a guide")), ("silent", words("No information")),
            ("not-kept", words("This isn’t saved on this device.")),
            ("choose-later", words("You can change your channels when you’re online again.")),
            ("saving", words("Saving day \("{day}") of \("{days}")…")), ("saved", words("Saved on this device.")),
            ("no-worker", words("This browser can’t save pages here. Use a secure address (https), and not a private window.")),
            ("no-room", words("This device doesn’t have room for all of the days. The others are saved.")),
            ("no-room-for-any", words("This device has no room for the guide.")),
            ("no-answer", words("Can’t reach the server. What is saved stays.")),
        ]
        return said.map { name, sentence in #" data-\#(name)="\#(sentence)""# }
    }
}
