/// Marked content with replacement text (ISO 32000-1, 14.6 and 14.9.4): from its own /ActualText, from a property list of the page's
/// resources, or from the structure element that its /MCID belongs to. Also marked content of layers (8.11.3.2).
extension TextReplay {
    mutating func beginMarked(_ code: Span<UInt8>, upTo end: Int) throws(PDFError) {
        marks += 1
        if hiddenDepth == nil, isHidden(code, upTo: end) { hiddenDepth = marks }
        guard actual == nil, let text = actualText(code, upTo: end) else { return }
        actualBytes += text.utf8.count
        if actualBytes > limits.pageGlyphs { throw .limitOfOne("glyphs of a page", limits.pageGlyphs) }
        // A run contains no line breaks or tabs.
        actual = (text.split { $0.isNewline || $0 == "\t" }.joined(separator: " "), runs.count, marks)
    }

    /// Whether the operands of BDC are /OC and the name of a hidden layer.
    private func isHidden(_ code: Span<UInt8>, upTo end: Int) -> Bool {
        guard !scope.hidden.isEmpty else { return false }
        var index = operandStart
        guard index < end, case .name(let tag) = ProgramOperand(code, &index), tag.count == 2, code.extracting(tag).holds("OC", at: 0),
            index < end, case .name(let layer) = ProgramOperand(code, &index)
        else { return false }
        return scope.hidden.contains { TextReplay.isSame($0, code.extracting(layer)) }
    }

    /// Reads the operands of BDC: a tag, then a name or a dictionary's entries.
    private mutating func actualText(_ code: Span<UInt8>, upTo end: Int) -> String? {
        var index = operandStart
        var key: Range<Int>?
        var names = 0
        var found: String?
        func isKey(_ name: StaticString) -> Bool {
            key.map { $0.count == name.utf8CodeUnitCount && code.extracting($0).holds(name, at: 0) } ?? false
        }
        while index < end {
            switch ProgramOperand(code, &index) {
            case .name(let range):
                key = range
                names += 1
            case .number(let number):
                // Forms number their contents separately.
                if isKey("MCID"), open.isEmpty, let identifier = Int(exactly: number) {
                    if found == nil { found = text(ofContent: identifier) }
                }
                key = nil
            case .string(let range):
                if isKey("ActualText") { return TextString.decode(range.map { code[$0] }) }
                key = nil
            }
        }
        if let found { return found }
        guard names == 2, let key else { return nil }
        let name = code.extracting(key)
        return scope.texts.first { TextReplay.isSame($0.name, name) }?.text
    }

    private mutating func text(ofContent identifier: Int) -> String? {
        if let known = contentTexts[identifier] { return known }
        let text = contentText(identifier)
        contentTexts[identifier] = .some(text)
        return text
    }

    /// Replaces what was shown since by one run with the text, at the position of its first line.
    mutating func endMarked() {
        defer { marks = max(0, marks - 1) }
        if let hiddenDepth, marks <= hiddenDepth { self.hiddenDepth = nil }
        guard let (text, start, depth) = actual, marks <= depth else { return }
        actual = nil
        guard start < runs.count, text != "\u{AD}" else { return }
        // A structure element may arrive after the page is final and change the text.
        output.digest.add(Array(text.utf8), count: text.utf8.count)
        let first = runs[start]
        let last = runs[start...].last { $0.y == first.y } ?? first
        runs.removeSubrange(start...)
        divided = nil
        if text.isEmpty { return }
        runs.append(
            TextRun(
                text: text, x: first.x, y: first.y, endX: last.endX, endY: last.endY, fontSize: first.fontSize,
                isInvisible: first.isInvisible, isMirrored: first.isMirrored, blanks: []))
    }
}
