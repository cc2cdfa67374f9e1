import BoardPages
package import Boards
import HTTPTypes
import Hummingbird
import JSONReading
import Localisation
package import Records
package import Serving
import Storage
import Watching

/// `/api/v1/alerts…`: a person's price alerts.
package struct AlertsAPI: Sendable {
    let feature: FollowingFeature

    private static let path = "/api/v1/alerts"
    private static let topic = "Price alerts"
    private static let alert = Endpoint.Parameter.path("alert", .identifier, "The alert's number.")

    package static func endpoints(_ feature: FollowingFeature) -> [Endpoint] {
        let api = Self(feature: feature)
        return [
            Endpoint(
                .get, path, "alerts", topic: topic, "The caller's price alerts, oldest first",
                outcomes: [.init("The alerts", .object([.init("alerts", .list(.named("Alert")))]))], answer: api.list),
            Endpoint(
                .post, path, "addAlert", topic: topic, "Adds a price alert",
                body: .json(.object([.init("board", .text(1...64))] + AlertResource.members.asked(requiring: ["rule"]))),
                outcomes: [.init(.created, "The alert; Location is its address", .named("Alert"))], problems: [.conflict], answer: api.add),
            Endpoint(
                .get, "\(path)/{alert}", "alert", topic: topic, "One price alert", parameters: [alert],
                outcomes: [.init("The alert", .named("Alert"))], answer: api.get),
            Endpoint(
                .patch, "\(path)/{alert}", "updateAlert", topic: topic,
                "Changes the given members of a price alert; also mutes or unmutes it", parameters: [alert],
                body: .init(
                    schema: .object(AlertResource.members.asked()),
                    types: ["application/json", "application/merge-patch+json"]),
                outcomes: [.init("The alert", .named("Alert"))], isConditional: true, answer: api.update),
            Endpoint(
                .delete, "\(path)/{alert}", "removeAlert", topic: topic, "Removes a price alert and what waits to be sent for it",
                parameters: [alert], outcomes: [.init(.noContent, "It is gone")], isConditional: true, answer: api.remove),
        ]
    }

    @Sendable private func list(_ call: APICall) async throws -> APIAnswer {
        var line = JSONLine()
        line.add("alerts", try await feature.store.following.alerts(of: try call.person()).map { Self.line($0, board(of: $0, call)) })
        return .json(line)
    }

    @Sendable private func add(_ call: APICall) async throws -> APIAnswer {
        let person = try call.person()
        let name = call.body?["board"]?.text
        guard let board = feature.boards.all.first(where: { $0.name == name && $0.stations != nil }) else {
            let known = feature.boards.all.filter { $0.stations != nil }.map(\.name).joined(separator: ", ")
            throw Watch.Settings.misfit("/board", "there is no such board of stations; there are \(known.isEmpty ? "none" : known)")
        }
        var wish = AlertWish()
        try AlertResource.members.take(call.body, into: &wish)
        let settings = try wish.settings(on: board)
        try await ask(for: settings, of: board, call)
        var alert = try await feature.store.following.addAlert(of: person, on: board.name, settings, at: .system())
        if wish.isMuted {
            alert = try await feature.store.following.update(alert.id, at: .system()) { $0.isMuted = true } ?? alert
        }
        feature.alerts.send()
        return .json(Self.line(alert, board), .created, headers: [.location: "\(Self.path)/\(alert.id)"])
    }

    @Sendable private func get(_ call: APICall) async throws -> APIAnswer {
        let alert = try await alert(call)
        return .json(Self.line(alert, board(of: alert, call)))
    }

    @Sendable private func update(_ call: APICall) async throws -> APIAnswer {
        let alert = try await alert(call)
        let board = try feature.boards.board(alert.board)
        try call.requireMatch(.json(Self.line(alert, board)))
        let alter: @Sendable (inout PriceAlert) throws -> Void = { stored in
            try call.requireMatch(stored.version, asRead: alert.version)
            var wish = AlertWish(stored)
            try AlertResource.members.take(call.body, into: &wish)
            (stored.settings, stored.isMuted) = (try wish.settings(on: board), wish.isMuted)
        }
        var wanted = alert
        try alter(&wanted)
        try await ask(for: wanted.settings, of: board, call)
        guard let changed = try await feature.store.following.update(alert.id, at: .system(), alter) else {
            throw Refusal(.notFound, text: "There is no such alert.")
        }
        feature.alerts.send()
        return .json(Self.line(changed, board))
    }

    @Sendable private func remove(_ call: APICall) async throws -> APIAnswer {
        let alert = try await alert(call)
        try call.requireMatch(.json(Self.line(alert, board(of: alert, call))))
        _ = try await feature.store.following.remove(alert)
        return .nothing
    }

    /// Creates the feeds that the alert needs. Refuses if the person requests too many new ones.
    private func ask(for settings: PriceAlert.Settings, of board: Board, _ call: APICall) async throws {
        guard let plan = board.stations, let fuel = settings.fuel.map(plan.fuel(named:)) ?? plan.fuels[0] else { return }
        _ = try await call.feeds(
            of: board, in: feature.boards, settings.given.merging(fuel.with) { _, fuel in fuel }, .unprocessableContent)
    }

    /// The alert in the address if it belongs to the caller; alerts of others are "not found".
    private func alert(_ call: APICall) async throws -> PriceAlert {
        guard let alert = try await feature.store.following.alert(Int64(call.integer("alert") ?? 0)),
            alert.person == (try call.person()).id
        else {
            throw Refusal(.notFound, text: "There is no such alert.")
        }
        return alert
    }

    private func board(of alert: PriceAlert, _ call: APICall) -> Board? { feature.boards.all.first { $0.name == alert.board } }

    package static func line(_ alert: PriceAlert, _ board: Board?) -> JSONLine { AlertResource.members.line(ShownAlert(alert, board)) }
}
