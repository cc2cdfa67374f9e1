/// Maps the presentation forms of Arabic letters, which encode how a letter joins its neighbours, to the letters (Unicode, Arabic
/// Presentation Forms-A and -B; the compatibility mappings of UnicodeData.txt).
enum ArabicForms {
    /// How a glyph joins, in the order in which Unicode lists a letter's forms.
    enum Joining: Int {
        case isolated, final, initial, medial
    }

    /// The letters of a form; nil if it isn't one.
    static func letters(of scalar: Unicode.Scalar) -> [Unicode.Scalar]? {
        guard let place = place(scalar) else { return nil }
        return table[place].map(\.letters)
    }

    /// How the glyph joins; nil if it isn't a form.
    static func joining(of scalar: Unicode.Scalar) -> Joining? {
        guard let place = place(scalar) else { return nil }
        return table[place]?.joining
    }

    /// Replaces forms by letters. Ligatures expand in reading order, so the text must be in reading order.
    static func folded(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: { place($0) != nil }) else { return text }
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if let letters = letters(of: scalar) { result += letters } else { result.append(scalar) }
        }
        return String(result)
    }

    /// The ligature of lam and alef if these are all letters of the glyph: two letters that are reversed as one.
    static func ligature(of letters: [Unicode.Scalar]) -> Unicode.Scalar? {
        guard letters.count == 2, letters[0] == lam else { return nil }
        return ligatures[letters[1]]
    }

    private static let lam: Unicode.Scalar = "\u{644}"
    private static let ligatures: [Unicode.Scalar: Unicode.Scalar] = [
        "\u{622}": "\u{FEF5}", "\u{623}": "\u{FEF7}", "\u{625}": "\u{FEF9}", "\u{627}": "\u{FEFB}",
    ]

    private static let (first, last): (UInt32, UInt32) = (0xFB50, 0xFEFC)

    private static func place(_ scalar: Unicode.Scalar) -> Int? {
        guard scalar.value >= first, scalar.value <= last else { return nil }
        let place = Int(scalar.value - first)
        return table[place] == nil ? nil : place
    }

    private typealias Form = (letters: [Unicode.Scalar], joining: Joining)

    /// Indexed by the distance from the first form.
    private static let table: [Form?] = {
        var table = [Form?](repeating: nil, count: Int(last - first) + 1)
        func add(_ scalar: UInt32, _ letters: [UInt32], _ joining: Joining) {
            table[Int(scalar - first)] = (letters.compactMap { Unicode.Scalar($0) }, joining)
        }
        for (start, letters) in runs {
            var scalar = start
            for (letter, forms) in letters {
                for form in 0..<forms {
                    add(scalar, [letter], Joining(rawValue: form) ?? .isolated)
                    scalar += 1
                }
            }
        }
        // Dotless yeh has separate initial and medial forms.
        add(0xFBE8, [0x649], .initial)
        add(0xFBE9, [0x649], .medial)
        for (start, alef) in zip(stride(from: UInt32(0xFEF5), to: 0xFEFD, by: 2), [0x622, 0x623, 0x625, 0x627] as [UInt32]) {
            add(start, [0x644, alef], .isolated)
            add(start + 1, [0x644, alef], .final)
        }
        // The word for God, and the rial sign.
        add(0xFDF2, [0x627, 0x644, 0x644, 0x647], .isolated)
        add(0xFDFC, [0x631, 0x6CC, 0x627, 0x644], .isolated)
        return table
    }()

    /// From a form on, each letter with its number of forms: one, two, or all four.
    private static let runs: [(start: UInt32, letters: [(UInt32, Int)])] = [
        (
            0xFB50,
            [
                (0x671, 2), (0x67B, 4), (0x67E, 4), (0x680, 4), (0x67A, 4), (0x67F, 4), (0x679, 4), (0x6A4, 4), (0x6A6, 4), (0x684, 4),
                (0x683, 4), (0x686, 4), (0x687, 4), (0x68D, 2), (0x68C, 2), (0x68E, 2), (0x688, 2), (0x698, 2), (0x691, 2), (0x6A9, 4),
                (0x6AF, 4), (0x6B3, 4), (0x6B1, 4), (0x6BA, 2), (0x6BB, 4), (0x6C0, 2), (0x6C1, 4), (0x6BE, 4), (0x6D2, 2), (0x6D3, 2),
            ]
        ),
        (0xFBD3, [(0x6AD, 4), (0x6C7, 2), (0x6C6, 2), (0x6C8, 2)]),
        (0xFBDE, [(0x6CB, 2), (0x6C5, 2), (0x6C9, 2), (0x6D0, 4)]),
        (0xFBFC, [(0x6CC, 4)]),
        (
            0xFE80,
            [
                (0x621, 1), (0x622, 2), (0x623, 2), (0x624, 2), (0x625, 2), (0x626, 4), (0x627, 2), (0x628, 4), (0x629, 2), (0x62A, 4),
                (0x62B, 4), (0x62C, 4), (0x62D, 4), (0x62E, 4), (0x62F, 2), (0x630, 2), (0x631, 2), (0x632, 2), (0x633, 4), (0x634, 4),
                (0x635, 4), (0x636, 4), (0x637, 4), (0x638, 4), (0x639, 4), (0x63A, 4), (0x641, 4), (0x642, 4), (0x643, 4), (0x644, 4),
                (0x645, 4), (0x646, 4), (0x647, 4), (0x648, 2), (0x649, 2), (0x64A, 4),
            ]
        ),
    ]
}
