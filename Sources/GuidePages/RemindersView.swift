import BoardPages
import Boards
import Localisation
import Records
import Serving
import Watching

/// The page of a person's reminders: upcoming programmes, the rules for series and searches, and the calendar.
struct RemindersView {
    let shown: ShownBoard
    let paths: BoardPaths
    let reminders: [Reminder]
    /// Reminders for guides that this server no longer has.
    let gone: [Reminder]
    let now: Timestamp
    let hasChannels: Bool
    /// When the calendar's address was created.
    let calendar: Timestamp?
    /// The address, if it was created just now.
    let address: String?
    private static let limit = 100
    private var words: Words { shown.words }
    private var writer: ReminderWriter { ReminderWriter(words) }

    func page(_ kind: PageKind) -> HTML {
        let shell = PageShell(title: words("Reminders"), assets: shown.boards.assets.prefix, kind: kind, reader: shown.reader)
        let empty: HTML? =
            reminders.isEmpty
            ? EmptyState.html(words("No reminders yet. Open a programme and choose “Remind me”, or save a search.")) : nil
        let channels: HTML? =
            hasChannels
            ? nil
            : """
            <p class="field-hint">\(words("You’ll see reminders in your notices.")) <a href="\(WatchPaths.channels)">\
            \(words("Add a notice channel to get them on your phone."))</a></p>
            """
        return shell.page(
            """
            <div class="list">\(BackLink.html(shown.board.title, to: paths.page))
            \(PageHeading.html(words("Reminders")))
            \(GuideWays(words: words, paths: paths, isPerson: true).html(.reminders))
            \(empty)\(channels)\(ahead)\(rules)\(withoutGuide)\(calendarPart)</div>
            """)
    }

    // MARK: Upcoming programmes

    private var ahead: HTML? {
        let coming = reminders.flatMap { reminder in reminder.ahead(at: now).map { (reminder, $0) } }
            .sorted { ($0.1.showing.start, $0.0.id, $0.1.number) < ($1.1.showing.start, $1.0.id, $1.1.number) }
        guard !coming.isEmpty else { return nil }
        return """
            <section class="reminders"><h2>\(words("Coming up"))</h2><ol class="guide-day is-found">\
            \(coming.prefix(Self.limit).map { line($0.0, $0.1) })</ol></section>
            """
    }

    private func line(_ reminder: Reminder, _ entry: ReminderState.Entry) -> HTML {
        let showing = entry.showing
        let isGone = reminder.state?.isGone == true
        let title: HTML =
            isGone
            ? "<bdi>\(showing.title)</bdi>"
            : #"<a href="\#(paths.record(showing.record))" data-sheet="programme"><bdi>\#(showing.title)</bdi></a>"#
        var about: [HTML] = ["<bdi>\(showing.channelName)</bdi>"]
        if let subtitle = showing.subtitle { about.append("<bdi>\(subtitle)</bdi>") }
        var state: [String] = []
        if isGone {
            state.append(words("No longer in the guide"))
        } else if entry.told != nil {
            state.append(words("Reminded"))
        } else {
            state.append(writer.lead(reminder.settings.minutes))
        }
        let isOne = if case .programme = reminder.settings.rule { true } else { false }
        if !isOne { state.append(writer.rule(of: reminder.settings)) }
        let isOn = showing.start <= now
        return """
            <li\(isOn ? #" aria-current="time""# as HTML : nil)><p class="guide-times figures">\
            <time datetime="\(showing.start.description)">\
            <span class="guide-date">\(words.shortDay(words.day(of: showing.start)))</span> \(words.timeOfDay(showing.start))</time>\
            <span class="unseen">–\(words.timeOfDay(showing.stop))</span></p><div><p class="guide-title">\(title)</p>\
            <p class="guide-subtitle">\(about.joined(by: " · "))</p><p class="guide-subtitle">\
            \(state.map { "<bdi>\($0)</bdi>" as HTML }.joined(by: " · "))</p>\
            \(isOne ? removal(of: reminder, showing.title) : nil)</div></li>
            """
    }

    // MARK: Series and searches

    /// Including rules without upcoming programmes.
    private var rules: HTML? {
        let standing = reminders.filter { reminder in
            if case .programme = reminder.settings.rule { reminder.ahead(at: now).isEmpty } else { true }
        }
        guard !standing.isEmpty else { return nil }
        let rows = standing.map { reminder -> HTML in
            let rule = writer.rule(of: reminder.settings)
            let next = reminder.ahead(at: now).first { $0.told == nil }.map {
                "\($0.showing.channelName) · \(writer.times(of: $0.showing))"
            }
            return """
                <li class="ledger-row"><div><strong><bdi>\(rule)</bdi></strong><p class="ledger-note">\
                \(writer.lead(reminder.settings.minutes)) · \
                <bdi>\(next ?? words("Nothing in the guide yet"))</bdi></p></div>\(removal(of: reminder, rule))</li>
                """
        }
        return #"<section class="reminders"><h2>\#(words("Series and searches"))</h2><ul class="ledger">\#(rows)</ul></section>"#
    }

    private var withoutGuide: HTML? {
        guard !gone.isEmpty else { return nil }
        let rows = gone.map { reminder -> HTML in
            let rule = writer.rule(of: reminder.settings)
            return """
                <li class="ledger-row"><div><strong><bdi>\(rule)</bdi></strong><p class="ledger-note"><bdi>\(reminder.board)</bdi></p>\
                </div>\
                \(removal(of: reminder, rule))</li>
                """
        }
        return """
            <section class="reminders"><h2>\(words("Guides that were removed"))</h2>\
            <p>\(words("This server no longer has these guides, so you won’t be reminded."))</p><ul class="ledger">\(rows)</ul></section>
            """
    }

    private func removal(of reminder: Reminder, _ name: String) -> HTML {
        ButtonForm.html(
            words("Remove"), to: paths.reminders, shown.reader.formField, FormView.hidden("remove", String(reminder.id)), kind: .harsh,
            about: words("Remove the reminder for \(name)"))
    }

    // MARK: Calendar

    private var calendarPart: HTML {
        let ways = SecretAddressView(
            words: words, field: "calendar", action: "\(paths.reminders)#calendar", token: shown.reader.formField, created: calendar,
            address: address, for: shown.reader.person)
        return """
            <section class="reminders" id="calendar"><h2>\(words("Calendar"))</h2>\
            <p>\(words("Add your reminders for the next two weeks to a calendar app. Anyone with the link can see them."))</p>\
            \(ways.html)</section>
            """
    }
}
