import Foundation
import Places
import Records
import Testing

@Suite("Gazetteer") struct GazetteerTests {
    private func at(_ latitude: Double, _ longitude: Double) throws -> Position {
        try #require(Position(latitude: latitude, longitude: longitude))
    }

    private func gazetteer() throws -> Gazetteer {
        let places = [
            Place("Perth", at: try at(-31.95224, 115.8614), country: "AU", region: "WA", population: 2_192_229),
            Place("Perth", at: try at(56.39522, -3.43139), country: "GB", population: 47_180),
            Place("Mount Lawley", at: try at(-31.93333, 115.86667), country: "AU", region: "WA"),
            Place("Quinns Rocks", at: try at(-31.67, 115.7), country: "AU", region: "WA"),
            Place("O'Connor", at: try at(-32.06, 115.79), country: "AU", region: "WA"),
        ]
        let codes = [
            Place("Subiaco", at: try at(-31.95, 115.82), country: "AU", region: "WA", postcode: "6008"),
            Place("Shenton Park", at: try at(-31.95, 115.82), country: "AU", region: "WA", postcode: "6008"),
            Place("Westminster", at: try at(51.5, -0.14), country: "GB", postcode: "SW1A"),
        ]
        return try Gazetteer([
            PlaceList(PlaceSource(name: "cities", attribution: "Contains data from GeoNames, CC BY 4.0"), places),
            PlaceList(PlaceSource(name: "codes", kind: .postcodes, imported: Timestamp(milliseconds: 5)), codes),
        ])
    }

    @Test("a name is found however it is written, the place of more people first")
    func names() throws {
        let gazetteer = try gazetteer()
        #expect(gazetteer.places(named: "PERTH").map(\.country) == ["AU", "GB"])
        #expect(gazetteer.places(named: "Mt Lawley").map(\.name) == ["Mount Lawley"])
        #expect(gazetteer.places(named: "quinns rock").map(\.name) == ["Quinns Rocks"])
        #expect(gazetteer.places(named: "O'Conner").map(\.name) == ["O'Connor"])
        #expect(gazetteer.places(named: "subiaco").map(\.postcode) == ["6008"])
        #expect(gazetteer.places(named: "Atlantis").isEmpty)
        #expect(gazetteer.places(named: " ").isEmpty)
    }

    @Test("a postcode is found however it is written, by its first part where no more is known")
    func postcodes() throws {
        let gazetteer = try gazetteer()
        #expect(gazetteer.places(postcode: " 6008 ").map(\.name) == ["Subiaco", "Shenton Park"])
        #expect(gazetteer.places(postcode: "sw1a 1aa").map(\.name) == ["Westminster"])
        #expect(gazetteer.places(postcode: "6009").isEmpty)
        #expect(gazetteer.places(postcode: "").isEmpty)
    }

    @Test("the nearest place is none of a list of postcodes, and its distance is in metres")
    func nearest() throws {
        let nearest = try gazetteer().nearest(to: at(-31.95, 115.82), count: 2)
        #expect(nearest.map(\.place.name) == ["Perth", "Mount Lawley"])
        #expect(abs(nearest[0].metres - 3913) < 10)
    }

    @Test("sources keep whom to name, and how much is in them")
    func sources() throws {
        let gazetteer = try gazetteer()
        #expect(gazetteer.sources.map(\.name) == ["cities", "codes"])
        #expect(gazetteer.counts == [5, 3])
        #expect(gazetteer.list(1).places.map(\.name) == ["Subiaco", "Shenton Park", "Westminster"])
    }

    @Test("what is written to a file is read from it, to the last place")
    func file() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tidings-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("places.gazetteer")
        var dice = Points(seed: 5)
        let places = (0..<500).map { Place("Ort \($0 % 90)", at: dice.position(), postcode: $0 % 3 == 0 ? "\($0)" : nil, population: $0) }
        let written = try Gazetteer([PlaceList(PlaceSource(name: "dice"), places), try gazetteer().list(1)])
        try written.write(to: file)
        let read = try Gazetteer(contentsOf: file)
        #expect(read.sources == written.sources)
        #expect((0..<read.count).map { read[$0] } == (0..<written.count).map { written[$0] })
        for _ in 0..<100 {
            let target = dice.position()
            #expect(read.nearest(to: target, count: 3).map(\.place) == written.nearest(to: target, count: 3).map(\.place))
        }
        #expect(read.places(named: "ort 7").map(\.population) == [457, 367, 277, 187, 97, 7])
        #expect(read.places(postcode: "6008").count == 2)
    }

    @Test("the places that come along are there, with whom to name")
    func seed() throws {
        #expect(Gazetteer.seed.count == 558)
        #expect(Gazetteer.seed.sources.map(\.attribution) == ["Contains data from GeoNames, CC BY 4.0"])
        #expect(Gazetteer.seed.nearest(to: try at(-31.9523, 115.8613), count: 1).map(\.place.name) == ["Perth"])
    }
}
