import BoardPages
import Boards
import HTTPTypes
import Hummingbird
import JSONReading
import Localisation
import Records
package import Serving
import Storage
import Watching

/// `/api/v1/reminders…`: a person's reminders for guides. Other people's reminders are "not found".
package struct RemindersAPI: Sendable {
    let feature: GuideFeature

    private static let path = "/api/v1/reminders"
    private static let topic = "Reminders"
    private static let reminder = Endpoint.Parameter.path("reminder", .identifier, "The reminder's number.")

    package static func endpoints(_ feature: GuideFeature) -> [Endpoint] {
        let api = Self(feature: feature)
        return [
            Endpoint(
                .get, path, "reminders", topic: topic, "The caller's reminders, oldest first",
                outcomes: [.init("The reminders", .object([.init("reminders", .list(.named("Reminder")))]))], answer: api.list),
            Endpoint(
                .post, path, "addReminder", topic: topic, "Adds a reminder; an existing one for the same thing takes the new lead time",
                body: .json(
                    .object([
                        .init("board", .text(1...64)),
                        .init("rule", .choice(ReminderResource.rules), isRequired: false, about: "programme if left out."),
                        .init("record", .identifier, isRequired: false, about: "The programme, but for a search."),
                        .init("id", .identifier, isRequired: false, about: "The same, as the list of records calls it."),
                        .init(
                            "words", .text(1...Reminder.Limits.searchCharacters), isRequired: false,
                            about: "Of a search: all of them occur."),
                        .init(
                            "minutes", .integer(0...60), isRequired: false, about: "Before the start: 0, 5, 15 or 60; 5 if left out."),
                    ])),
                outcomes: [.init(.created, "The reminder; Location is its address", .named("Reminder"))], problems: [.conflict],
                answer: api.add),
            Endpoint(
                .get, "\(path)/{reminder}", "reminder", topic: topic, "One reminder", parameters: [reminder],
                outcomes: [.init("The reminder", .named("Reminder"))], answer: api.get),
            Endpoint(
                .delete, "\(path)/{reminder}", "removeReminder", topic: topic, "Removes a reminder and what waits to be sent for it",
                parameters: [reminder], outcomes: [.init(.noContent, "It is gone")], answer: api.remove),
            Endpoint(
                .get, "\(path)/calendar", "reminderCalendar", topic: topic, "Whether the person's reminders can be read as a calendar",
                outcomes: [.init("When the address was created", .object([.init("created", .optional(.moment))]))], answer: api.calendar),
            Endpoint(
                .post, "\(path)/calendar", "resetReminderCalendar", topic: topic,
                "Creates a secret address for the person's reminders as a calendar (RFC 5545); any former one stops working",
                outcomes: [.init(.created, "The address, shown only once", .object([.init("url", .text())]))], answer: api.resetCalendar),
            Endpoint(
                .delete, "\(path)/calendar", "removeReminderCalendar", topic: topic, "Removes the address of the calendar",
                outcomes: [.init(.noContent, "It is gone")], answer: api.removeCalendar),
        ]
    }

    @Sendable private func list(_ call: APICall) async throws -> APIAnswer {
        var line = JSONLine()
        line.add("reminders", try await feature.boards.store.reminders.all(of: try call.person()).map(ReminderResource.members.line))
        return .json(line)
    }

    @Sendable private func add(_ call: APICall) async throws -> APIAnswer {
        let person = try call.person()
        let name = call.body?["board"]?.text
        guard let board = feature.boards.all.first(where: { $0.name == name && $0.view == .guide }),
            let fields = ReminderFields(board.schema)
        else { throw Self.misfit("/board", "there is no such guide") }
        let minutes = call.body?["minutes"]?.number.map { Int(clamping: $0) } ?? Reminder.Limits.defaultMinutes
        guard Reminder.Limits.minutes.contains(minutes) else { throw Self.misfit("/minutes", "must be 0, 5, 15 or 60") }
        let settings: Reminder.Settings
        if call.body?["rule"]?.text == "search" {
            guard let words = call.body?["words"]?.text.trimmingWhitespace(), !words.isEmpty else {
                throw Self.misfit("/words", "says what to search for")
            }
            settings = Reminder.Settings(.search(words: words), minutes: minutes)
        } else {
            guard let id = (call.body?["record"] ?? call.body?["id"])?.number.map({ Int64(clamping: $0) }),
                let (feed, stored) = try await feature.boards.record(id, of: board)
            else { throw Self.misfit("/record", "there is no such programme") }
            let rule = try ReminderWish(fields, stored).rule(call.body?["rule"]?.text ?? "", at: .system())
            settings = Reminder.Settings(rule, asking: BoardChoice(of: feed, on: board).given, minutes: minutes)
        }
        guard !settings.isStrange else { throw Self.misfit("/words", "can't be searched for") }
        let reminder = try await feature.boards.store.reminders.addReminder(of: person, on: board.name, settings, at: .system())
        feature.services.reminders.send()
        return .json(ReminderResource.members.line(reminder), .created, headers: [.location: "\(Self.path)/\(reminder.id)"])
    }

    @Sendable private func get(_ call: APICall) async throws -> APIAnswer {
        guard let reminder = try await feature.boards.store.reminders.reminder(Int64(call.integer("reminder") ?? 0), of: try call.person())
        else {
            throw Self.isGone
        }
        return .json(ReminderResource.members.line(reminder))
    }

    @Sendable private func remove(_ call: APICall) async throws -> APIAnswer {
        guard try await feature.boards.store.reminders.removeReminder(Int64(call.integer("reminder") ?? 0), of: try call.person()) else {
            throw Self.isGone
        }
        return .nothing
    }

    @Sendable private func calendar(_ call: APICall) async throws -> APIAnswer {
        var line = JSONLine()
        line.add("created", try await feature.boards.store.people.feedAddress(for: .reminders, of: try call.person())?.description)
        return .json(line)
    }

    @Sendable private func resetCalendar(_ call: APICall) async throws -> APIAnswer {
        let secret = Secret()
        try await feature.boards.store.people.setFeedAddress(secret.hash, for: .reminders, of: try call.person(), at: .system())
        var line = JSONLine()
        line.add("url", WebOrigin(of: call.request, feature.boards.site).address(ReminderCalendarFeed.path(secret)))
        return .json(line, .created, headers: [.cacheControl: "no-store"])
    }

    @Sendable private func removeCalendar(_ call: APICall) async throws -> APIAnswer {
        try await feature.boards.store.people.removeFeedAddress(for: .reminders, of: try call.person())
        return .nothing
    }

    private static let isGone = Refusal(.notFound, text: "There is no such reminder.")

    private static func misfit(_ place: String, _ detail: String) -> Refusal {
        Refusal(.unprocessableContent, text: "\(place): \(detail)", errors: [Misfit(place: place, detail: detail)])
    }
}
