/// Converts the strings and gaps of show operators (ISO 32000-1, 9.4.3) to runs.
extension TextReplay {
    mutating func show(_ code: Span<UInt8>) throws(PDFError) {
        if isSpaced(LineJoiner.wordGap) || hasWideBlanks {
            return try showSpaced(code, from: operandStart, upTo: string.upperBound, isArray: false)
        }
        let start = text
        advancePen(output.append(code.extracting(string), graphics.font, spacing))
        try emit(from: start, to: lastEnd)
    }

    /// Whether the character spacing is wider than this, in em.
    @inline(__always)
    private func isSpaced(_ gap: Double) -> Bool { graphics.characterSpacing > gap * graphics.size && graphics.size > 0 }

    /// Whether the word spacing makes spaces as wide as column gaps.
    @inline(__always)
    private var hasWideBlanks: Bool {
        graphics.wordSpacing > LineJoiner.columnGap * graphics.size && graphics.size > 0 && graphics.font.codeBytes == 1
    }

    private var spacing: RunText.Spacing {
        guard graphics.size != 0, !graphics.font.isVertical else { return RunText.Spacing() }
        return RunText.Spacing(glyph: graphics.characterSpacing / graphics.size, blank: graphics.wordSpacing / graphics.size)
    }

    /// In an array, a gap of more than 0.15 em is a word space, and one of 1.5 em or more ends the run. Gaps before the first and after the
    /// last string don't belong to a run.
    mutating func showArray(_ code: Span<UInt8>, upTo end: Int) throws(PDFError) {
        if isSpaced(LineJoiner.wordGap) || hasWideBlanks {
            return try showSpaced(code, from: operandStart, upTo: end, isArray: true)
        }
        let spacing = spacing
        var start = text
        var last = text
        var index = operandStart
        var gap = 0.0
        // The white space after a string that isn't part of the gap: negative spacing compresses it, and numbers of the array may undo
        // that.
        var pressed = 0.0
        var before = (range: 0..<0, way: 0.0)
        while index < end {
            switch ProgramOperand(code, &index) {
            case .name: break
            case .number(let adjustment):
                adjustPen(adjustment / 1000)
                gap -= graphics.font.isVertical ? -adjustment / 1000 : adjustment / 1000
            case .string(let range):
                if range.isEmpty { continue }
                if output.isEmpty {
                    start = text
                } else if gap >= LineJoiner.columnGap || gap <= -0.75 || isOverprint(code, range, over: before, gap) {
                    try emit(from: start, to: last)
                    start = text
                } else {
                    output.skip(gap)
                    if gap + pressed > LineJoiner.arrayGap {
                        output.appendBlank(before: graphics.font.beginsWithBlank(code, range.lowerBound), for: gap + pressed)
                    }
                }
                gap = 0
                let advance = output.append(code.extracting(range), graphics.font, spacing)
                // Smaller values don't turn the compensation into a space.
                pressed = advance.takenBack != 0 ? advance.takenBack : spacing.glyph < -LineJoiner.arrayGap ? spacing.glyph : 0
                advancePen(advance)
                last = lastEnd
                before = (range, advance.way(spacing))
            }
        }
        try emit(from: start, to: last)
    }

    /// Whether a string repeats the previous one at the same position: the pen has moved back. Two adjacent narrow letters don't count.
    private func isOverprint(
        _ code: Span<UInt8>, _ range: Range<Int>, over before: (range: Range<Int>, way: Double), _ gap: Double
    ) -> Bool {
        guard gap < -LineJoiner.wordGap, abs(gap + before.way) < LineJoiner.wordGap, range.count == before.range.count else { return false }
        return zip(range, before.range).allSatisfy { code[$0] == code[$1] }
    }

