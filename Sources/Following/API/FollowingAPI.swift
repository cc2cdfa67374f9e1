import BoardPages
import Boards
import Foundation
import HTTPTypes
import Hummingbird
import Markup
import Records
package import Serving
import Storage
import Watching

/// `/api/v1/opml`: a person's subscriptions, in the format that feed readers exchange.
package struct FollowingAPI: Sendable {
    let feature: FollowingFeature

    private static let path = "/api/v1/opml"
    private static let topic = "Watches"

    package static func endpoints(_ feature: FollowingFeature) -> [Endpoint] {
        let api = Self(feature: feature)
        return [
            Endpoint(
                .get, path, "exportOPML", topic: topic, "The boards that the person watches, as a list of Atom feeds (OPML 2.0)",
                access: .people, outcomes: [.init("The list", type: "text/x-opml")], answer: api.export),
            Endpoint(
                .post, path, "importOPML", topic: topic,
                "Watches the boards whose source or Atom feed a list names; the next scheduled fetch is the first", access: .people,
                body: .init(schema: nil, types: ["text/x-opml", "application/xml", "text/xml"], byteLimit: 1 << 20),
                outcomes: [
                    .init(
                        "The result for each feed",
                        .object([
                            .init("added", .list(.named("Watch"))), .init("known", .list(entrySchema), about: "Watched before."),
                            .init("notUnderstood", .list(entrySchema), about: "Not the source of any board."),
                        ]))
                ], problems: [.unprocessableContent, .conflict], answer: api.take),
        ]
    }

    private static let entrySchema = JSONSchema.object([.init("title", .text()), .init("url", .text())])

    @Sendable private func export(_ call: APICall) async throws -> APIAnswer {
        let watched = try await feature.store.following.watchedFeeds(of: try call.person()).values.sorted { $0.id < $1.id }
        let origin = WebOrigin(of: call.request, feature.site)
        let feeds = feature.boards.all.flatMap { board in
            var choices: [BoardChoice] = []
            for feed in watched where feed.board == board.name {
                let choice = BoardChoice(of: feed, on: board)
                if !choices.contains(where: { $0.given == choice.given }) { choices.append(choice) }
            }
            return choices.map { choice in
                let paths = BoardPaths(board.name, choice)
                return OPML.Feed(
                    title: call.context.words.title(of: board, choice), address: origin.address(paths.atom),
                    page: origin.address(paths.page), about: board.about.isEmpty ? nil : board.about)
            }
        }
        let document = OPML.document(PageShell.product, feeds, at: .system())
        return APIAnswer(
            text: document.description, type: OPML.type, headers: [.contentDisposition: #"attachment; filename="tidings.opml""#])
    }

    @Sendable private func take(_ call: APICall) async throws -> APIAnswer {
        let feeds: [OPML.Feed]
        do throws(MarkupError) { feeds = try OPML.feeds(in: call.bytes) } catch {
            throw Refusal(.unprocessableContent, text: "This isn't OPML: \(error)")
        }
        let person = try call.person()
        var watched = Set(try await feature.store.following.watches(of: person).map(\.feed))
        var (added, known, others): ([JSONLine], [JSONLine], [JSONLine]) = ([], [], [])
        for feed in feeds {
            guard let (board, chosen) = board(feed.address),
                let stored = try? await feature.boards.watcher.feeds(of: board, chosen).first
            else {
                others.append(Self.line(feed))
                continue
            }
            guard watched.insert(stored.id).inserted else {
                known.append(Self.line(feed))
                continue
            }
            let settings = Watch.Settings(.everything, channels: [])
            let watch = try await feature.store.following.addWatch(of: person, on: stored, settings, at: .system())
            added.append(WatchesAPI(feature: feature).line(watch, stored))
        }
        var line = JSONLine()
        line.add("added", added)
        line.add("known", known)
        line.add("notUnderstood", others)
        return .json(line)
    }

    /// The board with this source or feed address, on any host, and its chosen parameters.
    private func board(_ address: String) -> (Board, [String: String])? {
        if let board = feature.boards.all.first(where: { address == $0.source.url.absoluteString }) { return (board, [:]) }
        guard let url = URL(string: address),
            let board = feature.boards.all.first(where: { url.path.hasSuffix(BoardPaths($0.name).atomPath) })
        else { return nil }
        let query = (try? Percent.form(url.query(percentEncoded: true) ?? "")) ?? []
        return (board, BoardChoice.values(in: Dictionary(query.map { ($0.name, $0.value) }) { first, _ in first }))
    }

    private static func line(_ feed: OPML.Feed) -> JSONLine {
        var line = JSONLine()
        line.add("title", feed.title.limited(to: 500))
        line.add("url", feed.address.limited(to: 2000))
        return line
    }
}
