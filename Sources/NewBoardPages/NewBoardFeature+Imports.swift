import BoardPages
package import Boards
package import Drafting
import Foundation
import Hummingbird
import Operating
import Records
import Serving

/// The watches in a person's file, stored until they import them or choose another file.
struct FoundImport: Sendable {
    let number: Int
    let file: WatchImport
    /// Titles of existing boards that read the same addresses, by index in the file.
    let twins: [Int: String]

    /// Whether it is selected by default.
    func isOffered(_ place: Int) -> Bool { file.watches[place].isSure && twins[place] == nil }
}

struct ImportResult: Sendable {
    var number = 0
    var made: [(name: String, title: String, place: Int)] = []
    /// The titles of boards that couldn't be written, and the reason for the first.
    var missed: [String] = []
    var reason: OwnBoards.Refusal?
}

extension NewBoardFeature {
    /// Reads an uploaded file, and stores its watches for the person. Throws `WatchImport.Fault`, and `FairSemaphore.Refused` while others
    /// are reading files.
    func found(in file: IncomingFile, for person: Person) async throws -> FoundImport {
        let read = try await analysing.run(for: "person \(person.id)") { [forms] in
            await BoardFinder.apart { Self.read(file, forms) }
        }
        let imported = try read.get()
        let twins = ImportTwins(in: boards.all).places(of: imported.watches)
        return imports.keep(for: person.id) { FoundImport(number: $0, file: imported, twins: twins) }
    }

    private static func read(_ file: IncomingFile, _ views: [ViewForm]) -> Result<WatchImport, WatchImport.Fault> {
        var reader = WatchImportReader()
        do {
            try file.read { try reader.append($0) }
            return .success(try reader.finish(with: .installed, views))
        } catch {
            return .failure(error as? WatchImport.Fault ?? .damaged("\(error)"))
        }
    }

    /// Makes boards from the selected watches, which are then no longer stored. The boards are running when this returns.
    func take(_ found: FoundImport, _ places: [Int], by person: Person, from context: PageContext) async throws -> ImportResult {
        var result = ImportResult()
        for place in places {
            let watch = found.file.watches[place]
            guard let file = watch.file else { continue }
            do {
                let name = try await add(file, titled: watch.title, by: person, from: context)
                result.made.append((name, watch.title, place))
            } catch let error as OwnBoards.Refusal {
                result.missed.append(watch.title)
                result.reason = result.reason ?? error
            }
        }
        return result
    }
}

/// Finds existing boards that read an address.
package struct ImportTwins: Sendable {
    private let titles: [String: String]

    package init(in boards: [Board]) {
        let own = boards.filter { !$0.comesAlong }.map { ($0.source.url.absoluteString, $0.title) }
        titles = Dictionary(own) { first, _ in first }
    }

    /// Titles, by the indices of importable watches.
    package func places(of watches: [ImportedWatch]) -> [Int: String] {
        let found = watches.indices.compactMap { place in
            watches[place].file == nil ? nil : titles[watches[place].address].map { (place, $0) }
        }
        return Dictionary(uniqueKeysWithValues: found)
    }
}