    /// The same with character spacing as wide as a space, or spaces as wide as column gaps: processed glyph by glyph, because a gap may
    /// follow each. Evenly spaced letters form a word, unless they are as far apart as columns. If the array cancels the spacing in places,
    /// there is a gap wherever it doesn't, and also where another run follows without the spacing (`divided`): converters from PostScript
    /// express a gap between two letters this way. A number that adds to the spacing is a word space. A wide space separates two runs.
    private mutating func showSpaced(_ code: Span<UInt8>, from operands: Int, upTo end: Int, isArray: Bool) throws(PDFError) {
        let spacing = spacing
        let width = graphics.size != 0 ? graphics.characterSpacing / graphics.size : 0
        let makesBlanks = isArray && TextReplay.isTakenBack(width, code, operands, end)
        let dividesAtBlanks = hasWideBlanks
        var start = text
        var last = text
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
                    if output.isEmpty {
                        start = text
                    } else if gap >= LineJoiner.columnGap || gap <= -3 {
                        try emit(from: start, to: last)
                        start = text
                    } else {
                        output.skip(gap - width)
                        if gap > LineJoiner.wordGap {
                            let isBlank = graphics.font.beginsWithBlank(bytes, place)
                            if makesBlanks || !graphics.isInvisible && gap - width > max(LineJoiner.wordGap, width / 2) {
                                output.appendBlank(before: isBlank, for: gap)
                            } else if !graphics.isInvisible {
                                // The text of a scan is spaced to align with its image.
                                output.noteSeam(gap, before: isBlank)
                            }
                        }
                    }
                    let isWideBlank = dividesAtBlanks && bytes[place] == 0x20
                    if isWideBlank { try emit(from: start, to: last) }
                    advancePen(output.append(bytes.extracting(place..<place + length), graphics.font, spacing))
                    if isWideBlank { output.discard() }
                    last = lastEnd
                    gap = width
                    place += length
                }
            }
        }
        try emit(from: start, to: last)
    }

    /// Whether numbers of an array cancel the character spacing anywhere.
    private static func isTakenBack(_ spacing: Double, _ code: Span<UInt8>, _ start: Int, _ end: Int) -> Bool {
        var index = start
        while index < end {
            if case .number(let adjustment) = ProgramOperand(code, &index), abs(spacing - adjustment / 1000) < 0.1 { return true }
        }
        return false
    }

    /// Moves the pen past the shown text: to the right, or down in a vertical font (9.4.4).
    @inline(__always)
    mutating func advancePen(_ advance: RunText.Advance) {
        let spacing = Double(advance.glyphs) * graphics.characterSpacing + Double(advance.blanks) * graphics.wordSpacing
        if graphics.font.isVertical {
            text.translate(0, spacing - advance.width * graphics.size)
        } else {
            text.translate((advance.width * graphics.size + spacing) * graphics.scaling, 0)
        }
    }

    /// Moves the pen back by an amount in em; up in a vertical font.
    @inline(__always)
    mutating func adjustPen(_ em: Double) {
        if graphics.font.isVertical {
            text.translate(0, -em * graphics.size)
        } else {
            text.translate(-em * graphics.size * graphics.scaling, 0)
        }
    }

    /// The end of the last glyph, without the character spacing after it.
    @inline(__always)
    private var lastEnd: Matrix {
        if graphics.characterSpacing == 0 { return text }
        var end = text
        if graphics.font.isVertical {
            end.translate(0, -graphics.characterSpacing)
        } else {
            end.translate(-graphics.characterSpacing * graphics.scaling, 0)
        }
        return end
    }

    /// Makes a run of the text shown since the last one, from the starting pen position to the end of the last glyph.
    mutating func emit(from start: Matrix, to end: Matrix) throws(PDFError) {
        if output.glyphs > limits.pageGlyphs { throw .limitOfOne("glyphs of a page", limits.pageGlyphs) }
        let (glyphs, unmapped) = output.takeCounts()
        guard let shown = output.take(end: -spacing.glyph) else {
            muteGlyphs += glyphs
            return
        }
        guard hiddenDepth == nil else {
            hidden += 1
            return
        }
        let page = graphics.matrix
        let whole = start.followed(by: page)
        let (x, y) = whole.apply(0, graphics.rise)
        let (endX, endY) = end.followed(by: page).apply(0, graphics.rise)
        let height = abs(graphics.size) * (whole.c * whole.c + whole.d * whole.d).squareRoot()
        let size = height > 0 ? height : abs(graphics.size) * (whole.a * whole.a + whole.b * whole.b).squareRoot()
        let font = graphics.font
        let isMirrored = !font.isVertical && !font.isDrawn && (whole.a * whole.d - whole.b * whole.c) * graphics.scaling < 0
        func run(_ shown: RunText.Taken) -> TextRun {
            TextRun(
                text: shown.text, x: x.asCoordinate, y: y.asCoordinate, endX: endX.asCoordinate, endY: endY.asCoordinate,
                fontSize: size.asCoordinate, isInvisible: graphics.isInvisible, isMirrored: isMirrored,
                blanks: font.isVertical ? [] : shown.blanks)
        }
        var shownRun = run(shown.text)
        if let bounds {
            guard bounds.isNear(shownRun) else {
                outside += 1
                return
            }
            shownRun = bounds.part(of: shownRun)
        }
        output.digest.addPlace(of: shownRun)
        noteUse(glyphs: glyphs, unmapped: unmapped)
        let follows = runs.last.map { shownRun.follows($0) } ?? false
        if follows, let divided, divided.place == runs.count - 1 { divide(divided.run) }
        divided = nil
        runs.append(shownRun)
        guard let spaced = shown.divided.map({ run($0) }) else { return }
        let other = bounds?.part(of: spaced) ?? spaced
        // Spacing that starts after a normally spaced letter isn't letterspacing.
        if shown.seams <= 2, follows { divide(other) } else { divided = (other, runs.count - 1) }
    }

    /// Replaces the last run by its version with spaces at wide gaps.
    private mutating func divide(_ run: TextRun) {
        output.digest.add(Array(run.text.utf8), count: run.text.utf8.count)
        runs[runs.count - 1] = run
    }
}

