/// Reads the characters of a TrueType or OpenType font's glyphs (OpenType specification: `cmap`, `post`, `CFF `).
struct TrueTypeReader {
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    private func number(_ place: Int, _ count: Int) -> Int? {
        guard place >= 0, place <= bytes.count - count else { return nil }
        var value = 0
        for offset in 0..<count { value = value << 8 | Int(bytes[place + offset]) }
        return value
    }

    func program() -> FontProgram {
        var start = 0
        if bytes.span.holds("ttcf", at: 0) { start = number(12, 4) ?? 0 }
        let tables = self.tables(at: start)
        if let range = tables["CFF "] {
            var program = CFFReader(Array(bytes[range])).program()
            if let range = tables["cmap"] { add(range, to: &program) }
            return program
        }
        var program = FontProgram()
        if let range = tables["post"] { program.glyphs = names(range) }
        if let range = tables["cmap"] { add(range, to: &program) }
        return program
    }

    private func tables(at start: Int) -> [String: Range<Int>] {
        var result: [String: Range<Int>] = [:]
        for entry in 0..<min(number(start + 4, 2) ?? 0, 100) {
            let place = start + 12 + entry * 16
            guard let offset = number(place + 8, 4), let length = number(place + 12, 4), offset < bytes.count else { continue }
            result[String(decoding: (0..<4).map { bytes[place + $0] }, as: UTF8.self)] = offset..<min(offset + length, bytes.count)
        }
        return result
    }

    /// The maps of the `cmap` table: Unicode maps give characters for glyphs, the symbol (3, 0) and Macintosh (1, 0) maps give glyphs for
    /// codes (ISO 32000-1, 9.6.6.4).
    private func add(_ table: Range<Int>, to program: inout FontProgram) {
        var symbol: Int?
        var macintosh: Int?
        var glyphs: [Int: UInt32] = [:]
        var highest = 0
        var walked: Set<Int> = []
        for entry in 0..<min(number(table.lowerBound + 2, 2) ?? 0, 30) {
            let place = table.lowerBound + 4 + entry * 8
            guard let platform = number(place, 2), let kind = number(place + 2, 2), let offset = number(place + 4, 4) else { break }
            let map = table.lowerBound + offset
            switch (platform, kind) {
            case (3, 0): symbol = map
            case (1, 0): macintosh = map
            case (0, _), (3, 1), (3, 10):
                // Several entries often share one map.
                guard walked.insert(map).inserted else { break }
                forEach(map) { code, glyph in
                    // If a glyph has several characters, the lowest wins, but plain ones before private-use and compatibility characters.
                    if let known = glyphs[glyph], TrueTypeReader.rank(known) <= TrueTypeReader.rank(code) { return }
                    glyphs[glyph] = code
                    highest = max(highest, glyph)
                }
            default: break
            }
        }
        if highest >= program.glyphs.count { program.glyphs += [UInt32](repeating: 0, count: highest + 1 - program.glyphs.count) }
        for (glyph, scalar) in glyphs where !(0xE000..<0xF900).contains(scalar) || program.glyphs[glyph] == 0 {
            program.glyphs[glyph] = scalar
        }
        guard program.codes.isEmpty else { return }
        var codes = [[UInt8]](repeating: [], count: 256)
        var found = false
        for map in [macintosh, symbol].compactMap({ $0 }) {
            forEach(map) { code, glyph in
                let low = code >= 0xF000 && code <= 0xF0FF ? Int(code - 0xF000) : Int(code)
                guard low < 256, program.glyphs.indices.contains(glyph), program.glyphs[glyph] != 0 else { return }
                codes[low] = FontBuilder.text(of: program.glyphs[glyph])
                found = true
            }
        }
        if found { program.codes = codes }
    }

    private static func rank(_ code: UInt32) -> UInt32 {
        if code < 0x20 || code == 0xA0 || code == 0xAD { return code + 0x20_0000 }
        return (0xE000..<0xF900).contains(code) ? code + 0x40_0000 : (0x2F00..<0x2FE0).contains(code) ? code + 0x10_0000 : code
    }

