/// Reads the glyph names and the encoding of a CFF font (Adobe Technical Note 5176): header, Name, Top DICT and String INDEX, charset and
/// Encoding. Uses the first font of a file.
struct CFFReader {
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    func program() -> FontProgram {
        var result = FontProgram()
        guard bytes.count > 4, let names = index(at: Int(bytes[2])), let top = index(at: names.end), let strings = index(at: top.end),
            top.count > 0, let dictionary = item(0, of: top)
        else { return result }
        let entries = self.entries(dictionary)
        let glyphs = min(entries[17].flatMap { index(at: $0) }?.count ?? 0, 65_535)
        guard glyphs > 0 else { return result }
        let charset = self.charset(at: entries[15] ?? 0, glyphs)
        // The charset of a CID-keyed font (12 30, ROS) has numbers, not names.
        if entries[0x100 | 30] != nil { return result }
        let scalars = charset.map { scalar(ofName: $0, strings) }
        result.glyphs = scalars
        result.codes = codes(at: entries[16] ?? 0, charset, strings)
        return result
    }

    // Structure

    private struct Index {
        var start = 0
        var count = 0
        var offsetBytes = 1
        var end = 0
    }

    private func number(_ place: Int, _ count: Int) -> Int? {
        guard place >= 0, place <= bytes.count - count else { return nil }
        return (0..<count).reduce(0) { $0 << 8 | Int(bytes[place + $1]) }
    }

    private func index(at start: Int) -> Index? {
        guard let count = number(start, 2) else { return nil }
        if count == 0 { return Index(start: start, end: start + 2) }
        guard let size = number(start + 2, 1), (1...4).contains(size), let last = number(start + 3 + count * size, size) else { return nil }
        return Index(start: start, count: count, offsetBytes: size, end: start + 2 + (count + 1) * size + last)
    }

    private func item(_ place: Int, of index: Index) -> Range<Int>? {
        let offsets = index.start + 3
        let base = offsets + (index.count + 1) * index.offsetBytes - 1
        guard place < index.count, let from = number(offsets + place * index.offsetBytes, index.offsetBytes),
            let to = number(offsets + (place + 1) * index.offsetBytes, index.offsetBytes), from >= 1, from <= to, base + to <= bytes.count
        else { return nil }
        return base + from..<base + to
    }

    /// The last operand of each operator of a DICT; escaped operators have 0x100 added.
    private func entries(_ range: Range<Int>) -> [Int: Int] {
        var result: [Int: Int] = [:]
        var last = 0
        var place = range.lowerBound
        while place < range.upperBound {
            let byte = Int(bytes[place])
            place += 1
            switch byte {
            case 12:
                if let second = number(place, 1) { result[0x100 | second] = last }
                place += 1
            case 0...21: result[byte] = last
            case 28:
                last = number(place, 2).map { Int(Int16(truncatingIfNeeded: $0)) } ?? 0
                place += 2
            case 29:
                last = number(place, 4).map { Int(Int32(truncatingIfNeeded: $0)) } ?? 0
                place += 4
            case 30:
                while place < range.upperBound, bytes[place] & 0x0F != 0x0F, bytes[place] >> 4 != 0x0F { place += 1 }
                place += 1
                last = 0
            case 32...246: last = byte - 139
            case 247...250:
                last = (byte - 247) * 256 + (number(place, 1) ?? 0) + 108
                place += 1
            case 251...254:
                last = -(byte - 251) * 256 - (number(place, 1) ?? 0) - 108
                place += 1
            default: break
            }
        }
        return result
    }

    /// The string number of each glyph's name (section 13). The predefined expert charsets are not included.
    private func charset(at offset: Int, _ glyphs: Int) -> [Int] {
        if offset == 0 { return Array(0..<min(glyphs, 229)) }
        guard offset > 2, let format = number(offset, 1) else { return [] }
        var result = [0]
        var place = offset + 1
        while result.count < glyphs, let first = number(place, 2) {
            place += 2
            if format == 0 {
                result.append(first)
                continue
            }
            let size = format == 1 ? 1 : 2
            guard format <= 2, let more = number(place, size) else { break }
            place += size
            for distance in 0...min(more, glyphs - result.count - 1) { result.append(first + distance) }
        }
        return result
    }

    private func name(_ number: Int, _ strings: Index) -> String? {
        if number < CFFStrings.standard.count { return String(CFFStrings.standard[number]) }
        guard let range = item(number - CFFStrings.standard.count, of: strings), range.count < 200 else { return nil }
        return String(decoding: range.map { bytes[$0] }, as: UTF8.self)
    }

    private func scalar(ofName number: Int, _ strings: Index) -> UInt32 {
        name(number, strings).flatMap { GlyphNames.scalars(of: $0)?.first?.value } ?? 0
    }

    /// Code → text (section 12): standard, or of format 0 or 1 with supplements.
    private func codes(at offset: Int, _ charset: [Int], _ strings: Index) -> [[UInt8]] {
        if offset == 0 { return FontBuilder.texts(of: Encodings.standard) }
        if offset == 1 { return FontBuilder.texts(of: SpecialEncodings.macExpert) }
        var result = [[UInt8]](repeating: [], count: 256)
        guard let format = number(offset, 1), let count = number(offset + 1, 1) else { return [] }
        var place = offset + 2
        var glyph = 1
        func set(_ code: Int, _ string: Int) {
            guard code < 256, let name = name(string, strings) else { return }
            result[code] = FontProgram.text(ofGlyphNamed: name)
        }
        for _ in 0..<count {
            guard let code = number(place, 1) else { break }
            place += 1
            var more = 0
            if format & 0x7F == 1 {
                more = number(place, 1) ?? 0
                place += 1
            }
            for distance in 0...more {
                if charset.indices.contains(glyph) { set(code + distance, charset[glyph]) }
                glyph += 1
            }
        }
        if format & 0x80 != 0, let supplements = number(place, 1) {
            for entry in 0..<supplements {
                if let code = number(place + 1 + entry * 3, 1), let string = number(place + 2 + entry * 3, 2) { set(code, string) }
            }
        }
        return result
    }
}
