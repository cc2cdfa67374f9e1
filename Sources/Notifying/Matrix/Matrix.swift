package import Fetching
package import Foundation
package import Localisation
package import Records

/// Sends notices to a Matrix room, as the account that the token belongs to.
///
/// Source: Matrix client-server API v1.11, sections "Sending events to a room" and "Joining rooms". The notice's id is the transaction id,
/// so a repeated notice appears only once. An invited account joins the room. A notice of low urgency is an `m.notice`, which phones show
/// silently.
package final class Matrix: Notifier {
    package static let kind = "matrix"
    package static let label: Phrase = "Matrix"
    package static let retryLimits = DeliverySchedule.RetryLimits(
        first: .seconds(10), longest: .seconds(3600), giveUpAfter: .seconds(86_400))
    package static let fields = [
        ChannelField("server", Phrase("Homeserver"), .url, length: 8...2000, example: "https://matrix.example.org"),
        ChannelField(
            "room", Phrase("Room"), length: 2...255, example: "!room:example.org",
            hint: Phrase("The room’s ID or alias. Invite the account that the token belongs to.")),
        ChannelField("token", Phrase("Access token"), .secret, length: 1...1024),
    ]
    package static let example = ChannelValues(["server": "https://matrix.example.org", "room": "!room:example.org", "token": "token"])

    /// A room, and the account that sends there. The token gives full access to the account.
    package struct Room: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
        /// The homeserver's client API, including its path.
        package let server: WebAddress
        /// `!id:server`, `!id` (room version 12), or an alias, `#name:server`.
        package let name: String
        package let token: SecretText

        package init(server: String, name: String, token: String) throws(AddressError) {
            do { self.server = try WebAddress(server) } catch {
                throw AddressError("the homeserver \(error.detail)", advice: AddressError.noWebAddress)
            }
            let isName = name.hasPrefix("!") || name.hasPrefix("#") && name.contains(":")
            guard isName, (2...255).contains(name.utf8.count), name.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else {
                throw AddressError(
                    "a Matrix room is an ID like !room:example.org or an alias like #room:example.org",
                    advice: Phrase("Enter a room’s ID, like !room:example.org, or an alias, like #room:example.org."))
            }
            self.name = name
            guard AccessToken.isOne(token, longest: 1024) else {
                throw AddressError("the access token isn't a token", advice: AddressError.noToken)
            }
            self.token = SecretText(token)
        }

        var isAlias: Bool { name.hasPrefix("#") }

        package var description: String { "a room at \(server.host)" }

        package var customMirror: Mirror { Mirror(self, children: [:]) }
    }

    /// An event has at most 65,536 bytes, including what servers add, and contains the text twice.
    static let textLimit = 16_000

    private let fetcher: Fetcher

    package init(fetcher: Fetcher) { self.fetcher = fetcher }

    package static func address(_ given: ChannelValues) throws(AddressError) -> Room {
        try Room(server: given["server"] ?? "", name: given["room"] ?? "", token: given["token"] ?? "")
    }

    package static func server(of room: Room) -> URL? { room.server.url }

    package static func defaultName(of room: Room) -> String { "Matrix: \(room.name.prefix(2))…" }

    package static func notifier(by means: SendingMeans) -> Matrix? { Matrix(fetcher: means.fetcher) }

    package func send(_ notice: Notice, to room: Room) async -> Delivery {
        do {
            if !room.isAlias {
                let answer = try await put(notice, room.name, room)
                // 403: the account isn't in the room, but may be invited.
                guard answer.status == 403 else { return answer.delivery }
            }
            let joined = try await join(room)
            guard joined.delivery == .delivered else { return joined.delivery }
            guard let id = try? JSONDecoder().decode(Joined.self, from: Data(joined.body)).room_id else {
                return .later(nil, "\(room.server.host) doesn't say which room it is")
            }
            return try await put(notice, id, room).delivery
        } catch {
            return .refused("\(error)")
        }
    }

    private struct Joined: Decodable { let room_id: String }

    private func join(_ room: Room) async throws -> Post.Answer {
        let address = try room.server.below("_matrix", "client", "v3", "join", room.name)
        return await Post(url: address.url, headers: Self.headers(room), body: Array("{}".utf8)).answer(by: fetcher, over: Self.kind)
    }

    private func put(_ notice: Notice, _ id: String, _ room: Room) async throws -> Post.Answer {
        let address = try room.server.below("_matrix", "client", "v3", "rooms", id, "send", "m.room.message", notice.name)
        return await Post(url: address.url, method: .put, headers: Self.headers(room), body: try Self.body(of: notice))
            .answer(by: fetcher, over: Self.kind)
    }

    private static func headers(_ room: Room) -> [(name: String, value: String)] {
        [("Content-Type", "application/json"), ("Authorization", "Bearer \(room.token.text(for: .itsServer))")]
    }

    private struct Message: Encodable {
        let msgtype: String
        let body: String
        let format = "org.matrix.custom.html"
        let formatted_body: String
    }

    static func body(of notice: Notice) throws -> [UInt8] {
        let text = Shortening.cut(notice.body, toBytes: textLimit)
        let lines = ([notice.title] + (text.isEmpty ? [] : [text]) + [notice.link?.absoluteString].compactMap { $0 })
        let title = notice.link.map { "<a href=\"\(escaped($0.absoluteString))\">\(escaped(notice.title))</a>" } ?? escaped(notice.title)
        let html = "<strong>\(title)</strong>" + (text.isEmpty ? "" : "<br>" + escaped(text).replacing("\n", with: "<br>"))
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let isQuiet = notice.urgency == .veryLow || notice.urgency == .low
        return try Array(
            encoder.encode(
                Message(msgtype: isQuiet ? "m.notice" : "m.text", body: lines.joined(separator: "\n"), formatted_body: html)))
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;").replacing("\"", with: "&quot;")
    }
}

extension Matrix.Room: Codable {
    private enum Names: String, CodingKey { case server, room, token }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Names.self)
        try self.init(
            server: container.decode(String.self, forKey: .server), name: container.decode(String.self, forKey: .room),
            token: container.decode(String.self, forKey: .token))
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Names.self)
        try container.encode(server.description, forKey: .server)
        try container.encode(name, forKey: .room)
        try container.encode(token.text(for: .theSeal), forKey: .token)
    }
}
