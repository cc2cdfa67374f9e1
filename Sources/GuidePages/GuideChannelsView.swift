import BoardPages
import Boards
import Hummingbird
import Localisation
import Records
import Serving

/// The form to choose, order, hide and group channels.
struct GuideChannelsView {
    let shown: ShownBoard
    let paths: BoardPaths
    let settings: GuideSettings
    /// The chosen ones first.
    let all: [GuideChannel]
    let request: Request
    private var words: Words { shown.words }
    private var logo: GuideLogo { GuideLogo(paths) }

    func page(_ kind: PageKind) -> HTML {
        let find = String((request.query["find"] ?? "").trimmingWhitespace().prefix(100))
        let (chosen, hidden) = (Set(settings.channels), Set(settings.hidden))
        let named = find.isEmpty ? all : all.filter { SearchText.folded($0.name).contains(SearchText.folded(find)) }
        let found = named.filter { !chosen.contains($0.id) && !hidden.contains($0.id) }
        let none =
            if named.contains(where: { hidden.contains($0.id) }) {
                words("Only hidden channels are left. Show them under “Hidden channels”.")
            } else if all.isEmpty {
                GuideLineUp.Absence.unread.sentence(words)
            } else {
                find.isEmpty ? words("You already have all of this guide’s channels.") : words("No other channel has that name.")
            }
        let list: HTML = found.isEmpty ? EmptyState.html(none) : form(#"<ul class="ledger">\#(found.map(other))</ul>"#)
        let search = SearchForm.html(
            words("Find a channel"), to: paths.guideChannels, paths.fields, id: "channel-query", name: "find", value: find, longest: 100,
            words)
        return frame(
            words("My channels"), words("These channels come first everywhere in the guide, in this order."), kind,
            """
            \(chosenList)
            \(groups)
            <h2 class="guide-others">\(words("Other channels"))</h2>
            <div class="guide-ways">\(search)\(folding)</div>
            \(list)
            \(hiddenList)
            """)
    }

    /// The channels of a person's group, and those that can be added.
    func page(ofGroup name: String, _ kind: PageKind) -> HTML {
        let group = settings.groups.first { $0.name == name }
        let (members, hidden) = (Set(group?.channels ?? []), Set(settings.hidden))
        let boxes = all.map { channel -> HTML in
            let note: HTML? =
                hidden.contains(channel.id) ? #" <span class="ledger-note">\#(words("Hidden", sense: "a channel"))</span>"# : nil
            return """
                <li class="ledger-row">\(Checkbox.html(
                    markup: "\(logo.html(channel))<bdi>\(channel.name)</bdi>\(note)", name: "in.\(channel.id)",
                    isTicked: members.contains(channel.id)))</li>

                """
        }
        let remove: HTML? =
            group == nil ? nil : #"<button class="quiet-button is-harsh" name="empty" value="yes">\#(words("Remove group"))</button>"#
        return frame(
            name, words("Select the channels of this group."), kind,
            form(
                """
                \(FormView.hidden("group", name))<ul class="ledger">\(boxes)</ul>\
                <div class="guide-keeping"><button class="button" type="submit">\(words("Save"))</button>\(remove)</div>
                """))
    }

    private func frame(_ title: String, _ lead: String, _ kind: PageKind, _ inside: HTML) -> HTML {
        let shell = PageShell(title: title, assets: shown.boards.assets.prefix, kind: kind, reader: shown.reader)
        return shell.page(
            """
            <div class="list">\(BackLink.html(shown.board.title, to: paths.page))
            \(PageHeading.html(markup: "<bdi>\(title)</bdi>", lead: "\(lead)"))
            \(GuideWays(words: words, paths: paths, isPerson: shown.context.person != nil).html(.channels))
            \(inside)</div>
            """)
    }

    private var chosenList: HTML {
        let known = Dictionary(all.map { ($0.id, $0) }) { first, _ in first }
        let (moved, isUp) = (request.query["moved"], request.query["way"] == "up")
        let chosen = settings.channels
        let rows = chosen.enumerated().map { index, id -> HTML in
            let channel = known[id]
            let name = channel?.name ?? id
            // Keyboard focus stays on the moved channel while it can move further.
            let (isFirst, isLast) = (index == 0, index == chosen.count - 1)
            let goesOnUp = isUp && !isFirst || isLast
            let gone: HTML? =
                channel == nil ? #"<p class="ledger-note">\#(words("The guide doesn’t have this channel at the moment."))</p>"# : nil
            func button(_ way: String, _ symbol: HTML, _ label: String, isOff: Bool, hasFocus: Bool) -> HTML {
                """
                <button class="round-button" type="submit" name="\(way)" value="\(id)" aria-label="\(label)" title="\(label)"\
                \(isOff ? " disabled" as HTML : "")\(hasFocus ? " autofocus" as HTML : "")>\(symbol)</button>
                """
            }
            return """
                <li class="ledger-row"><div>\(channel.flatMap(logo.html))<strong dir="auto">\(name)</strong>\(gone)</div>\
                <span class="ledger-ways">\
                \(button("up", Symbols.up, words("Move \(name) up"), isOff: isFirst, hasFocus: moved == id && goesOnUp))\
                \(button("down", Symbols.down, words("Move \(name) down"), isOff: isLast, hasFocus: moved == id && !goesOnUp))\
                \(star(id, name, isChosen: true))</span></li>

                """
        }
        guard !rows.isEmpty else { return EmptyState.html(words("Star a channel to move it to the top.")) }
        return form(#"<ol class="ledger">\#(rows)</ol>"#)
    }

    private func other(_ channel: GuideChannel) -> HTML {
        let names = channel.groups.joined(separator: " · ")
        let groups: HTML? = names.isEmpty ? nil : #"<p class="ledger-note"><bdi>\#(names)</bdi></p>"#
        return """
            <li class="ledger-row"><div><a href="\(paths.guideChannel(channel.id))">\(logo.html(channel))<bdi>\(channel.name)</bdi></a>\
            \(groups)</div>\
            <span class="ledger-ways"><button class="quiet-button" type="submit" name="hide" value="\(channel.id)" \
            aria-label="\(words("Hide \(channel.name)"))">\(words("Hide", sense: "a channel"))</button>\
            \(star(channel.id, channel.name, isChosen: false))</span></li>

            """
    }

    private var hiddenList: HTML? {
        guard !settings.hidden.isEmpty else { return nil }
        let names = Dictionary(all.map { ($0.id, $0.name) }) { first, _ in first }
        let rows = settings.hidden.map { id -> HTML in
            let name = names[id] ?? id
            return """
                <li class="ledger-row"><div><bdi>\(name)</bdi></div><span class="ledger-ways"><button class="quiet-button" type="submit" \
                name="show" \
                value="\(id)" aria-label="\(words("Show \(name)"))">\(words("Show", sense: "a channel"))</button></span></li>

                """
        }
        return """
            <details class="guide-hidden"><summary>\(words("Hidden channels"))</summary>\(form(#"<ul class="ledger">\#(rows)</ul>"#))\
            </details>
            """
    }

    private var groups: HTML {
        let rows = settings.groups.map { group -> HTML in
            let figure: String = words.number(group.channels.count)
            return """
                <li class="ledger-row"><div><a href="\(paths.guideGrid(group: group.name))"><bdi>\(group.name)</bdi></a>\
                <p class="ledger-note">\(words("Channels: \(figure)"))</p></div><span class="ledger-ways">\
                <a class="quiet-button" href="\(paths.guideChannels(editing: group.name))" aria-label="\(words("Edit \(group.name)"))">\
                \(words("Edit"))</a></span></li>

                """
        }
        let list: HTML? = rows.isEmpty ? nil : #"<ul class="ledger">\#(rows)</ul>"#
        return """
            <h2 class="guide-others">\(words("Groups"))</h2>\(list)
            <form class="guide-keeping" method="get" action="\(paths.guideChannels)">\(paths.fields)<label class="unseen" for="group-name">\
            \(words("Name of the group"))</label>\
            <input class="field-input" id="group-name" name="group" placeholder="\(words("Name of the group"))" required \
            maxlength="\(GuideSettings.Limits.characters)" autocomplete="off"><button class="quiet-button" type="submit">\
            \(words("Add group"))</button></form>
            """
    }

    private var folding: HTML {
        let isOn = settings.isFolded
        return """
            <form method="post" action="\(paths.guideChannels)">\(shown.reader.formField)<button class="chip-link" name="fold" \
            value="\(isOn ? "off" : "on")" aria-pressed="\(isOn ? "true" : "false")">\
            \(words("Group HD and +1 channels with the main one"))</button></form>
            """
    }

    private func form(_ list: HTML) -> HTML {
        #"<form class="form" method="post" action="\#(paths.guideChannels)">\#(shown.reader.formField)\#(list)</form>"#
    }

    private func star(_ channel: String, _ name: String, isChosen: Bool) -> HTML {
        """
        <button class="channel-star" type="submit" name="\(isChosen ? "remove" : "add")" value="\(channel)" \
        aria-label="\(words("One of my channels: \(name)"))" aria-pressed="\(isChosen ? "true" : "false")">\(Symbols.star)</button>
        """
    }
}
