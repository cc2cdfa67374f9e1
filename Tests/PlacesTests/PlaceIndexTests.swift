import Records
import Testing

@testable import Places

@Suite("The nearest of many places") struct PlaceIndexTests {
    /// A linear scan: by distance, then by number.
    private func all(_ points: [UnitVector], from target: Position) -> [PlaceIndex.Neighbour] {
        let target = UnitVector(target)
        var nearest: [PlaceIndex.Neighbour] = []
        for (number, point) in points.enumerated() {
            let neighbour = PlaceIndex.Neighbour(number: number, squaredChord: target.squaredChord(to: point))
            if nearest.count == 9, !neighbour.isBefore(nearest[8]) { continue }
            nearest.insert(neighbour, at: nearest.firstIndex { neighbour.isBefore($0) } ?? nearest.count)
            if nearest.count > 9 { nearest.removeLast() }
        }
        return nearest
    }

    @Test("10,000 questions have the same answers as looking at every point, also at the poles, at 180° and among equals")
    func exact() {
        var dice = Points(seed: 2026)
        var different = 0
        for count in [1, 2, 7, 16, 17, 100, 999, 1500] {
            let points = dice.positions(count)
            let (index, vectors) = (PlaceIndex(points), points.map(UnitVector.init))
            for question in 0..<1250 {
                let target = question % 5 == 0 ? points[question % count] : dice.position()
                let expected = all(vectors, from: target)
                if index.nearest(to: UnitVector(target)) != expected.first { different += 1 }
                if question % 10 == 0, index.nearest(to: target, count: 9) != expected { different += 1 }
            }
        }
        #expect(different == 0)
    }

    @Test("of places at one point the one given first comes first")
    func equals() throws {
        let here = try #require(Position(latitude: -31.95, longitude: 115.86))
        let index = PlaceIndex(Array(repeating: here, count: 100))
        #expect(index.nearest(to: here, count: 4).map(\.number) == [0, 1, 2, 3])
        #expect(index.nearest(to: UnitVector(here))?.number == 0)
    }

    @Test("there are never more answers than points")
    func few() throws {
        let here = try #require(Position(latitude: 10, longitude: 10))
        #expect(PlaceIndex([]).nearest(to: here, count: 3).isEmpty)
        #expect(PlaceIndex([]).nearest(to: UnitVector(here)) == nil)
        #expect(PlaceIndex([here]).nearest(to: here, count: 3).map(\.number) == [0])
        #expect(PlaceIndex([here]).nearest(to: here, count: 0).isEmpty)
    }

    @Test("a place across 180° is near, and over the pole too")
    func edges() throws {
        let fiji = try #require(Position(latitude: -16.5, longitude: 179.9))
        let samoa = try #require(Position(latitude: -13.8, longitude: -172))
        let auckland = try #require(Position(latitude: -36.8, longitude: 174.7))
        let target = try #require(Position(latitude: -16.5, longitude: -179.9))
        #expect(PlaceIndex([auckland, samoa, fiji]).nearest(to: target, count: 3).map(\.number) == [2, 1, 0])
        let north = try #require(Position(latitude: 89.9, longitude: 0))
        let across = try #require(Position(latitude: 89.9, longitude: 180))
        let south = try #require(Position(latitude: 89, longitude: 0))
        #expect(PlaceIndex([south, across]).nearest(to: north, count: 1).map(\.number) == [1])
    }
}
