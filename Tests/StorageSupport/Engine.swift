package import Foundation
package import Storage

/// The engine under test by the contract of storage: the engine that `TIDINGS_ENGINE` names, or else SQLite.
///
/// The tests in `StorageContractTests` open every store here and use only the interface that `Storage` offers its callers. To test another
/// engine, add a case to this enumeration and set the variable to its name.
package enum Engine: String, CaseIterable {
    case sqlite
    /// In the server that `TIDINGS_TEST_DATABASE` names (`Scripts/postgres`).
    case postgres

    package static func chosen() throws -> Engine {
        let name = ProcessInfo.processInfo.environment["TIDINGS_ENGINE"] ?? Engine.sqlite.rawValue
        guard let engine = Engine(rawValue: name) else {
            throw UnknownEngine(description: "TIDINGS_ENGINE=\(name): there is \(Engine.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        return engine
    }

    /// The store of a folder. It has everything that earlier stores of the folder have written.
    package static func store(in folder: URL) throws -> Store {
        switch try chosen() {
        case .sqlite: try Store(in: folder)
        case .postgres: try TestDatabases.store(in: folder)
        }
    }

    /// Whether the store is a file of its folder. Tests of that file don't run on another engine: its copies are made by `pg_dump`, and what
    /// can't be opened is an address.
    package static var keepsAFile: Bool { (try? chosen()) != .postgres }
    package static let keepsNone = "the store is no file of its folder: pg_dump copies it"

    /// Whether there is a server of PostgreSQL.
    package static var hasPostgres: Bool { TestDatabases.server != nil }

    /// The database of PostgreSQL for a folder; a new one has the tables of a store.
    package static func database(for folder: URL) throws -> DatabaseAddress { try TestDatabases.address(for: folder) }

    /// The same without any table.
    package static func emptyDatabase(for folder: URL) throws -> DatabaseAddress { try TestDatabases.address(for: folder, isEmpty: true) }

    private struct UnknownEngine: Error, CustomStringConvertible { let description: String }
}
