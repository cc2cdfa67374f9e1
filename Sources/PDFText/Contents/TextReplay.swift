/// Runs a page's program with its fonts: text state and matrices (ISO 32000-1, 9.3 and 9.4) → positioned runs. Forms (8.10) run where they
/// are drawn, at most 16 deep and as often as `PDFLimits` allows; recursive forms are skipped. Throws if a page exceeds the limits on
/// glyphs or program bytes.
struct TextReplay {
    /// The fonts and forms of a page or form, by name. There are few, so lookup is linear.
    struct Scope {
        var named: [(name: [UInt8], font: Font)] = []
        var forms: [(name: [UInt8], form: DrawnForm)] = []
        /// Replacement texts of marked content from property lists.
        var texts: [(name: [UInt8], text: String)] = []
        /// The hidden layers.
        var hidden: [[UInt8]] = []
        /// The font used before one is selected, or if the name can't be resolved.
        var fallback: Font
    }

    /// The state that `q` saves.
    struct Graphics {
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

    var runs: [TextRun] = []
    /// The digest of the runs.
    var digest: Digest { output.digest }
    var graphics: Graphics
    var saved: [Graphics] = []
    var unsaved = 0
    var text = Matrix()
    var line = Matrix()
    var numbers = LastNumbers()
    var string = 0..<0
    var operandStart = 0
    var output = RunText()
    var scope: Scope
    var open: [DrawnForm] = []
    let limits: PDFLimits
    /// The number of drawn forms, and whether it exceeded the limit.
    var calls = 0
    var hasMoreCalls = false
    var wentTooDeep = false
    /// Bytes of programs run so far.
    var ranBytes = 0
    let byteLimit: Int
    /// The page area; text outside it is dropped.
    let bounds: Box?
    /// The replacement text of the page's marked content with an /MCID, from the structure tree; called once per identifier.
    let contentText: (Int) -> String?
    var contentTexts: [Int: String?] = [:]
    /// The last run with spaces for its character spacing, and its index, used if another run follows without a gap.
    var divided: (run: TextRun, place: Int)?
    /// The replacement text for the runs from here on, and the nesting depth at its start.
    var actual: (text: String, firstRun: Int, depth: Int)?
    var actualBytes = 0
    /// The depth of open marked content.
    var marks = 0
    /// The number of open marks at the first hidden one; nil while everything is shown.
    var hiddenDepth: Int?
    /// The numbers of runs in hidden layers, of runs outside `bounds`, and of glyphs without a character.
    var hidden = 0
    var outside = 0
    var muteGlyphs = 0
    /// The drawn lines, if requested.
    var rules = RuleTracer()
    /// The fonts used, and the index of the current one.
    var fontUses: [FontUse] = []
    var fontUse: Int?
    static let deepestForm = 16

    /// `byteLimit` limits the bytes of programs to run.
    init(scope: Scope, bounds: Box? = nil, contentText: @escaping (Int) -> String? = { _ in nil }, limits: PDFLimits, byteLimit: Int) {
        self.scope = scope
        self.bounds = bounds
        self.contentText = contentText
        self.limits = limits
        self.byteLimit = byteLimit
        graphics = Graphics(font: scope.fallback)
    }

    mutating func run(_ program: TextProgram) throws(PDFError) {
        try run(program.code.span)
    }

    mutating func run(_ code: Span<UInt8>) throws(PDFError) {
        ranBytes += code.count
        if ranBytes > byteLimit { throw .limit("bytes of text operators that are run", limits.runTextBytes) }
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

    mutating func perform(_ tag: UInt8, _ code: Span<UInt8>, at index: Int) throws(PDFError) {
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
        case TextOperator.beginMarked: try beginMarked(code, upTo: index)
        case TextOperator.endMarked: endMarked()
        case TextOperator.nextLineShow:
            move(0, -graphics.leading)
            try show(code)
        case TextOperator.nextLineShowSpaced:
            graphics.wordSpacing = numbers.last(1)
            graphics.characterSpacing = numbers.last(0)
            move(0, -graphics.leading)
            try show(code)
        default: if hiddenDepth == nil { rules.take(tag, numbers, graphics.matrix) }
        }
    }

    // State

    mutating func save() {
        // A content stream with endless saves is damaged; deeper levels are only counted.
        if saved.count < 512 { saved.append(graphics) } else { unsaved += 1 }
    }

    mutating func restore() {
        if unsaved > 0 {
            unsaved -= 1
        } else if let last = saved.popLast() {
            graphics = last
            fontUse = nil
        }
    }

    mutating func choose(_ name: Span<UInt8>, size: Double) {
        graphics.size = size
        fontUse = nil
        for candidate in scope.named where TextReplay.isSame(candidate.name, name) {
            graphics.font = candidate.font
            return
        }
        graphics.font = scope.fallback
    }

    @inline(__always)
    static func isSame(_ left: [UInt8], _ right: Span<UInt8>) -> Bool {
        guard left.count == right.count else { return false }
        for index in left.indices where left[index] != right[index] { return false }
        return true
    }

    mutating func move(_ x: Double, _ y: Double) {
        line.translate(x, y)
        text = line
    }
}
