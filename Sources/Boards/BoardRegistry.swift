import Records
import Synchronization

/// The current boards. All code that needs a board asks here each time, because boards are added, changed and removed while a server runs.
///
/// Changes are made by `Watcher.change(_:named:)`, which first stops readings of the former board and creates the new one's table.
/// Thread-safe.
package final class BoardRegistry: Sendable, ExpressibleByArrayLiteral {
    /// The boards at one moment.
    package struct Snapshot: Sendable {
        /// Increases with each change.
        package fileprivate(set) var version = 0
        /// Sorted by name.
        package fileprivate(set) var all: [Board]
        private var byName: [String: Board]

        fileprivate init(_ all: [Board]) {
            self.all = all.sorted { $0.name < $1.name }
            byName = Dictionary(all.map { ($0.name, $0) }) { first, _ in first }
        }

        package subscript(name: String) -> Board? { byName[name] }

        fileprivate mutating func set(_ board: Board?, named name: String) {
            version += 1
            byName[name] = board
            let place = all.firstIndex { $0.name >= name } ?? all.endIndex
            let isKnown = place < all.endIndex && all[place].name == name
            all.replaceSubrange(place..<(isKnown ? place + 1 : place), with: board.map { [$0] } ?? [])
        }
    }

    private let state: Mutex<Snapshot>

    package init(_ boards: [Board]) { state = Mutex(Snapshot(boards)) }

    package convenience init(arrayLiteral boards: Board...) { self.init(boards) }

    package var current: Snapshot { state.withLock { $0 } }

    package subscript(name: String) -> Board? { state.withLock { $0[name] } }

    /// Adds or replaces a board by its name; nil: removes it.
    package func set(_ board: Board?, named name: String) { state.withLock { $0.set(board, named: name) } }
}
