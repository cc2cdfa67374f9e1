package import Foundation
package import Storage

/// The engine under test by the contract of storage: the engine that `TIDINGS_ENGINE` names, or else SQLite.
///
/// The tests in `StorageContractTests` open every store here and use only the interface that `Storage` offers its callers. To test a second
/// engine, add a case to this enumeration and set the variable to its name.
package enum Engine: String, CaseIterable {
    case sqlite

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
        }
    }

    private struct UnknownEngine: Error, CustomStringConvertible { let description: String }
}
