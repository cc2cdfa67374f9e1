/// A form's own entries (ISO 32000-1, 8.10.2).
struct FormHead {
    let matrix: Matrix
    let box: Box?
    let resources: PDFObject?
    /// The layer it belongs to (8.11.3.3).
    let layer: PDFObject?

    init(_ dictionary: PDFDictionary) {
        box = Box(dictionary["BBox"])
        matrix = Matrix(dictionary["Matrix"])
        resources = dictionary["Resources"].map { Page.reduced($0) }
        layer = dictionary["OC"]
    }

    var cost: Int { 100 + (resources?.cost ?? 0) }
}

/// The text of a content stream or form that has arrived.
struct Contents {
    let program: TextProgram
    let sequence: Int
    let form: FormHead?
    /// Its id in a provisional text, returned before its page was known.
    var id: Int?

    var cost: Int { program.cost + (form?.cost ?? 0) }
}

/// The parts of a page's text that have arrived.
struct PageText {
    var program: TextProgram
    var scope: TextReplay.Scope
    var forms: [DrawnForm] = []
    /// The appearances of annotations, each with its placement matrix.
    var appearances: [(form: DrawnForm, matrix: Matrix, appearance: Appearance)] = []
    /// The values of form fields without an appearance.
    var values: [FieldValue] = []
    /// Whether the page shows text, directly or through a form.
    var shows = false
    /// Whether a provisional text may be returned before the fonts are known.
    var mayGuess = true
    /// Whether some of its parts can be known only at the end of the file.
    var waitsForEnd = false
    var isDoubtful: Bool
    /// The name of a font whose object isn't in the file.
    var lostFont: String?
    /// Whether contents or forms were discarded.
    var lacks = false

    init(program: TextProgram, scope: TextReplay.Scope, shows: Bool, isDoubtful: Bool) {
        self.program = program
        self.scope = scope
        self.shows = shows
        self.isDoubtful = isDoubtful
    }

    /// Contents without a known page.
    init(plain program: TextProgram, _ font: Font) {
        self.init(program: program, scope: .init(fallback: font), shows: program.shows, isDoubtful: program.isDoubtful)
    }

    var looksLikePlainText: Bool {
        (!program.shows || program.looksLikePlainText) && forms.allSatisfy { !$0.program.shows || $0.program.looksLikePlainText }
    }
}

extension Document {
    /// Collects what a page shows; missing objects are added to `missing`, objects used to `uses`.
    func compose(_ page: Page, _ missing: inout [Int]) throws -> PageText {
        let program = try program(of: page)
        var text = PageText(program: program, scope: .init(fallback: plainFont), shows: program.shows, isDoubtful: program.isDoubtful)
        text.lacks = page.parts.contains { givenUp.contains($0) }
        let (appearances, values) = includesAnnotations ? try self.appearances(of: page, &text, &missing) : ([], [])
        text.values = values
        text.shows = text.shows || !values.isEmpty
        guard program.shows || !program.drawnNames.isEmpty || !appearances.isEmpty else { return text }
        guard let resources = resources(of: page, &missing), let outermost = named(resources, for: program, &missing) else { return text }
        var drawn: [Int: DrawnForm] = [:]
        var queue: [Int] = []
        for appearance in appearances {
            guard let entry = contents[appearance.number], let head = entry.form, let box = head.box,
                try !isHidden(head.layer, of: page, &text, &missing)
            else { continue }
            if drawn[appearance.number] == nil {
                drawn[appearance.number] = DrawnForm(program: entry.program, matrix: head.matrix)
                queue.append(appearance.number)
            }
            guard let form = drawn[appearance.number] else { continue }
            text.appearances.append((form, box.transformed(by: head.matrix).fitted(to: appearance.place), appearance))
        }
        var edges: [(from: DrawnForm, to: DrawnForm)] = []
        text.scope = try scope(program, [outermost], page, &drawn, &queue, &text, &missing)
        while let number = queue.popLast() {
            guard let form = drawn[number], let entry = contents[number] else { continue }
            uses.insert(number)
            text.isDoubtful = text.isDoubtful || form.program.isDoubtful
            text.forms.append(form)
            var chain = [outermost]
            if let own = entry.form?.resources {
                guard let value = resolve(own, &missing) else { continue }
                if case .dictionary(let dictionary) = value {
                    guard let found = named(dictionary, for: form.program, &missing) else { continue }
                    chain.insert(found, at: 0)
                }
            }
            let scope = try scope(form.program, chain, page, &drawn, &queue, &text, &missing)
            form.scope = scope
            for inner in scope.forms { edges.append((form, inner.form)) }
        }
        // A form shows text if a form that it draws does.
        var drawers: [ObjectIdentifier: [DrawnForm]] = [:]
        for edge in edges { drawers[ObjectIdentifier(edge.to), default: []].append(edge.from) }
        var showing = text.forms.filter { $0.program.shows }
        for form in showing { form.shows = true }
        while let form = showing.popLast() {
            for drawer in drawers[ObjectIdentifier(form)] ?? [] where !drawer.shows {
                drawer.shows = true
                showing.append(drawer)
            }
        }
        text.shows = text.shows || text.scope.forms.contains { $0.form.shows } || text.appearances.contains { $0.form.shows }
        return text
    }

