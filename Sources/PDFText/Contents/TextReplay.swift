/// Runs the program of a page with the page's fonts: text state and matrices (ISO 32000-1, 9.3 and 9.4) → positioned runs.
/// Forms that it draws (8.10) are run where they are drawn, at most 16 deep and so often as `PDFLimits` says; a form inside
/// itself is not. Throws where a page shows more glyphs, or runs more bytes, than `PDFLimits` lets it.
struct TextReplay {
    /// The fonts and forms of a page, or of a form, by the names that its contents use. Few: looked up one after another.
    struct Scope {
        var named: [(name: [UInt8], font: Font)] = []
        var forms: [(name: [UInt8], form: DrawnForm)] = []
        /// Shown with before any font is chosen, or where the name stands for none.
        var fallback: Font
    }

    /// What a `q` saves.
    private struct Graphics {
        var matrix = Matrix()
        var characterSpacing = 0.0
        var wordSpacing = 0.0
        var scaling = 1.0
        var leading = 0.0
        var rise = 0.0
        var isInvisible = false
        var size = 0.0
        var font: Font
    }

    private(set) var runs: [TextRun] = []
    /// Of the runs.
    var digest: Digest { output.digest }
    private var graphics: Graphics
    private var saved: [Graphics] = []
    private var unsaved = 0
    private var text = Matrix()
    private var line = Matrix()
    private var numbers = LastNumbers()
    private var string = 0..<0
    private var operandStart = 0
    private var output = RunText()
    private var scope: Scope
    private var open: [DrawnForm] = []
    private let limits: PDFLimits
    /// Forms drawn, and whether there were more than the bound.
    private(set) var calls = 0
    private(set) var hasMoreCalls = false
    private(set) var wentTooDeep = false
    /// Bytes of programs run.
    private(set) var ranBytes = 0
    private let mostBytes: Int
    /// The text that stands for the runs from here on.
    private var actual: (text: String, firstRun: Int)?
    private var actualBytes = 0
    static let deepestForm = 16

    /// `mostBytes`: the bytes of programs that may be run.
    init(scope: Scope, limits: PDFLimits, mostBytes: Int) {
        self.scope = scope
        self.limits = limits
        self.mostBytes = mostBytes
        graphics = Graphics(font: scope.fallback)
    }

    mutating func run(_ program: TextProgram) throws(PDFError) {
        try run(program.code.span)
    }

    private mutating func run(_ code: Span<UInt8>) throws(PDFError) {
        ranBytes += code.count
        if ranBytes > mostBytes { throw .limit("bytes of text operators that are run", limits.runTextBytes) }
        operandStart = 0
        numbers.removeAll()
        string = 0..<0
        var index = 0
        while index < code.count {
            let tag = code[index]
            if tag >= TextOperator.beginText, tag < 0x80 {
                try perform(tag, code, at: index)
                numbers.removeAll()
                string = 0..<0
                index += 1
                operandStart = index
            } else {
                let operand = ProgramOperand(code, &index)
                switch operand {
                case .number(let value): numbers.append(value)
                case .string(let range), .name(let range): string = range
                }
            }
        }
    }

    private mutating func perform(_ tag: UInt8, _ code: Span<UInt8>, at index: Int) throws(PDFError) {
        switch tag {
        case TextOperator.beginText:
            text = Matrix()
            line = Matrix()
        case TextOperator.save: save()
        case TextOperator.restore: restore()
        case TextOperator.concatenate: graphics.matrix = Matrix(numbers).followed(by: graphics.matrix)
        case TextOperator.font: choose(code.extracting(string), size: numbers.last(0))
        case TextOperator.characterSpacing: graphics.characterSpacing = numbers.last(0)
        case TextOperator.wordSpacing: graphics.wordSpacing = numbers.last(0)
        case TextOperator.scaling: graphics.scaling = numbers.last(0) / 100
        case TextOperator.leading: graphics.leading = numbers.last(0)
        case TextOperator.rise: graphics.rise = numbers.last(0)
        case TextOperator.rendering: graphics.isInvisible = numbers.last(0) == 3 || numbers.last(0) == 7
        case TextOperator.move: move(numbers.last(1), numbers.last(0))
        case TextOperator.moveSetLeading:
            graphics.leading = -numbers.last(0)
            move(numbers.last(1), numbers.last(0))
        case TextOperator.matrix:
            line = Matrix(numbers)
            text = line
        case TextOperator.nextLine: move(0, -graphics.leading)
        case TextOperator.show: try show(code)
        case TextOperator.draw: try draw(code.extracting(string))
        case TextOperator.showArray: try showArray(code, upTo: index)
        case TextOperator.beginActual: beginActual(code, upTo: index)
        case TextOperator.endActual: try endActual()
        case TextOperator.nextLineShow:
            move(0, -graphics.leading)
            try show(code)
        case TextOperator.nextLineShowSpaced:
            graphics.wordSpacing = numbers.last(1)
            graphics.characterSpacing = numbers.last(0)
            move(0, -graphics.leading)
            try show(code)
        default: break
        }
    }

