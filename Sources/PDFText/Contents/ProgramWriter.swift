/// Encodes operands of a content stream as bytes of a `TextProgram`, for `ContentRecorder`. It writes to a span that the caller has made
/// large enough. Each function returns whether the token was complete; otherwise it writes nothing.
struct ProgramWriter {
    /// Bytes of the program so far.
    var count: Int

    @inline(__always)
    mutating func put(_ byte: UInt8, _ sink: inout MutableSpan<UInt8>) {
        sink[count] = byte
        count += 1
    }

    @inline(__always)
    private mutating func put<Integer: FixedWidthInteger>(_ value: Integer, _ sink: inout MutableSpan<UInt8>) {
        var rest = value
        for _ in 0..<(Integer.bitWidth / 8) {
            put(UInt8(truncatingIfNeeded: rest), &sink)
            rest >>= 8
        }
    }

    /// Writes a number; `index` doesn't move if there is none.
    mutating func number(
        _ bytes: Span<UInt8>, _ index: inout Int, _ count: Int, _ isLast: Bool, _ sink: inout MutableSpan<UInt8>
    ) -> Bool {
        var place = index
        var mantissa = 0
        // The common form: digits with an optional sign and point, at most nine digits.
        let isNegative = bytes[place] == 0x2D
        if isNegative { place += 1 }
        let first = place
        while place < count, bytes[place] &- 0x30 < 10, place - first < 10 {
            mantissa = mantissa * 10 + Int(bytes[place] &- 0x30)
            place += 1
        }
        var scale = 0
        if place < count, bytes[place] == 0x2E {
            place += 1
            let point = place
            while place < count, bytes[place] &- 0x30 < 10, place - first < 10 {
                mantissa = mantissa * 10 + Int(bytes[place] &- 0x30)
                place += 1
            }
            scale = place - point
        }
        if place == count, !isLast { return false }
        let isPlain = place - first < 10 && place > first + (scale == 0 ? 0 : 1)
        let endsHere = place == count || Bytes.isWhiteSpace(bytes[place]) || bytes[place] == 0x28 || bytes[place] == 0x5D
        guard isPlain, endsHere || bytes[place] == 0x5B || bytes[place] == 0x3C || bytes[place] == 0x2F else {
            return oddNumber(bytes, &index, count, isLast, &sink)
        }
        index = place
        write(isNegative ? -mantissa : mantissa, scale: scale, &sink)
        return true
    }

    @inline(__always)
    mutating func write(_ mantissa: Int, scale: Int, _ sink: inout MutableSpan<UInt8>) {
        if scale == 0 {
            if mantissa >= 0, mantissa < 128 {
                put(0x80 | UInt8(truncatingIfNeeded: mantissa), &sink)
                return
            }
            if let small = Int16(exactly: mantissa) {
                put(TextProgram.integer, &sink)
                put(small, &sink)
                return
            }
        }
        if scale <= 9, let value = Int32(exactly: mantissa) {
            put(TextProgram.decimal + UInt8(truncatingIfNeeded: scale), &sink)
            put(value, &sink)
        } else {
            put(TextProgram.double, &sink)
            put((Double(mantissa) / NumberToken.powers[min(scale, 18)]).bitPattern, &sink)
        }
    }

    private mutating func oddNumber(
        _ bytes: Span<UInt8>, _ index: inout Int, _ count: Int, _ isLast: Bool, _ sink: inout MutableSpan<UInt8>
    ) -> Bool {
        var end = index
        while end < count, Bytes.classes[Int(bytes[end])] == Bytes.regular { end += 1 }
        if end == count, !isLast { return false }
        // "12.5Td" is a number and an operator.
        var split = index
        while split < end, bytes[split] &- 0x30 < 10 || bytes[split] == 0x2E || bytes[split] == 0x2D || bytes[split] == 0x2B { split += 1 }
        if let (mantissa, scale) = NumberToken.decimal(bytes.extracting(index..<split)) {
            write(mantissa, scale: scale, &sink)
        }
        index = split
        return true
    }

    mutating func literalString(
        _ bytes: Span<UInt8>, _ index: inout Int, _ count: Int, _ isLast: Bool, _ sink: inout MutableSpan<UInt8>
    ) -> Bool {
        let start = index + 1
        var end = start
        var depth = 0
        var isSimple = true
        search: while end < count {
            switch bytes[end] {
            case 0x5C:
                isSimple = false
                end += 1
            case 0x28: depth += 1
            case 0x29:
                if depth == 0 { break search }
                depth -= 1
            case 0x0D: isSimple = false
            default: break
            }
            end += 1
        }
        if end >= count {
            guard isLast else { return false }
            end = count
        }
        let source = bytes.extracting(start..<end)
        index = min(end + 1, count)
        let header = beginString(atMost: source.count, &sink)
        if isSimple {
            for place in source.indices { put(source[place], &sink) }
        } else {
            var place = 0
            while let byte = LiteralString.next(source, &place) {
                if byte >= 0 { put(UInt8(truncatingIfNeeded: byte), &sink) }
            }
        }
        endString(header, &sink)
        return true
    }

    mutating func hexadecimalString(
        _ bytes: Span<UInt8>, _ index: inout Int, _ count: Int, _ isLast: Bool, _ sink: inout MutableSpan<UInt8>
    ) -> Bool {
        var end = index + 1
        while end < count, bytes[end] != 0x3E { end += 1 }
        if end >= count, !isLast { return false }
        let header = beginString(atMost: (end - index) / 2 + 1, &sink)
        var high: UInt8?
        for place in index + 1..<max(index + 1, end) {
            guard let digit = Bytes.hexadecimal(bytes[place]) else { continue }
            if let first = high {
                put(first << 4 | digit, &sink)
                high = nil
            } else {
                high = digit
            }
        }
        if let first = high { put(first << 4, &sink) }
        index = min(end + 1, count)
        endString(header, &sink)
        return true
    }

    /// Reserves space for the length, which is known only after decoding. Returns the position after the tag.
    private mutating func beginString(atMost length: Int, _ sink: inout MutableSpan<UInt8>) -> Int {
        put(length < 256 ? TextProgram.shortString : TextProgram.longString, &sink)
        let header = count
        count += length < 256 ? 1 : 4
        return header
    }

    private mutating func endString(_ header: Int, _ sink: inout MutableSpan<UInt8>) {
        let isShort = sink[header - 1] == TextProgram.shortString
        var rest = count - header - (isShort ? 1 : 4)
        for place in 0..<(isShort ? 1 : 4) {
            sink[header + place] = UInt8(truncatingIfNeeded: rest)
            rest >>= 8
        }
    }

    mutating func name(_ source: Span<UInt8>, _ sink: inout MutableSpan<UInt8>) {
        let shown = NameToken.hasEscape(source) ? NameToken.bytes(source) : nil
        let length = min(shown?.count ?? source.count, 255)
        put(TextProgram.name, &sink)
        put(UInt8(truncatingIfNeeded: length), &sink)
        for place in 0..<length { put(shown?[place] ?? source[place], &sink) }
    }
}
