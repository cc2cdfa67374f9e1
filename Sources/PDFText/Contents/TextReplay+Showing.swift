/// What show operators draw (ISO 32000-1, 9.4.3): strings and gaps → runs.
extension TextReplay {
    mutating func show(_ code: Span<UInt8>) throws(PDFError) {
        if isSpaced(LineJoiner.columnGap) { return try showSpaced(code, from: operandStart, upTo: string.upperBound, isArray: false) }
        let start = text
        let advance = output.append(code.extracting(string), graphics.font)
        advancePen(advance)
        try emit(from: start)
    }

    /// Whether the character spacing is wider than so many em.
    @inline(__always)
    private func isSpaced(_ gap: Double) -> Bool { graphics.characterSpacing > gap * graphics.size && graphics.size > 0 }

    /// A gap of more than 0.15 em in an array is a blank between words, one of 1.5 em or more the end of a run.
    mutating func showArray(_ code: Span<UInt8>, upTo end: Int) throws(PDFError) {
        if isSpaced(LineJoiner.wordGap) { return try showSpaced(code, from: operandStart, upTo: end, isArray: true) }
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

    /// The same with a character spacing as wide as a blank: glyph by glyph, as each may be followed by a gap. Letters that are spaced
    /// evenly are a word, unless they stand as far apart as columns do; where the array takes the spacing back, it is a gap
    /// wherever it isn't.
    private mutating func showSpaced(_ code: Span<UInt8>, from operands: Int, upTo end: Int, isArray: Bool) throws(PDFError) {
        let spacing = graphics.characterSpacing / graphics.size
        let makesBlanks = isArray && TextReplay.isTakenBack(spacing, code, operands, end)
        var start = text
        var gap = 0.0
        var index = operands
        while index < end {
            switch ProgramOperand(code, &index) {
            case .name: break
            case .number(let adjustment):
                guard isArray else { break }
                adjustPen(adjustment / 1000)
                gap -= graphics.font.isVertical ? -adjustment / 1000 : adjustment / 1000
            case .string(let range):
                let bytes = code.extracting(range)
                var place = 0
                while place < bytes.count {
                    let length = graphics.font.codeBytes == 1 ? 1 : graphics.font.nextCode(bytes, place).length
                    if gap >= LineJoiner.columnGap || gap <= -3 {
                        let next = text
                        adjustPen(graphics.font.isVertical ? -gap : gap)
                        try emit(from: start)
                        text = next
                        start = next
                    } else if makesBlanks, gap > LineJoiner.wordGap {
                        output.appendBlank(before: bytes[place])
                    }
                    let advance = output.append(bytes.extracting(place..<place + length), graphics.font)
                    advancePen(advance)
                    gap = spacing
                    place += length
                }
            }
        }
        try emit(from: start)
    }

    /// Whether the numbers of an array undo the character spacing somewhere.
    private static func isTakenBack(_ spacing: Double, _ code: Span<UInt8>, _ start: Int, _ end: Int) -> Bool {
        var index = start
        while index < end {
            if case .number(let adjustment) = ProgramOperand(code, &index), abs(spacing - adjustment / 1000) < 0.1 { return true }
        }
        return false
    }

    /// Moves the pen by what was shown: to the right, or downwards in a vertical font (9.4.4).
    @inline(__always)
    mutating func advancePen(_ advance: RunText.Advance) {
        let spacing = Double(advance.glyphs) * graphics.characterSpacing + Double(advance.blanks) * graphics.wordSpacing
        if graphics.font.isVertical {
            text.translate(0, spacing - advance.width * graphics.size)
        } else {
            text.translate((advance.width * graphics.size + spacing) * graphics.scaling, 0)
        }
    }

    /// Moves the pen back by so many em; up in a vertical font.
    @inline(__always)
    mutating func adjustPen(_ em: Double) {
        if graphics.font.isVertical {
            text.translate(0, -em * graphics.size)
        } else {
            text.translate(-em * graphics.size * graphics.scaling, 0)
        }
    }

    /// Makes a run of what has been shown since the last.
    mutating func emit(from start: Matrix) throws(PDFError) {
        if output.glyphs > limits.pageGlyphs { throw .limit("glyphs of a page", limits.pageGlyphs) }
        let (glyphs, unmapped) = output.takeCounts()
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
        if let bounds, !bounds.isNear(run) { return }
        output.digest.addPlace(of: run)
        noteUse(glyphs: glyphs, unmapped: unmapped)
        runs.append(run)
    }
}

extension TextReplay {
    /// What form fields hold, behind all else.
    mutating func add(_ values: [FieldValue]) throws(PDFError) {
        for run in values.lazy.flatMap(\.runs) {
            actualBytes += run.text.utf8.count
            if actualBytes > limits.pageGlyphs { throw .limit("glyphs of a page", limits.pageGlyphs) }
            output.digest.add(Array(run.text.utf8), count: run.text.utf8.count)
            output.digest.addPlace(of: run)
            runs.append(run)
        }
    }

    /// How much was shown with a font, and how much of that is no known character.
    struct FontUse {
        let font: Font
        var glyphs = 0
        var unmapped = 0
    }

    private mutating func noteUse(glyphs: Int, unmapped: Int) {
        let font = graphics.font
        let place = fontUse ?? fontUses.firstIndex { $0.font === font } ?? fontUses.count
        if place == fontUses.count { fontUses.append(FontUse(font: font)) }
        fontUse = place
        fontUses[place].glyphs += glyphs
        fontUses[place].unmapped += unmapped
    }
}

extension Box {
    /// Whether a part of the run may lie in the rectangle.
    fileprivate func isNear(_ run: TextRun) -> Bool {
        min(run.x, run.endX) - run.fontSize < right && max(run.x, run.endX) + run.fontSize > left
            && min(run.y, run.endY) - run.fontSize < top && max(run.y, run.endY) + run.fontSize > bottom
    }
}

extension Double {
    /// Itself within ±1e9; 0 where it is no number.
    fileprivate var asCoordinate: Double { isNaN ? 0 : Swift.min(Swift.max(self, -1e9), 1e9) }
}
