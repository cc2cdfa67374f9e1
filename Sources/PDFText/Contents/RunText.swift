/// Builds the text of a run: font codes → UTF-8, in one buffer that all runs reuse.
struct RunText {
    /// How far a string moves the pen: widths in em, and the numbers of glyphs and of spaces (code 32 of a single-byte font) for spacing.
    struct Advance {
        var width = 0.0
        var glyphs = 0
        var blanks = 0
        /// The advance, in em, of a trailing space that negative word spacing cancelled; 0 if there is none.
        var takenBack = 0.0

        /// The total in em.
        @inline(__always)
        func way(_ spacing: Spacing) -> Double { width + Double(glyphs) * spacing.glyph + Double(blanks) * spacing.blank }
    }

    /// The spacing added after each glyph, and additionally after each space, in em (ISO 32000-1, 9.3.2 and 9.3.3).
    struct Spacing {
        var glyph = 0.0
        var blank = 0.0
    }

    /// The glyphs of all runs so far.
    private(set) var glyphs = 0
    /// Glyphs that no source could map to a character.
    private var unmapped = 0
    private var counted = (glyphs: 0, unmapped: 0)
    /// A digest of the texts of all runs so far and other added data.
    var digest = Digest()
    private var bytes = [UInt8](repeating: 0, count: 512)
    private var count = 0
    /// In em, from the start of the run.
    private var way = 0.0
    /// The part of it skipped since the last string.
    private var skipped = 0.0
    /// The start and end of each space of the text along it.
    private var blanks: [(start: Double, end: Double)] = []
    /// Possible word breaks: gaps between letters that may be character spacing or spaces.
    private var seams: [Seam] = []
    private typealias Seam = (place: Int, start: Double, end: Double)
    /// A text with more seams is letterspaced.
    private static let seamLimit = 16
    /// A space narrowed by word spacing to less than this, in em, is kerning.
    private static let narrowestBlank = 0.07

    /// Whether the next run is still empty.
    @inline(__always)
    var isEmpty: Bool { count == 0 }

    mutating func append(_ string: Span<UInt8>, _ font: Font, _ spacing: Spacing) -> Advance {
        var advance = Advance()
        if font.codeBytes == 1 {
            appendSimple(string, font, spacing, &advance)
        } else {
            appendComposite(string, font, spacing, &advance)
        }
        glyphs += advance.glyphs
        way += advance.way(spacing)
        skipped = 0
        return advance
    }

    @inline(__always)
    private mutating func appendSimple(_ string: Span<UInt8>, _ font: Font, _ spacing: Spacing, _ advance: inout Advance) {
        makeRoom(string.count * 8)
        let known = blanks.count
        let table = font.characters
        let widths = font.widths
        var target = bytes
        bytes = []
        var sink = target.mutableSpan
        var place = count
        var width = 0.0
        var long = false
        let unknown = Character7.unknown
        for index in string.indices {
            let code = Int(string[index])
            let character = table[code]
            width += widths[code]
            if code == 0x20 { advance.blanks += 1 }
            if character.isSingleByte {
                let byte = character.firstByte
                sink[place] = byte
                place += 1
                if byte == 0x20 {
                    (advance.width, advance.glyphs) = (width, index + 1)
                    if code == 0x20, isTakenBack(widths[code], spacing) {
                        place -= 1
                        if index == string.count - 1 { advance.takenBack = widths[code] + spacing.glyph + spacing.blank }
                    } else {
                        noteBlank(widths[code], isSpaced: code == 0x20, after: advance, spacing)
                    }
                }
            } else if character.isLong {
                long = true
                break
            } else {
                if character == unknown { unmapped += 1 }
                character.write(to: &sink, &place)
            }
        }
        bytes = consume target
        if long {
            // A code with more than seven bytes of UTF-8 is rare, so the string is processed again in the slow path.
            (advance.blanks, width) = (0, 0)
            blanks.removeSubrange(known...)
            for index in string.indices {
                let code = Int(string[index])
                width += widths[code]
                if code == 0x20 { advance.blanks += 1 }
                put(table[code], font)
                (advance.width, advance.glyphs) = (width, index + 1)
                if table[code] == .blank { noteBlank(widths[code], isSpaced: code == 0x20, after: advance, spacing) }
            }
        } else {
            count = place
        }
        advance.width = width
        advance.glyphs = string.count
    }

