import BoardPages
import Boards
import HTTPTypes
import Hummingbird
import Records
import Serving
import Storage
import Watching

/// `/api/v1/status`: the server's state in a few numbers.
struct StatusAPI: Sendable {
    let feature: OperatingFeature

    static func endpoints(_ feature: OperatingFeature) -> [Endpoint] {
        let api = Self(feature: feature)
        return [
            Endpoint(
                .get, "/api/v1/status", "status", topic: "Server", "The state of the server",
                outcomes: [
                    .init(
                        "A few numbers",
                        .object([
                            .init("boards", .integer()), .init("feeds", .integer()),
                            .init("running", .integer(), about: "Feeds being checked."),
                            .init("failing", .integer(), about: "Feeds whose last check failed."), .init("records", .integer()),
                            .init("updated", .optional(.moment), about: "The last successful fetch of any feed."),
                            .init("watches", .integer(), about: "The caller's."),
                        ]))
                ], answer: api.answer)
        ]
    }

    @Sendable private func answer(_ call: APICall) async throws -> APIAnswer {
        let boards = Set(feature.boards.all.map(\.name))
        let feeds = try await feature.store.feeds.all().filter { boards.contains($0.board) }
        var line = JSONLine()
        line.add("boards", boards.count)
        line.add("feeds", feeds.count)
        line.add("running", await feature.boards.watcher.running.intersection(feeds.map(\.id)).count)
        line.add("failing", feeds.count { $0.failure != nil })
        line.add("records", feeds.reduce(0) { $0 + $1.recordCount })
        line.add("updated", feeds.compactMap(\.lastSuccess).max()?.description)
        line.add("watches", try await feature.store.following.watches(of: try call.person()).count)
        return .json(line)
    }
}
