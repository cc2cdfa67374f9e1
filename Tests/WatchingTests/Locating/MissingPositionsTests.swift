import Boards
import Fetching
import Foundation
import Places
import Records
import Storage
import TestSupport
import Testing
import Watching

@Suite("Missing positions", .timeLimit(.minutes(20))) struct MissingPositionsTests {
    private static let yaml = """
        title: Petrol
        view: map
        source: { url: 'https://fuel.example/prices.xml' }
        extract: { xml: { rows: //item } }
        fields:
          name: { type: text, key: true }
          address: { type: text, optional: true }
          suburb: { type: text }
          position: { type: position, optional: true }
          price: { type: number }
        stations:
          name: name
          address: address
          suburb: suburb
          position: position
          price: { currency: AUD, unit: cents }
          fuels: { unleaded: { price: price } }
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
        try await store.feeds.prepare(board.name, board.schema)
        let feed = try await store.feeds.feed(of: board.name, url: board.source.url.absoluteString)
        let rows: [(String, String?, Position?)] = [
            ("Here", "1 Hay Street", Position(latitude: -31.9, longitude: 115.8)), ("A", "2 Hay Street", nil), ("B", "2 HAY Street", nil),
            ("C", "3 Rokeby Road", nil), ("D", nil, nil),
        ]
        let records = rows.map { name, address, position in
            Record([.text(name), address.map { .text($0) }, .text("SUBIACO"), position.map { .position($0) }, .number(180)])
        }
        let report = FetchReport(began: clock.now, ended: clock.now, bytes: 1)
        _ = try await store.feeds.apply(records.count, to: feed, board.schema, report) { _ in
            var difference = Difference()
            difference.appeared = records.enumerated().map { (record: $1, position: $0) }
            return difference
        }

        let fetcher = Fetcher(.loopback)
        let geocoding = Geocoding(
            Geocoding.Service(Nominatim.self, at: server.url()), countries: ["au"], store: store, fetcher: fetcher,
            now: { clock.now }, sleep: { try await clock.sleep($0) })
        // Subiaco is among the places that come along.
        let missing = MissingPositions(of: [board], in: store, by: geocoding, places: KnownPlaces())
        #expect(try await clock.working([{ try await missing.round() }]) == [2])
        #expect(try await missing.round() == 0)
        #expect(server.requests.count == 2)

        let plan = try #require(board.stations)
        let (offers, attributions) = try await geocoding.placed(plan.offers(of: records, fuel: plan.fuels[0], at: clock.now))
        let position = Position(latitude: -31.95, longitude: 115.83)
        #expect(offers.map(\.station.position) == [rows[0].2, position, position, nil, nil])
        #expect(attributions == [Nominatim.attribution])

        let middle = try #require(KnownPlaces().suburb(named: "Subiaco", of: board.name)?.position)
        let refused = try #require(geocoding.question(for: offers[3].station, suburb: middle))
        #expect(refused.address == "3 Rokeby Road, SUBIACO")
        guard case .unknown(let why) = try await geocoding.known([refused])[refused] else {
            Issue.record("it was believed")
            return
        }
        #expect(why.contains("and has to within 20 km"))
        try await fetcher.shutdown()
    }
}
