import BoardPages
import Boards
import HTTPTypes
import Hummingbird
import JSONReading
import Records
package import Serving
import Storage
import Watching

/// `/api/v1/notices…`: a person's notices, whether they have been seen, and the address of their feed.
package struct NoticesAPI: Sendable {
    let feature: FollowingFeature

    private static let path = "/api/v1/notices"
    private static let topic = "Notices"

    package static func endpoints(_ feature: FollowingFeature) -> [Endpoint] {
        let api = Self(feature: feature)
        return [
            Endpoint(
                .get, path, "notices", topic: topic, "The caller's notices, newest first",
                parameters: [
                    .query("before", .identifier, "Only those older than this one."),
                    .query("limit", .integer(1...100), "At most this many notices, 50 by default."),
                ],
                outcomes: [
                    .init(
                        "The notices; Link leads to older ones",
                        .object([
                            .init("notices", .list(.named("Notice"))),
                            .init("unread", .integer(), about: "How many are new since they last looked."),
                            .init("next", .identifier, isRequired: false),
                        ]))
                ], answer: api.list),
            Endpoint(
                .get, "\(path)/unread", "unread", topic: topic, "How many notices are new",
                outcomes: [.init("The number", .object([.init("unread", .integer())]))], answer: api.unread),
            Endpoint(
                .post, "\(path)/seen", "markSeen", topic: topic, "The person has seen their notices up to one, or all of them",
                body: .json(.object([.init("upTo", .identifier, isRequired: false, about: "The newest notice seen.")])),
                outcomes: [.init("How many are still new", .object([.init("unread", .integer())]))], answer: api.markSeen),
            Endpoint(
                .get, "\(path)/{notice}", "notice", topic: topic, "One notice, with its changes",
                parameters: [.path("notice", .identifier, "The notice's number.")],
                outcomes: [.init("The notice", .named("Notice"))], answer: api.get),
            Endpoint(
                .get, "\(path)/feed", "noticeFeed", topic: topic, "Whether the person's notices can be read as a feed",
                outcomes: [.init("When the address was created", .object([.init("created", .optional(.moment))]))], answer: api.feed),
            Endpoint(
                .post, "\(path)/feed", "resetNoticeFeed", topic: topic,
                "Creates a secret address for the person's notices as an Atom feed; any former one stops working",
                outcomes: [.init(.created, "The address, shown only once", .object([.init("url", .text())]))], answer: api.resetFeed),
            Endpoint(
                .delete, "\(path)/feed", "removeNoticeFeed", topic: topic, "Removes the address of the feed",
                outcomes: [.init(.noContent, "It is gone")], answer: api.removeFeed),
        ]
    }

    @Sendable private func list(_ call: APICall) async throws -> APIAnswer {
        let (person, limit) = (try call.person(), call.integer("limit") ?? 50)
        let notices = try await feature.store.following.notices(
            of: person, before: call.integer("before").map(Int64.init), limit: limit)
        let seen = try await feature.store.following.seenMark(of: person)?.notice ?? 0
        var lines: [JSONLine] = []
        for notice in notices { lines.append(try await line(notice, seen: seen, call, withChanges: false)) }
        var line = JSONLine()
        line.add("notices", lines)
        line.add("unread", try await feature.store.following.unreadCount(of: person))
        guard notices.count == limit, let last = notices.last else { return .json(line) }
        line.add("next", Int(last.id))
        return .json(line, headers: [.link: call.link("next", "before", String(last.id))])
    }

    @Sendable private func get(_ call: APICall) async throws -> APIAnswer {
        let person = try call.person()
        guard let notice = try await feature.store.following.notice(Int64(call.integer("notice") ?? 0), of: person) else {
            throw Refusal(.notFound, text: "There is no such notice.")
        }
        let seen = try await feature.store.following.seenMark(of: person)?.notice ?? 0
        return .json(try await line(notice, seen: seen, call, withChanges: true))
    }

    @Sendable private func unread(_ call: APICall) async throws -> APIAnswer { .json(try await unreadLine(call)) }

    @Sendable private func markSeen(_ call: APICall) async throws -> APIAnswer {
        let upTo = call.body?["upTo"]?.number.map { Int64(clamping: $0) }
        try await feature.store.following.markSeen(by: try call.person(), upTo: upTo, at: .system())
        return .json(try await unreadLine(call))
    }

    @Sendable private func feed(_ call: APICall) async throws -> APIAnswer {
        var line = JSONLine()
        line.add("created", try await feature.store.people.feedAddress(for: .notices, of: try call.person())?.description)
        return .json(line)
    }

    @Sendable private func resetFeed(_ call: APICall) async throws -> APIAnswer {
        let secret = Secret()
        try await feature.store.people.setFeedAddress(secret.hash, for: .notices, of: try call.person(), at: .system())
        var line = JSONLine()
        line.add("url", WebOrigin(of: call.request, feature.site).address(NoticeFeed.path(secret)))
        return .json(line, .created, headers: [.cacheControl: "no-store"])
    }

    @Sendable private func removeFeed(_ call: APICall) async throws -> APIAnswer {
        try await feature.store.people.removeFeedAddress(for: .notices, of: try call.person())
        return .nothing
    }

    private func unreadLine(_ call: APICall) async throws -> JSONLine {
        var line = JSONLine()
        line.add("unread", try await feature.store.following.unreadCount(of: try call.person()))
        return line
    }

    private func line(_ stored: StoredNotice, seen: Int64, _ call: APICall, withChanges: Bool) async throws -> JSONLine {
        let summary = try await NoticeSummary(stored, feature, call.context.words, limit: withChanges ? 100 : 1)
        let changes = summary.changes.compactMap { told in
            feature.boards.all.first { $0.name == told.board }.map { ChangesAPI.line(told.change, $0) }
        }
        return NoticeResource.members.line(
            .init(notice: stored, summary: summary, isNew: stored.id > seen, changes: withChanges ? changes : nil))
    }
}
