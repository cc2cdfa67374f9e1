import Foundation
package import Records
import Synchronization

/// Records that are found by number. A few megabytes are stored in memory; beyond that, all are packed into a file, so that a source of any
/// size uses little memory.
package final class RecordPile: Sendable {
    private struct State {
        var kept: [Record] = []
        var weight = 0
        /// nil if all are in memory.
        var packed: PackedRecords?
        /// Whether no file can be created: then all stay in memory.
        var hasNoFile = false

        var count: Int { kept.count + (packed?.count ?? 0) }

        /// Moves all records from memory into a file, if one can be created.
        mutating func spill(in folder: String) throws {
            guard let file = try? SpoolFile(in: folder) else { return hasNoFile = true }
            packed = PackedRecords(in: file)
            for record in kept { try packed?.append(record) }
            kept = []
        }
    }

    /// The limit of the total `Record.weight` in memory.
    package static let defaultWeight = 3 << 20

    private let state = Mutex(State())
    private let keptWeight: Int
    private let folder: String

    /// If no file can be created in the folder, all stay in memory.
    package init(keptWeight: Int = RecordPile.defaultWeight, folder: String = SpoolFile.defaultFolder) {
        (self.keptWeight, self.folder) = (keptWeight, folder)
    }

    package convenience init(_ records: [Record]) {
        self.init(keptWeight: .max)
        state.withLock { $0.kept = records }
    }

    /// Whether the records are in a file.
    package var isPacked: Bool { state.withLock { $0.packed != nil } }

    package var count: Int { state.withLock { $0.count } }

    /// The number of records, and of offsets in the file, held in memory.
    var heldCount: Int { state.withLock { $0.kept.count + ($0.packed?.markCount ?? 0) } }

    /// Returns its number, base 0. Throws `SpoolError`.
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

    /// The record; nil if it is packed, and then the array contains its bytes. Throws `SpoolError`.
    func take(_ number: Int, _ bytes: inout [UInt8]) throws -> Record? {
        bytes.removeAll(keepingCapacity: true)
        return try state.withLock { state -> Record? in
            guard state.packed != nil else { return state.kept[number] }
            try state.packed?.withBytes(of: number) { bytes.append(contentsOf: $0) }
            return nil
        }
    }
}

/// The certain record of each row, by its number in the pile. Consecutive rows, as in nearly all documents, use no memory.
struct RowNumbers {
    /// The number of rows, including those without a record.
    private(set) var count = 0
    /// nil: each row's number is its own; -1: it has no record.
    private var numbers: [Int32]?

    /// nil if the row has no certain record.
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

    /// The numbers of the rows' records, in row order; nil: all, in order.
    var order: [Int32]? { numbers.map { numbers in numbers.contains(-1) ? numbers.filter { $0 >= 0 } : numbers } }

    private mutating func spread(to count: Int) {
        var all = numbers ?? (0..<self.count).map { Int32($0) }
        numbers = nil
        while all.count < count { all.append(-1) }
        (numbers, self.count) = (all, count)
    }
}

/// The records of a document in order.
package struct ReadRecords: Sendable {
    private let pile: RecordPile
    /// Their numbers in the pile; nil for all of it.
    private let order: [Int32]?

    package init(_ records: [Record]) { self.init(RecordPile(records), in: nil) }

    init(_ pile: RecordPile, in order: [Int32]?) { (self.pile, self.order) = (pile, order) }

    package var count: Int { order?.count ?? pile.count }
    package var isEmpty: Bool { count == 0 }
    /// Whether they are in a file, not in memory.
    var isPacked: Bool { pile.isPacked }

    private func number(_ position: Int) -> Int { order.map { Int($0[position]) } ?? position }

    /// Throws `SpoolError`.
    package subscript(position: Int) -> Record { get throws { try pile[number(position)] } }

    /// As in `RecordPile`.
    func take(_ position: Int, _ packed: inout [UInt8]) throws -> Record? { try pile.take(number(position), &packed) }

    /// Whether the record at a position equals the current row of `stored`. Uses `packed` as a buffer. Throws `SpoolError`.
    func isSame(_ position: Int, as stored: any StoredRows, _ packed: inout [UInt8]) throws -> Bool {
        if let record = try take(position, &packed) { return stored.isSurely(record) || stored.record() == record }
        return packed.withUnsafeBytes { stored.isSurely(packed: $0) || Record(packed: $0) == stored.record() }
    }

    package func forEach(_ body: (Record) throws -> Void) throws { for position in 0..<count { try body(try self[position]) } }

    /// All of them: only if few are expected.
    func all() throws -> [Record] { try (0..<count).map { try self[$0] } }
}