    // State

    private mutating func save() {
        // A content stream that saves without end is damaged; what goes deeper is only counted.
        if saved.count < 512 { saved.append(graphics) } else { unsaved += 1 }
    }

    private mutating func restore() {
        if unsaved > 0 {
            unsaved -= 1
        } else if let last = saved.popLast() {
            graphics = last
        }
    }

    private mutating func choose(_ name: Span<UInt8>, size: Double) {
        graphics.size = size
        for candidate in scope.named where TextReplay.isSame(candidate.name, name) {
            graphics.font = candidate.font
            return
        }
        graphics.font = scope.fallback
    }

    @inline(__always)
    private static func isSame(_ left: [UInt8], _ right: Span<UInt8>) -> Bool {
        guard left.count == right.count else { return false }
        for index in left.indices where left[index] != right[index] { return false }
        return true
    }

    /// `Do` (8.8 and 8.10.1): as if the form's contents stood here between `q` and `Q`, after its matrix.
    private mutating func draw(_ name: Span<UInt8>) throws(PDFError) {
        var found: DrawnForm?
        for candidate in scope.forms where TextReplay.isSame(candidate.name, name) { found = candidate.form }
        if let found { try draw(found) }
    }

    /// The appearance of an annotation, drawn over the page.
    mutating func draw(_ form: DrawnForm, in matrix: Matrix) throws(PDFError) {
        graphics = Graphics(font: scope.fallback)
        graphics.matrix = matrix
        (saved, unsaved) = ([], 0)
        try draw(form)
    }

    private mutating func draw(_ form: DrawnForm) throws(PDFError) {
        guard form.shows, !open.contains(where: { $0 === form }) else { return }
        guard open.count < TextReplay.deepestForm else {
            wentTooDeep = true
            return
        }
        calls += 1
        guard calls <= limits.pageForms else {
            hasMoreCalls = true
            return
        }
        let outer = (graphics, saved, unsaved, text, line, scope)
        graphics.matrix = form.matrix.followed(by: graphics.matrix)
        (saved, unsaved) = ([], 0)
        if let own = form.scope { scope = own }
        open.append(form)
        let code = form.program.code
        try run(code.span)
        open.removeLast()
        (graphics, saved, unsaved, text, line, scope) = outer
    }

    private mutating func move(_ x: Double, _ y: Double) {
        line.translate(x, y)
        text = line
    }

    // Showing

    private mutating func show(_ code: Span<UInt8>) throws(PDFError) {
        let start = text
        let advance = output.append(code.extracting(string), graphics.font)
        advancePen(advance)
        try emit(from: start)
    }

    /// A gap of more than 0.15 em in an array is a blank between words, one of 1.5 em or more the end of a run.
    private mutating func showArray(_ code: Span<UInt8>, upTo end: Int) throws(PDFError) {
        var start = text
        var index = operandStart
        var gap = 0.0
        while index < end {
            switch ProgramOperand(code, &index) {
            case .name: break
            case .number(let adjustment):
                adjustPen(adjustment / 1000)
                gap -= graphics.font.isVertical ? -adjustment / 1000 : adjustment / 1000
            case .string(let range):
                if gap >= 1.5 || gap <= -3 {
                    // The run ends where its last glyph does, before the gap.
                    let next = text
                    adjustPen(graphics.font.isVertical ? -gap : gap)
                    try emit(from: start)
                    text = next
                    start = next
                } else if gap > LineJoiner.wordGap {
                    output.appendBlank(before: range.isEmpty ? 0 : code[range.lowerBound])
                }
                gap = 0
                let advance = output.append(code.extracting(range), graphics.font)
                advancePen(advance)
            }
        }
        try emit(from: start)
    }

