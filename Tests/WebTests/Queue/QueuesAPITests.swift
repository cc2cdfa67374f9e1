import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Queueing
import Records
import Testing

@testable import QueuePages
@testable import Serving
@testable import Web

@Suite("Queues for programs")
struct QueuesAPITests {
    private static let board = """
        title: Office
        view: counter
        public: true
        queues:
          main: { prefix: A, counters: ['1', '2'], services: { passport: { label: Passport } }, asks: [name], reset: never }
          hall: { label: Hall, reset: never, capacity: 1 }
        """
    private static let path = "/api/v1/queues"

    @Test("what is answered fits its schema, whatever the queue has been through")
    func schemas() async throws {
        try await withHouse(Source(), queues: Self.board) { house in
            let me = try await house.login()
            let api = house.web.features.api
            let components = Dictionary(uniqueKeysWithValues: api.components.map { ($0.name, $0.schema) })
            try await house.client { client in
                func check(_ response: TestResponse, _ name: String) throws {
                    let endpoint = try #require(api.endpoints.first { $0.name == name })
                    let outcome = try #require(endpoint.outcomes.first { $0.status == response.status }, "\(response.text)")
                    guard let schema = outcome.schema else { return }
                    #expect(schema.misfits(of: try json(response), components) == [])
                }
                let key: HTTPFields = [HTTPField.Name("Idempotency-Key")!: "one"]
                let body = #"{"services": ["passport"], "guest": {"name": "Ann"}}"#
                let joined = try await client.sendJSON(.post, "\(Self.path)/main/tickets", body, key)
                try check(joined, "joinQueue")
                let place = try #require(joined.headers[.location])
                try check(try await client.get(place, key), "queueTicket")
                for command in [
                    #"{"command": "next", "counter": "1"}"#, #"{"command": "recall", "counter": "1"}"#,
                    #"{"command": "park", "ticket": 1}"#,
                    #"{"command": "unpark", "ticket": 1, "front": true}"#, #"{"command": "next", "counter": "2"}"#,
                    #"{"command": "transfer", "ticket": 1, "to": "hall"}"#, #"{"command": "next", "counter": "1"}"#,
                    #"{"command": "setCounter", "counter": "2", "open": false}"#,
                    #"{"command": "setState", "state": "paused", "reason": "Back soon"}"#,
                    #"{"command": "setHours", "hours": {"mon-fri": "08:30-12:00"}}"#,
                    #"{"command": "setZone", "zone": "Asia/Kathmandu"}"#,
                ] {
                    try check(try await client.sendJSON(.post, "\(Self.path)/main/commands", command, me), "queueCommand")
                }
                try check(try await client.get(Self.path), "queues")
                try check(try await client.get("\(Self.path)/main"), "queue")
                try check(try await client.get("\(Self.path)/hall/tickets", me), "queueTickets")
            }
        }
    }

