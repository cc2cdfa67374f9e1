import Boards
import Fetching
import Foundation
import Places
import Records
import Storage
import TestSupport
import Testing
import Watching

@Suite("Known places") struct KnownPlacesTests {
    private func at(_ latitude: Double, _ longitude: Double) throws -> Position {
        try #require(Position(latitude: latitude, longitude: longitude))
    }

    private func station(_ suburb: String, _ latitude: Double, _ longitude: Double) throws -> StationPosition {
        StationPosition(suburb: suburb, position: try at(latitude, longitude))
    }

    private func gazetteer() throws -> Gazetteer {
        try Gazetteer([
            PlaceList(
                PlaceSource(name: "seed", attribution: "Contains data from GeoNames, CC BY 4.0"),
                [
                    Place("Mount Lawley", at: try at(-31.934, 115.872)), Place("Inglewood", at: try at(-31.916, 115.88)),
                    Place("Albany", at: try at(-35.02, 117.88)),
                ]),
            PlaceList(
                PlaceSource(name: "codes", attribution: "Contains data from GeoNames, CC BY 4.0", kind: .postcodes),
                [
                    Place("Chidlow", at: try at(-31.86, 116.27), country: "AU", postcode: "6556"),
                    Place("Sawyers Valley", at: try at(-31.9, 116.2), country: "AU", postcode: "6556"),
                    Place("Beechina", at: try at(-31.89, 116.21), country: "AU", postcode: "6556"),
                    Place("Zuzwil", at: try at(47.4, 9.1), country: "CH", postcode: "6556"),
                ]),
        ])
    }

    @Test("learned suburbs and known places are one list by distance, and what the source calls it is its name")
    func nearest() async throws {
        let folder = try TemporaryFolder()
        let store = try Store(in: folder.url)
        let places = KnownPlaces([try gazetteer()], store: store)
        let here = try at(-31.93, 115.875)
        #expect(places.suburbs(near: here, of: "fuel", count: 2).map(\.name) == ["Mount Lawley", "Inglewood"])

        let stations = try (0..<9).map { try station("MT LAWLEY", -31.93, 115.876 + Double($0) / 1000) }
        try await places.learn(stations + [station("MAYLANDS", -31.93, 115.9)], of: "fuel", at: .system())
        let suburbs = places.suburbs(near: here, of: "fuel", count: 3)
        #expect(suburbs.map(\.name) == ["MT LAWLEY", "Inglewood", "MAYLANDS"])
        #expect(suburbs.map(\.isLearned) == [true, false, true])
        #expect(suburbs[0].metres < 100)
        #expect(suburbs[1].metres > 1000)
        #expect(places.suburbs(of: "fuel") == ["MAYLANDS", "MT LAWLEY"])
        // A list of another country has no suburb near here, and neither has a part of this country without places.
        let (london, eucla) = (try at(51.5, -0.14), try at(-31.7, 128.88))
        #expect(places.suburbs(near: london, of: "fuel", count: 3).map(\.isLearned) == [true, true])
        #expect(places.suburbs(near: london, of: "other", count: 3) == [])
        #expect(places.suburbs(near: eucla, of: "other", count: 3) == [])
        // Far from every station the places know better, and another board has learned nothing.
        #expect(places.suburbs(near: try at(-35.03, 117.9), of: "fuel", count: 1).map(\.name) == ["Albany"])
        #expect(places.suburbs(near: here, of: "other", count: 1).map(\.name) == ["Mount Lawley"])

        // The next start knows it all.
        try gazetteer().write(to: folder.url.appendingPathComponent("places.gazetteer"))
        let again = try await KnownPlaces(in: folder.url, store: store)
        #expect(again.suburbs(near: here, of: "fuel", count: 1).map(\.name) == ["MT LAWLEY"])
        #expect(again.suburbs(of: "fuel") == ["MAYLANDS", "MT LAWLEY"])
        #expect(again.attributions == ["Contains data from GeoNames, CC BY 4.0"])
    }

