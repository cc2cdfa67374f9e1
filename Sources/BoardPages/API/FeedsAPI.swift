import Boards
import HTTPTypes
import Hummingbird
package import Records
package import Serving
import Storage
package import Watching

/// `/api/v1/feeds…`: the state of feeds, and requests to refresh them.
package struct FeedsAPI: Sendable {
    let boards: KnownBoards

    private static let path = "/api/v1/feeds"
    private static let topic = "Feeds"

    package static func endpoints(_ boards: KnownBoards) -> [Endpoint] {
        let api = Self(boards: boards)
        return [
            Endpoint(
                .get, path, "feeds", topic: topic, "All feeds, with their state",
                parameters: [.query("running", .flag, "Only those that are being checked or waiting to be.")],
                outcomes: [.init("The feeds", .object([.init("feeds", .list(.named("Feed")))]))], answer: api.list),
            Endpoint(
                .post, "\(path)/check", "refreshFeeds", topic: topic, "Checks every feed now, except those checked a moment ago",
                outcomes: [.init(.accepted, "How many are being checked", startedSchema)], answer: api.check),
            Endpoint(
                .get, "\(path)/{feed}", "feed", topic: topic, "One feed, with its health",
                parameters: [.path("feed", .identifier, "The feed's number.")],
                outcomes: [.init("The feed", .named("Feed"))], answer: api.get),
        ]
    }

    static var startedSchema: JSONSchema { FeedResource.started.schema }

    package static func line(_ refreshing: Watcher.Refreshing) -> JSONLine { FeedResource.started.line(refreshing) }

    @Sendable private func list(_ call: APICall) async throws -> APIAnswer {
        let running = await boards.watcher.running
        let names = Set(boards.all.map(\.name))
        let feeds: [Feed]
        // Programs that wait for a fetch to end poll this, and most feeds are idle.
        if call.flag("running"), running.count <= 20 {
            var some: [Feed] = []
            for id in running.sorted() { if let feed = try await boards.store.feeds.feed(id) { some.append(feed) } }
            feeds = some.sorted { ($0.board, $0.id) < ($1.board, $1.id) }
        } else {
            feeds = try await boards.store.feeds.all().filter { !call.flag("running") || running.contains($0.id) }
        }
        var line = JSONLine()
        line.add(
            "feeds",
            feeds.filter { names.contains($0.board) }.map {
                FeedResource.members.line(.init(feed: $0, isRunning: running.contains($0.id)))
            })
        return .json(line)
    }

    @Sendable private func get(_ call: APICall) async throws -> APIAnswer {
        guard let feed = try await boards.store.feeds.feed(Int64(call.integer("feed") ?? 0)),
            boards.all.contains(where: { $0.name == feed.board })
        else { throw Refusal(.notFound, text: "There is no such feed.") }
        let health = try await boards.store.following.health(of: feed)
        let isRunning = await boards.watcher.running.contains(feed.id)
        let shown = FeedResource.Shown(feed: feed, isRunning: isRunning, troubles: health.map(FeedHealth.standing) ?? [])
        return .json(FeedResource.members.line(shown))
    }

    @Sendable private func check(_ call: APICall) async throws -> APIAnswer {
        .json(Self.line(try await boards.watcher.refreshAll(for: "API", by: Asking.behalf?.person)), .accepted)
    }
}
