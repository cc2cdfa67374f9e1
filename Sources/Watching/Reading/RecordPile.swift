import Foundation
package import Records
import Synchronization

/// Records one upon the other, each found again by its number. A few megabytes are kept as they are; if there are more, all are packed in a
/// file, so that a source of any size takes little memory.
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

        var count: Int { kept.count + ends.count }

        /// Puts all that are kept into a file, if one can be made.
        mutating func spill(in folder: String) throws {
            file = try? SpoolFile(in: folder)
            hasNoFile = file == nil
            guard file != nil else { return }
            for record in kept { try pack(record) }
            kept = []
        }

        mutating func pack(_ record: Record) throws {
            packed.removeAll(keepingCapacity: true)
            record.pack(into: &packed)
            try file?.append(packed)
            ends.append((ends.last ?? 0) + packed.count)
        }
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

    package var count: Int { state.withLock { $0.count } }

    /// Returns its number, from 0. Throws `SpoolError`.
    @discardableResult
    package func append(_ record: Record) throws -> Int {
        try state.withLock { state in
            if state.file == nil {
                state.weight += record.weight
                if state.weight > keptWeight, !state.hasNoFile { try state.spill(in: folder) }
            }
            if state.file == nil { state.kept.append(record) } else { try state.pack(record) }
            return state.count - 1
        }
    }

    /// Throws `SpoolError`.
    package subscript(number: Int) -> Record {
        get throws {
            var packed: [UInt8] = []
            let record = try take(number, &packed) ?? packed.withUnsafeBytes { Record(packed: $0) }
            guard let record else { throw SpoolError(doing: "reading back a temporary file", code: EIO) }
            return record
        }
    }

    /// The record; or nil, if it is packed: then the array is its bytes. Throws `SpoolError`.
    func take(_ number: Int, _ packed: inout [UInt8]) throws -> Record? {
        try state.withLock { state in
            guard let file = state.file else { return state.kept[number] }
            let start = number > 0 ? state.ends[number - 1] : 0
            packed.removeAll(keepingCapacity: true)
            try file.withBytes(start..<state.ends[number]) { packed += $0 }
            return nil
        }
    }
}

/// What a document holds, in its order.
package struct ReadRecords: Sendable {
    private let pile: RecordPile
    /// Their numbers in the pile.
    private let order: [Int32]

    package init(_ records: [Record]) { self.init(RecordPile(records), in: records.indices.map { Int32($0) }) }

    init(_ pile: RecordPile, in order: [Int32]) { (self.pile, self.order) = (pile, order) }

    package var count: Int { order.count }
    package var isEmpty: Bool { order.isEmpty }
    /// Whether there are more than are kept in memory.
    var isPacked: Bool { pile.isPacked }

    /// Throws `SpoolError`.
    package subscript(position: Int) -> Record { get throws { try pile[Int(order[position])] } }

    /// As of `RecordPile`.
    func take(_ position: Int, _ packed: inout [UInt8]) throws -> Record? { try pile.take(Int(order[position]), &packed) }

    package func forEach(_ body: (Record) throws -> Void) throws { for number in order { try body(try pile[Int(number)]) } }

    /// All of them: only where few are expected.
    func all() throws -> [Record] { try order.map { try pile[Int($0)] } }
}