    /// Moves the pen by what was shown: to the right, or downwards in a vertical font (9.4.4).
    @inline(__always)
    private mutating func advancePen(_ advance: RunText.Advance) {
        let spacing = Double(advance.glyphs) * graphics.characterSpacing + Double(advance.blanks) * graphics.wordSpacing
        if graphics.font.isVertical {
            text.translate(0, spacing - advance.width * graphics.size)
        } else {
            text.translate((advance.width * graphics.size + spacing) * graphics.scaling, 0)
        }
    }

    /// Moves the pen back by so many em; up in a vertical font.
    @inline(__always)
    private mutating func adjustPen(_ em: Double) {
        if graphics.font.isVertical {
            text.translate(0, -em * graphics.size)
        } else {
            text.translate(-em * graphics.size * graphics.scaling, 0)
        }
    }

    /// Makes a run of what has been shown since the last.
    private mutating func emit(from start: Matrix) throws(PDFError) {
        if output.glyphs > limits.pageGlyphs { throw .limit("glyphs of a page", limits.pageGlyphs) }
        guard let shown = output.take() else { return }
        let page = graphics.matrix
        let whole = start.followed(by: page)
        let (x, y) = whole.apply(0, graphics.rise)
        let (endX, endY) = text.followed(by: page).apply(0, graphics.rise)
        let height = abs(graphics.size) * (whole.c * whole.c + whole.d * whole.d).squareRoot()
        let size = height > 0 ? height : abs(graphics.size) * (whole.a * whole.a + whole.b * whole.b).squareRoot()
        let run = TextRun(
            text: shown, x: x.asCoordinate, y: y.asCoordinate, endX: endX.asCoordinate, endY: endY.asCoordinate,
            fontSize: size.asCoordinate, isInvisible: graphics.isInvisible)
        output.digest.addPlace(of: run)
        runs.append(run)
    }
}

/// Marked content with an /ActualText (14.9.4).
extension TextReplay {
    private mutating func beginActual(_ code: Span<UInt8>, upTo end: Int) {
        var index = operandStart
        var isNext = false
        while index < end {
            switch ProgramOperand(code, &index) {
            case .name(let range): isNext = range.count == 10 && code.extracting(range).holds("ActualText", at: 0)
            case .number: isNext = false
            case .string(let range):
                if isNext {
                    // A run has no line ends and tabs.
                    let text = TextString.decode(range.map { code[$0] })
                    actual = (text.split { $0.isNewline || $0 == "\t" }.joined(separator: " "), runs.count)
                }
                isNext = false
            }
        }
    }

    /// What was shown since becomes one run with the text; where lines change in between, at the place of its first line.
    private mutating func endActual() throws(PDFError) {
        defer { actual = nil }
        guard let (text, start) = actual, start < runs.count, text != "\u{AD}" else { return }
        actualBytes += text.utf8.count
        if actualBytes > limits.pageGlyphs { throw .limit("glyphs of a page", limits.pageGlyphs) }
        let first = runs[start]
        let last = runs[start...].last { $0.y == first.y } ?? first
        runs.removeSubrange(start...)
        if text.isEmpty { return }
        runs.append(
            TextRun(
                text: text, x: first.x, y: first.y, endX: last.endX, endY: last.endY, fontSize: first.fontSize,
                isInvisible: first.isInvisible))
    }
}

extension Double {
    /// Itself within ±1e9; 0 where it is no number.
    fileprivate var asCoordinate: Double { isNaN ? 0 : Swift.min(Swift.max(self, -1e9), 1e9) }
}

/// A form as a page draws it, with what its names stand for. One object for each form of a page: forms may draw each other.
final class DrawnForm {
    let program: TextProgram
    let matrix: Matrix
    /// What its own resources hold; nil where it has none, and uses those of what draws it.
    var scope: TextReplay.Scope?
    /// Whether it shows text, or a form that it draws does.
    var shows = false

    init(program: TextProgram, matrix: Matrix) {
        self.program = program
        self.matrix = matrix
    }
}

