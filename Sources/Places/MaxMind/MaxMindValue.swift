/// A value of a MaxMind DB file.
package enum MaxMindValue: Hashable, Sendable {
    case text(String)
    case double(Double)
    case float(Float)
    case bytes([UInt8])
    /// Of 16, 32, 64 or 128 bits.
    case unsigned(UInt128)
    case signed(Int32)
    case flag(Bool)
    case list([MaxMindValue])
    case map([String: MaxMindValue])

    package subscript(key: String) -> MaxMindValue? {
        if case .map(let members) = self { members[key] } else { nil }
    }

    package var text: String? {
        if case .text(let text) = self { text } else { nil }
    }

    package var number: Double? {
        switch self {
        case .double(let number): number
        case .float(let number): Double(number)
        case .unsigned(let number): Double(number)
        case .signed(let number): Double(number)
        default: nil
        }
    }

    package var whole: Int? {
        switch self {
        case .unsigned(let number): Int(exactly: number)
        case .signed(let number): Int(number)
        default: nil
        }
    }
}

/// Decodes values from a MaxMind DB file's data section ("Data Section"). One per record, because it counts the values read.
struct MaxMindDecoder {
    static let valueLimit = 10_000
    static let depthLimit = 32
    static let textLimit = 1 << 20

    private let bytes: UnsafeRawBufferPointer
    private var valuesLeft = MaxMindDecoder.valueLimit
    private var textLeft = MaxMindDecoder.textLimit

    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    mutating func value(at offset: Int) throws(PlacesError) -> MaxMindValue {
        var at = offset
        return try value(&at, depth: 0)
    }

    /// "Data Field Format": a byte with type and size, optional further bytes of both, then the value.
    private mutating func value(_ at: inout Int, depth: Int) throws(PlacesError) -> MaxMindValue {
        valuesLeft -= 1
        guard valuesLeft >= 0, depth <= Self.depthLimit else { throw PlacesError(.limit, "a record of it is too large") }
        let control = try byte(&at)
        var type = Int(control >> 5)
        if type == 1 {
            var target = try pointer(control, &at)
            // A pointer must not lead to another pointer.
            guard target < bytes.count, bytes[target] >> 5 != 1 else { throw Self.damaged }
            return try value(&target, depth: depth + 1)
        }
        // An extended type is in the next byte, minus 7.
        if type == 0 { type = Int(try byte(&at)) + 7 }
        let size = try size(control, &at)
        switch type {
        case 2: return .text(try text(&at, size))
        case 3:
            guard size == 8 else { throw Self.damaged }
            return .double(Double(bitPattern: UInt64(try unsigned(&at, size, atMost: 8))))
        case 4:
            textLeft -= size
            guard textLeft >= 0 else { throw PlacesError(.limit, "a record of it is too large") }
            return .bytes(Array(try read(&at, size)))
        case 5: return .unsigned(try unsigned(&at, size, atMost: 2))
        case 6: return .unsigned(try unsigned(&at, size, atMost: 4))
        case 7: return .map(try map(&at, size, depth))
        case 8: return .signed(Int32(truncatingIfNeeded: try unsigned(&at, size, atMost: 4)))
        case 9: return .unsigned(try unsigned(&at, size, atMost: 8))
        case 10: return .unsigned(try unsigned(&at, size, atMost: 16))
        case 11:
            var list: [MaxMindValue] = []
            for _ in 0..<size { list.append(try value(&at, depth: depth + 1)) }
            return .list(list)
        case 14:
            guard size < 2 else { throw Self.damaged }
            return .flag(size == 1)
        case 15:
            guard size == 4 else { throw Self.damaged }
            return .float(Float(bitPattern: UInt32(try unsigned(&at, size, atMost: 4))))
        // 12 and 13, a cache and the end marker, aren't values; other types don't exist.
        default: throw Self.damaged
        }
    }

    private mutating func map(_ at: inout Int, _ size: Int, _ depth: Int) throws(PlacesError) -> [String: MaxMindValue] {
        var members: [String: MaxMindValue] = [:]
        for _ in 0..<size {
            guard case .text(let key) = try value(&at, depth: depth + 1) else { throw Self.damaged }
            members[key] = try value(&at, depth: depth + 1)
        }
        return members
    }

    /// 11, 19, 27 or 32 bits, relative to the section; each of the first three continues where the previous range ends.
    private func pointer(_ control: UInt8, _ at: inout Int) throws(PlacesError) -> Int {
        let length = Int(control >> 3 & 3) + 1
        let rest = Int(try unsigned(&at, length, atMost: 4))
        let high = Int(control & 7)
        return switch length {
        case 1: high << 8 | rest
        case 2: high << 16 | rest + 2048
        case 3: high << 24 | rest + 526_336
        default: rest
        }
    }

    private func size(_ control: UInt8, _ at: inout Int) throws(PlacesError) -> Int {
        switch control & 31 {
        case 29: 29 + Int(try unsigned(&at, 1, atMost: 1))
        case 30: 285 + Int(try unsigned(&at, 2, atMost: 2))
        case 31: 65_821 + Int(try unsigned(&at, 3, atMost: 3))
        case let size: Int(size)
        }
    }

    private mutating func text(_ at: inout Int, _ size: Int) throws(PlacesError) -> String {
        textLeft -= size
        guard textLeft >= 0 else { throw PlacesError(.limit, "a record of it is too large") }
        return String(decoding: try read(&at, size), as: UTF8.self)
    }

    private func unsigned(_ at: inout Int, _ size: Int, atMost limit: Int) throws(PlacesError) -> UInt128 {
        guard size <= limit else { throw Self.damaged }
        return try read(&at, size).reduce(0) { $0 << 8 | UInt128($1) }
    }

    private func byte(_ at: inout Int) throws(PlacesError) -> UInt8 {
        guard at < bytes.count else { throw Self.damaged }
        defer { at += 1 }
        return bytes[at]
    }

    private func read(_ at: inout Int, _ count: Int) throws(PlacesError) -> UnsafeRawBufferPointer {
        guard count <= bytes.count - at else { throw Self.damaged }
        defer { at += count }
        return UnsafeRawBufferPointer(rebasing: bytes[at..<at + count])
    }

    private static let damaged = PlacesError(.damaged, "a record of it is not as the format says")
}
