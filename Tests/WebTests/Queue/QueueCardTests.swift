import Foundation
import Localisation
import Queueing
import Records
import Testing

@testable import QueuePages
@testable import Serving
@testable import Web

@Suite("The card of a board of queues")
struct QueueCardTests {
    private static let board = """
        title: Office
        view: counter
        public: true
        queues:
          main: { prefix: A, counters: ['1', '2'], reset: never }
          hall: { prefix: H, reset: never }
        """

    private func card(_ states: [QueueState]) -> String {
        QueueCard(words: .english, states: states, now: .system()).html.text.replacing(/<[^>]*>/, with: "")
    }

    @Test("the home page says how many wait in all its queues, who was called last, and whether any is open")
    func home() async throws {
        try await withHouse(Source(), queues: Self.board) { house in
            let (desk, clerk) = (try house.web.parts.queues.queues, QueueActor(kind: .clerk, person: 1))
            func page(_ path: String) async throws -> String {
                try await house.client(of: "Ada") { try await $0.get(path).text.replacing(/<[^>]*>/, with: "") }
            }
            let before = try await page("/")
            #expect(before.contains("0 people waiting · No one has been called yet."))
            for queue in ["main", "main", "main", "hall", "hall"] { try await desk.perform(.take, in: queue, by: .guest) }
            try await desk.perform(.next(counter: "1"), in: "hall", by: clerk)
            try await desk.perform(.next(counter: "2"), in: "main", by: clerk)
            try await desk.perform(.setState(.closed, reason: nil), in: "hall", by: clerk)
            let after = try await page("/")
            #expect(after.contains("3 people waiting · Last called: A1 · Counter 2"))
            let list = try await page("/boards/queue")
            #expect(list.contains("2 people waiting Last called: A1 · Counter 2Open"))
            #expect(list.contains("1 person waiting Last called: H1 · Counter 1Closed"))
        }
    }

    @Test("one queue says until when it is open")
    func one() {
        let plan = QueuePlan(name: "main", label: "Main", hours: try? OpeningHours([("mon-sun", "00:00-24:00")]), zone: .gmt)
        #expect(card([QueueState(plan: plan, waiting: 1)]).hasPrefix("1 person waiting No one has been called yet.Open"))
        #expect(card([QueueState(plan: plan, opening: .paused)]).hasSuffix("Paused"))
    }
}
