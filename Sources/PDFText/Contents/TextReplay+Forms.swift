/// Forms that a page draws, inside each other.
extension TextReplay {
    /// `Do` (8.8 and 8.10.1): as if the form's contents stood here between `q` and `Q`, after its matrix.
    mutating func draw(_ name: Span<UInt8>) throws(PDFError) {
        var found: DrawnForm?
        for candidate in scope.forms where TextReplay.isSame(candidate.name, name) { found = candidate.form }
        if let found { try draw(found) }
    }

    /// The appearance of an annotation, drawn over the page.
    mutating func draw(_ form: DrawnForm, in matrix: Matrix) throws(PDFError) {
        graphics = Graphics(font: scope.fallback)
        graphics.matrix = matrix
        (saved, unsaved) = ([], 0)
        // Marked content that the page leaves open ends with it.
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
        // Marked content that began in the form and is left open there is none.
        if let begun = actual, begun.depth > marks { actual = nil }
        hiddenDepth = nil
        fontUse = nil
    }
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
