import Boards
import Foundation
import Records
import TestSupport
import Testing

@Suite("Boards that come along") struct BoardLibraryTests {
    @Test("every board is well-formed, has a page of its own, and its sample gives what is expected")
    func samples() throws {
        let library = BoardLibrary(data: nil)
        #expect(library.problems.isEmpty)
        #expect(library.boards.map(\.name).contains("visa"))
        for board in library.boards {
            let check = try #require(try BoardCheck.run(board), "\(board.name) has no sample")
            #expect(!check.records.isEmpty)
            for file in ["expected.json", "README.md"] {
                #expect(FileManager.default.fileExists(atPath: board.folder.appendingPathComponent(file).path), "\(board.name)/\(file)")
            }
        }
    }

    @Test("boards of other countries are off until they are named, and whole either way")
    func enabling() throws {
        let abroad = ["fuel-de", "fuel-es", "fuel-fr", "fuel-it", "fuel-uk"]
        let library = BoardLibrary(data: nil)
        #expect(abroad.allSatisfy { library[$0]?.isEnabled == false })
        #expect(library.enabled.map(\.name).filter(abroad.contains).isEmpty)
        #expect(library["visa"]?.isEnabled == true)
        #expect(BoardLibrary(data: nil, enabling: ["fuel-es", "none"]).enabled.map(\.name).filter(abroad.contains) == ["fuel-es"])
    }

    /// By board: the name of its first fuel's first station in its sample, and its price.
    private static let offers = [
        ("fuel-de", "TANKSTELLE AM BEISPIELPLATZ", 1.739), ("fuel-es", "ESTACIÓN SOL", 1.529), ("fuel-fr", "12 RUE DES EXEMPLES", 1.62),
        ("fuel-it", "\"DA GIGI\"", 1.799), ("fuel-uk", "ASDA", 139.7),
    ]

    @Test("their samples are stations with prices, and say so in seven languages", arguments: offers)
    func abroad(name: String, station: String, amount: Double) throws {
        let board = try #require(BoardLibrary(data: nil)[name])
        let plan = try #require(board.stations)
        let records = try #require(try BoardCheck.run(board)).records
        let moment = Timestamp(milliseconds: 1_790_000_000_000)
        let first = try #require(plan.offers(of: records, fuel: plan.fuels[0], at: moment).first)
        #expect(first.station.name == station)
        #expect(first.now?.amount == amount)
        #expect(first.station.position != nil)
        #expect(plan.fuels.allSatisfy { plan.perLitre(first.now?.amount ?? 0) < 10 && plan.unitLabel(of: $0) != nil })
        for language in ["de", "fr", "es", "pl", "ar", "ja"] {
            let other = board.translated(to: language)
            #expect(other.title != board.title, "\(language)")
            #expect(other.about != board.about, "\(language)")
        }
    }

    @Test("Germany's radius has its bounds, and a binding of each board makes an address")
    func parameters() throws {
        let germany = try #require(BoardLibrary(data: nil)["fuel-de"])
        #expect(throws: ParameterError.self) { try germany.binding(["rad": "26"]) }
        let url = try germany.url(try germany.binding(["lat": "51.05", "lng": "13.74", "rad": "5"])).absoluteString
        #expect(url.contains("lat=51.05&lng=13.74&rad=5&"))
        #expect(!url.contains("apikey"))
        let spain = try #require(BoardLibrary(data: nil)["fuel-es"])
        #expect(try spain.url(try spain.binding(["province": "08"])).absoluteString.hasSuffix("/FiltroProvincia/08"))
        let kingdom = try #require(BoardLibrary(data: nil)["fuel-uk"])
        #expect(try Set(kingdom.bindings().map { try kingdom.url($0).host }).count == 14)
    }

    @Test("another address can be put in the place of a joined document's")
    func joinedSource() throws {
        let library = BoardLibrary(data: nil, sources: ["fuel-it.stations": "http://localhost:1/s.csv"])
        #expect(library["fuel-it"]?.joins.map(\.url.absoluteString) == ["http://localhost:1/s.csv"])
    }

    @Test("a board in the data folder wins over one that comes along; a broken one is said and left out")
    func ownBoards() throws {
        let home = try TemporaryFolder()
        defer { withExtendedLifetime(home) {} }
        let data = home.url
        let visa = try #require(BoardLibrary(data: nil)["visa"])
        let yaml = try String(contentsOf: visa.folder.appendingPathComponent(BoardFile.name), encoding: .utf8)
        for (name, text) in [("visa", yaml.replacing("en: Visa status", with: "en: Mine")), ("broken", "title: x\n")] {
            let folder = data.appendingPathComponent("boards/\(name)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try Data(text.utf8).write(to: folder.appendingPathComponent(BoardFile.name))
        }
        let library = BoardLibrary(data: data, sources: ["visa": "https://example.org/other.pdf"])
        #expect(library["visa"]?.title == "Mine")
        #expect(library["visa"]?.source.url.absoluteString == "https://example.org/other.pdf")
        #expect(library["broken"] == nil)
        #expect(library.problems.count == 1)
    }

    @Test(
        "a board isn't called what the database calls something of another board",
        arguments: BoardLibrary.namesBesideTable + ["words-idx", "until-1"])
    func takenNames(ending: String) throws {
        let home = try TemporaryFolder()
        defer { withExtendedLifetime(home) {} }
        let visa = try #require(BoardLibrary(data: nil)["visa"])
        let yaml = try Data(contentsOf: visa.folder.appendingPathComponent(BoardFile.name))
        for name in ["visa-\(ending)", "other-\(ending)", "visa-more"] {
            let folder = home.url.appendingPathComponent("boards/\(name)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try yaml.write(to: folder.appendingPathComponent(BoardFile.name))
        }
        let library = BoardLibrary(data: home.url)
        #expect(library["visa-\(ending)"] == nil)
        #expect(library.problems.count == 1)
        #expect("\(try #require(library.problems.first))".contains("of the board 'visa' under this name"))
        #expect(["visa", "visa-more", "other-\(ending)"].allSatisfy { library[$0] != nil })
    }
}
