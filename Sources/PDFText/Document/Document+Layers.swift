/// The visibility of layers (ISO 32000-1, 8.11), by the document's default configuration for viewing on screen.
struct Layers {
    /// The catalog with the configuration.
    let root: Int
    /// The objects it was built from.
    fileprivate(set) var uses: Set<Int> = []
    /// The default state, and the groups that deviate from it.
    fileprivate var isShownByDefault = true
    fileprivate var others: Set<Int> = []

    fileprivate init(root: Int) { self.root = root }

    fileprivate func isShown(_ group: Int) -> Bool { isShownByDefault != others.contains(group) }

    fileprivate mutating func set(_ group: Int, isShown: Bool) {
        if isShown == isShownByDefault { others.remove(group) } else { others.insert(group) }
    }
}

extension Document {
    /// Whether content of a layer is hidden: its group is off, or its membership says so (8.11.2). A page composed before the catalog
    /// arrives waits for the end of the file.
    func isHidden(_ layer: PDFObject?, of page: Page, _ text: inout PageText, _ missing: inout [Int]) throws -> Bool {
        guard let layer else { return false }
        guard let layers = try knownLayers(at: page.offset, &missing) else {
            (text.waitsForEnd, text.mayGuess) = (!isFinishing, false)
            return false
        }
        uses.formUnion(layers.uses)
        let isShown = try self.isShown(layer, layers, at: page.offset, &missing)
        if !missing.isEmpty { text.mayGuess = false }
        return !isShown
    }

    /// Returns nil if the catalog or a part of it is missing.
    private func knownLayers(at offset: Int, _ missing: inout [Int]) throws -> Layers? {
        guard let root = treeRoot, case .dictionary(let catalog)? = store[root] else { return nil }
        if let layers, layers.root == root { return layers }
        var made = Layers(root: root)
        let outer = uses
        uses = [root]
        defer { uses = outer }
        var lacking: [Int] = []
        func dictionary(_ object: PDFObject?) -> PDFDictionary? {
            if case .dictionary(let found)? = object.flatMap({ resolve($0, &lacking) }) { found } else { nil }
        }
        func list(_ object: PDFObject?) throws -> [PDFObject] {
            guard case .array(let found)? = object.flatMap({ resolve($0, &lacking) }) else { return [] }
            try countLayers(found.count, at: offset)
            return found
        }
        let configuration = dictionary(dictionary(catalog["OCProperties"])?["D"])
        made.isShownByDefault = configuration?.name("BaseState") != "OFF"
        for group in Page.references(try list(configuration?["ON"])) { made.set(group, isShown: true) }
        for group in Page.references(try list(configuration?["OFF"])) { made.set(group, isShown: false) }
        // Groups that define their own state on screen (8.11.4.4).
        for event in try list(configuration?["AS"]) {
            guard let event = dictionary(event), event.name("Event") == "View" else { continue }
            for group in Page.references(try list(event["OCGs"])) {
                guard let view = dictionary(dictionary(dictionary(.reference(group))?["Usage"])?["View"]),
                    let state = view.name("ViewState")
                else { continue }
                made.set(group, isShown: state != "OFF")
            }
        }
        made.uses = uses
        missing += lacking
        guard lacking.isEmpty else { return nil }
        layers = made
        return made
    }

    private func isShown(_ layer: PDFObject, _ layers: Layers, at offset: Int, _ missing: inout [Int]) throws -> Bool {
        guard case .dictionary(let found)? = resolve(layer, &missing), found["OCGs"] != nil || found["VE"] != nil else {
            if case .reference(let group) = layer { return layers.isShown(group) }
            return true
        }
        if let expression = found["VE"], let isShown = try value(of: expression, layers, 0, at: offset, &missing) { return isShown }
        var groups: [Int] = []
        switch found["OCGs"] {
        case .array(let list)?: groups = Page.references(list)
        case .reference(let number)?:
            if case .array(let list)? = resolve(.reference(number), &missing) { groups = Page.references(list) } else { groups = [number] }
        default: break
        }
        try countLayers(groups.count, at: offset)
        let shown = groups.map { layers.isShown($0) }
        guard !shown.isEmpty else { return true }
        return switch found.name("P") {
        case "AllOn": !shown.contains(false)
        case "AnyOff": shown.contains(false)
        case "AllOff": !shown.contains(true)
        default: shown.contains(true)
        }
    }

    /// Evaluates a visibility expression (8.11.2.2); nil if it is invalid.
    private func value(of object: PDFObject, _ layers: Layers, _ depth: Int, at offset: Int, _ missing: inout [Int]) throws -> Bool? {
        try countLayers(1, at: offset)
        guard depth < 16, let found = resolve(object, &missing) else { return nil }
        guard case .array(let list) = found else {
            if case .reference(let group) = object, case .dictionary = found { return layers.isShown(group) }
            return nil
        }
        guard case .name(let name)? = list.first else { return nil }
        let values = try list.dropFirst().compactMap { try value(of: $0, layers, depth + 1, at: offset, &missing) }
        guard let first = values.first else { return nil }
        switch name {
        case "Not": return !first
        case "And": return !values.contains(false)
        case "Or": return values.contains(true)
        default: return nil
        }
    }

    private func countLayers(_ values: Int, at offset: Int) throws {
        fontWork += values
        if fontWork > limits.fontWork { throw PDFError.limit("values looked at for fonts", limits.fontWork, at: offset) }
    }
}
