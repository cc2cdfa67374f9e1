import Hummingbird
import Records
package import Serving
import Storage

extension Feature {
    /// Reminders of programmes. The guide itself is a view of boards.
    package static let guide = Feature(
        "guide",
        data: { data, person, store, _ in data.add("reminders", try await store.reminders.all(of: person).map(RemindersAPI.line)) },
        routes: [
            // Needs the secret.
            .get("/reminders/{secret}.ics", .anyone) { try await ReminderCalendarFeed($0, $2).feed($2.parameters.get("secret"), for: $1) }
        ])
}
