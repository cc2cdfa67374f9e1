import Foundation
import StorageSupport
import Testing

@Suite("The contract of storage") struct ContractTests {
    private static let here = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

    private static func texts(in folder: URL) throws -> [(path: String, text: String)] {
        let paths = try #require(FileManager.default.subpaths(atPath: folder.path)).filter { $0.hasSuffix(".swift") }
        return try paths.map { ($0, try String(contentsOf: folder.appendingPathComponent($0), encoding: .utf8)) }
    }

    /// What the store offers its callers, by name; how it is closed, described and where it lies are each engine's own.
    private static func offered() throws -> Set<Substring> {
        let files = try texts(in: here.appendingPathComponent("../../Sources/Storage")).filter { file in
            !["SQLite/", "PostgreSQL/", "Engine/"].contains(where: file.path.hasPrefix)
        }
        var names: Set<Substring> = []
        for (_, text) in files {
            var isStore = false
            for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
                if let found = line.firstMatch(of: /^(?:package )?(?:final )?(?:extension|class|struct|enum) (\w+)/) {
                    isStore = found.1.hasSuffix("Store")
                }
                if isStore, let found = line.firstMatch(of: /^    package (?:static )?func (\w+)/) { names.insert(found.1) }
            }
        }
        return names.subtracting(["isThere", "description", "isOutOfRoom", "reserve"])
    }

    @Test("has a test for everything that the store offers")
    func whole() throws {
        let tests = try Self.texts(in: Self.here).filter { $0.path != "ContractTests.swift" }.map(\.text).joined()
        let named = Set(tests.matches(of: /\.(\w+)\(|\.(\w+) \{/).map { $0.1 ?? $0.2 ?? "" })
        let offered = try Self.offered()
        #expect(offered.count > 150)
        #expect(offered.subtracting(named).sorted() == [])
    }

    @Test("opens a store through the engine alone")
    func engine() throws {
        for (path, text) in try Self.texts(in: Self.here) where path != "ContractTests.swift" {
            #expect(!text.contains(/(^|[^.\w])Store\(in:/), "\(path)")
        }
        #expect(try Engine.allCases.contains(.chosen()))
    }
}