    /// Calls `take` for each entry of a map of format 0, 4, 6, 10 or 12, at most 65,536 times.
    private func forEach(_ map: Int, _ take: (_ code: UInt32, _ glyph: Int) -> Void) {
        var rest = 65_536
        func give(_ code: Int, _ glyph: Int) {
            rest -= 1
            if glyph > 0, glyph < 65_536, let code = UInt32(exactly: code) { take(code, glyph) }
        }
        switch number(map, 2) ?? -1 {
        case 0:
            for code in 0..<256 { give(code, number(map + 6 + code, 1) ?? 0) }
        case 4: segments(map, &rest, take)
        case 6:
            guard let first = number(map + 6, 2), let count = number(map + 8, 2) else { return }
            for place in 0..<count { give(first + place, number(map + 10 + 2 * place, 2) ?? 0) }
        case 10:
            guard let first = number(map + 12, 4), let count = number(map + 16, 4) else { return }
            for place in 0..<min(count, 65_536) { give(first + place, number(map + 20 + 2 * place, 2) ?? 0) }
        case 12:
            guard let groups = number(map + 12, 4) else { return }
            for group in 0..<min(groups, 20_000) {
                let place = map + 16 + 12 * group
                guard let first = number(place, 4), let last = number(place + 4, 4), let glyph = number(place + 8, 4), last >= first else {
                    return
                }
                for code in first...last {
                    if rest <= 0 { return }
                    give(code, glyph + code - first)
                }
            }
        default: break
        }
    }

    /// Format 4: segments with a delta, or an offset into a list of glyphs.
    private func segments(_ map: Int, _ rest: inout Int, _ take: (_ code: UInt32, _ glyph: Int) -> Void) {
        guard let double = number(map + 6, 2) else { return }
        let (ends, starts) = (map + 14, map + 16 + double)
        let (differences, offsets) = (starts + double, starts + 2 * double)
        for place in stride(from: 0, to: double, by: 2) {
            guard let last = number(ends + place, 2), let first = number(starts + place, 2),
                let difference = number(differences + place, 2),
                let offset = number(offsets + place, 2)
            else { return }
            guard first <= last else { continue }
            for code in first...last {
                rest -= 1
                if rest <= 0 { return }
                var glyph = code
                if offset != 0 {
                    glyph = number(offsets + place + offset + 2 * (code - first), 2) ?? 0
                    if glyph == 0 { continue }
                }
                glyph = (glyph + difference) & 0xFFFF
                if glyph != 0, code != 0xFFFF { take(UInt32(code), glyph) }
            }
        }
    }

    /// The names of a `post` table of version 1 or 2.
    private func names(_ table: Range<Int>) -> [UInt32] {
        let start = table.lowerBound
        let version = number(start, 4)
        if version == 0x0001_0000 { return (0..<258).map { TrueTypeReader.macintosh($0) } }
        guard version == 0x0002_0000, let count = number(start + 32, 2) else { return [] }
        var own: [UInt32] = []
        var place = start + 34 + 2 * count
        while place < table.upperBound, let length = number(place, 1), place + 1 + length <= table.upperBound {
            let name = String(decoding: (0..<length).map { bytes[place + 1 + $0] }, as: UTF8.self)
            own.append(GlyphNames.scalars(of: name)?.first?.value ?? 0)
            place += 1 + length
        }
        return (0..<count).map { glyph in
            guard let index = number(start + 34 + 2 * glyph, 2) else { return 0 }
            if index < 258 { return TrueTypeReader.macintosh(index) }
            return own.indices.contains(index - 258) ? own[index - 258] : 0
        }
    }

    /// The character of a glyph in the standard Macintosh order.
    private static func macintosh(_ glyph: Int) -> UInt32 {
        glyph < order.count ? GlyphNames.scalars(of: String(order[glyph]))?.first?.value ?? 0 : 0
    }

    private static let order = MacintoshGlyphs.names.split(whereSeparator: { $0 == " " || $0 == "\n" })
}
