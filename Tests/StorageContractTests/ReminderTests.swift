import Foundation
import Records
import Storage
import StorageSupport
import TestSupport
import Testing

@Suite("Reminders in the store")
struct ReminderTests {
    private let folder: TemporaryFolder
    private let store: Store

    init() throws {
        folder = try TemporaryFolder()
        store = try Engine.store(in: folder.url.appendingPathComponent("data"))
    }

    private static func time(_ seconds: Int64) -> Timestamp { Timestamp(milliseconds: seconds * 1000) }

    private static func showing(_ title: String = "Night Ferry") -> Reminder.Showing {
        Reminder.Showing(channel: "1", channelName: "قناة ١", start: time(7200), stop: time(10800), title: title, record: 7)
    }

    private static func state(_ showing: Reminder.Showing) -> ReminderState {
        var state = ReminderState()
        state.entries = [.init(number: 1, showing, changed: time(2))]
        return state
    }

    @Test("a reminder comes back as it was stored; one of the same takes the new time, and is no second one")
    func kept() async throws {
        let ada = try await store.people.person(named: "Ada", at: Self.time(0))
        let rules: [Reminder.Rule] = [
            .programme(Self.showing()), .series(title: "Night Ferry", channel: nil, name: nil),
            .series(title: "Night Ferry", channel: "1", name: "One"), .search(words: "night ferry"),
        ]
        for rule in rules {
            let wish = Reminder.Settings(rule, asking: ["region": "2"], minutes: 15)
            #expect(try await store.reminders.addReminder(of: ada, on: "guide", wish, at: Self.time(1)).settings == wish)
        }
        for rule in rules {
            _ = try await store.reminders.addReminder(
                of: ada, on: "guide", .init(rule, asking: ["region": "2"], minutes: 0), at: Self.time(2))
        }
        let all = try await store.reminders.all(of: ada)
        #expect(all.map(\.settings.rule) == rules)
        #expect(all.allSatisfy { $0.settings.minutes == 0 && $0.created == Self.time(1) })
        #expect(try await store.reminders.remindersToTell() == all)
    }

    @Test("nobody sees or removes another’s, and there is a limit")
    func ownership() async throws {
        let (ada, ben) = (
            try await store.people.person(named: "Ada", at: Self.time(0)), try await store.people.person(named: "Ben", at: Self.time(0))
        )
        let reminder = try await store.reminders.addReminder(of: ada, on: "guide", .init(.search(words: "0")), at: Self.time(1))
        #expect(try await store.reminders.reminder(reminder.id, of: ben) == nil)
        #expect(try await store.reminders.all(of: ben).isEmpty)
        #expect(try await !store.reminders.removeReminder(reminder.id, of: ben))
        for number in 1..<Reminder.Limits.reminders {
            _ = try await store.reminders.addReminder(of: ada, on: "guide", .init(.search(words: "\(number)")), at: Self.time(1))
        }
        let error = await #expect(throws: StorageError.self) {
            try await store.reminders.addReminder(of: ada, on: "guide", .init(.search(words: "more")), at: Self.time(1))
        }
        #expect(error?.code == .full)
        // An existing reminder needs no room.
        _ = try await store.reminders.addReminder(of: ada, on: "guide", .init(.search(words: "0"), minutes: 60), at: Self.time(1))
    }

    @Test("what is told is there with the state or not at all; an account that is deleted takes its reminders and its calendar along")
    func settled() async throws {
        let ada = try #require(try await store.people.add("Ada", .member, password: "hash", at: Self.time(0)))
        _ = try await store.following.addChannel(of: ada, named: "hook", kind: "webhook", address: "{}", at: Self.time(0))
        let reminder = try await store.reminders.addReminder(of: ada, on: "guide", .init(.programme(Self.showing())), at: Self.time(1))
        #expect(try await store.reminders.settle(reminder, Self.state(Self.showing()), saying: ["{}"], at: Self.time(3)))
        #expect(try await !store.reminders.settle(reminder, ReminderState(), saying: ["{}"], isOver: true, at: Self.time(4)))
        let notices = try await store.following.notices(of: ada)
        try #require(notices.map(\.subject) == [.programme("{}")])
        #expect(notices[0].reminder == reminder.id)
        #expect(try await store.following.deliveries(of: notices[0]).count == 1)
        let now = try #require(try await store.reminders.reminder(reminder.id, of: ada))
        #expect(now.state == Self.state(Self.showing()))
        // Removing a watch doesn't remove waiting reminders.
        let feed = try await store.feeds.feed(of: "guide", url: "https://guide.example/")
        let watch = try await store.following.addWatch(of: ada, on: feed, Watch.Settings(.everything, channels: []), at: Self.time(4))
        #expect(try await store.following.remove(watch))
        // The programme is over: waiting notices are still sent.
        #expect(try await store.reminders.settle(now, Self.state(Self.showing()), isOver: true, at: Self.time(5)))
        #expect(try await store.reminders.all(of: ada).isEmpty)
        #expect(try await store.following.claim(by: "webhook", at: Self.time(6), lease: .seconds(60)).map(\.subject) == [.programme("{}")])

        _ = try await store.reminders.addReminder(of: ada, on: "guide", .init(.search(words: "sea")), at: Self.time(7))
        try await store.people.setFeedAddress(Data([1]), for: .reminders, of: ada, at: Self.time(7))
        #expect(try await store.people.person(reading: .reminders, by: Data([1]))?.id == ada.id)
        #expect(try await store.people.remove(ada))
        #expect(try await store.reminders.remindersToTell().isEmpty)
        #expect(try await store.people.person(reading: .reminders, by: Data([1])) == nil)
    }

    @Test(
        "a backup and an export keep them with what they have told; an import takes none that no form could have sent",
        .enabled(if: Engine.keepsAFile, Comment(rawValue: Engine.keepsNone)))
    func moved() async throws {
        let ada = try await store.people.person(named: "Ada", at: Self.time(0))
        let reminder = try await store.reminders.addReminder(of: ada, on: "guide", .init(.programme(Self.showing())), at: Self.time(1))
        _ = try await store.reminders.settle(reminder, Self.state(Self.showing()), at: Self.time(3))
        let all = try await store.reminders.all(of: ada)

        let file = folder.url.appendingPathComponent("all.backup")
        _ = try Backup.make(of: folder.url.appendingPathComponent("data"), to: file, version: "1", at: Self.time(4))
        let place = folder.url.appendingPathComponent("restored")
        _ = try Restore(file, into: place, replacing: false, at: Self.time(5))
        #expect(try await Engine.store(in: place).reminders.all(of: ada) == all)

        let lines = try await store.exported()
        let elsewhere = try Engine.store(in: folder.url.appendingPathComponent("elsewhere"))
        #expect(try await elsewhere.importing(lines).added["reminders"] == 1)
        #expect(try await elsewhere.importing(lines).added["reminders"] == nil)
        let theirs = try await elsewhere.reminders.all(of: try await elsewhere.people.person(named: "Ada", at: Self.time(9)))
        #expect(theirs.map(\.settings) == all.map(\.settings))
        #expect(theirs.map(\.state) == all.map(\.state))
        let strange = lines.map { $0.replacingOccurrences(of: #"\"minutes\":5"#, with: #"\"minutes\":7"#) }
        #expect(strange != lines)
        let other = try Engine.store(in: folder.url.appendingPathComponent("other"))
        await #expect(throws: ImportError.self) { try await other.importing(strange) }
    }
}
