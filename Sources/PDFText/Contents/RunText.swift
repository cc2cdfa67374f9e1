/// The characters of a run while it is put together: codes of a font → UTF-8 in one buffer that is used again for every run.
struct RunText {
    /// What a string moves the pen by: widths in em, glyphs, and blanks (code 32 of a single-byte font) for word spacing.
    struct Advance {
        var width = 0.0
        var glyphs = 0
        var blanks = 0
    }

    /// Glyphs of all runs so far.
    private(set) var glyphs = 0
    /// Those of them that no source could map to a character.
    private var unmapped = 0
    private var counted = (glyphs: 0, unmapped: 0)
    /// Of the texts of all runs so far, and what else was added.
    var digest = Digest()
    private var bytes = [UInt8](repeating: 0, count: 512)
    private var count = 0

    mutating func append(_ string: Span<UInt8>, _ font: Font) -> Advance {
        var advance = Advance()
        if font.codeBytes == 1 {
            appendSimple(string, font, &advance)
        } else {
            appendComposite(string, font, &advance)
        }
        glyphs += advance.glyphs
        return advance
    }

    @inline(__always)
    private mutating func appendSimple(_ string: Span<UInt8>, _ font: Font, _ advance: inout Advance) {
        makeRoom(string.count * 8)
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
                sink[place] = character.firstByte
                place += 1
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
            // A code that stands for more than seven bytes of UTF-8: rare, so the string is done anew the careful way.
            (advance.blanks, width) = (0, 0)
            for index in string.indices {
                let code = Int(string[index])
                width += widths[code]
                if code == 0x20 { advance.blanks += 1 }
                put(table[code], font)
            }
        } else {
            count = place
        }
        advance.width = width
        advance.glyphs = string.count
    }

    private mutating func appendComposite(_ string: Span<UInt8>, _ font: Font, _ advance: inout Advance) {
        var index = 0
        while index < string.count {
            let (code, length) = font.nextCode(string, index)
            index += length
            let (character, width) = font.composite(code)
            put(character, font)
            if character == .unknown { unmapped += 1 }
            advance.width += width
            advance.glyphs += 1
            if length == 1, code == 0x20 { advance.blanks += 1 }
        }
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

    /// A blank for a gap between two strings, unless one of them brings its own.
    mutating func appendBlank(before next: UInt8) {
        guard count > 0, bytes[count - 1] != 0x20, next != 0x20 else { return }
        makeRoom(1)
        bytes[count] = 0x20
        count += 1
    }

    /// Glyphs since this was asked last, and those of them that are no known character.
    mutating func takeCounts() -> (glyphs: Int, unmapped: Int) {
        defer { counted = (glyphs, unmapped) }
        return (glyphs - counted.glyphs, unmapped - counted.unmapped)
    }

    /// The text so far, and begins another; nil where there is none.
    mutating func take() -> String? {
        if count == 0 { return nil }
        defer { count = 0 }
        digest.add(bytes, count: count)
        return String(decoding: bytes[..<count], as: UTF8.self)
    }

    private mutating func makeRoom(_ more: Int) {
        if count + more > bytes.count { bytes.append(contentsOf: repeatElement(0, count: max(bytes.count, more))) }
    }
}

/// What a code stands for: up to seven bytes of UTF-8 and their number, or a place in a list of longer texts.
struct Character7: Equatable {
    private var bits: UInt64

    /// Nothing is shown.
    static let none = Character7(bits: 0)
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