/// A transformation [a b c d e f] (ISO 32000-1, 8.3.4).
struct Matrix {
    var a = 1.0
    var b = 0.0
    var c = 0.0
    var d = 1.0
    var e = 0.0
    var f = 0.0

    init() {}

    /// The array of a dictionary; the identity where it is none.
    init(_ object: PDFObject?) {
        guard case .array(let list)? = object, list.count == 6 else { return }
        let numbers = list.compactMap(\.number)
        guard numbers.count == 6, numbers.allSatisfy(\.isFinite) else { return }
        (a, b, c) = (numbers[0], numbers[1], numbers[2])
        (d, e, f) = (numbers[3], numbers[4], numbers[5])
    }

    @inline(__always)
    init(_ numbers: LastNumbers) {
        (a, b, c) = (numbers.last(5), numbers.last(4), numbers.last(3))
        (d, e, f) = (numbers.last(2), numbers.last(1), numbers.last(0))
    }

    @inline(__always)
    mutating func translate(_ x: Double, _ y: Double) {
        e += x * a + y * c
        f += x * b + y * d
    }

    /// This one first, then the other.
    @inline(__always)
    func followed(by other: Matrix) -> Matrix {
        var result = Matrix()
        result.a = a * other.a + b * other.c
        result.b = a * other.b + b * other.d
        result.c = c * other.a + d * other.c
        result.d = c * other.b + d * other.d
        (result.e, result.f) = other.apply(e, f)
        return result
    }

    @inline(__always)
    func apply(_ x: Double, _ y: Double) -> (Double, Double) {
        (x * a + y * c + e, x * b + y * d + f)
    }
}

/// The last six numbers before an operator; those that are missing count as 0.
struct LastNumbers {
    private var values: InlineArray<8, Double> = .init(repeating: 0)
    private var count = 0

    @inline(__always)
    mutating func append(_ value: Double) {
        values[count & 7] = value
        count &+= 1
    }

    mutating func removeAll() { count = 0 }

    /// The number that stands so many places before the last.
    @inline(__always)
    func last(_ distance: Int) -> Double { distance < count ? values[(count &- 1 &- distance) & 7] : 0 }
}

/// One operand of a `TextProgram`.
enum ProgramOperand {
    case number(Double)
    case string(Range<Int>)
    case name(Range<Int>)

    /// The operand at `index`, which is moved behind it. What is cut short counts as the number 0.
    @inline(__always)
    init(_ code: Span<UInt8>, _ index: inout Int) {
        let tag = code[index]
        index += 1
        if tag >= 0x80 {
            self = .number(Double(tag & 0x7F))
            return
        }
        switch tag {
        case TextProgram.integer:
            self = .number(Double(Int16(truncatingIfNeeded: ProgramOperand.littleEndian(code, &index, 2))))
        case TextProgram.double:
            self = .number(Double(bitPattern: UInt64(bitPattern: Int64(ProgramOperand.littleEndian(code, &index, 8)))))
        case TextProgram.decimal...TextProgram.decimal + 9:
            let mantissa = Int32(truncatingIfNeeded: ProgramOperand.littleEndian(code, &index, 4))
            self = .number(Double(mantissa) / NumberToken.powers[Int(tag - TextProgram.decimal)])
        case TextProgram.shortString:
            let length = ProgramOperand.littleEndian(code, &index, 1)
            self = .string(ProgramOperand.range(code, &index, length))
        case TextProgram.longString:
            let length = ProgramOperand.littleEndian(code, &index, 4)
            self = .string(ProgramOperand.range(code, &index, length))
        case TextProgram.name:
            let length = ProgramOperand.littleEndian(code, &index, 1)
            self = .name(ProgramOperand.range(code, &index, length))
        default: self = .number(0)
        }
    }

    @inline(__always)
    private static func littleEndian(_ code: Span<UInt8>, _ index: inout Int, _ count: Int) -> Int {
        guard index + count <= code.count else {
            index = code.count
            return 0
        }
        var value: UInt64 = 0
        for place in 0..<count { value |= UInt64(code[index + place]) << UInt64(8 * place) }
        index += count
        return Int(truncatingIfNeeded: value)
    }

    @inline(__always)
    private static func range(_ code: Span<UInt8>, _ index: inout Int, _ length: Int) -> Range<Int> {
        let end = min(index + max(length, 0), code.count)
        defer { index = end }
        return index..<end
    }
}
