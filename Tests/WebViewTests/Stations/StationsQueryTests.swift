import Foundation
import Places
import Records
import Testing
import Watching

@testable import StationPages
@testable import Web

@Suite("What the address of a page of stations asks")
struct StationsQueryTests {
    @Test("every part is read, and written in the same way")
    func parts() {
        let query = StationsQuery([
            "fuel": "diesel", "near": "-31.9512345, 115.8599", "order": "worth", "brand": "Better Choice", "radius": "10",
            "favourites": "yes",
            "q": " shell ", "from": "500", "place": "Subiaco",
        ])
        #expect(
            query.address(of: "fuel")
                == "/boards/fuel?fuel=diesel&near=-31.951,115.86&place=Subiaco&order=worth&brand=Better%20Choice&radius=10&favourites=yes&q=shell&from=500"
        )
        #expect(StationsQuery(["near": query.near?.description ?? ""]).near == query.near)
        #expect(StationsQuery().address(of: "fuel") == "/boards/fuel")
    }

    @Test(
        "what cannot be is passed over",
        arguments: [["order": "beauty"], ["radius": "-1"], ["radius": "many"], ["from": "-3"], ["fuel": "\u{7}"], ["brand": " "]])
    func nonsense(parts: [String: String]) { #expect(StationsQuery(parts) == StationsQuery()) }

    @Test("a position that is none is noticed", arguments: ["0,0", "91,0", "north", "1,2,3", "NaN,1"])
    func noPosition(text: String) {
        let query = StationsQuery(["near": text])
        #expect(query.near == nil)
        #expect(query.hasUnreadablePosition)
    }

    @Test("another question begins with its first row")
    func another() { #expect(StationsQuery(["from": "500"]).with { $0.order = .distance }.from == 0) }
}

@Suite("Where somebody is")
struct StationWhereTests {
    private let subiaco = Place("Subiaco", at: Pumps.place(-31.949, 115.827))
    private let home = StationSettings.SavedPlace(name: "Home", latitude: -32.01, longitude: 115.8)

    private func place(_ parts: [String: String], _ settings: StationSettings = StationSettings(board: "fuel")) -> StationWhere {
        StationWhere(
            StationsQuery(parts), settings, find: { ["subiaco", "6008"].contains($0.lowercased()) ? [subiaco] : [] },
            names: { ["Subiaco", "Success", "Swan View", "Perth"] }, nearest: { _ in "West Perth" })
    }

    @Test("a position is where distances are from, with the suburb it is in")
    func position() {
        let place = place(["near": "-31.95,115.85"])
        #expect(place.origin == .position)
        #expect(place.here?.latitude == -31.95)
        #expect(place.suburb == "West Perth")
        #expect(place.middle == nil)
    }

    @Test("a chosen postcode overrides the position for what is listed, and distances stay those from the position")
    func postcode() {
        let both = place(["near": "-31.95,115.85", "postcode": "6008"])
        #expect(both.middleName == "6008 Subiaco")
        #expect(both.middle == subiaco.position)
        #expect(both.origin == .position)
        let alone = place(["place": "6008"])
        #expect(alone.here == nil)
        #expect(alone.middleName == "6008 Subiaco")
    }

    @Test("the first saved place counts while nothing else is known; it is left by asking for none")
    func saved() {
        let settings = Pumps.settings { $0.places = [home] }
        #expect(place([:], settings).origin == .saved("Home"))
        #expect(place(["place": "home"], settings).origin == .saved("Home"))
        #expect(place(["near": "-31.95,115.85"], settings).origin == .position)
        #expect(place(["place": ""], settings).here == nil)
        let elsewhere = place(["place": "Subiaco"], settings)
        #expect(elsewhere.here == nil)
        #expect(elsewhere.middleName == "Subiaco")
    }

    @Test("what is not known is said with names that are written like it")
    func unknown() {
        #expect(place(["place": "Subiacco"]).problem == .unknown("Subiacco", alike: ["Subiaco"]))
        #expect(place(["place": "9999"]).problem == .unknown("9999", alike: []))
        #expect(place(["near": "nowhere"]).problem == .unreadable)
    }

    @Test("in another country there is no position")
    func abroad() {
        let away = place(["near": "52.5,13.4"]).awayFrom(13_000_000)
        #expect(away.here == nil)
        #expect(away.origin == nil)
        #expect(away.problem == .far(metres: 13_000_000))
    }

    @Test(
        "names are alike that are a slip apart",
        arguments: [
            ("perht", ["Perth"]), ("Swan Veiw", ["Swan View"]), ("suc", ["Success"]), ("sub", ["Subiaco"]), ("xyzzy", []), ("", []),
        ])
    func alike(text: String, names: [String]) {
        #expect(NearNames.of(text, among: ["Subiaco", "Success", "Swan View", "Perth", "PERTH"]) == names)
    }

    @Test("names in capitals are written as people write them")
    func written() {
        #expect(StationPlaces.written("MOUNT LAWLEY") == "Mount Lawley")
        #expect(StationPlaces.written("O'Connor") == "O'Connor")
    }

    @Test("of several towns of one name each is found, the one with the most stations first")
    func sameName() {
        let offers = [
            Pumps.offer("A", 150, north: 300, suburb: "NEWTOWN"), Pumps.offer("B", 150, north: 0, suburb: "NEWTOWN"),
            Pumps.offer("C", 150, north: 2, suburb: "Newtown"), Pumps.offer("D", 150, north: 40, suburb: "OLDTOWN"),
        ]
        let found = StationPlaces(KnownPlaces([]), "fuel", offers).find("newtown")
        #expect(found.map(\.name) == ["Newtown", "Newtown"])
        let middles = [-31.95 + 1 / 111.195, -31.95 + 300 / 111.195].map { Pumps.place($0, 115.86) }
        #expect(zip(found, middles).allSatisfy { $0.position.metres(to: $1) < 20 })
    }
}

@Suite("Settings for stations")
struct StationSettingsTests {
    @Test("what no form could have sent is dropped")
    func checked() throws {
        let wild = Pumps.settings {
            ($0.tank, $0.consumption, $0.radius) = (-5, .infinity, 100_000)
            $0.fuel = String(repeating: "x", count: 1000)
            $0.favourites = ["ABC", "../x", "a1"] + (0..<500).map { "c\($0)" } + ["a1"]
            $0.discounts = [
                .init(brand: "BP", cents: 4), .init(brand: "BP", cents: 5), .init(brand: "Gull", cents: 400), .init(brand: "\n", cents: 1),
            ]
            $0.places = [.init(name: "Home", latitude: 95, longitude: 0)] + (0..<9).map { .init(name: "p\($0)", latitude: 1, longitude: 1) }
        }.checked
        #expect(wild.tank == nil)
        #expect(wild.consumption == nil)
        #expect(wild.radius == nil)
        #expect(wild.fuel == nil)
        try #require(wild.favourites.count == 100)
        #expect(wild.favourites[0] == "a1")
        #expect(wild.discounts == [.init(brand: "BP", cents: 4)])
        #expect(wild.places.count == 5)
    }

    @Test("a place is kept to about a hundred metres")
    func rounded() {
        let place = StationSettings.SavedPlace(name: "Home", latitude: -31.951_234, longitude: 115.860_987)
        #expect(place.latitude == -31.951)
        #expect(place.longitude == 115.861)
    }

    @Test("a person has settings for each board, the latest counts, and others are left")
    func person() {
        var settings = PersonSettings(language: "de")
        settings.set(Pumps.settings { $0.fuel = "diesel" })
        settings.set(StationSettings(board: "fuel-de"))
        settings.set(Pumps.settings { $0.fuel = "unleaded" })
        #expect(settings.stations.count == 2)
        #expect(settings.stations(of: "fuel").fuel == "unleaded")
        #expect(settings.language == "de")
        #expect(settings.stations(of: "none") == StationSettings(board: "none"))
    }

    @Test("settings that cannot be read take nothing else with them")
    func unreadable() throws {
        let json = Data(#"{"language": "de", "zone": null, "stations": [{"board": 7}]}"#.utf8)
        let settings = try JSONDecoder().decode(PersonSettings.self, from: json)
        #expect(settings.language == "de")
        #expect(settings.stations.isEmpty)
    }
}
