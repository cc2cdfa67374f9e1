import Foundation
package import Records
import Synchronization

/// Records one upon the other, each found again by its number. The first megabytes are kept as they are; what comes above lies packed in a file, so
/// that a source of any size takes little memory.
package final class RecordPile: Sendable {
    private struct State {
        var kept: [Record] = []
        var weight = 0
        /// Where the packed ones end in the file.
        var ends: [Int] = []
        var file: SpoolFile?
        /// Whether none can be made: then all stay in memory.
        var hasNoFile = false
        var packed: [UInt8] = []
    }

    /// `Record.weight` of what is kept as it is, in all.
    package static let usualWeight = 6 << 20

    private let state = Mutex(State())
    private let keptWeight: Int
    private let folder: String

    /// Where no file can be made in the folder, all are kept as they are.
    package init(keptWeight: Int = RecordPile.usualWeight, folder: String = SpoolFile.usualFolder) {
        (self.keptWeight, self.folder) = (keptWeight, folder)
    }

    package convenience init(_ records: [Record]) {
        self.init(keptWeight: .max)
        state.withLock { $0.kept = records }
    }

    /// Whether some of them lie in a file.
    package var isPacked: Bool { state.withLock { $0.file != nil } }

    package var count: Int { state.withLock { $0.kept.count + $0.ends.count } }

    /// Returns its number, from 0. Throws `SpoolError`.
    @discardableResult
    package func append(_ record: Record) throws -> Int {
        try state.withLock { state in
            if state.file == nil {
                state.weight += record.weight
                if state.weight > keptWeight, !state.hasNoFile {
                    state.file = try? SpoolFile(in: folder)
                    state.hasNoFile = state.file == nil
                }
            }
            guard let file = state.file else {
                state.kept.append(record)
                return state.kept.count - 1
            }
            state.packed.removeAll(keepingCapacity: true)
            record.pack(into: &state.packed)
            try file.append(state.packed)
            state.ends.append((state.ends.last ?? 0) + state.packed.count)
            return state.kept.count + state.ends.count - 1
        }
    }

    /// Throws `SpoolError`.
    package subscript(number: Int) -> Record {
        get throws {
            try state.withLock { state in
                guard number >= state.kept.count else { return state.kept[number] }
                let place = number - state.kept.count
                let start = place > 0 ? state.ends[place - 1] : 0
                let record = try state.file?.withBytes(start..<state.ends[place]) { Record(packed: $0) }
                guard let record = record ?? nil else { throw SpoolError(doing: "reading back a temporary file", code: EIO) }
                return record
            }
        }
    }
}

/// What a document holds, in its order.
package struct ReadRecords: Sendable {
    private let pile: RecordPile
    /// Their numbers in the pile.
    private let order: [Int]

    package init(_ records: [Record]) { self.init(RecordPile(records), in: Array(records.indices)) }

    init(_ pile: RecordPile, in order: [Int]) { (self.pile, self.order) = (pile, order) }

    package var count: Int { order.count }
    package var isEmpty: Bool { order.isEmpty }
    /// Whether there are more than are kept in memory.
    var isPacked: Bool { pile.isPacked }

    /// Throws `SpoolError`.
    package subscript(position: Int) -> Record { get throws { try pile[order[position]] } }

    package func forEach(_ body: (Record) throws -> Void) throws { for number in order { try body(try pile[number]) } }

    /// All of them: only where few are expected.
    func all() throws -> [Record] { try order.map { try pile[$0] } }
}
