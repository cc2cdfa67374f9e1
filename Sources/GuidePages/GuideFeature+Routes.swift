import BoardPages
import Hummingbird
package import Records
package import Serving
import Storage

extension GuideFeature: BoardFeature {
    package var routes: [Route] {
        [
            // Needs the secret.
            .get("/reminders/{secret}.ics", .anyone) {
                try await ReminderCalendarFeed(boards, $1).feed($1.parameters.get("secret"), for: $0)
            }
        ]
    }

    package var endpoints: [Endpoint] { RemindersAPI.endpoints(self) }

    package func addData(of person: Person, to data: inout JSONLine) async throws {
        data.add("reminders", try await store.reminders.all(of: person).map(RemindersAPI.line))
    }
}

/// What pages of guides need besides their boards.
package struct GuideServices: Sendable {
    /// Rings when someone makes a reminder.
    let reminders: Bell
    let logos = LogoCache().logos

    package init(reminders: Bell) {
        self.reminders = reminders
    }
}