extension TextReplay {
    /// Adds what annotations show after the page's own text, and form fields after their labels.
    mutating func addAnnotations(of text: PageText) throws(PDFError) {
        let own = runs.count
        var fields: [Range<Int>] = []
        for (form, matrix, appearance) in text.appearances {
            let start = runs.count
            try draw(form, in: matrix)
            guard appearance.isField, runs.count > start else { continue }
            if let cells = appearance.cells, let whole = FieldPlaces.joined(runs[start...], in: appearance.place, cells: cells) {
                runs.replaceSubrange(start..., with: [whole])
            }
            fields.append(start..<runs.count)
        }
        for value in text.values {
            fields.append(runs.count..<runs.count + value.runs.count)
            for run in value.runs { try add(run) }
        }
        if own > 0, !fields.isEmpty { runs = FieldPlaces.ordered(runs, own: own, fields: fields) }
    }

    private mutating func add(_ run: TextRun) throws(PDFError) {
        actualBytes += run.text.utf8.count
        if actualBytes > limits.pageGlyphs { throw .limitOfOne("glyphs of a page", limits.pageGlyphs) }
        output.digest.add(Array(run.text.utf8), count: run.text.utf8.count)
        output.digest.addPlace(of: run)
        runs.append(run)
    }

    /// The glyphs shown with a font, and how many of them have no known character.
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
    /// Whether part of the run may be inside the rectangle.
    fileprivate func isNear(_ run: TextRun) -> Bool {
        min(run.x, run.endX) - run.fontSize < right && max(run.x, run.endX) + run.fontSize > left
            && min(run.y, run.endY) - run.fontSize < top && max(run.y, run.endY) + run.fontSize > bottom
    }

    /// The run from the first to the last word that may be inside the rectangle; the whole run if the positions of its words aren't known.
    fileprivate func part(of run: TextRun) -> TextRun {
        let isInside =
            min(run.x, run.endX) >= left && max(run.x, run.endX) <= right && min(run.y, run.endY) >= bottom && max(run.y, run.endY) <= top
        guard !isInside, !run.blanks.isEmpty, run.blanks.count == 2 * run.text.utf8.count(where: { $0 == 0x20 }) else { return run }
        let words = run.text.split(separator: " ", omittingEmptySubsequences: false)
        let shares = [0] + run.blanks.map(Double.init) + [1]
        func part(_ first: Int, _ last: Int) -> TextRun {
            let (start, end) = (shares[2 * first], shares[2 * last + 1])
            let (width, height) = (run.endX - run.x, run.endY - run.y)
            let blanks = shares[2 * first + 1..<2 * last + 1].map { Float(($0 - start) / (end - start)) }
            return TextRun(
                text: words[first...last].joined(separator: " "), x: run.x + start * width, y: run.y + start * height,
                endX: run.x + end * width, endY: run.y + end * height, fontSize: run.fontSize, isInvisible: run.isInvisible,
                isMirrored: run.isMirrored, blanks: end > start ? blanks : [])
        }
        let isNear = words.indices.map { !words[$0].isEmpty && self.isNear(part($0, $0)) }
        guard let first = isNear.firstIndex(of: true), let last = isNear.lastIndex(of: true) else { return run }
        return first == 0 && last == words.count - 1 ? run : part(first, last)
    }
}

extension TextRun {
    /// Whether it starts at the end of the other's last glyph, without a gap; kerning may overlap slightly.
    fileprivate func follows(_ other: TextRun) -> Bool {
        (-0.15 * fontSize...0.06 * fontSize).contains(x - other.endX) && abs(y - other.endY) < 0.06 * fontSize
    }
}

extension Double {
    /// Clamped to ±1e9; 0 if it isn't a number.
    fileprivate var asCoordinate: Double { isNaN ? 0 : Swift.min(Swift.max(self, -1e9), 1e9) }
}
