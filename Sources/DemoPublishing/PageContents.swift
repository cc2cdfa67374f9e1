/// Writes the operators of a page: rectangles and texts at positions.
///
/// Texts use WinAnsiEncoding, in which letters up to U+00FF keep their number; others become "?". Fast enough for a thousand pages even in
/// debug builds: it formats only integers.
struct PageContents {
    private(set) var bytes: [UInt8] = []
    private let strings: VisaListPDF.Strings

    init(strings: VisaListPDF.Strings, capacity: Int) {
        self.strings = strings
        bytes.reserveCapacity(capacity)
    }

    mutating func operators(_ text: String) {
        bytes.append(text)
        bytes.append("\n")
    }

    /// A filled rectangle; `colour` contains the operators that set the colour, or is empty to keep it. In tenths of a point.
    mutating func draw(_ colour: String, rectangleAt origin: (x: Int, y: Int), size: (width: Int, height: Int)) {
        if !colour.isEmpty { operators(colour) }
        for number in [origin.x, origin.y, size.width, size.height] {
            appendTenths(number)
            bytes.append(space)
        }
        operators("re f")
    }

    /// A text that starts at a position, in tenths of a point. Only between BT and ET.
    mutating func show(_ text: String, at x: Int, _ y: Int) {
        bytes.append("1 0 0 1 ")
        appendTenths(x)
        bytes.append(space)
        appendTenths(y)
        bytes.append(" Tm ")
        switch strings {
        case .cells, .lines: showLiteral(text)
        case .hex: showHexadecimal(text)
        case .glyphs: showGlyphs(text)
        }
    }

    private mutating func showLiteral(_ text: String) {
        bytes.append(leftParenthesis)
        for scalar in text.unicodeScalars { appendEscaped(code(of: scalar)) }
        bytes.append(") Tj\n")
    }

    private mutating func showHexadecimal(_ text: String) {
        bytes.append(lessThan)
        for scalar in text.unicodeScalars {
            let code = code(of: scalar)
            bytes.append(hexadecimalDigit(code >> 4))
            bytes.append(hexadecimalDigit(code & 15))
        }
        bytes.append("> Tj\n")
    }

    /// Kerning of -12…12 thousandths, constant for a pair of letters; omitted after the last glyph and if it is 0.
    private mutating func showGlyphs(_ text: String) {
        bytes.append(leftBracket)
        var previous: UInt8 = 0
        for scalar in text.unicodeScalars {
            let code = code(of: scalar)
            let kerning = previous == 0 ? 0 : (Int(previous) * 7 + Int(code) * 13) % 25 - 12
            if kerning != 0 { bytes.append(String(kerning)) }
            bytes.append(leftParenthesis)
            appendEscaped(code)
            bytes.append(rightParenthesis)
            previous = code
        }
        bytes.append("] TJ\n")
    }

    private mutating func appendEscaped(_ code: UInt8) {
        if code == leftParenthesis || code == rightParenthesis || code == backslash { bytes.append(backslash) }
        bytes.append(code)
    }

    private mutating func appendTenths(_ number: Int) {
        bytes.append(String(number / 10))
        if number % 10 != 0 {
            bytes.append(fullStop)
            bytes.append(zero + UInt8(number % 10))
        }
    }

    private func code(of scalar: Unicode.Scalar) -> UInt8 {
        switch scalar.value {
        case 0x20...0x7E, 0xA0...0xFF: UInt8(scalar.value)
        default: questionMark
        }
    }

    private func hexadecimalDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? zero + value : 0x37 + value
    }
}

private let space = UInt8(ascii: " ")
private let leftParenthesis = UInt8(ascii: "(")
private let rightParenthesis = UInt8(ascii: ")")
private let leftBracket = UInt8(ascii: "[")
private let backslash = UInt8(ascii: "\\")
private let lessThan = UInt8(ascii: "<")
private let fullStop = UInt8(ascii: ".")
private let questionMark = UInt8(ascii: "?")
private let zero = UInt8(ascii: "0")
