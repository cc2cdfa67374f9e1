import BoardPages
import Boards
import HTTPTypes
import Hummingbird
import Localisation
import Records
import Serving
import Storage

/// `/boards/<name>/reminders`: a person's reminders for a guide. A POST creates or removes a reminder or the calendar's address.
struct RemindersPage: Sendable {
    private let visit: BoardVisit
    private let services: GuideServices
    private let shown: ShownBoard
    private let person: Person
    private let fields: ReminderFields
    private let paths: BoardPaths
    private var words: Words { shown.words }
    private var store: Store { visit.boards.store }

    /// Throws for boards without programmes.
    init(_ visit: BoardVisit, _ services: GuideServices) throws {
        (self.visit, self.services) = (visit, services)
        person = try visit.context.knownPerson()
        guard visit.board.view == .guide, let fields = ReminderFields(visit.board.schema) else { throw Refusal(.notFound) }
        self.fields = fields
        shown = try visit.shown
        paths = BoardPaths(shown.board.name, shown.choice)
    }

    func page(_ kind: PageKind) async throws -> Response {
        try await NewSecret.shown(on: paths.reminders, of: visit.request, for: person, by: visit.boards.site) { texts in
            try await answer(kind, address: texts.first)
        }
    }

    func change() async throws -> Response {
        let form = try await Form(visit.request)
        if let calendar = SecretAddressView.Act(rawValue: form["calendar"]) { return try await change(calendar) }
        let list = form["back"] == WatchPaths.list ? WatchPaths.list : nil
        let back = Int64(form["record"]).map { "\(paths.record($0))#\(ReminderForm.id)" } ?? list
        if let id = Int64(form["remove"]) {
            guard try await store.reminders.removeReminder(id, of: person) else { throw Self.isGone }
            return .on(to: back ?? paths.reminders)
        }
        let minutes = Int(form["minutes"]).flatMap { Reminder.Limits.minutes.contains($0) ? $0 : nil } ?? Reminder.Limits.defaultMinutes
        let settings = try await settings(form, minutes)
        _ = try await store.reminders.addReminder(of: person, on: visit.board.name, settings, at: .system())
        services.reminders.send()
        let board = visit.board.name
        _ = try await store.people.update(person.id) { all in
            var own = all.guide(board)
            own.remind(minutes: minutes)
            all.set(own)
        }
        let search = form["search"].isEmpty ? nil : "\(paths.guideSearch(form["search"]))#\(ReminderForm.id)"
        return .on(to: back ?? search ?? paths.reminders)
    }

    static let isGone = Refusal(.notFound, "This reminder has been removed.")

    private func settings(_ form: Form, _ minutes: Int) async throws -> Reminder.Settings {
        guard form["search"].isEmpty else {
            let wish = Reminder.Settings(.search(words: form["search"].trimmingWhitespace()), asking: shown.choice.given, minutes: minutes)
            guard !wish.isStrange else { throw Refusal(.badRequest) }
            return wish
        }
        let (feed, stored) = try await visit.boards.record(form["record"], of: visit.board)
        let given = BoardChoice(of: feed, on: visit.board).given
        let rule = try ReminderWish(fields, stored).rule(form["rule"], at: .system())
        return Reminder.Settings(rule, asking: given, minutes: minutes)
    }

    private func change(_ calendar: SecretAddressView.Act) async throws -> Response {
        guard calendar == .make else {
            try await store.people.removeFeedAddress(for: .reminders, of: person)
            return .on(to: paths.reminders)
        }
        let secret = Secret()
        try await store.people.setFeedAddress(secret.hash, for: .reminders, of: person, at: .system())
        let address = WebOrigin(of: visit.request, visit.boards.site).address(ReminderCalendarFeed.path(secret))
        return NewSecret.sent([address], to: paths.reminders, at: "#calendar", for: person, by: visit.boards.site)
    }

    private func answer(_ kind: PageKind, address: String?) async throws -> Response {
        let all = try await store.reminders.all(of: person)
        let (reminders, known) = (all.filter { $0.board == visit.board.name }, Set(visit.boards.all.map(\.name)))
        let view = RemindersView(
            shown: shown, paths: paths, reminders: reminders, gone: all.filter { !known.contains($0.board) }, now: .system(),
            hasChannels: try await visit.boards.hasChannels(person),
            calendar: try await store.people.feedAddress(for: .reminders, of: person), address: address)
        return .page(view.page(kind))
    }
}

/// The parts of a stored programme that a reminder can refer to.
struct ReminderWish {
    private let fields: ReminderFields
    private let stored: StoredRecord

    init(_ fields: ReminderFields, _ stored: StoredRecord) { (self.fields, self.stored) = (fields, stored) }

    /// `series`: on any channel; `channel`: on this one; otherwise only this programme. Throws a refusal if the rule isn't possible.
    func rule(_ name: String, at now: Timestamp) throws -> Reminder.Rule {
        guard let showing = fields.showing(stored), fields.hasWholeTitle(stored) else {
            throw Refusal(.unprocessableContent, "This programme’s title is too long for a reminder.")
        }
        switch name {
        case "series": return .series(title: showing.title, channel: nil, name: nil)
        case "channel": return .series(title: showing.title, channel: showing.channel, name: showing.channelName)
        default:
            guard showing.start > now else { throw Refusal(.conflict, "This programme has already begun.") }
            return .programme(showing)
        }
    }
}
