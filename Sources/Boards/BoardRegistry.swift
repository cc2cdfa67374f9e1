import Records
import Synchronization

/// The boards at work. Everything that needs a board asks here when it needs it, since boards come, change and go while a server runs.
///
/// Who alters it is `Watcher.change(_:named:)`, which ends what reads the former board and makes the new one's table first. Thread-safe.
package final class BoardRegistry: Sendable, ExpressibleByArrayLiteral {
    /// The boards at one time.
    package struct Snapshot: Sendable {
        /// Grows with each change.
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

    /// Puts a board in the place of that of its name; nil: takes that one away.
    package func set(_ board: Board?, named name: String) { state.withLock { $0.set(board, named: name) } }
}