    private mutating func appendComposite(_ string: Span<UInt8>, _ font: Font, _ spacing: Spacing, _ advance: inout Advance) {
        var index = 0
        while index < string.count {
            let (code, length) = font.nextCode(string, index)
            index += length
            let (character, width) = font.composite(code)
            put(character, font)
            if character == .unknown { unmapped += 1 }
            advance.width += width
            advance.glyphs += 1
            let isSpaced = length == 1 && code == 0x20
            if isSpaced { advance.blanks += 1 }
            if character == .blank { noteBlank(width, isSpaced: isSpaced, after: advance, spacing) }
        }
    }

    /// Records a space of this width at the end of the text. It starts where the previous glyph ends, regardless of what was skipped since,
    /// including character spacing.
    private mutating func noteBlank(_ width: Double, isSpaced: Bool, after advance: Advance, _ spacing: Spacing) {
        let end = way + advance.way(spacing)
        var start = end - width - spacing.glyph - (isSpaced ? spacing.blank : 0)
        if advance.glyphs == 1 { start -= skipped }
        if start > 0 { start -= spacing.glyph }
        blanks.append((start, end))
    }

    /// Whether negative word spacing cancels a space: converters from PostScript express kerning this way.
    private func isTakenBack(_ width: Double, _ spacing: Spacing) -> Bool {
        guard spacing.blank < 0, width > RunText.narrowestBlank else { return false }
        return abs(width + spacing.glyph + spacing.blank) < RunText.narrowestBlank
    }

    private mutating func put(_ character: Character7, _ font: Font) {
        if character.isLong {
            let text = font.longText(character)
            makeRoom(text.count)
            for byte in text {
                bytes[count] = byte
                count += 1
            }
        } else {
            makeRoom(8)
            character.forEachByte { byte in
                bytes[count] = byte
                count += 1
            }
        }
    }

    /// Moves the pen before the next string. A space before it gets wider by that amount.
    @inline(__always)
    mutating func skip(_ em: Double) {
        if count > 0, bytes[count - 1] == 0x20, let last = blanks.indices.last, blanks[last].end == way { blanks[last].end += em }
        way += em
        skipped = em
    }

    /// Adds a space for a skipped gap, unless a neighbouring string has one.
    mutating func appendBlank(before isBlank: Bool, for gap: Double) {
        guard count > 0, bytes[count - 1] != 0x20, !isBlank else { return }
        makeRoom(1)
        bytes[count] = 0x20
        count += 1
        blanks.append((way - gap, way))
    }

    /// Records the skipped gap as a possible word break.
    mutating func noteSeam(_ gap: Double, before isBlank: Bool) {
        guard count > 0, bytes[count - 1] != 0x20, !isBlank, seams.count <= RunText.seamLimit else { return }
        seams.append((count, way - gap, way))
    }

    /// Returns the numbers of glyphs and of unmapped glyphs since the last call.
    mutating func takeCounts() -> (glyphs: Int, unmapped: Int) {
        defer { counted = (glyphs, unmapped) }
        return (glyphs - counted.glyphs, unmapped - counted.unmapped)
    }

    /// A text, and the positions of its spaces (`TextRun.blanks`).
    struct Taken {
        let text: String
        let blanks: [Float]
    }

    /// Returns the text so far and starts another; nil if it is empty. `end` is the distance from here to the end of the last glyph.
    /// `divided` is the text with spaces at its seams; nil if there are none or too many.
    mutating func take(end: Double) -> (text: Taken, divided: Taken?, seams: Int)? {
        let whole = way + end
        defer { discard() }
        if count == 0 { return nil }
        digest.add(bytes, count: count)
        let text = taken(dividedAt: certainSeams, of: whole)
        guard !seams.isEmpty, seams.count <= RunText.seamLimit else { return (text, nil, 0) }
        return (text, taken(dividedAt: seams, of: whole), seams.count)
    }

