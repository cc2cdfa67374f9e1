/// The modules of a QR code, row by row from the top left: dark or light.
///
/// First the function patterns, by which readers locate and measure the symbol, are drawn, then the codewords in zigzag order, then the
/// mask with the lowest penalty (ISO/IEC 18004:2015, sections 6.3, 7.7 to 7.10).
struct QRMatrix: Hashable, Sendable {
    private(set) var size: Int
    /// The chosen mask, 0 to 7.
    private(set) var mask = 0
    private var isDark: [Bool]
    /// Modules of function patterns and of format and version information, excluded from data and masking.
    private var isFixed: [Bool]

    init(_ version: QRCode.Version, codewords: [UInt8]) {
        size = version.size
        isDark = Array(repeating: false, count: size * size)
        isFixed = isDark
        drawPatterns(version)
        place(codewords)
        let candidates = (0..<8).map { masked(by: $0) }
        self = candidates.min { $0.penalty < $1.penalty } ?? self
    }

    subscript(row: Int, column: Int) -> Bool { isDark[row * size + column] }

    private mutating func fix(_ row: Int, _ column: Int, _ dark: Bool) {
        isDark[row * size + column] = dark
        isFixed[row * size + column] = true
    }

    // MARK: Patterns

    private mutating func drawPatterns(_ version: QRCode.Version) {
        for place in 0..<size {
            fix(6, place, place.isMultiple(of: 2))
            fix(place, 6, place.isMultiple(of: 2))
        }
        drawFinder(3, 3)
        drawFinder(3, size - 4)
        drawFinder(size - 4, 3)
        let (first, last) = (version.alignments.first, version.alignments.last)
        for row in version.alignments {
            for column in version.alignments {
                // Skips the corners with finder patterns.
                if row == first && (column == first || column == last) || row == last && column == first { continue }
                drawAlignment(row, column)
            }
        }
        drawFormat(mask: 0)
        if version.number >= 7 { drawVersion(version.number) }
    }

    /// Rings around the centre, and the light separator around them.
    private mutating func drawFinder(_ row: Int, _ column: Int) {
        for down in -4...4 {
            for right in -4...4 where (0..<size).contains(row + down) && (0..<size).contains(column + right) {
                let ring = max(abs(down), abs(right))
                fix(row + down, column + right, ring != 2 && ring != 4)
            }
        }
    }

    private mutating func drawAlignment(_ row: Int, _ column: Int) {
        for down in -2...2 {
            for right in -2...2 { fix(row + down, column + right, max(abs(down), abs(right)) != 1) }
        }
    }

    /// Fifteen bits, twice: level M is 00, then the mask, ten bits of a BCH code over both, and the pattern 101010000010010 over all
    /// (annex C).
    static func formatBits(mask: Int) -> Int {
        let remainder = (0..<10).reduce(mask) { remainder, _ in remainder << 1 ^ (remainder >> 9 & 1) * 0x537 }
        return (mask << 10 | remainder) ^ 0b101_0100_0001_0010
    }

    private mutating func drawFormat(mask: Int) {
        let bits = Self.formatBits(mask: mask)
        func isSet(_ bit: Int) -> Bool { bits >> bit & 1 == 1 }
        // Around the corner of the upper left finder pattern, past the timing patterns.
        for bit in 0...5 { fix(bit, 8, isSet(bit)) }
        fix(7, 8, isSet(6))
        fix(8, 8, isSet(7))
        fix(8, 7, isSet(8))
        for bit in 9...14 { fix(8, 14 - bit, isSet(bit)) }
        // Along the other two finder patterns.
        for bit in 0...7 { fix(8, size - 1 - bit, isSet(bit)) }
        for bit in 8...14 { fix(size - 15 + bit, 8, isSet(bit)) }
        fix(size - 8, 8, true)
    }

    /// Eighteen bits, twice: the version and twelve bits of a Golay code over it (annex D).
    static func versionBits(_ version: Int) -> Int {
        let remainder = (0..<12).reduce(version) { remainder, _ in remainder << 1 ^ (remainder >> 11 & 1) * 0x1F25 }
        return version << 12 | remainder
    }

    private mutating func drawVersion(_ version: Int) {
        let bits = Self.versionBits(version)
        for bit in 0..<18 {
            let (along, across) = (bit / 3, size - 11 + bit % 3)
            fix(along, across, bits >> bit & 1 == 1)
            fix(across, along, bits >> bit & 1 == 1)
        }
    }

    // MARK: Data

    /// Two columns at a time from the right, alternately up and down, skipping the vertical timing pattern. Remaining modules stay light.
    private mutating func place(_ codewords: [UInt8]) {
        var (bit, isUpward) = (0, true)
        var right = size - 1
        while right > 0 {
            if right == 6 { right -= 1 }
            for step in 0..<size {
                let row = isUpward ? size - 1 - step : step
                for column in [right, right - 1] where !isFixed[row * size + column] && bit < codewords.count * 8 {
                    isDark[row * size + column] = codewords[bit / 8] >> UInt8(7 - bit % 8) & 1 == 1
                    bit += 1
                }
            }
            isUpward.toggle()
            right -= 2
        }
    }

    // MARK: Masks

    private func masked(by mask: Int) -> QRMatrix {
        var masked = self
        masked.mask = mask
        for row in 0..<size {
            for column in 0..<size where !isFixed[row * size + column] && Self.inverts(mask, row, column) {
                masked.isDark[row * size + column].toggle()
            }
        }
        masked.drawFormat(mask: mask)
        return masked
    }

    /// Table 10.
    private static func inverts(_ mask: Int, _ row: Int, _ column: Int) -> Bool {
        let product = row * column
        return switch mask {
        case 0: (row + column).isMultiple(of: 2)
        case 1: row.isMultiple(of: 2)
        case 2: column.isMultiple(of: 3)
        case 3: (row + column).isMultiple(of: 3)
        case 4: (row / 2 + column / 3).isMultiple(of: 2)
        case 5: product % 2 + product % 3 == 0
        case 6: (product % 2 + product % 3).isMultiple(of: 2)
        default: ((row + column) % 2 + product % 3).isMultiple(of: 2)
        }
    }

    /// Table 11: runs of one colour, blocks of one colour, finder-like patterns, and the deviation from half dark.
    var penalty: Int {
        var penalty = 0
        for line in 0..<size {
            penalty += Self.penalty(of: (0..<size).map { self[line, $0] }) + Self.penalty(of: (0..<size).map { self[$0, line] })
        }
        for row in 0..<size - 1 {
            for column in 0..<size - 1 {
                let colour = self[row, column]
                if self[row, column + 1] == colour, self[row + 1, column] == colour, self[row + 1, column + 1] == colour { penalty += 3 }
            }
        }
        let dark = isDark.count { $0 }
        return penalty + abs(dark * 20 - isDark.count * 10) / isDark.count * 10
    }

    private static func penalty(of line: [Bool]) -> Int {
        var (penalty, start) = (0, 0)
        for place in 1...line.count where place == line.count || line[place] != line[start] {
            if place - start >= 5 { penalty += 3 + (place - start - 5) }
            start = place
        }
        // 1:1:3:1:1 with four light modules before or after.
        let finder = [true, false, true, true, true, false, true]
        for place in 0...line.count - 11 {
            let window = line[place..<place + 11]
            let isFound =
                window.prefix(7).elementsEqual(finder) && !window.suffix(4).contains(true)
                || window.suffix(7).elementsEqual(finder) && !window.prefix(4).contains(true)
            if isFound { penalty += 40 }
        }
        return penalty
    }
}
