import BoardPages
import Boards
import Localisation
import Records
import Serving
import Storage
import Watching

/// The form for a reminder: in a programme's sheet, and on the search page. Works without a script.
struct ReminderForm {
    let words: Words
    let paths: BoardPaths
    let token: HTML?
    /// The lead time chosen last.
    let minutes: Int

    init(_ visit: BoardVisit, _ paths: BoardPaths) {
        (words, self.paths, token) = (visit.context.words, paths, visit.context.reader.formField)
        minutes = visit.guideSettings.minutes ?? Reminder.Limits.defaultMinutes
    }

    /// `own`: the person's reminders for this programme and its series.
    func programme(_ showing: Reminder.Showing, choice: BoardChoice, own: [Reminder], canBegin: Bool) -> HTML {
        place(forms(showing, choice, own, canBegin))
    }

    /// The id of the part that lists the reminders. The response to a form that changes them replaces that part (`stay-forms.js`).
    static let id = "reminders-set"
    private func place(_ html: HTML) -> HTML { #"<div class="reminder-place" id="\#(Self.id)" data-place="\#(Self.id)">\#(html)</div>"# }
    private var said: HTML { #" data-said="\#(words("You’ll see reminders in your notices."))""# }

    private func forms(_ showing: Reminder.Showing, _ choice: BoardChoice, _ own: [Reminder], _ canBegin: Bool) -> HTML {
        let set = own.map { reminder -> HTML in
            """
            <form class="reminder-set" method="post" action="\(paths.reminders)" data-said="\(words("Removed."))">\
            \(token)\(choice.fields)\(FormView.hidden("remove", String(reminder.id)))\
            \(FormView.hidden("record", String(showing.record)))<p>\(WatchSymbols.bell)<span>\(sentence(reminder))</span></p>\
            <button class="quiet-button is-harsh" type="submit">\(words("Remove reminder"))</button></form>
            """
        }
        let isSet = own.contains { if case .programme = $0.settings.rule { true } else { false } }
        let isSeries = own.count > (isSet ? 1 : 0)
        guard canBegin || !isSeries else { return "\(set)" }
        let one: HTML? =
            canBegin && !isSet
            ? """
            <button class="button" type="submit" name="rule" value="programme">\(WatchSymbols.bell)<span>\(words("Remind me"))</span>\
            </button>
            """
            : nil
        let series: HTML? =
            isSeries
            ? nil
            : """
            <details class="reminder-series"><summary class="quiet-button">\(words("Every episode"))</summary><div>\
            \(one == nil ? lead : nil)\
            <button class="quiet-button" type="submit" name="rule" value="channel">\(words("On \(showing.channelName)"))</button>\
            <button class="quiet-button" type="submit" name="rule" value="series">\(words("On any channel"))</button></div></details>
            """
        guard one != nil || series != nil else { return "\(set)" }
        return """
            \(set)<form class="reminder-form" method="post" action="\(paths.reminders)"\(said)>\(token)\(choice.fields)\
            \(FormView.hidden("record", String(showing.record)))\(one == nil ? nil : lead)\(one)\(series)</form>
            """
    }

    func search(_ text: String, choice: BoardChoice, own: Reminder?) -> HTML {
        if let own {
            return place(
                """
                <p class="reminder-set">\(WatchSymbols.bell)<span>\(sentence(own))</span> <a href="\(paths.reminders)">\
                \(words("Reminders"))</a></p>
                """)
        }
        return place(
            """
            <form class="reminder-form" method="post" action="\(paths.reminders)"\(said)>\
            \(token)\(choice.fields)\(FormView.hidden("search", text))\
            \(lead)<button class="button" type="submit">\(WatchSymbols.bell)<span>\(words("Remind me of new matches"))</span></button>\
            </form>
            """)
    }

    private func sentence(_ reminder: Reminder) -> String {
        let writer = ReminderWriter(words)
        let lead = writer.lead(reminder.settings.minutes)
        if case .programme = reminder.settings.rule { return words("Reminder: \(lead)") }
        return "\(writer.rule(of: reminder.settings)) · \(lead)"
    }

    private var lead: HTML {
        let options = Reminder.Limits.minutes.sorted().map { minutes -> HTML in
            """
            <option value="\(minutes)"\(minutes == self.minutes ? " selected" as HTML : nil)>\(ReminderWriter(words).lead(minutes))\
            </option>
            """
        }
        return
            """
            <label class="unseen" for="reminder-minutes">\(words("When to remind"))</label>\
            <select class="field-input" id="reminder-minutes" name="minutes">\(options)</select>
            """
    }
}

extension GuideBoards {
    /// For people who are signed in: their reminders for a programme, and a form for new ones.
    func reminders(of stored: StoredRecord, _ feed: Feed, _ visit: BoardVisit) async throws -> HTML? {
        guard let person = visit.context.person, let showing = ReminderFields(visit.board.schema)?.showing(stored) else { return nil }
        let choice = BoardChoice(of: feed, on: visit.board)
        let own = try await visit.boards.store.reminders.all(of: person).filter { reminder in
            guard reminder.board == visit.board.name, reminder.settings.given == choice.given else { return false }
            switch reminder.settings.rule {
            case .programme: return reminder.isAbout(showing)
            case .series(let title, let channel, _): return title == showing.title && (channel == nil || channel == showing.channel)
            case .search: return false
            }
        }
        let form = ReminderForm(visit, BoardPaths(visit.board.name))
        return form.programme(showing, choice: choice, own: own, canBegin: showing.start > .system())
    }
}
