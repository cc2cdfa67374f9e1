import Boards
import Foundation
import Records
import TestSupport
import Testing

@Suite("Boards at work") struct BoardRegistryTests {
    private static func yaml(_ title: String = "Shop", comment: String = "", more: String = "") -> String {
        """
        title: \(title)\(comment)
        source: { url: 'https://shop.example/list.json' }
        extract: { json: { rows: '$[*]' } }
        fields: { name: { type: text, key: true } }\(more)
        """
    }

    private static func board(_ name: String, _ yaml: String = yaml()) throws -> Board {
        try Board(BoardFile.declaration(of: yaml), name: name, folder: URL(fileURLWithPath: "/\(name)"))
    }

    @Test("boards come, change and go in the order of their names, and who has them has them as they were")
    func changes() throws {
        let registry: BoardRegistry = [try Self.board("m"), try Self.board("b")]
        let before = registry.current
        #expect(before.all.map(\.name) == ["b", "m"])
        #expect(registry["b"] != nil)
        #expect(registry["c"] == nil)
        for name in ["c", "a", "z"] { registry.set(try Self.board(name), named: name) }
        #expect(registry.current.all.map(\.name) == ["a", "b", "c", "m", "z"])
        #expect(registry.current.version == before.version + 3)
        registry.set(try Self.board("c", Self.yaml("Other")), named: "c")
        #expect(registry["c"]?.title == "Other")
        #expect(registry.current.all.map(\.title) == ["Shop", "Shop", "Other", "Shop", "Shop"])
        for name in ["a", "z", "none"] { registry.set(nil, named: name) }
        #expect(registry.current.all.map(\.name) == ["b", "c", "m"])
        #expect(registry["z"] == nil)
        #expect(before.all.map(\.name) == ["b", "m"])
        #expect(before["c"] == nil)
    }

    @Test("what a file declares makes another edition, comments don't")
    func editions() throws {
        let edition = try Self.board("a").edition
        #expect(try Self.board("b", Self.yaml(comment: " # The shop's")).edition == edition)
        for other in [Self.yaml("Shops"), Self.yaml(more: "\nabout: x"), Self.yaml().replacing("key: true", with: "key: false, ask: true")]
        {
            #expect(try Self.board("a", other).edition != edition)
        }
    }

    /// A data folder with boards in it.
    private struct Home {
        let folder: TemporaryFolder
        var library: BoardLibrary { BoardLibrary(data: folder.url) }

        init() throws { folder = try TemporaryFolder() }

        func write(_ name: String, _ yaml: String?) throws {
            let place = folder.url.appendingPathComponent("boards/\(name)")
            guard let yaml else { return try FileManager.default.removeItem(at: place) }
            try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
            try Data(yaml.utf8).write(to: place.appendingPathComponent(BoardFile.name))
        }
    }

    @Test("reading one folder again is reading them all again, and says which boards are others")
    func rereading() throws {
        let home = try Home()
        defer { withExtendedLifetime(home) {} }
        try home.write("shop", Self.yaml())
        try home.write("other", Self.yaml())
        let first = home.library
        func reread(_ library: BoardLibrary, _ name: String, _ yaml: String?, changes: [String]) throws -> BoardLibrary {
            try home.write(name, yaml)
            let read = library.rereading([name])
            #expect(read.mistakes.isEmpty)
            #expect(read.clashes.isEmpty)
            #expect(read.library.problems.isEmpty)
            #expect(read.library.boards.map(\.name) == home.library.boards.map(\.name))
            #expect(read.library.changes(since: home.library).isEmpty)
            #expect(read.library.changes(since: library) == changes)
            #expect(read.library.hasQueues(of: library))
            return read.library
        }
        var library = try reread(first, "shop", Self.yaml("Shops"), changes: ["shop"])
        library = try reread(library, "shop", Self.yaml("Shops", comment: " # Mine"), changes: [])
        library = try reread(library, "new", Self.yaml(), changes: ["new"])
        library = try reread(library, "shop", nil, changes: ["shop"])
        // In place of a board that comes along, and back.
        library = try reread(library, "visa", Self.yaml("Mine"), changes: ["visa"])
        #expect(library["visa"]?.comesAlong == false)
        library = try reread(library, "visa", nil, changes: ["visa"])
        #expect(library["visa"]?.comesAlong == true)
        #expect(library["shop"] == nil)
        #expect(first["shop"]?.title == "Shop")
    }

    @Test("a mistake leaves its board as it was, and the others are taken; a clash of names is said")
    func mistakes() throws {
        let home = try Home()
        defer { withExtendedLifetime(home) {} }
        try home.write("shop", Self.yaml())
        try home.write("bad", "title: x\n")
        let library = home.library
        #expect(library.problems.count == 1)
        try home.write("shop", "title: y\n")
        try home.write("new", Self.yaml())
        let read = library.rereading(["shop", "new", "bad"])
        #expect(read.mistakes.count == 1)
        #expect(read.mistakes.first?.file?.hasSuffix("shop/board.yaml") == true)
        #expect(read.clashes.isEmpty)
        #expect(read.library["shop"]?.title == "Shop")
        #expect(read.library["new"] != nil)
        #expect(read.library["bad"] == nil)
        // Mended.
        try home.write("bad", Self.yaml())
        try home.write("shop", Self.yaml("Shops"))
        let mended = read.library.rereading(["bad", "shop"])
        #expect(mended.mistakes.isEmpty)
        #expect(mended.library.problems.isEmpty)
        #expect(mended.library.changes(since: read.library) == ["bad", "shop"])
        try home.write("shop-words", Self.yaml())
        #expect(mended.library.rereading(["shop-words"]).clashes.count == 1)
    }

    @Test("other counters are told from boards that are read")
    func queues() throws {
        let home = try Home()
        defer { withExtendedLifetime(home) {} }
        let library = home.library
        try home.write("desk", "title: Desk\nview: counter\nqueues: { desk: { label: Desk } }\n")
        let read = library.rereading(["desk"])
        #expect(read.mistakes.isEmpty, "\(read.mistakes)")
        #expect(!read.library.hasQueues(of: library))
        #expect(read.library.changes(since: library).isEmpty)
    }
}
