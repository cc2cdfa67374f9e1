import Boards
import HTTPTypes
import Hummingbird
package import Records
package import Serving
import Storage
package import Watching

/// `/api/v1/feeds…`: how what is fetched stands, and to have it fetched now.
package struct FeedsAPI: Sendable {
    let boards: KnownBoards

    private static let path = "/api/v1/feeds"
    private static let topic = "Feeds"

    package static func endpoints(_ boards: KnownBoards) -> [Endpoint] {
        let api = Self(boards: boards)
        return [
            Endpoint(
                .get, path, "feeds", topic: topic, "All feeds, and how they stand",
                parameters: [.query("running", .flag, "Only those that are being fetched or wait for that.")],
                outcomes: [.init("The feeds", .object([.init("feeds", .list(.named("Feed")))]))], answer: api.list),
            Endpoint(
                .post, "\(path)/check", "refreshFeeds", topic: topic, "Has every feed fetched now, but for those that were a moment ago",
                outcomes: [.init(.accepted, "How many are fetched", startedSchema)], answer: api.check),
            Endpoint(
                .get, "\(path)/{feed}", "feed", topic: topic, "One feed, with its health",
                parameters: [.path("feed", .identifier, "The feed's number.")],
                outcomes: [.init("The feed", .named("Feed"))], answer: api.one),
        ]
    }

    static let startedSchema = JSONSchema.object([
        .init("started", .integer(), about: "Fetches that have begun."),
        .init("running", .integer(), about: "Feeds whose fetch was under way already."),
        .init("fresh", .integer(), about: "Feeds that were read a moment ago, and are not read again."),
    ])

    package static func line(_ refreshing: Watcher.Refreshing) -> JSONLine {
        var line = JSONLine()
        line.add("started", refreshing.started)
        line.add("running", refreshing.running)
        line.add("fresh", refreshing.fresh)
        return line
    }

    package static let feedSchema = JSONSchema.object([
        .init("id", .identifier), .init("board", .text()), .init("url", .text()),
        .init("binding", .map(.text()), about: "By parameter of the board: the value that the address has."), .init("records", .integer()),
        .init("updated", .optional(.moment)), .init("changed", .optional(.moment)), .init("due", .optional(.moment)),
        .init("failures", .integer(), about: "Failed attempts in a row."), .init("error", .optional(.text())), .init("running", .flag),
        .init(
            "troubles", .list(.object([.init("text", .text()), .init("since", .moment)])), isRequired: false,
            about: "Faults that people who watch it were notified of."),
    ])

    @Sendable private func list(_ call: APICall) async throws -> APIAnswer {
        let running = await boards.watcher.running
        let names = Set(boards.all.map(\.name))
        let feeds: [Feed]
        // Programs that wait for the end ask for these again and again, and most feeds are at rest.
        if call.flag("running"), running.count <= 20 {
            var some: [Feed] = []
            for id in running.sorted() { if let feed = try await boards.store.feeds.feed(id) { some.append(feed) } }
            feeds = some.sorted { ($0.board, $0.id) < ($1.board, $1.id) }
        } else {
            feeds = try await boards.store.feeds.all().filter { !call.flag("running") || running.contains($0.id) }
        }
        var line = JSONLine()
        line.add("feeds", feeds.filter { names.contains($0.board) }.map { Self.line($0, running) })
        return .json(line)
    }

    @Sendable private func one(_ call: APICall) async throws -> APIAnswer {
        guard let feed = try await boards.store.feeds.feed(Int64(call.integer("feed") ?? 0)),
            boards.all.contains(where: { $0.name == feed.board })
        else { throw Refusal(.notFound, text: "There is no such feed.") }
        let health = try await boards.store.following.health(of: feed)
        var line = Self.line(feed, await boards.watcher.running)
        line.add(
            "troubles",
            (health.map(FeedHealth.standing) ?? []).map { standing in
                var line = JSONLine()
                let since = Timestamp(milliseconds: standing.since)
                line.add("text", FeedHealth.News.raised(standing.trouble, since: since).sentence)
                line.add("since", since.description)
                return line
            })
        return .json(line)
    }

    @Sendable private func check(_ call: APICall) async throws -> APIAnswer {
        .json(Self.line(try await boards.watcher.refreshAll(for: "API", by: Asking.behalf?.person)), .accepted)
    }

    private static func line(_ feed: Feed, _ running: Set<Feed.ID>) -> JSONLine {
        var line = JSONLine()
        line.add("id", Int(feed.id))
        line.add("board", feed.board)
        line.add("url", feed.url)
        var binding = JSONLine()
        for (name, value) in feed.binding.sorted(by: { $0.key < $1.key }) { binding.add(name, value) }
        line.add("binding", binding)
        line.add("records", feed.recordCount)
        line.add("updated", feed.lastSuccess?.description)
        line.add("changed", feed.lastChange?.description)
        line.add("due", feed.due?.description)
        line.add("failures", feed.failures)
        line.add("error", feed.failure?.message)
        line.add("running", running.contains(feed.id))
        return line
    }
}