    @Test("strangers join what is public, see no list, and get no other's ticket")
    func strangers() async throws {
        try await withHouse(Source(), queues: Self.board) { house in
            try await house.client { client in
                let joined = try await client.sendJSON(.post, "\(Self.path)/main/tickets", "{}")
                #expect(joined.status == .created)
                let place = try #require(joined.headers[.location])
                #expect(try await client.get(place).status == .notFound)
                #expect(try await client.execute(uri: place, method: .delete).status == .notFound)
                #expect(try await client.get("\(Self.path)/main/tickets").status == .unauthorized)
                let command = try await client.sendJSON(.post, "\(Self.path)/main/commands", #"{"command": "undo", "counter": "1"}"#)
                #expect(command.status == .unauthorized)
            }
        }
    }

    @Test(
        "a refusal has the status of its cause",
        arguments: [
            (#"{"command": "recall", "counter": "1"}"#, 409), (#"{"command": "next", "counter": "7"}"#, 404),
            (#"{"command": "finish", "ticket": 9}"#, 404), (#"{"command": "dance"}"#, 422),
            (#"{"command": "setCapacity", "capacity": 1}"#, 403), (#"{"command": "setZone", "zone": "Asia/Kathmandu"}"#, 403),
        ])
    func refusals(command: String, status: Int) async throws {
        try await withHouse(Source(), queues: Self.board) { house in
            let me = try await house.login("Bob", .clerk)
            let answer = try await house.client { try await $0.sendJSON(.post, "\(Self.path)/main/commands", command, me) }
            #expect(answer.status.code == status, "\(answer.text)")
        }
    }

    @Test("a member takes a number like a guest, and neither calls one nor sees those of others")
    func members() async throws {
        try await withHouse(Source(), queues: Self.board) { house in
            let bob = try await house.login("Bob", .member)
            try await house.client { client in
                #expect(try await client.sendJSON(.post, "\(Self.path)/main/tickets", "{}", bob).status == .created)
                #expect(try await client.get("\(Self.path)/main", bob).status == .ok)
                let next = try await client.sendJSON(.post, "\(Self.path)/main/commands", #"{"command": "next", "counter": "1"}"#, bob)
                #expect(next.status == .forbidden)
                #expect(next.text.contains("Only counter staff can do this."))
                #expect(try await client.get("\(Self.path)/main/tickets", bob).status == .forbidden)
                #expect(try await client.get("\(Self.path)/main/tickets/1", bob).status == .notFound)
                #expect(try await client.execute(uri: "\(Self.path)/main/tickets/1", method: .delete, headers: bob).status == .notFound)
                for page in ["console", "statistics", "statistics.csv", "audit", "audit.csv"] {
                    let refused = try await client.get("/queue/main/\(page)", bob)
                    #expect(refused.status == .forbidden, "\(page)")
                    #expect(refused.text.contains("Only counter staff can do this."), "\(page)")
                }
                #expect(try await client.post("/queue/main/console/next", "counter=1", bob).status == .forbidden)
                #expect(try await !client.get("/queue/main", bob).text.contains("/queue/main/console"))
            }
            #expect(try await house.web.parts.queues.queues.state(of: "main").waiting == 1)
        }
    }

    @Test("of browsers and programs that press Next at one counter at once, one calls somebody", arguments: [false, true])
    func nextAtOnce(byForm: Bool) async throws {
        try await withHouse(Source(), queues: Self.board) { house in
            let me = try await house.login()
            try await house.client { client in
                for _ in 1...9 { _ = try await client.sendJSON(.post, "\(Self.path)/main/tickets", "{}") }
                @Sendable func next(_ there: Int) async throws -> TestResponse {
                    if byForm {
                        return try await client.post(
                            "/queue/main/console/next", "counter=1&at=\(there)", me + [.accept: "application/json"])
                    }
                    let after = there == 0 ? "null" : "\(there)"
                    return try await client.sendJSON(
                        .post, "\(Self.path)/main/commands", #"{"command": "next", "counter": "1", "after": \#(after)}"#, me)
                }
                for there in 0...2 {
                    let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                        for _ in 1...8 { group.addTask { try await next(there).status.code } }
                        return try await group.reduce(into: []) { $0.append($1) }
                    }
                    #expect(statuses.sorted() == [200] + Array(repeating: 409, count: 7))
                }
                let state = try await house.web.parts.queues.queues.state(of: "main")
                #expect(state.counters[0].ticket?.number == 3)
                #expect(state.waiting == 6)
                #expect(
                    try await client.sendJSON(.post, "\(Self.path)/main/commands", #"{"command": "next", "counter": "1"}"#, me).status
                        == .ok)
            }
        }
    }

    @Test("an administrator sets the zone of a queue, and gives it back to the board's file")
    func zone() async throws {
        try await withHouse(Source(), queues: Self.board) { house in
            let me = try await house.login()
            try await house.client { client in
                func set(_ zone: String) async throws -> TestResponse {
                    try await client.sendJSON(.post, "\(Self.path)/main/commands", #"{"command": "setZone", "zone": \#(zone)}"#, me)
                }
                func zone() async throws -> String {
                    try await house.web.parts.queues.queues.state(of: "main").plan.zone.identifier
                }
                let before = try await zone()
                #expect(try await set(#""Asia/Kathmandu""#).status == .ok)
                #expect(try await zone() == "Asia/Kathmandu")
                for wrong in [#""Europe/Atlantis""#, #""""#, "5"] {
                    #expect(try await set(wrong).status == .unprocessableContent, "\(wrong)")
                }
                #expect(try await zone() == "Asia/Kathmandu")
                #expect(try await set("null").status == .ok)
                #expect(try await zone() == before)
            }
        }
    }

    @Test("a full queue is a conflict, and one that is closed is locked until it opens")
    func closed() async throws {
        try await withHouse(Source(), queues: Self.board) { house in
            let me = try await house.login()
            try await house.client { client in
                func join() async throws -> TestResponse { try await client.sendJSON(.post, "\(Self.path)/hall/tickets", "{}") }
                #expect(try await join().status == .created)
                #expect(try await join().status == .conflict)
                // A minute a week, which is not now.
                let minute = Timestamp.system() + .seconds(3 * 86_400)
                let day = OpeningHours.dayNames[(Int(minute.milliseconds / 86_400_000) + 3) % 7]
                let hours = #"{"command": "setHours", "hours": {"\#(day)": "12:00-12:01"}}"#
                #expect(try await client.sendJSON(.post, "\(Self.path)/hall/commands", hours, me).status == .ok)
                let refused = try await join()
                #expect(refused.status == .locked)
                #expect(refused.headers[.retryAfter].flatMap { Int($0) } ?? 0 > 86_400)
            }
        }
    }
}
