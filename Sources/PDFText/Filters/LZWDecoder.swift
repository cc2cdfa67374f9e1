/// LZWDecode (ISO 32000-1, 7.4.4): codes of 9 to 12 bits, most significant bit first; 256 clears the table, 257 ends.
final class LZWDecoder: ReusableFilter {
    private(set) var consumed = 0
    private(set) var isComplete = false
    private(set) var damage: String?
    /// Whether the code width increases one code early, the default.
    var changesEarly = true

    private var accumulator: UInt32 = 0
    private var bits = 0
    private var width = 9
    private var count = 258
    private var previous = -1
    private var table = (0..<4_096).map {
        Entry(prefix: 0, suffix: UInt8(truncatingIfNeeded: $0), first: UInt8(truncatingIfNeeded: $0), length: 1)
    }
    private var output = [UInt8](repeating: 0, count: Window.size)
    private var filled = 0

    /// The string for a code: that of another code plus one byte.
    private struct Entry {
        var prefix: UInt16
        var suffix: UInt8
        var first: UInt8
        var length: UInt16
    }

    func reset() {
        (consumed, isComplete, damage, filled) = (0, false, nil, 0)
        (accumulator, bits, width, count, previous) = (0, 0, 9, 258, -1)
    }

    func append(_ bytes: Span<UInt8>, _ receive: (Span<UInt8>) throws -> Void) throws {
        var index = 0
        while index < bytes.count, !isComplete, damage == nil {
            // While there is room for the longest string, nothing needs to be passed on.
            index = decode(bytes, from: index)
            if filled > output.count - table.count { try flush(receive) }
        }
    }

    func finish(_ receive: (Span<UInt8>) throws -> Void) throws {
        try flush(receive)
    }

    private func flush(_ receive: (Span<UInt8>) throws -> Void) throws {
        if filled == 0 { return }
        let piece = output
        let end = filled
        filled = 0
        try receive(piece.span.extracting(0..<end))
    }

    /// Decodes until the input or the output space is used up. Returns the new position.
    private func decode(_ bytes: Span<UInt8>, from start: Int) -> Int {
        var entries = table
        table = []
        var target = output
        output = []
        let room = target.count - entries.count
        var sink = target.mutableSpan
        var place = filled
        let early = changesEarly ? 1 : 0
        var index = start
        while index < bytes.count, place <= room {
            accumulator = accumulator << 8 | UInt32(bytes[index])
            index += 1
            bits += 8
            if bits < width { continue }
            bits -= width
            let code = Int(accumulator >> UInt32(bits)) & (1 << width - 1)
            if code == 257 {
                isComplete = true
                break
            }
            if code == 256 {
                (width, count, previous) = (9, 258, -1)
                continue
            }
            guard code < 256 || (code >= 258 && code < count) || (code == count && previous >= 0) else {
                damage = "LZW data are damaged after \(consumed + index - start) bytes"
                break
            }
            if previous >= 0, count < 4_096 {
                let last = entries[previous]
                let suffix = code == count ? last.first : entries[code].first
                entries[count] = Entry(
                    prefix: UInt16(truncatingIfNeeded: previous), suffix: suffix, first: last.first, length: last.length &+ 1)
                count += 1
                width = count + early >= 2_048 ? 12 : count + early >= 1_024 ? 11 : count + early >= 512 ? 10 : 9
            }
            // Each code leads to its prefix, so a string is written from its end.
            let length = Int(entries[code].length)
            var walk = code
            var rest = length
            while rest > 0 {
                rest -= 1
                sink[place + rest] = entries[walk].suffix
                walk = Int(entries[walk].prefix)
            }
            place += length
            previous = code
        }
        consumed += index - start
        filled = place
        output = consume target
        table = consume entries
        return index
    }
}