    @Test("a suburb is found by whatever name people give it, and what is learned forgives slips as well")
    func names() async throws {
        let store = try Store(in: try TemporaryFolder().url)
        let places = KnownPlaces([try gazetteer()], store: store)
        let stations = [
            try station("QUINNS ROCK", -31.67, 115.70), try station("QUINNS ROCK", -31.67, 115.72), try station("O'CONNER", -32.06, 115.8),
        ]
        try await places.learn(stations + [station("MOUNT LAWLEY", -31.93, 115.87)], of: "fuel", at: .system())
        let quinns = try #require(places.suburb(named: "Quinns Rocks", of: "fuel"))
        let middle = try at(-31.67, 115.71)
        #expect(quinns.name == "QUINNS ROCK")
        #expect(quinns.isLearned)
        #expect(quinns.position.metres(to: middle) < 5)
        #expect(places.suburb(named: "o’connor", of: "fuel")?.name == "O'CONNER")
        #expect(places.suburb(named: "mt lawley", of: "fuel")?.name == "MOUNT LAWLEY")
        #expect(places.suburb(named: "albany", of: "fuel")?.isLearned == false)
        #expect(places.suburb(named: "Atlantis", of: "fuel") == nil)
    }

    @Test(
        "a name that one list has is not taken for a slip of another's, and of several places of a name the one near the stations is meant")
    func lists() async throws {
        let cork = Place("Cork", at: try at(51.9, -8.5), country: "IE", population: 190_000)
        let england = Place("York", at: try at(53.96, -1.08), country: "GB", population: 150_000)
        let australia = Place("York", at: try at(-31.89, 116.77), country: "AU", population: 2500)
        let lists = try [[cork], [england, australia], [australia]].map { try Gazetteer([PlaceList(PlaceSource(name: "list"), $0)]) }
        let places = KnownPlaces(lists, store: try Store(in: try TemporaryFolder().url))
        #expect(places.places(named: "york").map(\.country) == ["GB", "AU"])
        #expect(places.places(named: "yorkk").map(\.country) == ["GB", "AU"])
        try await places.learn([station("NORTHAM", -31.65, 116.67)], of: "fuel", at: .system())
        #expect(places.suburb(named: "York", of: "fuel")?.position == australia.position)
        #expect(places.suburb(named: "York", of: "other")?.position == england.position)
    }

    @Test("of several towns of one name the position is that of the one with the most stations, also over 180°, and is said to say little")
    func sameName() async throws {
        let places = KnownPlaces([try gazetteer()], store: try Store(in: try TemporaryFolder().url))
        try await places.learn(
            [
                station("RICHMOND", -37.82, 145.0), station("RICHMOND", -20.73, 143.14), station("RICHMOND", -37.83, 145.01),
                station("LABASA", -16.43, 179.98), station("LABASA", -16.43, -179.98),
            ], of: "fuel", at: .system())
        let richmond = try #require(places.suburb(named: "Richmond", of: "fuel"))
        let (melbourne, meridian) = (try at(-37.825, 145.005), try at(-16.43, 180))
        #expect(richmond.position.metres(to: melbourne) < 20)
        #expect(richmond.isSpread)
        let labasa = try #require(places.suburb(named: "Labasa", of: "fuel"))
        #expect(labasa.position.metres(to: meridian) < 20)
        #expect(!labasa.isSpread)
    }

    @Test("of several known places of one name in one country, too, the position says little")
    func sameNameKnown() throws {
        let hall = Place("Neustadt", at: try at(49.35, 8.14), country: "DE", population: 53_000)
        let coast = Place("Neustadt", at: try at(54.11, 10.81), country: "DE", population: 15_000)
        let austria = Place("Neustadt", at: try at(47.8, 16.24), country: "AT", population: 1000)
        func isSpread(_ list: [Place]) throws -> Bool? {
            KnownPlaces([try Gazetteer([PlaceList(PlaceSource(name: "list"), list)])]).suburb(named: "Neustadt", of: "fuel")?.isSpread
        }
        #expect(try isSpread([hall, coast]) == true)
        #expect(try isSpread([hall, austria]) == false)
    }

