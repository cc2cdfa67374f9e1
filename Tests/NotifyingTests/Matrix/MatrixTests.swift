import Fetching
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Notifying

@Suite("Matrix")
struct MatrixTests {
    private static let sending = "/_matrix/client/v3/rooms/%21r%3Aexample.org/send/m.room.message/"
    private static let joining = "/_matrix/client/v3/join/"

    private func send(_ notice: Notice = .sample(), to server: ScriptedServer, room: String = "!r:example.org") async throws -> Delivery {
        let room = try Matrix.Room(server: server.url().absoluteString, name: room, token: "syt_x")
        return try await withFetcher { await Matrix(fetcher: $0).send(notice, to: room) }
    }

    @Test("a notice is a message in the room, under its own identifier")
    func delivered() async throws {
        let server = try ScriptedServer { try $0.answer(body: Array(##"{"event_id": "$1"}"##.utf8)) }
        let notice = Notice.sample(title: "Grüße <b>", urgency: .high)
        #expect(try await send(notice, to: server) == .delivered)
        let request = try #require(server.requests.first)
        #expect(server.requests.count == 1)
        #expect(request.method == "PUT")
        #expect(request.target == Self.sending + notice.name)
        #expect(request["Authorization"] == ["Bearer syt_x"])
        #expect(
            String(decoding: request.body, as: UTF8.self) == #"""
                {"body":"Grüße <b>\nStatus: issued (before: pending)\nDate: 7 March 2012\nhttps://tidings.example/visa?batch=20120070012",\#
                "format":"org.matrix.custom.html",\#
                "formatted_body":"<strong><a href=\"https://tidings.example/visa?batch=20120070012\">Grüße &lt;b&gt;</a></strong><br>\#
                Status: issued (before: pending)<br>Date: 7 March 2012","msgtype":"m.text"}
                """#)
    }

    @Test("an account that was only invited joins, and sends then")
    func invited() async throws {
        let isIn = Mutex(false)
        let server = try ScriptedServer { connection in
            if connection.request.target.hasPrefix(Self.joining) {
                isIn.withLock { $0 = true }
                return try connection.answer(body: Array(#"{"room_id": "!r:example.org"}"#.utf8))
            }
            try isIn.withLock { $0 } ? connection.answer(body: Array("{}".utf8)) : connection.answer("403 Forbidden")
        }
        #expect(try await send(to: server) == .delivered)
        #expect(server.requests.map(\.method) == ["PUT", "POST", "PUT"])
        #expect(server.requests[0].target == server.requests[2].target)
    }

    @Test("an alias is joined by its name; a room that doesn't let the account in is a refusal")
    func alias() async throws {
        let server = try ScriptedServer { connection in
            let isJoin = connection.request.target == Self.joining + "%23news%3Aexample.org"
            try connection.answer(body: Array((isJoin ? #"{"room_id": "!r:example.org"}"# : "{}").utf8))
        }
        #expect(try await send(to: server, room: "#news:example.org") == .delivered)
        try #require(server.requests.map(\.method) == ["POST", "PUT"])
        #expect(server.requests[1].target.hasPrefix(Self.sending))
        let closed = try ScriptedServer { try $0.answer("403 Forbidden") }
        #expect(try await send(to: closed).name == "refused")
        #expect(closed.requests.count == 2)
        let mute = try ScriptedServer { try $0.answer(body: Array("{}".utf8)) }
        #expect(try await send(to: mute, room: "#news:example.org").name == "later")
    }

    @Test("a server that is busy names the time", arguments: [("429 Too Many Requests", "later"), ("401 Unauthorized", "refused")])
    func statuses(status: String, meaning: String) async throws {
        let server = try ScriptedServer { try $0.answer(status, [("Retry-After", "30")]) }
        #expect(try await send(to: server).name == meaning)
    }

    @Test("what has little urgency makes no sound, and a long text is cut")
    func body() throws {
        let read = { (notice: Notice) in
            try #require(try JSONSerialization.jsonObject(with: Data(Matrix.body(of: notice))) as? [String: Any])
        }
        #expect(try read(.sample(urgency: .low))["msgtype"] as? String == "m.notice")
        let long = Notice.sample(lines: Array(repeating: String(repeating: "é", count: 2000), count: 60))
        #expect(try Matrix.body(of: long).count < 65_536)
    }

    @Test("a room is kept as JSON, shows no secret, and is checked")
    func room() throws {
        for name in ["!r:example.org", "!31hneApxJ_1o-63DmFrpeqnkFfWppnzWso1JvH3ogLM", "#news:example.org"] {
            let room = try Matrix.Room(server: "https://matrix.example", name: name, token: "syt_x")
            #expect(try JSONDecoder().decode(Matrix.Room.self, from: JSONEncoder().encode(room)) == room)
            var dumped = "\(room)"
            dump(room, to: &dumped)
            #expect(!dumped.contains("syt_x"))
            #expect(!dumped.contains(name))
        }
        for name in ["", "!", "news", "#news", "@ada:example.org", "!a b"] {
            #expect(throws: AddressError.self) { try Matrix.Room(server: "https://matrix.example", name: name, token: "x") }
        }
    }
}
