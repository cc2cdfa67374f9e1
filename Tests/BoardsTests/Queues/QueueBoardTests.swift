import Boards
import Foundation
import Records
import Testing

@Suite("Boards of queues") struct QueueBoardTests {
    private func board(_ yaml: String) throws -> QueueBoard {
        try QueueBoard(BoardFile.declaration(of: yaml), name: "office", folder: URL(fileURLWithPath: "/"))
    }

    @Test("all that a queue may say is read")
    func everything() throws {
        let board = try board(
            """
            title: { en: Office, de: Amt }
            view: counter
            public: true
            queues:
              main:
                label: { en: Counter, de: Schalter }
                prefix: A
                counters: ['1', Kasse]
                services:
                  passport: { label: { en: Passport, de: Pass }, minutes: 10, counters: ['1'] }
                  other: {}
                hours: { mon-fri: '08:30-12:00, 13:00-17:00', sat: '09:00-12:00' }
                zone: Europe/Berlin
                reset: never
                capacity: 200
                asks: [name, phone]
                erase: 2d
                port: 7202
              plain: {}
            """)
        let main = try #require(board.queues.first)
        #expect(main.label(of: 17) == "A17")
        #expect(main.counters == ["1", "Kasse"])
        #expect(main.zone.identifier == "Europe/Berlin")
        #expect(main.service("passport")?.counters == ["1"])
        #expect(main.service("passport")?.minutes == 10)
        #expect(main.service("other")?.counters == ["1", "Kasse"])
        #expect(main.service("other")?.label == "other")
        #expect(main.reset == nil)
        #expect(main.capacity == 200)
        #expect(main.asks == [.name, .phone])
        #expect(main.port == 7202)
        #expect(main.isPublic)
        #expect(main.eraseAfter == .seconds(2 * 86_400))
        #expect(main.hours?.texts.count == 6)
        let plain = board.queues[1]
        #expect(plain.counters == ["1"])
        #expect(plain.reset == TimeOfDay(hour: 4, minute: 0))
        #expect(plain.hours == nil)
        #expect(plain.label == "plain")
        let german = board.translated(to: "de")
        #expect(german.title == "Amt")
        #expect(german.queues[0].label == "Schalter")
        #expect(german.queues[0].services[0].label == "Pass")
    }

    @Test(
        "a mistake is named with its line",
        arguments: [
            ("main: { prefix: A1 }", "prefix"), ("main: { prefix: ABCD }", "prefix"), ("Main: {}", "lower-case"),
            ("main: { counters: [] }", "counters"), ("main: { counters: ['1', '1'] }", "counters"),
            ("main: { services: { x: { counters: ['9'] } } }", "no counter '9'"), ("main: { hours: { mon: 25:00 } }", "hours"),
            ("main: { reset: noon }", "reset"), ("main: { zone: Nowhere }", "zone"), ("main: { capacity: 0 }", "capacity"),
            ("main: { asks: [iban] }", "asks"), ("main: { port: 70000 }", "port"), ("main: { source: x }", "no key 'source'"),
        ])
    func mistakes(queue: String, named: String) {
        let error = #expect(throws: DeclarationError.self) { try board("title: x\nqueues:\n  \(queue)\n") }
        #expect(error?.line == 3, "\(String(describing: error))")
        #expect(error?.description.contains(named) == true, "\(String(describing: error))")
    }

    @Test("a board has queues, or a source, and not both")
    func either() {
        #expect(throws: DeclarationError.self) { try board("title: x\nview: counter\n") }
        #expect(throws: DeclarationError.self) { try board("title: x\nview: list\nqueues: { main: {} }\n") }
        #expect(throws: DeclarationError.self) { try board("title: x\nqueues: { main: {} }\nsource: { url: 'https://x.example' }\n") }
    }

    @Test("the queue comes along, public and in seven languages; an own one takes its place, and a second of the same name is left out")
    func library() throws {
        let own = BoardLibrary(data: nil)
        let queue = try #require(own.queueBoards.first { $0.name == "queue" })
        #expect(queue.isEnabled)
        #expect(queue.isPublic)
        try #require(queue.queues.map(\.name) == ["main"])
        #expect(queue.queues[0].counters == ["1", "2", "3"])
        #expect(FileManager.default.fileExists(atPath: queue.folder.appendingPathComponent("README.md").path))
        for language in ["de", "fr", "es", "pl", "ar", "ja"] {
            let other = queue.translated(to: language)
            #expect(other.title != queue.title)
            #expect(other.about != queue.about)
            #expect(other.queues[0].label != queue.queues[0].label)
        }
        let data = FileManager.default.temporaryDirectory.appendingPathComponent("tidings-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: data) }
        for (name, queue) in [("queue", "hall"), ("second", "hall"), ("third", "annex")] {
            let folder = data.appendingPathComponent("boards/\(name)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try Data("title: \(name)\nqueues:\n  \(queue):\n".utf8).write(to: folder.appendingPathComponent(BoardFile.name))
        }
        let library = BoardLibrary(data: data)
        #expect(library.queueBoards.map(\.name) == ["queue", "third"])
        #expect(library.problems.count == 1)
        #expect(library.queueBoards[0].queues.map(\.name) == ["hall"])
        #expect(library["queue"] == nil)
    }
}