    @Test("of a postcode's places the one in their middle is meant, in the country that is near")
    func postcode() throws {
        let places = KnownPlaces([try gazetteer()])
        #expect(places.place(postcode: "6556")?.name == "Beechina")
        #expect(places.place(postcode: "6556", near: try at(47, 9))?.name == "Zuzwil")
        #expect(places.place(postcode: "1") == nil)
    }

    @Test("a damaged file of places is left out, and the server starts")
    func damaged() async throws {
        let folder = try TemporaryFolder()
        try Data("TIDPLACE and then nothing".utf8).write(to: folder.url.appendingPathComponent("places.gazetteer"))
        let places = try await KnownPlaces(in: folder.url, store: Store(in: folder.url))
        #expect(places.places(named: "Perth").first?.name == "Perth")
    }

    @Test("what is imported meanwhile is known, what is taken out is not, and a damaged file is as none")
    func imported() async throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appendingPathComponent("places.gazetteer")
        let places = try await KnownPlaces(in: folder.url, store: Store(in: folder.url), lookingEvery: .zero)
        #expect(places.place(postcode: "6556") == nil)
        try gazetteer().write(to: file)
        #expect(places.place(postcode: "6556")?.name == "Beechina")
        try Gazetteer([PlaceList(PlaceSource(name: "own"), [Place("Hidden Valley", at: try at(-31, 116))])]).write(to: file)
        #expect(places.place(postcode: "6556") == nil)
        #expect(places.places(named: "Hidden Valley").count == 1)
        try Data("TIDPLACE and then nothing".utf8).write(to: file, options: .atomic)
        #expect(places.places(named: "Hidden Valley").isEmpty)
        #expect(places.places(named: "Perth").first?.name == "Perth")
        try gazetteer().write(to: file)
        #expect(places.place(postcode: "6556")?.name == "Beechina")
        try FileManager.default.removeItem(at: file)
        #expect(places.place(postcode: "6556") == nil)
    }

    @Test("a fetch of stations is a lesson")
    func fetch() async throws {
        let folder = try TemporaryFolder()
        let boards = folder.url.appendingPathComponent("boards/pumps")
        try FileManager.default.createDirectory(at: boards, withIntermediateDirectories: true)
        let file = folder.url.appendingPathComponent("pumps.csv")
        try Data("name,town,at,price\nVibe,SUBIACO,\"-31.95,115.82\",170\nGull,WEMBLEY,,171\nBP,DAGLISH,\"-31.95,115.81\",172\n".utf8)
            .write(to: file)
        try Data(
            """
            title: Pumps
            view: map
            source: { url: 'https://pumps.example/' }
            extract: { delimited: {} }
            fields:
              name: { type: text, key: true }
              town: { type: text }
              at: { type: position, optional: true }
              price: { type: number }
            stations:
              name: name
              suburb: town
              position: at
              price: { currency: AUD, unit: cents }
              fuels: { unleaded: { price: price } }
            """.utf8
        ).write(to: boards.appendingPathComponent("board.yaml"))
        var board = try Board(folder: boards)
        board.source.url = file
        let store = try Store(in: folder.url)
        try await store.feeds.prepare(board.name, board.schema)
        let feed = try await store.feeds.feed(of: board.name, url: file.absoluteString)
        let places = KnownPlaces([], store: store)
        let refresh = Refresh(board: board, feed: feed, store: store, places: places)
        var configuration = Fetcher.Configuration()
        configuration.readsFiles = true
        let fetcher = Fetcher(configuration)
        _ = try await refresh.run(fetcher.job(try refresh.request(), for: "test"), of: fetcher) { _ in }
        try await fetcher.shutdown()
        #expect(places.suburbs(near: try at(-31.95, 115.824), of: "pumps", count: 3).map(\.name) == ["SUBIACO", "DAGLISH"])
    }
}
