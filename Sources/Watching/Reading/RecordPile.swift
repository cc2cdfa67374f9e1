import Foundation
package import Records
import Synchronization

/// Records one upon the other, each found again by its number. A few megabytes are kept as they are; if there are more, all are packed in a
/// file, so that a source of any size takes little memory.
package final class RecordPile: Sendable {
    private struct State {
        var kept: [Record] = []
        var weight = 0
        /// nil: all are kept.
        var packed: PackedRecords?
        /// Whether no file can be made: then all stay in memory.
        var hasNoFile = false

        var count: Int { kept.count + (packed?.count ?? 0) }

        /// Puts all that are kept into a file, if one can be made.
        mutating func spill(in folder: String) throws {
            guard let file = try? SpoolFile(in: folder) else { return hasNoFile = true }
            packed = PackedRecords(in: file)
            for record in kept { try packed?.append(record) }
            kept = []
        }
    }

    /// `Record.weight` of what is kept as it is, in all.
    package static let defaultWeight = 3 << 20

    private let state = Mutex(State())
    private let keptWeight: Int
    private let folder: String

    /// Where no file can be made in the folder, all are kept as they are.
    package init(keptWeight: Int = RecordPile.defaultWeight, folder: String = SpoolFile.defaultFolder) {
        (self.keptWeight, self.folder) = (keptWeight, folder)
    }

    package convenience init(_ records: [Record]) {
        self.init(keptWeight: .max)
        state.withLock { $0.kept = records }
    }

    /// Whether some of them lie in a file.
    package var isPacked: Bool { state.withLock { $0.packed != nil } }

    package var count: Int { state.withLock { $0.count } }

    /// How many records, and places of records in the file, are held in memory.
    var heldCount: Int { state.withLock { $0.kept.count + ($0.packed?.markCount ?? 0) } }

    /// Returns its number, from 0. Throws `SpoolError`.
    @discardableResult
    package func append(_ record: Record) throws -> Int {
        try state.withLock { state in
            if state.packed == nil {
                state.weight += record.weight
                if state.weight > keptWeight, !state.hasNoFile { try state.spill(in: folder) }
            }
            if state.packed == nil { state.kept.append(record) } else { try state.packed?.append(record) }
            return state.count - 1
        }
    }

    /// Throws `SpoolError`.
    package subscript(number: Int) -> Record {
        get throws {
            var bytes: [UInt8] = []
            let record = try take(number, &bytes) ?? bytes.withUnsafeBytes { Record(packed: $0) }
            guard let record else { throw SpoolError(doing: "reading back a temporary file", code: EIO) }
            return record
        }
    }

    /// The record; or nil, if it is packed: then the array is its bytes. Throws `SpoolError`.
    func take(_ number: Int, _ bytes: inout [UInt8]) throws -> Record? {
        bytes.removeAll(keepingCapacity: true)
        return try state.withLock { state -> Record? in
            guard state.packed != nil else { return state.kept[number] }
            try state.packed?.withBytes(of: number) { bytes.append(contentsOf: $0) }
            return nil
        }
    }
}

/// The certain record of each row, by its number in the pile. Rows that come one after the other, as in nearly all documents,
/// take no memory.
struct RowNumbers {
    /// How many rows there are, those without a record included.
    private(set) var count = 0
    /// nil: each row's number is its own; -1: it has no record.
    private var numbers: [Int32]?

    /// nil: there is no certain record of that row.
    subscript(row: Int) -> Int? {
        guard row < count else { return nil }
        guard let numbers else { return row }
        return numbers[row] >= 0 ? Int(numbers[row]) : nil
    }

    mutating func set(_ row: Int, to number: Int) {
        guard numbers != nil || row != count || number != row else { return count += 1 }
        spread(to: max(count, row + 1))
        numbers?[row] = Int32(number)
    }

    mutating func remove(_ row: Int) {
        guard row < count else { return }
        spread(to: count)
        numbers?[row] = -1
    }

    /// The numbers of the rows that have a record, in the order of the rows; nil: all, each its own.
    var order: [Int32]? { numbers.map { numbers in numbers.contains(-1) ? numbers.filter { $0 >= 0 } : numbers } }

    private mutating func spread(to count: Int) {
        var all = numbers ?? (0..<self.count).map { Int32($0) }
        numbers = nil
        while all.count < count { all.append(-1) }
        (numbers, self.count) = (all, count)
    }
}

/// What a document holds, in its order.
package struct ReadRecords: Sendable {
    private let pile: RecordPile
    /// Their numbers in the pile; nil: all of it.
    private let order: [Int32]?

    package init(_ records: [Record]) { self.init(RecordPile(records), in: nil) }

    init(_ pile: RecordPile, in order: [Int32]?) { (self.pile, self.order) = (pile, order) }

    package var count: Int { order?.count ?? pile.count }
    package var isEmpty: Bool { count == 0 }
    /// Whether there are more than are kept in memory.
    var isPacked: Bool { pile.isPacked }

    private func number(_ position: Int) -> Int { order.map { Int($0[position]) } ?? position }

    /// Throws `SpoolError`.
    package subscript(position: Int) -> Record { get throws { try pile[number(position)] } }

    /// As of `RecordPile`.
    func take(_ position: Int, _ packed: inout [UInt8]) throws -> Record? { try pile.take(number(position), &packed) }

    /// Whether the record at a position is that of the row at which `stored` is. `packed` is changed. Throws `SpoolError`.
    func isSame(_ position: Int, as stored: any StoredRows, _ packed: inout [UInt8]) throws -> Bool {
        if let record = try take(position, &packed) { return stored.isSurely(record) || stored.record() == record }
        return packed.withUnsafeBytes { stored.isSurely(packed: $0) || Record(packed: $0) == stored.record() }
    }

    package func forEach(_ body: (Record) throws -> Void) throws { for position in 0..<count { try body(try self[position]) } }

    /// All of them: only where few are expected.
    func all() throws -> [Record] { try (0..<count).map { try self[$0] } }
}
