import ArgumentParser
import Foundation
import Places
import Records
import Storage
import Watching

/// `tidings places near -31.95,115.86`.
struct PlacesNear: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "near", abstract: "Print the places nearest to a position.",
        usage: "tidings places near LATITUDE,LONGITUDE [--board BOARD]")

    // A latitude south of the equator looks like an option.
    @Argument(parsing: .allUnrecognized, help: "Latitude and longitude in degrees: -31.95,115.86") var position: [String]
    @Option(help: "The suburbs of this board, as its source calls them.") var board: String?
    @Option(parsing: .unconditional, help: "How many.", transform: WholeNumber.within(1...1000)) var count = 5
    @OptionGroup var output: PlaceOutput

    func run() async throws {
        let words = position.filter { $0 != "--" }
        guard words.count == 1, let position = Position(words[0]) else {
            throw Failure(.badUse, "'\(words.joined(separator: " "))' isn't a position like -31.95,115.86")
        }
        let places = try await output.places()
        guard let board else {
            let found = places.places(near: position, count: count)
            try output.print(found)
            if let nearest = found.first, nearest.metres > KnownPlaces.farthest {
                Output.note(
                    "No known place is within 50 km of that position. Import the places of that country: tidings places import FILE")
            }
            return
        }
        let suburbs = places.suburbs(near: position, of: board, count: count)
        try output.print(suburbs.map { (Place($0.name, at: $0.position, country: $0.country), $0.metres) })
    }
}

struct PlacesFind: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "find", abstract: "Print the places with a name, in any spelling.")

    @Argument(help: "The name.") var name: String
    @OptionGroup var output: PlaceOutput

    func run() async throws { try output.print(try await output.places().places(named: name).map { ($0, nil) }) }
}

struct PlacesPostcode: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "postcode", abstract: "Print the place of a postcode.")

    @Argument(help: "The postcode.") var code: String
    @OptionGroup var output: PlaceOutput

    func run() async throws {
        try output.print([try await output.places().place(postcode: code)].compactMap { $0 }.map { ($0, nil) })
    }
}

/// The data that places are looked up in, and their output format.
struct PlaceOutput: ParsableArguments {
    @Flag(help: "Print one JSON object per line.") var json = false
    @OptionGroup var folder: StoreOption

    func places() async throws -> KnownPlaces {
        do {
            let data = try Settings.folder(folder.flags)
            // Derived places are in the store; a lookup doesn't create one.
            guard Store.isThere(in: data) else { return KnownPlaces([try ImportedPlaces(in: data).read(), .seed]) }
            return try await KnownPlaces(in: data, store: try Settings(flags: folder.flags).store())
        } catch { throw Failure(error) }
    }

    func print(_ places: [(place: Place, metres: Double?)]) throws {
        if places.isEmpty { throw Failure(.nothingFound, "no known place there, or of that name") }
        guard json else { return Output.columns(places.map { Self.texts($0.place, $0.metres) }) }
        for (place, metres) in places { Output.print(Self.json(place, metres)) }
    }

    private static func texts(_ place: Place, _ metres: Double?) -> [String] {
        let distance = metres.map { $0 < 1000 ? "\(Int(clamping: $0.rounded())) m" : "\(($0 / 100).rounded() / 10) km" }
        let name = [place.name, place.postcode, place.region, place.country].compactMap { $0 }.joined(separator: ", ")
        return [distance, name, place.position.description].compactMap { $0 }
    }

    private static func json(_ place: Place, _ metres: Double?) -> String {
        var line = JSONLine()
        line.add("name", place.name)
        line.add("position", Value.position(place.position))
        line.add("country", place.country)
        line.add("region", place.region)
        line.add("postcode", place.postcode)
        line.add("population", place.population == 0 ? nil : place.population)
        if let metres { line.add("metres", Int(clamping: metres.rounded())) }
        return line.closed
    }
}
