/// What an annotation shows, by the number of its stream.
struct Appearance {
    let number: Int
    let place: Box
    let isField: Bool
    /// The number of one-character cells of a comb field (12.7.4.3).
    let cells: Int?
}

extension Document {
    /// The normal appearances of a page's visible annotations (12.5.5): form fields, free text, stamps; and the values of fields without an
    /// appearance. Missing objects are added to `missing`.
    func appearances(of page: Page, _ text: inout PageText, _ missing: inout [Int]) throws -> (
        forms: [Appearance], values: [FieldValue]
    ) {
        guard let list = page.annotations, case .array(let annotations)? = resolve(list, &missing) else { return ([], []) }
        fontWork += annotations.count * 4
        if fontWork > limits.fontWork { throw PDFError.limit("values looked at for fonts", limits.fontWork, at: page.offset) }
        var result: [Appearance] = []
        var values: [FieldValue] = []
        var widgets: Set<Int> = []
        var valueBytes = 0
        for annotation in annotations {
            guard result.count + values.count < limits.pageForms else { break }
            guard case .dictionary(let dictionary)? = resolve(annotation, &missing), let place = Box(dictionary["Rect"]) else { continue }
            let flags = dictionary["F"]?.integer ?? 0
            // Hidden, or not for the screen (table 165).
            guard flags & 0b10_0010 == 0, dictionary.name("Subtype") != "Popup" else { continue }
            if try isHidden(dictionary["OC"], of: page, &text, &missing) { continue }
            let isField = dictionary.name("Subtype") == "Widget"
            if dictionary["AP"] == nil, isField, case .reference(let number) = annotation,
                widgets.insert(number).inserted
            {
                if let value = value(ofWidget: number, dictionary, in: place, &valueBytes, &missing) { values.append(value) }
                // Many fields may share a value.
                if valueBytes > limits.pageGlyphs * 4 {
                    throw PDFError.limitOfOne("glyphs of a page", limits.pageGlyphs, at: page.offset)
                }
            }
            guard let entry = dictionary["AP"], case .dictionary(let states)? = resolve(entry, &missing), let normal = states["N"] else {
                continue
            }
            if let number = appearance(normal, state: dictionary.name("AS"), &missing) {
                let cells = isField ? cells(ofWidget: dictionary, &missing) : nil
                result.append(Appearance(number: number, place: place, isField: isField, cells: cells))
            }
        }
        return (result, values)
    }

    /// The stream of an appearance, which may have several states.
    private func appearance(_ normal: PDFObject, state: String?, _ missing: inout [Int]) -> Int? {
        if case .reference(let number) = normal {
            if contents[number]?.form != nil { return number }
            guard let value = resolve(normal, &missing), case .dictionary = value else { return nil }
            return appearance(value, state: state, &missing)
        }
        guard case .dictionary(let states) = normal, let state, case .reference(let number)? = states[state] else { return nil }
        if contents[number]?.form != nil { return number }
        _ = resolve(.reference(number), &missing)
        return nil
    }
}