    private func taken(dividedAt seams: [Seam], of whole: Double) -> Taken {
        if seams.isEmpty {
            return Taken(text: String(decoding: bytes[..<count], as: UTF8.self), blanks: RunText.shares(blanks, of: whole))
        }
        var (letters, start) = ([UInt8](), 0)
        for seam in seams {
            letters += bytes[start..<seam.place] + [0x20]
            start = seam.place
        }
        letters += bytes[start..<count]
        let gaps = (blanks + seams.map { ($0.start, $0.end) }).sorted { $0.start < $1.start }
        return Taken(text: String(decoding: letters, as: UTF8.self), blanks: RunText.shares(gaps, of: whole))
    }

    /// Seams that are word breaks in any spacing: around three or more dots, and after a comma outside a number.
    private var certainSeams: [Seam] {
        let (dot, comma) = (UInt8(ascii: "."), UInt8(ascii: ","))
        return seams.filter { seam in
            let (before, after) = (bytes[..<seam.place], bytes[seam.place..<count])
            if before.last == comma, let next = after.first { return next &- 0x30 > 9 }
            if (before.last == dot) == (after.first == dot) { return false }
            let dots = before.last == dot ? before.suffix(3) : after.prefix(3)
            return dots.count == 3 && dots.allSatisfy { $0 == dot }
        }
    }

    /// Clamps to a finite multiple of the run's length: a space at its edge may lie slightly outside.
    static let farthestShare = 100.0

    private static func shares(_ blanks: [(start: Double, end: Double)], of whole: Double) -> [Float] {
        func share(_ way: Double) -> Float {
            let share = way / whole
            return share.isFinite ? Float(min(max(share, -farthestShare), farthestShare)) : 0
        }
        return whole == 0 ? [] : blanks.flatMap { [share($0.start), share($0.end)] }
    }

    /// Discards the text collected since the last run.
    mutating func discard() {
        (count, way, skipped) = (0, 0, 0)
        blanks.removeAll(keepingCapacity: true)
        seams.removeAll(keepingCapacity: true)
    }

    private mutating func makeRoom(_ more: Int) {
        if count + more > bytes.count { bytes.append(contentsOf: repeatElement(0, count: max(bytes.count, more))) }
    }
}

/// The character for a code: up to seven bytes of UTF-8 with their count, or an index into a list of longer texts.
struct Character7: Equatable {
    private var bits: UInt64

    /// No character.
    static let none = Character7(bits: 0)
    static let blank = Character7([0x20])
    /// U+FFFD.
    static let unknown = Character7([0xEF, 0xBF, 0xBD])

    private init(bits: UInt64) { self.bits = bits }

    /// At most seven bytes.
    init(_ utf8: some Collection<UInt8>) {
        bits = UInt64(min(utf8.count, 7)) << 56
        for (index, byte) in utf8.prefix(7).enumerated() { bits |= UInt64(byte) << UInt64(8 * index) }
    }

    init(_ scalar: Unicode.Scalar) {
        self.init(Array(String(Character(scalar)).utf8))
    }

    init(longTextAt index: Int) { bits = 0xFF << 56 | UInt64(UInt32(truncatingIfNeeded: index)) }

    @inline(__always) var isSingleByte: Bool { bits >> 56 == 1 }
    @inline(__always) var isLong: Bool { bits >> 56 == 0xFF }
    @inline(__always) var firstByte: UInt8 { UInt8(truncatingIfNeeded: bits) }
    var longIndex: Int { Int(bits & 0xFFFF_FFFF) }

    @inline(__always)
    func forEachByte(_ take: (UInt8) -> Void) {
        var rest = bits
        for _ in 0..<Int(bits >> 56) {
            take(UInt8(truncatingIfNeeded: rest))
            rest >>= 8
        }
    }

    @inline(__always)
    func write(to sink: inout MutableSpan<UInt8>, _ place: inout Int) {
        var rest = bits
        for _ in 0..<Int(bits >> 56) {
            sink[place] = UInt8(truncatingIfNeeded: rest)
            rest >>= 8
            place += 1
        }
    }
}
