import Boards
import Fetching
import Foundation
import Places
import Records
import Storage
import TestSupport
import Testing
import Watching

@Suite("Missing positions") struct MissingPositionsTests {
    private static let yaml = """
        title: Fuel
        view: list
        source: { url: 'https://fuel.example/' }
        extract: { delimited: { header: true } }
        fields:
          name: { type: text, key: true }
          address: { type: text }
          suburb: { type: text }
          position: { type: position, optional: true }
        """

    @Test("stored addresses without a position are asked for once, in the background, and lie in their suburb or nowhere")
    func rounds() async throws {
        let folder = try TemporaryFolder()
        let clock = VirtualClock()
        let server = try ScriptedServer { connection in
            // One of them is in the other hemisphere.
            let latitude = connection.request.target.contains("Rokeby") ? "31.95" : "-31.95"
            try connection.answer(body: Array(#"[{"lat": "\#(latitude)", "lon": "115.83"}]"#.utf8))
        }
        let board = try Board(BoardFile.declaration(of: Self.yaml), name: "fuel", folder: URL(fileURLWithPath: "/"))
        let store = try Store(in: folder.url)
        try await store.prepare(board.name, board.schema)
        let feed = try await store.feed(of: board.name, url: board.source.url.absoluteString)
        let rows: [(String, String?, Position?)] = [
            ("Here", "1 Hay Street", Position(latitude: -31.9, longitude: 115.8)), ("A", "2 Hay Street", nil), ("B", "2 HAY Street", nil),
            ("C", "3 Rokeby Road", nil), ("D", nil, nil),
        ]
        let records = rows.map { name, address, position in
            Record([.text(name), address.map { .text($0) }, .text("Subiaco"), position.map { .position($0) }])
        }
        let report = FetchReport(began: clock.now, ended: clock.now, bytes: 1)
        _ = try await store.apply(records.count, to: feed, board.schema, report) { _ in
            var difference = Difference()
            difference.appeared = records.enumerated().map { (record: $1, position: $0) }
            return difference
        }

        var configuration = Fetcher.Configuration()
        configuration.allowedHosts = ["127.0.0.1"]
        let fetcher = Fetcher(configuration)
        let geocoding = Geocoding(
            Geocoding.Service(Nominatim.self, at: server.url()), countries: ["au"], store: store, fetcher: fetcher,
            now: { clock.now }, sleep: { await clock.sleep($0) })
        let fields = MissingPositions.Fields(position: "position", address: ["address", "suburb"], suburb: "suburb")
        let middle = Position(latitude: -31.9485, longitude: 115.8268)
        let missing = MissingPositions(of: [(board, fields)], in: store, by: geocoding) { name, _ in name == "Subiaco" ? middle : nil }
        #expect(try await clock.working([{ try await missing.round() }]) == [3])
        #expect(try await missing.round() == 0)
        #expect(server.requests.count == 3)

        let questions = records.compactMap { fields.question(for: $0, board.schema, countries: ["au"]) }
        #expect(questions.map(\.address).first == "1 Hay Street, Subiaco")
        let known = try await geocoding.known(questions)
        #expect(known[questions[1]]?.answer?.position == Position(latitude: -31.95, longitude: 115.83))
        #expect(known[questions[1]] == known[questions[2]])
        guard case .unknown(let why) = known[questions[3]] else {
            Issue.record("it was believed")
            return
        }
        #expect(why.contains("and has to within 20 km"))
        try await fetcher.shutdown()
    }
}
