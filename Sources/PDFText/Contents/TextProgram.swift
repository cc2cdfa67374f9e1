/// The text operators of a content stream in a compact form: operands before operators, as in the stream, without non-text operators. It
/// can be stored until the fonts are known, joined with the programs of the page's other streams, and run (`TextReplay`).
///
///     0x80…0xFF   the integer 0…127
///     0x01        an integer, 2 bytes          0x02   a double, 8 bytes
///     0x03        a string, 1 byte of length   0x04   a string, 4 bytes of length
///     0x05        a name, 1 byte of length
///     0x10…0x19   a decimal, 4 bytes: mantissa / 10^(tag - 0x10)
///     0x20…       an operator (`TextOperator`)
///
/// Numbers of several bytes are little-endian.
struct TextProgram: Sendable {
    static let integer: UInt8 = 0x01
    static let double: UInt8 = 0x02
    static let shortString: UInt8 = 0x03
    static let longString: UInt8 = 0x04
    static let name: UInt8 = 0x05
    static let decimal: UInt8 = 0x10

    /// The operators and their operands.
    var code: [UInt8] = []
    /// Whether anything is shown.
    var shows = false
    /// Whether it starts with `d0` or `d1`, which only glyph procedures of Type 3 fonts do (9.6.5).
    var isGlyph = false
    /// The names of the selected fonts, without duplicates.
    var fontNames: [[UInt8]] = []
    /// The names of the drawn external objects (8.8), without duplicates.
    var drawnNames: [[UInt8]] = []
    /// The names of property lists that may contain the text of marked content (14.6.2), without duplicates.
    var propertyNames: [[UInt8]] = []
    /// The names of layers whose content it marks (8.11.3.2), without duplicates.
    var layerNames: [[UInt8]] = []
    /// Whether the bytes don't look like content: damaged or encrypted.
    var isDoubtful = false
    /// Whether nearly all its operators are valid, so it isn't ciphertext.
    var isSound = false
    /// Whether a token was dropped because of its length, and whether it was a string.
    var lacksToken = false
    var lacksString = false
    /// Whether it names more fonts or forms than the lookup limit.
    var lacksNames = false
    /// The number of operators in the stream, including non-text ones.
    var operators = 0

    /// Joins the programs of a page's parts.
    static func joined(_ parts: [TextProgram]) -> TextProgram {
        if parts.count == 1 { return parts[0] }
        var whole = TextProgram()
        var names: Set<[UInt8]> = []
        var drawn: Set<[UInt8]> = []
        var properties: Set<[UInt8]> = []
        var layers: Set<[UInt8]> = []
        whole.code.reserveCapacity(parts.reduce(0) { $0 + $1.code.count })
        for part in parts {
            whole.code += part.code
            whole.shows = whole.shows || part.shows
            whole.isDoubtful = whole.isDoubtful || part.isDoubtful
            whole.lacksNames = whole.lacksNames || part.lacksNames
            whole.operators += part.operators
            for name in part.drawnNames where drawn.insert(name).inserted { whole.drawnNames.append(name) }
            for name in part.propertyNames where properties.insert(name).inserted { whole.propertyNames.append(name) }
            for name in part.layerNames where layers.insert(name).inserted { whole.layerNames.append(name) }
            for name in part.fontNames where names.insert(name).inserted { whole.fontNames.append(name) }
        }
        return whole
    }

    /// The approximate size in memory, in bytes.
    var cost: Int { 400 + code.count + (fontNames.count + drawnNames.count + propertyNames.count + layerNames.count) * 64 }

    /// Whether all strings look like text in a single-byte encoding, for provisional text before the font is known. Renumbered codes of
    /// subset fonts also look like text bytewise, but not like words: they have few letters and digits, or no spaces.
    var looksLikePlainText: Bool {
        var printable = 0
        var alphanumeric = 0
        var blanks = 0
        var others = 0
        let bytes = code.span
        var index = 0
        while let (range, isString) = TextProgram.nextBytes(bytes, &index) {
            guard isString else { continue }
            for place in range {
                switch bytes[place] {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0xC0...0xFF: alphanumeric += 1
                case 0x20, 0xA0: blanks += 1
                case 0x21...0x7E, 0x82...0x9F, 0xA1...0xBF: printable += 1
                default: others += 1
                }
            }
        }
        let all = printable + alphanumeric + blanks
        return others == 0 && all > 0 && (all < 12 || (alphanumeric + blanks) * 10 >= all * 7) && (all < 80 || blanks > 0)
    }

