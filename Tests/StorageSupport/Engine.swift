package import Foundation
package import Storage

/// The engine that the contract of storage is held against: the one that `TIDINGS_ENGINE` names, or else SQLite.
///
/// The tests in `StorageContractTests` open every store here and use what `Storage` offers its callers, nothing of what is below it. A second
/// engine is a case of this enumeration; with its name in that variable the same tests run on it.
package enum Engine: String, CaseIterable {
    case sqlite

    package static func chosen() throws -> Engine {
        let name = ProcessInfo.processInfo.environment["TIDINGS_ENGINE"] ?? Engine.sqlite.rawValue
        guard let engine = Engine(rawValue: name) else {
            throw UnknownEngine(description: "TIDINGS_ENGINE=\(name): there is \(Engine.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        return engine
    }

    /// The store of a folder. What a store of the same folder has written is there.
    package static func store(in folder: URL) throws -> Store {
        switch try chosen() {
        case .sqlite: try Store(in: folder)
        }
    }

    private struct UnknownEngine: Error, CustomStringConvertible { let description: String }
}
