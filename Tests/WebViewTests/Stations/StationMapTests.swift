import Foundation
import Localisation
import Places
import Records
import Testing

@testable import Serving
@testable import StationPages
@testable import Web

@Suite("The map of stations")
struct StationMapTests {
    private func position(_ latitude: Double, _ longitude: Double) throws -> Position {
        try #require(Position(latitude: latitude, longitude: longitude))
    }

    private func pin(_ code: String, _ amount: Double?, _ latitude: Double, _ longitude: Double, suburb: String = "PERTH") throws
        -> StationPin
    {
        StationPin(
            code: code, name: "<\(code)>", position: try position(latitude, longitude), suburb: suburb, amount: amount,
            text: amount.map { "\($0)" } ?? "", tone: amount == nil ? "" : "cheap")
    }

    // The frame

    @Test("a frame holds all of a few stations, with room around them")
    func frame() throws {
        let (north, south) = (try position(-31.8, 115.8), try position(-32.1, 115.9))
        let frame = try #require(StationMapFrame(around: [north, south]))
        for position in [north, south] {
            let point = frame.point(position)
            #expect((0.05...0.95).contains(point.x))
            #expect((0.05...0.95).contains(point.y))
        }
        #expect(frame.point(north).y < frame.point(south).y)
        #expect(StationMapFrame(around: []) == nil)
    }

    @Test("one station alone is not enlarged without end")
    func alone() throws {
        let frame = try #require(StationMapFrame(around: [try position(-31.95, 115.86)]))
        #expect(abs(frame.metres - 3000) < 1)
        #expect(frame.scale == 1000)
    }

    @Test("a roadhouse far out does not make a dot of the city")
    func outlier() throws {
        var positions = try (0..<100).map { try position(-31.9 - Double($0) / 500, 115.8 + Double($0) / 1000) }
        let city = try #require(StationMapFrame(around: positions)).metres
        positions.append(try position(-18, 125))
        #expect(try #require(StationMapFrame(around: positions)).metres < city * 1.1)
        let few = Array(positions.suffix(10))
        #expect(try #require(StationMapFrame(around: few)).metres > 1_000_000)
    }

    @Test("a scale is round and takes at most two fifths", arguments: [0.001, 0.02, 0.3, 4.0, 60.0])
    func scale(degrees: Double) throws {
        let frame = try #require(StationMapFrame(around: [try position(-20, 100), try position(-20, 100 + degrees)]))
        let digit = frame.scale / pow(10, floor(log10(frame.scale)))
        #expect([1, 2, 5].contains { abs($0 - digit) < 1e-9 })
        #expect((0.15...0.4).contains(frame.scale / frame.metres))
    }

    // What has room

    @Test("a box on another has no room; one beside it has")
    func layout() {
        var layout = StationMapLayout()
        func box(_ left: Double, _ top: Double) -> StationMapLayout.Box { .init(left: left, top: top, width: 50, height: 30) }
        #expect(
            [layout.place(box(0, 0)), layout.place(box(49, 29)), layout.place(box(50, 0)), layout.place(box(0, 30))] == [
                true, false, true, true,
            ])
        #expect([layout.place(box(-1e300, .infinity)), layout.place(box(.nan, 0))].count == 2)
    }

    // The drawing

    @Test("of two stations in one place the cheaper has the flag, which leads to its row; the dearer is a dot")
    func flags() throws {
        let pins = [try pin("dear", 170, -31.95, 115.86), try pin("cheap", 150, -31.9501, 115.8601), try pin("none", nil, -31.96, 115.87)]
        let html = try #require(StationMapView(pins: pins, here: nil, words: .english).html).description
        #expect(html.contains("href=\"#station-cheap\"><title>&lt;cheap&gt;</title>"))
        #expect(!html.contains("#station-dear"))
        #expect(html.components(separatedBy: "class=\"map-flag\"").count == 2)
        let dots = try #require(html.firstMatch(of: /<svg class="map-dots".*?<\/svg>/)).output
        #expect(dots.components(separatedBy: "h0").count == 3)
        #expect(html.contains("aria-label=\"Map of 3 stations\""))
        #expect(html.contains(">Perth</text>"))
        #expect(!html.contains("style="))
        #expect(!html.contains("data-tiles"))
    }

    @Test("where no station says where it is there is no map")
    func nowhere() { #expect(StationMapView(pins: [], here: nil, words: .english).html == nil) }

    @Test("places stand in the middle of their stations, the largest first")
    func places() throws {
        let pins = [
            try pin("a", 1, -32, 115, suburb: "BYFORD"), try pin("b", 1, -31, 116, suburb: "MOUNT LAWLEY"),
            try pin("c", 1, -33, 116, suburb: "MOUNT LAWLEY"),
        ]
        let places = StationMapPlace.places(of: pins)
        #expect(places.map(\.name) == ["Mount Lawley", "Byford"])
        #expect(places[0].position == (try position(-32, 116)))
    }
}

@Suite("Where street maps come from")
struct TileSourceTests {
    @Test("an address of tiles has an origin, and attribution has its links")
    func read() throws {
        let source = try TileSource(
            template: "https://tile.example:8443/osm/{z}/{x}/{y}.png?key=a",
            attribution: "© [OSM](https://osm.example/c) and [us](javascript:x)")
        #expect(source.origin == "https://tile.example:8443")
        #expect(source.credit.map(\.text) == ["© ", "OSM", " and ", "us"])
        #expect(source.credit.map(\.address) == [nil, "https://osm.example/c", nil, nil])
    }

    @Test(
        "what is none, or would want more than one host, is refused",
        arguments: [
            "", "https://tile.example/{z}/{x}.png", "https://tile.example/{z}/{x}/{y}/{y}.png", "https://{s}.tile.example/{z}/{x}/{y}.png",
            "https://{x}.tile.example/{z}/{x}/{y}.png", "ftp://tile.example/{z}/{x}/{y}", "//tile.example/{z}/{x}/{y}",
            "https://{z}.example/{x}/{y}",
            "https://tile.example;script-src */{z}/{x}/{y}", "https://someone@tile.example/{z}/{x}/{y}", "https:///{z}/{x}/{y}",
        ])
    func refused(template: String) {
        #expect(throws: TileSourceError.self) { try TileSource(template: template, attribution: "us") }
    }

    @Test("a map without a word on who made it is refused")
    func attribution() {
        #expect(throws: TileSourceError.self) { try TileSource(template: "https://tile.example/{z}/{x}/{y}.png", attribution: "") }
    }
}