    /// Finds the next string or name from `index` on and advances past it: its range, and whether it is a string.
    private static func nextBytes(_ bytes: Span<UInt8>, _ index: inout Int) -> (Range<Int>, Bool)? {
        while index < bytes.count {
            let tag = bytes[index]
            index += 1
            switch tag {
            case integer: index += 2
            case double: index += 8
            case decimal...decimal + 9: index += 4
            case shortString, name:
                guard index < bytes.count else { return nil }
                let start = index + 1
                index = start + Int(bytes[index])
                return index <= bytes.count ? (start..<index, tag == shortString) : nil
            case longString:
                guard index + 4 <= bytes.count else { return nil }
                let length = (0..<4).reduce(0) { $0 | Int(bytes[index + $1]) << (8 * $1) }
                let start = index + 4
                index = start + length
                return index <= bytes.count ? (start..<index, true) : nil
            default: break
            }
        }
        return nil
    }
}

/// The operators that a text program keeps (ISO 32000-1, tables 57, 87, 105, 107 to 109).
enum TextOperator {
    static let beginText: UInt8 = 0x20
    static let endText: UInt8 = 0x21
    static let save: UInt8 = 0x22
    static let restore: UInt8 = 0x23
    static let concatenate: UInt8 = 0x24
    static let font: UInt8 = 0x25
    static let characterSpacing: UInt8 = 0x26
    static let wordSpacing: UInt8 = 0x27
    static let scaling: UInt8 = 0x28
    static let leading: UInt8 = 0x29
    static let rise: UInt8 = 0x2A
    static let move: UInt8 = 0x2B
    static let moveSetLeading: UInt8 = 0x2C
    static let matrix: UInt8 = 0x2D
    static let nextLine: UInt8 = 0x2E
    static let show: UInt8 = 0x2F
    static let showArray: UInt8 = 0x30
    static let nextLineShow: UInt8 = 0x31
    static let nextLineShowSpaced: UInt8 = 0x32
    static let draw: UInt8 = 0x33
    static let rendering: UInt8 = 0x34
    /// Marked content that may have an /ActualText (14.9.4), with its operands, and its end.
    static let beginMarked: UInt8 = 0x35
    static let endMarked: UInt8 = 0x36
    // Paths, recorded only if rules are requested.
    static let moveTo: UInt8 = 0x37
    static let lineTo: UInt8 = 0x38
    static let rectangle: UInt8 = 0x39
    /// All operators that stroke, including fill and stroke.
    static let stroke: UInt8 = 0x3A
    static let fill: UInt8 = 0x3B
    static let endPath: UInt8 = 0x3C

    /// Maps the one or two letters of an operator's name, packed in a number, to the operator: `other` for non-text operators, 0 for
    /// invalid names. Copy it to a local constant before a loop.
    static let short = table(kept)

    /// The same table with path operators.
    static let shortWithPaths = table(kept + paths)

    private static func table(_ kept: [(String, UInt8)]) -> [UInt8] {
        var table = [UInt8](repeating: 0, count: 65_536)
        for name in others.split(separator: " ") where name.utf8.count <= 2 { table[place(name)] = other }
        for (name, value) in kept { table[place(name[...])] = value }
        return table
    }

    /// Whether a three-letter name is an operator.
    static func isLong(_ letters: UInt32) -> Bool {
        letters == 0x53_434E || letters == 0x73_636E || letters == beginMarkedWithProperties || letters == beginMarkedContent
            || letters == endMarkedContent
    }

    static let beginMarkedWithProperties: UInt32 = 0x42_4443  // BDC
    static let beginMarkedContent: UInt32 = 0x42_4D43  // BMC
    static let endMarkedContent: UInt32 = 0x45_4D43  // EMC

    static let other: UInt8 = 0xFF
    static let beginImage = place("BI")
    static let imageData = place("ID")
    static let glyphWidth = place("d0")
    static let glyphBox = place("d1")

    private static let others =
        "w J j M d ri i gs m l c v y h re S s f F f* B B* b b* n W W* d0 d1 CS cs SC sc G g RG rg K k sh MP DP BX EX BI ID EI"

    private static let kept: [(String, UInt8)] = [
        ("BT", beginText), ("ET", endText), ("q", save), ("Q", restore), ("cm", concatenate), ("Tf", font), ("Tc", characterSpacing),
        ("Tw", wordSpacing), ("Tz", scaling), ("TL", leading), ("Ts", rise), ("Td", move), ("TD", moveSetLeading), ("Tm", matrix),
        ("Tr", rendering), ("T*", nextLine), ("Tj", show), ("TJ", showArray), ("'", nextLineShow), ("\"", nextLineShowSpaced),
        ("Do", draw),
    ]

    private static let paths: [(String, UInt8)] = [
        ("m", moveTo), ("l", lineTo), ("re", rectangle), ("n", endPath), ("f", fill), ("F", fill), ("f*", fill), ("S", stroke),
        ("s", stroke),
        ("B", stroke), ("B*", stroke), ("b", stroke), ("b*", stroke),
    ]

    private static func place(_ name: Substring) -> Int { name.utf8.reduce(0) { $0 << 8 | Int($1) } }
}
