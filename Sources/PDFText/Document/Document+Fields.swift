/// The value of a form field, with its position.
struct FieldValue {
    let lines: [String]
    let place: Box

    /// As runs: in the field's rectangle from the upper left, at a size that fits; smaller if there are more lines than a viewer would show
    /// at once. A viewer's layout may differ.
    var runs: [TextRun] {
        let height = place.top - place.bottom
        let preferred = max(4, min(12, lines.count > 1 ? 12 : height * 0.75))
        let size = lines.count > 1 ? min(preferred, height / (1.2 * Double(lines.count))) : preferred
        let inset = max(0, (height - size * 1.2 * Double(lines.count)) / 2)
        return lines.enumerated().map { index, line in
            let y = place.top - inset - size - size * 1.2 * Double(index)
            let x = place.left + 2
            return TextRun(text: line, x: x, y: y, endX: x + Double(line.unicodeScalars.count) * size / 2, fontSize: size)
        }
    }
}

extension Document {
    private static let lineLimit = 200

    /// The cells of a comb field, by its own entries or inherited ones; nil for any other field.
    func cells(ofWidget widget: PDFDictionary, _ missing: inout [Int]) -> Int? {
        var (flags, length): (Int?, Int?) = (nil, nil)
        var field = widget
        for _ in 0..<16 {
            flags = flags ?? field["Ff"]?.integer
            length = length ?? field["MaxLen"]?.integer
            guard flags == nil || length == nil, case .reference(let above)? = field["Parent"],
                case .dictionary(let parent)? = resolve(.reference(above), &missing)
            else { break }
            field = parent
        }
        guard let flags, flags & 1 << 24 != 0, let length, (2...1000).contains(length) else { return nil }
        return length
    }

    /// The value of a form field without an appearance (ISO 32000-1, 12.7.4.3 and 12.7.4.4): of a text or choice field, its own or
    /// inherited. A closed choice shows the label of its value, a list all its choices. Password fields are excluded. `bytes` accumulates
    /// the size of the strings examined.
    func value(ofWidget number: Int, _ widget: PDFDictionary, in place: Box, _ bytes: inout Int, _ missing: inout [Int]) -> FieldValue? {
        guard place.right > place.left, place.top > place.bottom else { return nil }
        var (kind, flags, text, choices): (String?, Int?, String?, [KeptTexts.Choice]?) = (nil, nil, nil, nil)
        var (field, own) = (widget, number)
        for _ in 0..<16 {
            kind = kind ?? field.name("FT")
            flags = flags ?? field["Ff"]?.integer
            if text == nil, let entry = texts.fields[own] {
                bytes += entry.bytes.count
                text = characters(entry)
            }
            let list = texts.choiceLists[own]
            if let list { _ = resolve(.reference(list), &missing) }
            if choices == nil, let entries = texts.choices[list ?? own] {
                bytes += entries.reduce(0) { $0 + $1.shown.bytes.count + ($1.value?.bytes.count ?? 0) }
                choices = entries
            }
            guard case .reference(let above)? = field["Parent"], case .dictionary(let parent)? = resolve(.reference(above), &missing) else {
                break
            }
            (field, own) = (parent, above)
        }
        let isPassword = (flags ?? 0) & 1 << 13 != 0
        guard kind == "Tx" || kind == "Ch", !isPassword else { return nil }
        let isList = kind == "Ch" && (flags ?? 0) & 1 << 17 == 0
        if isList, let choices {
            text = choices.compactMap { characters($0.shown) }.joined(separator: "\n")
        } else if kind == "Ch", let value = text {
            let choice = choices?.first { $0.value.flatMap { characters($0) } == value }
            text = choice.flatMap { characters($0.shown) } ?? value
        }
        guard let text else { return nil }
        let lines = text.split(whereSeparator: \.isNewline).prefix(Document.lineLimit).map { line in
            String(line.map { $0 == "\t" ? " " : $0 })
        }
        return lines.isEmpty ? nil : FieldValue(lines: lines, place: place)
    }
}
