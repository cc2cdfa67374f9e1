/// Forms drawn by a page, possibly nested.
extension TextReplay {
    /// Runs `Do` (8.8 and 8.10.1): the form's contents between `q` and `Q`, after its matrix.
    mutating func draw(_ name: Span<UInt8>) throws(PDFError) {
        var found: DrawnForm?
        for candidate in scope.forms where TextReplay.isSame(candidate.name, name) { found = candidate.form }
        if let found { try draw(found) }
    }

    /// Draws the appearance of an annotation over the page.
    mutating func draw(_ form: DrawnForm, in matrix: Matrix) throws(PDFError) {
        graphics = Graphics(font: scope.fallback)
        graphics.matrix = matrix
        (saved, unsaved) = ([], 0)
        // Marked content left open by the page ends here.
        (marks, actual, hiddenDepth) = (0, nil, nil)
        try draw(form)
    }

    mutating func draw(_ form: DrawnForm) throws(PDFError) {
        guard form.shows, hiddenDepth == nil, !open.contains(where: { $0 === form }) else { return }
        guard open.count < TextReplay.deepestForm else {
            wentTooDeep = true
            return
        }
        calls += 1
        guard calls <= limits.pageForms else {
            hasMoreCalls = true
            return
        }
        let outer = (graphics, saved, unsaved, text, line, scope, marks)
        graphics.matrix = form.matrix.followed(by: graphics.matrix)
        (saved, unsaved) = ([], 0)
        if let own = form.scope { scope = own }
        fontUse = nil
        open.append(form)
        let code = form.program.code
        try run(code.span)
        open.removeLast()
        (graphics, saved, unsaved, text, line, scope, marks) = outer
        // Marked content left open by the form ends with it.
        if let begun = actual, begun.depth > marks { actual = nil }
        hiddenDepth = nil
        fontUse = nil
    }
}

/// A form as drawn by a page, with its resolved names. One object per form of a page, because forms may draw each other.
final class DrawnForm {
    let program: TextProgram
    let matrix: Matrix
    /// Its own resources; nil to use those of the drawing page or form.
    var scope: TextReplay.Scope?
    /// Whether it shows text, directly or through another form.
    var shows = false

    init(program: TextProgram, matrix: Matrix) {
        self.program = program
        self.matrix = matrix
    }
}