    /// The fonts and external objects of a resource dictionary.
    private struct Named {
        var fonts = NamedEntries()
        var drawn = NamedEntries()
        var properties = NamedEntries()
    }

    /// A dictionary in which many names are looked up.
    private struct NamedEntries {
        private var few = PDFDictionary()
        private var many: [String: PDFObject] = [:]
        /// The cost of one lookup, in values.
        private(set) var step = 0
        private static let linearLimit = 64

        init() {}

        init(_ dictionary: PDFDictionary) {
            if dictionary.entries.count <= NamedEntries.linearLimit {
                (few, step) = (dictionary, dictionary.entries.count)
            } else {
                many = Dictionary(dictionary.entries.map { ($0.key, $0.value) }) { _, last in last }
                step = 1
            }
        }

        subscript(_ name: String) -> PDFObject? { many.isEmpty ? few[name] : many[name] }
    }

    private func named(_ resources: PDFDictionary, for program: TextProgram, _ missing: inout [Int]) -> Named? {
        var result = Named()
        var isWhole = true
        func entry(_ key: String) -> NamedEntries {
            guard let object = resources[key] else { return NamedEntries() }
            guard let value = resolve(object, &missing) else {
                isWhole = false
                return NamedEntries()
            }
            guard case .dictionary(let found) = value else { return NamedEntries() }
            fontWork += found.entries.count
            return NamedEntries(found)
        }
        result.fonts = entry("Font")
        result.drawn = entry("XObject")
        if !program.propertyNames.isEmpty || !program.layerNames.isEmpty { result.properties = entry("Properties") }
        return isWhole ? result : nil
    }

    /// Resolves the names of a program, each in the first resources that have it.
    private func scope(
        _ program: TextProgram, _ chain: [Named], _ page: Page, _ drawn: inout [Int: DrawnForm], _ queue: inout [Int],
        _ text: inout PageText, _ missing: inout [Int]
    ) throws -> TextReplay.Scope {
        var result = TextReplay.Scope(fallback: plainFont)
        fontWork += chain.reduce(0) {
            $0 + program.fontNames.count * $1.fonts.step + program.drawnNames.count * $1.drawn.step
                + (program.propertyNames.count + program.layerNames.count) * $1.properties.step
        }
        if fontWork > limits.fontWork { throw PDFError.limit("values looked at for fonts", limits.fontWork, at: page.offset) }
        for name in program.fontNames {
            let key = String(decoding: name, as: UTF8.self)
            guard let entry = chain.lazy.compactMap({ $0.fonts[key] }).first else { continue }
            switch try font(entry, &missing) {
            case .ready(let font): result.named.append((name, font))
            case .unknown: break
            case .pending: text.mayGuess = false
            case .lost:
                result.named.append((name, plainFont))
                text.lostFont = text.lostFont ?? key
            }
        }
        for name in program.propertyNames {
            let key = String(decoding: name, as: UTF8.self)
            guard let list = chain.lazy.compactMap({ $0.properties[key] }).first else { continue }
            if let found = self.text(ofList: list, &missing) { result.texts.append((name, found)) }
        }
        for name in program.layerNames {
            let key = String(decoding: name, as: UTF8.self)
            guard let layer = chain.lazy.compactMap({ $0.properties[key] }).first else { continue }
            if try isHidden(layer, of: page, &text, &missing) { result.hidden.append(name) }
        }
        for name in program.drawnNames {
            let key = String(decoding: name, as: UTF8.self)
            guard case .reference(let number)? = chain.lazy.compactMap({ $0.drawn[key] }).first else { continue }
            if let known = drawn[number] {
                result.forms.append((name, known))
            } else if let entry = contents[number], let head = entry.form {
                guard drawn.count < limits.pageForms, try !isHidden(head.layer, of: page, &text, &missing) else { continue }
                let form = DrawnForm(program: entry.program, matrix: head.matrix)
                drawn[number] = form
                queue.append(number)
                result.forms.append((name, form))
            } else if givenUp.contains(number) {
                text.lacks = true
            } else if !store.isSeen(number), !isFinishing {
                missing.append(number)
            }
        }
        return result
    }

    private func program(of page: Page) throws -> TextProgram {
        let parts = page.parts.compactMap { contents[$0]?.program }
        if parts.reduce(0, { $0 + $1.code.count }) > limits.pageTextBytes {
            throw PDFError.limit("bytes of a page's text operators", limits.pageTextBytes, at: page.offset)
        }
        return TextProgram.joined(parts)
    }
}
