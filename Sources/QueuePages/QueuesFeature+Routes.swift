import Boards
import Hummingbird
import Localisation
import Queueing
import Records
package import Serving

extension QueuesFeature: Feature {
    package static let pageKinds = [PageKind.queue, .staff, .screen]

    package var routes: [Route] {
        [
            // The handler checks who may read the queue's board.
            .get("/live/queue", .anyone) { try await QueueEvents(self, $1).events(for: $0) },
            .get("/live/queue/:queue", .anyone) { try await QueueEvents(self, $1).events(for: $0) },
            .get("/queue/:queue/console", .clerks) { try await ConsolePage(self, $1).page(for: $0) },
            .post("/queue/:queue/console/:act", .clerks) { try await ConsolePage(self, $1).act($0) },
            .get("/queue/:queue/settings", .administrators) { try await QueueSettingsPage(self, $1).page(for: $0) },
            .post("/queue/:queue/settings", .administrators) { try await QueueSettingsPage(self, $1).set($0) },
            .get("/queue/:queue/statistics", .clerks) { try await StatisticsPage(self, $1).page(for: $0) },
            .get("/queue/:queue/statistics.csv", .clerks) { try await StatisticsPage(self, $1).tickets(for: $0) },
            .get("/queue/:queue/audit", .clerks) { try await QueueAuditPage(self, $1).page(for: $0) },
            .get("/queue/:queue/audit.csv", .clerks) { try await StatisticsPage(self, $1).acts(for: $0) },
            .get("/queue/:queue", .readers) { try await GuestPage(self, $1).page(for: $0) },
            .post("/queue/:queue", .readers) { try await GuestPage(self, $1).join($0) },
            // For anyone with the ticket's link; otherwise for readers of the queue.
            .get("/queue/:queue/ticket", .anyone) { try await GuestPage(self, $1).ticket(for: $0) },
            .post("/queue/:queue/another", .readers) { try await GuestPage(self, $1).another($0) },
            // The ticket's link authorises the request.
            .get("/queue/:queue/leave", .anyone) { try await GuestPage(self, $1).leaving(for: $0) },
            .post("/queue/:queue/leave", .anyone) { try await GuestPage(self, $1).leave($0) },
            .post("/queue/:queue/hold", .anyone) { try await GuestPage(self, $1).hold($0) },
            .get("/queue/:queue/tickets/:link", .anyone) { try await GuestPage(self, $1).linked($1.parameters.get("link"), for: $0) },
            .get("/queue/:queue/tickets/:link/print", .anyone) { try await GuestPage(self, $1).paper($1.parameters.get("link"), for: $0) },
            .post("/queue/:queue/push", .anyone) { try await TicketPush(self, $1).subscribe($0) },
            .delete("/queue/:queue/push", .anyone) { try await TicketPush(self, $1).unsubscribe($0) },
            .get("/queue/:queue/speech/:label", .readers) { try await SpeechPage(self, $1).speech(for: $0) },
            .get("/queue/:queue/qr.svg", .readers) { try DisplayPage(self, $1).code(for: $0) },
            .get("/queue/:queue/display", .readers) { try await DisplayPage(self, $1).page(for: $0) },
            // A kiosk's key authorises the request, or an administrator's session.
            .get("/queue/:queue/kiosk", .anyone) { try await KioskPage(self, $1).page(for: $0) },
            .post("/queue/:queue/kiosk", .anyone) { try await KioskPage(self, $1).enrol($0) },
            .post("/queue/:queue/kiosk/take", .anyone) { try await KioskPage(self, $1).take($0) },
            .post("/queue/:queue/kiosk/numbers", .anyone) { try await KioskPage(self, $1).numbers($0) },
            // The handler checks whether the queue is public.
            .get("/dispense/token.json", .anyone) { try await DispensePage(feature: self).number(for: $0, $1) },
            .post("/dispense/token.json", .anyone) { try await DispensePage(feature: self).number(for: $0, $1) },
        ]
    }

    package static var schemas: [(name: String, schema: JSONSchema)] {
        [
            ("Queue", QueueResource.members.schema),
            ("Ticket", TicketResource.members.schema),
            ("TicketPlace", TicketPlaceResource.members.schema),
        ]
    }

    package var endpoints: [Endpoint] { QueuesAPI.endpoints(self) }
}

extension PageKind {
    package static let queue = PageKind(
        "queue", styles: ["queue", "queue-push", "lookup", "home"], scripts: ["queue-guest", "queue-push"])
    package static let staff = PageKind(
        "staff", styles: ["queue", "queue-console", "queue-statistics", "account", "detail", "changes"],
        scripts: ["copy-button", "queue-console", "other-forms"])
    package static let screen = PageKind(
        "screen", styles: ["queue", "queue-display", "queue-kiosk", "queue-paper"],
        scripts: ["queue-display", "queue-kiosk", "queue-paper"])
}
