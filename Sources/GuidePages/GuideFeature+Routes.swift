import BoardPages
import Hummingbird
package import Records
package import Serving
import Storage

extension GuideFeature: BoardFeature {
    package var routes: [Route] {
        [
            // The secret in the path authorises the request.
            .get("/reminders/{secret}.ics", .anyone) {
                try await ReminderCalendarFeed(boards, $1).feed($1.parameters.get("secret"), for: $0)
            }
        ]
    }

    package static var schemas: [(name: String, schema: JSONSchema)] { [("Reminder", ReminderResource.members.schema)] }

    package var endpoints: [Endpoint] { RemindersAPI.endpoints(self) }

    package func addData(of person: Person, to data: inout JSONLine) async throws {
        data.add("reminders", try await store.reminders.all(of: person).map(ReminderResource.members.line))
    }
}

/// The services that guide pages need in addition to the boards.
package struct GuideServices: Sendable {
    /// Sent when a reminder is created.
    let reminders: AsyncSignal
    let logos = LogoCache().logos
    /// The channels of feeds, which a search examines.
    let channels = EditionCache<[FeedEdition], [GuideChannel]>(byteLimit: 4 << 20)

    package init(reminders: AsyncSignal) {
        self.reminders = reminders
    }
}
