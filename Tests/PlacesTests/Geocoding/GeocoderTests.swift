import Foundation
import Places
import Records
import Testing

@Suite("Geocoders") struct GeocoderTests {
    private static let base = URL(string: "https://geo.example/")!
    private static let near = Position(latitude: 52.4, longitude: 13.6)

    @Test("the question of each service, with and without what is near and in which country")
    func questions() throws {
        let plain = try #require(GeocodeQuestion("Unter den Linden 2, Berlin"))
        let full = try #require(GeocodeQuestion("Kö 1 & 2", near: Self.near, countries: ["de", "at"]))
        #expect(
            Nominatim(at: Self.base).url(for: plain).absoluteString
                == "https://geo.example/search?q=Unter%20den%20Linden%202,%20Berlin&format=jsonv2&addressdetails=1&limit=5")
        #expect(
            Nominatim(at: Self.base).url(for: full).absoluteString
                == "https://geo.example/search?q=K%C3%B6%201%20%26%202&format=jsonv2&addressdetails=1&limit=5&countrycodes=at,de"
                + "&viewbox=12,50,16,54")
        #expect(
            Photon(at: Self.base).url(for: plain).absoluteString == "https://geo.example/api?q=Unter%20den%20Linden%202,%20Berlin&limit=5")
        #expect(
            Photon(at: Self.base).url(for: full).absoluteString
                == "https://geo.example/api?q=K%C3%B6%201%20%26%202&limit=5&countrycode=AT&countrycode=DE&lat=52&lon=14&zoom=8")
        #expect(
            Photon(at: URL(string: "http://localhost:2322/api")!).url(for: plain).absoluteString.hasPrefix("http://localhost:2322/api?q="))
    }

    @Test("one key is one request, and the other way round")
    func keys() throws {
        let near = try #require(Position(latitude: 52.4, longitude: 13.6)), close = Position(latitude: 52.1, longitude: 13.9)
        let questions = [
            GeocodeQuestion("Hay Street 1, Perth"), GeocodeQuestion("  hay  STREET 1 ,Perth"), GeocodeQuestion("Hay Street 1; Perth"),
            GeocodeQuestion("Hay Street 1, Perth", near: near), GeocodeQuestion("Hay Street 1, Perth", near: close),
            GeocodeQuestion("Hay Street 1, Perth", countries: ["au", "nz"]),
            GeocodeQuestion("Hay Street 1, Perth", countries: ["nz", "au"]),
            GeocodeQuestion(building: "Hay Street 1, Perth", in: .init(around: near, metres: 9)), GeocodeQuestion("Häy Street 1, Perth"),
        ].compactMap(\.self)
        #expect(questions.count == 9)
        let keys = questions.map(\.key)
        #expect(keys.map { keys.firstIndex(of: $0) } == [0, 0, 0, 3, 3, 5, 5, 0, 8])
        // が differs from か followed by a mark.
        #expect(GeocodeQuestion.folded("がか") != GeocodeQuestion.folded("かか"))
    }

    @Test("Nominatim: positions as text or numbers, names, country, breadth and licence; what else there is, is left")
    func nominatim() throws {
        let answer = #"""
            [{"place_id": 123, "licence": "Data © OpenStreetMap contributors, ODbL 1.0. http://osm.org/copyright", "osm_type": "way",
              "lat": "52.5173885", "lon": "13.3951309", "category": "highway", "type": "primary", "place_rank": 26,
              "display_name": "Unter den Linden,\u0000 Mitte, Berlin", "address": {"road": "Unter den Linden", "country_code": "de"},
              "boundingbox": ["52.5172", "52.5175", "13.3925", "13.3978"]},
             {"lat": 52, "lon": 13.5, "licence": 7, "boundingbox": "none"}, {}]
            """#
        let candidates = try Nominatim(at: Self.base).candidates(in: Array(answer.utf8))
        #expect(candidates.map(\.position) == [Position("52.5173885,13.3951309"), Position("52,13.5"), nil])
        #expect(candidates[0].label == "Unter den Linden, Mitte, Berlin")
        #expect(candidates[0].country == "de")
        #expect(candidates[0].attribution?.hasPrefix("Data © OpenStreetMap contributors, ODbL 1.0.") == true)
        let breadth = try #require(candidates[0].breadth)
        #expect((350...370).contains(breadth))
        #expect(candidates[1] == GeocodeCandidate(Position("52,13.5")))
        #expect(try Nominatim(at: Self.base).candidates(in: Array("[]".utf8)).isEmpty)
    }

    @Test("Photon: longitude first, an extent from north-west to south-east, a name made of its parts")
    func photon() throws {
        let answer = #"""
            {"type": "FeatureCollection", "features": [
              {"type": "Feature", "geometry": {"type": "Point", "coordinates": [13.239514, 52.514679]},
               "properties": {"name": "Olympiastadion", "street": "Olympischer Platz", "housenumber": "3", "postcode": "14053",
                 "city": "Berlin", "state": "Berlin", "country": "Germany", "countrycode": "DE", "extent": [13.2372, 52.5157, 13.2417, 52.5135]}},
              {"geometry": {"coordinates": [13.4]}, "properties": {"type": "state"}},
              {"geometry": {"coordinates": "here"}}]}
            """#
        let candidates = try Photon(at: Self.base).candidates(in: Array(answer.utf8))
        #expect(candidates.map(\.position) == [Position("52.514679,13.239514"), nil, nil])
        #expect(candidates[0].label == "Olympiastadion, 3 Olympischer Platz, 14053 Berlin, Berlin, Germany")
        #expect(candidates[0].country == "de")
        let breadth = try #require(candidates[0].breadth)
        #expect((380...400).contains(breadth))
        #expect(candidates[1].breadth == .infinity)
    }

    @Test("the first candidate that can be right is taken, whatever comes before it")
    func verdict() throws {
        let question = try #require(GeocodeQuestion("Hay Street 1", near: Self.near, countries: ["de"]))
        let good = GeocodeCandidate(Position("52.5,13.4"), country: "de")
        let bad = [
            GeocodeCandidate(nil), GeocodeCandidate(Position("48.2,16.4"), country: "at"), GeocodeCandidate(Position("-31.9,115.8")),
        ]
        #expect(question.verdict(on: bad + [good]) == .found(good, try #require(good.position)))
        #expect(question.verdict(on: bad) == .refused("its position isn't on earth, or is 0, 0"))
        #expect(question.verdict(on: []) == .unknown)
        // Five are examined.
        #expect(question.verdict(on: bad + bad + [good]) == .refused("its position isn't on earth, or is 0, 0"))
    }
}
