import Hummingbird
package import Serving

extension Feature {
    /// Queues with their counters, screens and kiosks.
    package static let queues = Feature(
        "queues", pageKinds: [.queue, .staff, .screen],
        routes: [
            // Checks who may read the queue's board.
            .get("/live/queue", .anyone) { try QueueEvents($0, $2).events(for: $1) },
            .get("/live/queue/:queue", .anyone) { try QueueEvents($0, $2).events(for: $1) },
            .get("/queue/:queue/console", .clerks) { try await ConsolePage($0, $2).page(for: $1) },
            .post("/queue/:queue/console/:act", .clerks) { try await ConsolePage($0, $2).act($1) },
            .get("/queue/:queue/settings", .administrators) { try await QueueSettingsPage($0, $2).page(for: $1) },
            .post("/queue/:queue/settings", .administrators) { try await QueueSettingsPage($0, $2).set($1) },
            .get("/queue/:queue/statistics", .clerks) { try await StatisticsPage($0, $2).page(for: $1) },
            .get("/queue/:queue/statistics.csv", .clerks) { try await StatisticsPage($0, $2).tickets(for: $1) },
            .get("/queue/:queue/audit", .clerks) { try await QueueAuditPage($0, $2).page(for: $1) },
            .get("/queue/:queue/audit.csv", .clerks) { try await StatisticsPage($0, $2).acts(for: $1) },
            .get("/queue/:queue", .readers) { try await GuestPage($0, $2).page(for: $1) },
            .post("/queue/:queue", .readers) { try await GuestPage($0, $2).join($1) },
            // For anyone with the ticket's link; otherwise for readers of the queue.
            .get("/queue/:queue/ticket", .anyone) { try await GuestPage($0, $2).ticket(for: $1) },
            .post("/queue/:queue/another", .readers) { try await GuestPage($0, $2).another($1) },
            // Needs the ticket's link.
            .get("/queue/:queue/leave", .anyone) { try await GuestPage($0, $2).leaving(for: $1) },
            .post("/queue/:queue/leave", .anyone) { try await GuestPage($0, $2).leave($1) },
            .post("/queue/:queue/hold", .anyone) { try await GuestPage($0, $2).hold($1) },
            .get("/queue/:queue/tickets/:link", .anyone) { try await GuestPage($0, $2).linked($2.parameters.get("link"), for: $1) },
            .get("/queue/:queue/tickets/:link/print", .anyone) { try await GuestPage($0, $2).paper($2.parameters.get("link"), for: $1) },
            .post("/queue/:queue/push", .anyone) { try await TicketPush($0, $2).subscribe($1) },
            .delete("/queue/:queue/push", .anyone) { try await TicketPush($0, $2).unsubscribe($1) },
            .get("/queue/:queue/speech/:label", .readers) { try await SpeechPage($0, $2).speech(for: $1) },
            .get("/queue/:queue/qr.svg", .readers) { try DisplayPage($0, $2).code(for: $1) },
            .get("/queue/:queue/display", .readers) { try await DisplayPage($0, $2).page(for: $1) },
            // Needs a kiosk's key, or an administrator.
            .get("/queue/:queue/kiosk", .anyone) { try await KioskPage($0, $2).page(for: $1) },
            .post("/queue/:queue/kiosk", .anyone) { try await KioskPage($0, $2).enrol($1) },
            .post("/queue/:queue/kiosk/take", .anyone) { try await KioskPage($0, $2).take($1) },
            .post("/queue/:queue/kiosk/numbers", .anyone) { try await KioskPage($0, $2).numbers($1) },
            // Checks whether the queue is public.
            .get("/dispense/token.json", .anyone) { try await DispensePage(engine: $0).number(for: $1, $2) },
            .post("/dispense/token.json", .anyone) { try await DispensePage(engine: $0).number(for: $1, $2) },
        ],
        endpoints: QueuesAPI.endpoints)
}

extension PageKind {
    package static let queue = PageKind(
        "queue", styles: ["queue", "queue-push", "lookup", "home"], scripts: ["queue-guest", "queue-push"])
    package static let staff = PageKind(
        "staff", styles: ["queue", "queue-console", "queue-statistics", "account", "detail", "changes"],
        scripts: ["copy-button", "queue-console"])
    package static let screen = PageKind(
        "screen", styles: ["queue", "queue-display", "queue-kiosk", "queue-paper"],
        scripts: ["queue-display", "queue-kiosk", "queue-paper"])
}
