import Places
import Records
import Testing

@Suite("Files of places") struct PlaceFileTests {
    private func read(_ text: String, cut: Int = .max) throws -> PlaceFile {
        var file = PlaceFile()
        let bytes = Array(text.utf8)
        for start in stride(from: 0, to: bytes.count, by: min(cut, bytes.count)) {
            try file.append(bytes[start..<min(bytes.count, start + min(cut, bytes.count))])
        }
        try file.finish()
        return file
    }

    private func city(_ name: String, _ latitude: String, _ longitude: String, admin: String = "08", population: String = "0") -> String {
        [
            "2063523", name, name, "Pert,パース", latitude, longitude, "P", "PPLA", "AU", "", admin, "50000", "", "", population, "", "31",
            "Australia/Perth",
            "2026-01-01",
        ].joined(separator: "\t") + "\n"
    }

    @Test("cities of GeoNames, in any cut", arguments: [1, 2, 7, .max])
    func cities(cut: Int) throws {
        let file = try read(
            city("Perth", "-31.95224", "115.8614", population: "2192229") + city("Zürich", "47.37", "8.55", admin: "ZH")
                + city("Nowhere", "", ""), cut: cut)
        #expect(file.places.map(\.name) == ["Perth", "Zürich"])
        #expect(file.leftOut == 1)
        #expect(file.places.map(\.population) == [2_192_229, 0])
        #expect(file.places.map(\.region) == [nil, "ZH"])
        #expect(file.places[0].position.description == "-31.95224,115.8614")
        #expect(file.places[0].country == "AU")
        #expect(file.kind == .places)
        #expect(file.attribution == "Contains data from GeoNames, CC BY 4.0")
    }

    @Test("postal codes of GeoNames")
    func postcodes() throws {
        let file = try read(
            "AU\t6008\tSubiaco\tWestern Australia\tWA\t\t\t\t\t-31.9485\t115.8268\t4\r\nAU\t6901\tWest Perth\tWestern Australia\tWA\t\t\t\t\t\t\t"
        )
        #expect(file.kind == .postcodes)
        #expect(file.leftOut == 1)
        let position = try #require(Position(latitude: -31.9485, longitude: 115.8268))
        #expect(file.places == [Place("Subiaco", at: position, country: "AU", region: "WA", postcode: "6008")])
    }

    @Test("a table of one's own: columns in any order, quotes, and whom to name")
    func table() throws {
        let file = try read(
            "\u{FEFF}# Data of the Shire of Somewhere,\n# CC BY 4.0\nPostcode;Longitude;Latitude;Suburb;State\n6053;115.9;-31.92;\"Bays\"\"water; East\";WA\n;0;0;Null Island;\n",
            cut: 3)
        let position = try #require(Position(latitude: -31.92, longitude: 115.9))
        #expect(file.places == [Place("Bays\"water; East", at: position, region: "WA", postcode: "6053")])
        #expect(file.attribution == "Data of the Shire of Somewhere, CC BY 4.0")
        #expect(file.kind == .places)
        #expect(file.leftOut == 1)
    }

    @Test(
        "a mistake is told with its line",
        arguments: [
            ("name,lat,lon\nPerth,-31.9,115.8\nYork,north,116\n", 3), ("name,lat,lon\nPerth,-31.9\n", 2),
            ("name,lat,lon\nPerth,-91,115\n", 2),
            ("name,lat,lon\n\"Perth,-31,115\n", 2), ("title,x,y\nPerth,1,2\n", 1), ("name,lat,lon,population\nPerth,-31,115,many\n", 2),
        ])
    func mistakes(_ text: String, _ line: Int) {
        let error = #expect(throws: PlacesError.self) { try read(text) }
        #expect(error?.line == line)
        #expect(error?.description.hasPrefix("line \(line): ") == true)
    }

    @Test("cities of GeoNames with a column too few or a population that is none are mistakes")
    func damagedCities() {
        #expect(throws: PlacesError.self) { try read(city("Perth", "-31", "115") + "1\tYork\n") }
        #expect(throws: PlacesError.self) { try read(city("Perth", "-31", "115", population: "-5")) }
    }

    @Test("an empty file, one that is no text and one without line ends are no files of places")
    func others() {
        #expect(throws: PlacesError.self) { try read("\n\n") }
        var file = PlaceFile()
        #expect(throws: PlacesError.self) { try file.append([0x66, 0xFF, 0x0A]) }
        var endless = PlaceFile()
        #expect(throws: PlacesError.self) {
            for _ in 0..<20 { try endless.append(Array(repeating: UInt8(ascii: "x"), count: 100_000)) }
        }
    }
}
